//! The line breaks, or has no socket to begin with.

use protocol::{EventsPage, NumberedEvent, PresenceView};
use uuid::Uuid;

use super::*;

/// An answer to a request for news.
fn news(seq: u64, events: &[(u64, &WireEvent)]) -> String {
    let numbered = |&(seq, event): &(u64, &WireEvent)| NumberedEvent {
        seq: Seq::new(seq),
        event: event.clone(),
    };
    let here = Some(protocol::Presence::Here);
    let presence = Some(PresenceView { first: here, second: here, ..Default::default() });
    let events = events.iter().map(numbered).collect();
    let page =
        EventsPage::Events { seq: Seq::new(seq), events, clock: None, presence, reaction: None };
    serde_json::to_string(&page).unwrap()
}

impl Reader {
    /// The number of the latest request for news, and whether it waits.
    fn polls(&self) -> (u32, bool) {
        let last = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Poll { generation, wait, .. } => Some((*generation, *wait)),
            _ => None,
        });
        last.expect("a request for news")
    }

    /// The number of the latest socket or request for news.
    fn line(&self) -> u32 {
        let last = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Open { generation, .. } | Effect::Poll { generation, .. } => Some(*generation),
            _ => None,
        });
        last.expect("a line")
    }

    /// The commands that went by request.
    fn posts(&self) -> Vec<(Uuid, &str)> {
        let posted = self.effects.iter().filter_map(|effect| match effect {
            Effect::Post { id, text, .. } => Some((*id, text.as_str())),
            _ => None,
        });
        posted.collect()
    }

    fn accepted(&mut self, seq: u64) -> &mut Self {
        let (id, _) = *self.posts().last().expect("a command went by request");
        let answer = ServerMessage::Accepted { id, seq: Seq::new(seq) };
        self.does(Msg::Posted(id, Ok(answer.to_text())))
    }
}

/// A page in a network that refuses every socket, at a game without moves.
fn without_sockets() -> Reader {
    let mut reader = Reader::visits(Place::Game(ID), Memory::default());
    reader.does(Msg::Lost(1));
    reader.now = 1_000.0;
    reader.does(Msg::Tick);
    let second = reader.generation();
    reader.does(Msg::Lost(second));
    let (generation, wait) = reader.polls();
    assert!(!wait, "the first answer shows whether this way works");
    let (session, _) = server_game(with_friend(), &[]);
    let snapshot = Box::new(Snapshot::of(&session, ID, Viewer::Seat(Side::First)));
    let page = EventsPage::Snapshot { snapshot, presence: None };
    reader.does(Msg::Polled(generation, serde_json::to_string(&page).unwrap()));
    assert!(reader.sees().ready && reader.sees().banner.is_none());
    assert!(reader.polls().1, "from now on the server holds the answer");
    reader
}

#[test]
fn without_sockets_a_whole_exchange_goes_by_requests() {
    let mut reader = without_sockets();
    let (_, events) = server_game(with_friend(), &[&[11, 15], &[22, 18]]);
    reader.taps(&[11, 15]);
    assert_eq!(reader.sees().status, "Sending your move…");
    reader.accepted(1);
    assert_eq!(reader.sees().moves.len(), 1, "the grant came before the event");
    let (generation, _) = reader.polls();
    reader.does(Msg::Polled(generation, news(1, &[(1, &events[0])])));
    assert_eq!(reader.sees().status, "Your friend's turn (Red)");
    reader.does(Msg::Polled(generation, news(2, &[(2, &events[1])])));
    assert_eq!(reader.sees().moves.len(), 1, "an answer to an older request is void");
}

#[test]
fn an_opponents_move_by_request_is_shown_and_said_like_any_other() {
    let mut reader = without_sockets();
    let (_, events) = server_game(with_friend(), &[&[11, 15], &[22, 18]]);
    reader.taps(&[11, 15]).accepted(1);
    let (generation, _) = reader.polls();
    reader.does(Msg::Polled(generation, news(1, &[(1, &events[0])])));
    let (generation, wait) = reader.polls();
    assert!(wait);
    reader.does(Msg::Polled(generation, news(2, &[(2, &events[1])])));
    assert_eq!(reader.sees().spoken, "Red · friend: 22 to 18. You must capture.");
    assert!(reader.effects.contains(&Effect::Glide { path: vec![square(22), square(18)] }));
    assert_eq!(reader.sees().top.note, None, "the friend is here");
}

#[test]
fn a_command_that_a_request_lost_goes_out_again_under_its_id() {
    let mut reader = without_sockets();
    reader.taps(&[11, 15]);
    let (id, text) = reader.posts()[0];
    let text = text.to_owned();
    reader.does(Msg::Posted(id, Err("network".to_owned())));
    assert!(reader.sees().banner.is_some());
    reader.now += 60_000.0;
    reader.does(Msg::Tick);
    let generation = reader.generation();
    reader.effects.clear();
    reader.does(Msg::Lost(generation));
    let (generation, _) = reader.polls();
    reader.does(Msg::Polled(generation, news(0, &[])));
    assert_eq!(reader.posts(), [(id, text.as_str())]);
    assert_eq!(reader.sees().moves.len(), 1);
}

#[test]
fn a_command_that_is_refused_by_request_is_rolled_back_and_said() {
    for code in ["stale", "too_many_requests"] {
        let mut reader = without_sockets();
        reader.taps(&[11, 15]);
        let (id, _) = reader.posts()[0];
        reader.does(Msg::Posted(id, Err(code.to_owned())));
        let seen = reader.sees();
        assert!(seen.moves.is_empty() && seen.is_refusal && seen.hint.is_some());
        assert!(seen.banner.is_none(), "the line lives");
    }
}

#[test]
fn a_cancelled_invite_ends_the_asking() {
    let mut reader = without_sockets();
    let (generation, _) = reader.polls();
    let reason = play::CancelReason::Cancelled;
    let event = WireEvent::Cancelled { reason };
    // A game that has begun cannot be cancelled; one that waits can.
    let seats = BySide { second: Seat::Open, ..with_friend() };
    let (session, _) = server_game(seats, &[]);
    let snapshot = Box::new(Snapshot::of(&session, ID, Viewer::Seat(Side::First)));
    let page = EventsPage::Snapshot { snapshot, presence: None };
    reader.does(Msg::Polled(generation, serde_json::to_string(&page).unwrap()));
    let (generation, _) = reader.polls();
    reader.effects.clear();
    reader.does(Msg::Polled(generation, news(1, &[(1, &event)])));
    assert_eq!(reader.effects, [Effect::Close]);
    assert_eq!(reader.app.due(), None);
}

#[test]
fn a_restart_of_the_server_shows_a_banner_until_the_game_is_confirmed() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::Second));
    let generation = reader.generation();
    reader.does(Msg::Lost(generation));
    assert!(reader.sees().banner.is_some() && !reader.sees().ready);
    reader.now += 1_000.0;
    reader.does(Msg::Tick);
    assert!(reader.sees().banner.is_some(), "a socket alone confirms nothing");
    reader.hears(&ServerMessage::CaughtUp { seq: session.seq(), clock: None });
    assert!(reader.sees().banner.is_none() && reader.sees().ready);
}

#[test]
fn after_many_failures_the_page_offers_to_try_again() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::Second));
    for _ in 0..8 {
        let line = reader.line();
        reader.does(Msg::Lost(line));
        reader.now = reader.now.max(reader.app.due().expect("it goes on trying"));
        reader.does(Msg::Tick);
    }
    assert!(reader.offered().contains(&Action::TryAgain));
    reader.effects.clear();
    reader.presses(&[Action::TryAgain]);
    assert!(matches!(reader.effects[..], [Effect::Open { .. } | Effect::Poll { .. }]));
}

#[test]
fn a_move_made_offline_is_sent_once_the_page_is_back() {
    let (session, events) = server_game(with_friend(), &[]);
    assert!(events.is_empty());
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.does(Msg::Suspended).taps(&[11, 15]);
    assert!(reader.sent().is_empty());
    assert_eq!(reader.sees().status, "Your move goes out as soon as you are back online.");
    reader.does(Msg::Woken);
    reader.hears(&ServerMessage::CaughtUp { seq: Seq::ZERO, clock: None });
    assert_eq!(reader.sent().len(), 1);
}

#[test]
fn a_move_made_offline_that_no_longer_fits_is_withdrawn_and_said() {
    let (session, _) = server_game(with_friend(), &[]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.does(Msg::Suspended).taps(&[11, 15]).does(Msg::Woken);
    // Another page of the same seat has moved in the meantime.
    let (_, events) = server_game(with_friend(), &[&[9, 14]]);
    reader.hears(&ServerMessage::Event { seq: Seq::new(1), event: events[0].clone(), clock: None });
    assert_eq!(reader.sees().moves, ["9-14"]);
    reader.hears(&ServerMessage::CaughtUp { seq: Seq::new(1), clock: None });
    let Ok(protocol::ClientMessage::Command(command)) =
        protocol::ClientMessage::parse(reader.sent()[0])
    else {
        panic!("{:?}", reader.sent());
    };
    reader.hears(&ServerMessage::refused(command.id, play::Refusal::Stale));
    let seen = reader.sees();
    assert!(seen.is_refusal, "{:?}", seen.hint);
    assert_eq!(seen.moves, ["9-14"]);
}
