//! Our reading and writing against that of `protocol`.

use core::{num::NonZeroU16, time::Duration};

use play::{
    Actor, BySide, CancelReason, ClaimedResult, Command, GameConfig, GameId, Level, Outcome,
    PlayerId, Seat, Seq, Session, Side, Time, TimeControl,
};
use protocol::{
    ClientCommand, ClientGame, ClientMessage, ClockView, CreateGame, ErrorCode, Opponent, Presence,
    PresenceView, RulesView, ServerMessage, SideChoice, Snapshot, Viewer, WireEvent, Wish,
};
use rules::{GameRules, Square, Variant};
use uuid::Uuid;

use super::*;
use crate::{
    Lang,
    client::{Choice, Rival},
};

const ID: GameId = GameId::from_u128(12_345_678_901_234_567_890);

fn squares(numbers: &[u8]) -> Vec<Square> {
    numbers.iter().filter_map(|&number| Square::new(number)).collect()
}

/// The same message read by both.
#[track_caller]
fn check(message: &ServerMessage) {
    let text = message.to_text();
    let expected = ServerMessage::parse(&text).unwrap();
    assert_eq!(server_message(&text).as_ref(), Some(&expected), "{text}");
}

fn every_event() -> Vec<WireEvent> {
    let side = Side::Second;
    let mut events = vec![
        WireEvent::Joined { side },
        WireEvent::Moved {
            side,
            path: squares(&[22, 15, 8]),
            captures: squares(&[11, 18]),
            pdn: "22x8".to_owned(),
            fen: "B:W8:B1,K2".to_owned(),
        },
        WireEvent::DrawOffered { side },
        WireEvent::DrawDeclined { side },
        WireEvent::DrawWithdrawn { side },
        WireEvent::TakebackRequested { side, plies: 2 },
        WireEvent::TakebackDeclined { side },
        WireEvent::TakebackWithdrawn { side },
        WireEvent::TakenBack { plies: 1, fen: "W:W1:B2".to_owned() },
        WireEvent::RematchOffered { side },
        WireEvent::RematchDeclined { side },
        WireEvent::RematchWithdrawn { side },
        WireEvent::RematchStarted { game: ID },
    ];
    events.extend(CancelReason::ALL.map(|reason| WireEvent::Cancelled { reason }));
    events.extend(Outcome::all().map(|result| WireEvent::Ended { result }));
    events
}

#[test]
fn every_event_is_read_as_the_protocol_writes_it() {
    for event in every_event() {
        check(&ServerMessage::Event { seq: Seq::new(7), event, clock: None });
    }
}

#[test]
fn every_other_message_is_read_as_the_protocol_writes_it() {
    let seq = Seq::new(9);
    for running in [None, Some(Side::First), Some(Side::Second)] {
        let clock = Some(ClockView { first_ms: 300_000, second_ms: 0, running });
        check(&ServerMessage::CaughtUp { seq, clock });
        let event = WireEvent::DrawOffered { side: Side::First };
        check(&ServerMessage::Event { seq, event, clock });
    }
    check(&ServerMessage::CaughtUp { seq, clock: None });
    check(&ServerMessage::Pong { seq });
    check(&ServerMessage::Accepted { id: Uuid::from_u128(5), seq });
    for code in ErrorCode::all() {
        for id in [None, Some(Uuid::from_u128(6))] {
            check(&ServerMessage::Refused { id, code, details: serde_json::Map::default() });
        }
    }
    for first in [None, Some(Presence::Here), Some(Presence::Away)] {
        for second_away_ms in [None, Some(120_000)] {
            check(&ServerMessage::Presence(PresenceView {
                first,
                second: Some(Presence::Away),
                watchers: 3,
                first_away_ms: None,
                second_away_ms,
                turn_ms: second_away_ms,
                ..PresenceView::default()
            }));
        }
    }
}

#[test]
fn what_a_later_version_says_is_unknown_and_what_is_broken_is_nothing() {
    let unknown = server_message(r#"{"type":"weather","sun":1.5}"#);
    assert_eq!(unknown, Some(ServerMessage::Unknown));
    let event = server_message(r#"{"type":"event","seq":1,"event":{"kind":"sang","x":-1}}"#);
    let unknown = ServerMessage::Event { seq: Seq::new(1), event: WireEvent::Unknown, clock: None };
    assert_eq!(event, Some(unknown));
    for broken in ["", "{}", r#"{"type":"pong"}"#, r#"{"type":"accepted","id":"x","seq":1}"#] {
        assert_eq!(server_message(broken), None, "{broken}");
    }
}

/// Games in all sorts of states.
fn sessions() -> Vec<Session> {
    let player = |side| Seat::Player(PlayerId::stand_in(side));
    let friends = BySide::new_with(player);
    let waiting = BySide { second: Seat::Open, ..friends };
    let computer = BySide { second: Seat::Computer(Level::Hard), ..friends };
    let new = |variant, rules, fen: Option<&str>, seats| {
        let setup = fen.map(|fen| fen.parse().unwrap());
        Session::new(GameConfig::new(variant, rules, setup.as_ref(), seats).unwrap())
    };
    let english = |seats| new(Variant::English, GameRules::STANDARD, None, seats);
    let rules = GameRules::new(Variant::International, true, NonZeroU16::new(80)).unwrap();
    let mut all = vec![
        english(waiting),
        english(computer),
        new(Variant::International, rules, None, friends),
        new(Variant::International, rules, Some("W:W32,K40:B1,K12"), friends),
    ];
    let mut session = english(friends);
    let wishes = [
        (
            Side::First,
            Command::Move { path: squares(&[11, 15]), seq: Seq::ZERO, lag: Duration::ZERO },
        ),
        (Side::First, Command::OfferDraw),
        (Side::First, Command::RequestTakeback),
        (Side::Second, Command::Resign),
        (Side::Second, Command::OfferRematch { next: ID }),
        (Side::First, Command::OfferRematch { next: ID }),
    ];
    for (side, wish) in wishes {
        let actor = Actor::Player(PlayerId::stand_in(side));
        for event in play::decide(&session, actor, wish, Time::ZERO).unwrap() {
            play::evolve(&mut session, &event).unwrap();
        }
        all.push(session.clone());
    }
    let mut cancelled = english(waiting);
    let actor = Actor::Player(PlayerId::stand_in(Side::First));
    for event in play::decide(&cancelled, actor, Command::Cancel, Time::ZERO).unwrap() {
        play::evolve(&mut cancelled, &event).unwrap();
    }
    all.push(cancelled);
    all
}

#[test]
fn every_snapshot_makes_the_same_game() {
    for session in sessions() {
        for you in [Viewer::Watcher, Viewer::Seat(Side::First), Viewer::Seat(Side::Second)] {
            let game = Box::new(Snapshot::of(&session, ID, you));
            let expected = ClientGame::from_snapshot(&game).unwrap();
            let text = ServerMessage::Snapshot { seq: session.seq(), game }.to_text();
            let Some(ServerMessage::Snapshot { game, seq }) = server_message(&text) else {
                panic!("{text}");
            };
            assert_eq!(seq, session.seq());
            assert_eq!(ClientGame::from_snapshot(&game), Ok(expected), "{text}");
        }
    }
}

#[test]
fn what_a_snapshot_says_of_time_is_read() {
    let seats = BySide::new_with(|side| Seat::Player(PlayerId::stand_in(side)));
    for control in [TimeControl::increment(300, 3), TimeControl::days_per_move(3)] {
        let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, seats).unwrap();
        let session = Session::new(config.with_clock(control.ok()));
        let told = Snapshot::at(&session, ID, Viewer::Watcher, Time::from_millis(7_000));
        let game = Box::new(told.clone());
        let text = ServerMessage::Snapshot { seq: Seq::ZERO, game }.to_text();
        let Some(ServerMessage::Snapshot { game, .. }) = server_message(&text) else {
            panic!("{text}");
        };
        assert_eq!(game.clock, told.clock);
        assert_eq!(game.time_control, told.time_control);
    }
}

#[test]
fn the_golden_files_of_the_protocol_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let Ok(expected) = ServerMessage::parse(&text) else { continue };
        let ours = server_message(&text);
        match (&expected, &ours) {
            // The page works out the rest of a snapshot by itself.
            (ServerMessage::Snapshot { .. }, Some(ServerMessage::Snapshot { .. })) => {}
            (
                ServerMessage::Refused { id, code, .. },
                Some(ServerMessage::Refused { id: our_id, code: our_code, .. }),
            ) => assert_eq!((id, code), (our_id, our_code)),
            // Faces and signs are for the script beside the program.
            (ServerMessage::Presence(told), Some(ServerMessage::Presence(ours))) => {
                let told = PresenceView { first_face: None, second_face: None, ..*told };
                assert_eq!(*ours, told);
            }
            (ServerMessage::Reaction(_), ours) => {
                assert_eq!(ours.as_ref(), Some(&ServerMessage::Unknown));
            }
            _ => assert_eq!(ours.as_ref(), Some(&expected), "{}", path.display()),
        }
        read += 1;
    }
    assert!(read > 5, "only {read} golden files are messages of the server");
}

#[test]
fn every_wish_is_written_as_the_protocol_reads_it() {
    let mut wishes = vec![
        Wish::Move { path: squares(&[11, 18, 25]) },
        Wish::Resign,
        Wish::OfferDraw,
        Wish::WithdrawDraw,
        Wish::RequestTakeback,
        Wish::WithdrawTakeback,
        Wish::OfferRematch,
        Wish::WithdrawRematch,
        Wish::Undo,
    ];
    for accept in [true, false] {
        wishes.push(Wish::AnswerDraw { accept });
        wishes.push(Wish::AnswerTakeback { accept });
        wishes.push(Wish::AnswerRematch { accept });
    }
    wishes.extend(ClaimedResult::ALL.map(|result| Wish::Claim { result }));
    for wish in wishes {
        let wish = ClientCommand { id: Uuid::from_u128(77), seq: Seq::new(12), wish };
        let text = command(&wish);
        assert_eq!(ClientMessage::parse(&text), Ok(ClientMessage::Command(wish)), "{text}");
    }
    let seq = Seq::new(3);
    assert_eq!(ClientMessage::parse(&ping(seq)), Ok(ClientMessage::Ping { seq }));
}

#[test]
fn every_wish_for_a_game_is_written_as_the_protocol_reads_it() {
    let rules = GameRules::new(Variant::International, true, NonZeroU16::new(50)).unwrap();
    let choices = [
        Choice::default(),
        Choice { side: SideChoice::Random, level: Level::Hard, ..Choice::default() },
        Choice {
            variant: Variant::International,
            side: SideChoice::Second,
            rules,
            ..Choice::default()
        },
    ];
    for choice in choices {
        for rival in [Rival::Computer, Rival::Friend] {
            let text = create(&choice, rival, Lang::Hu);
            let opponent = match rival {
                Rival::Computer => Opponent::Computer { level: choice.level },
                _ => Opponent::Friend,
            };
            let expected = CreateGame {
                variant: choice.variant,
                opponent,
                side: choice.side,
                rules: RulesView::from(choice.rules),
                clock: None,
                fen: None,
                lang: Some(protocol::Lang::Hu),
            };
            assert_eq!(CreateGame::parse(text.as_bytes()), Ok(expected), "{text}");
        }
    }
}

#[test]
fn the_answer_to_that_wish_is_read() {
    let invite = protocol::InviteLink { token: "T".to_owned(), url: "https://a/i/T".to_owned() };
    for invite in [None, Some(invite)] {
        let answer = protocol::Created { game: ID, side: Side::Second, invite: invite.clone() };
        let text = serde_json::to_string(&answer).unwrap();
        let ours = created(&text).unwrap();
        assert_eq!((ours.game, ours.side), (ID, Side::Second));
        assert_eq!(ours.invite, invite.map(|invite| (invite.token, invite.url)));
    }
    let refused = serde_json::to_string(&ErrorCode::Busy.body()).unwrap();
    assert_eq!(error_code(&refused).as_deref(), Some("busy"));
    assert_eq!(created(&refused), None);
}
