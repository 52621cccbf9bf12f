//! With a friend, and watching.

use super::*;
use crate::client::ButtonKind;

#[test]
fn an_opponents_move_is_shown_said_and_glides() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    assert_eq!(reader.sees().status, "Your friend's turn (Red)");
    let (_, events) = server_game(with_friend(), &[&[11, 15], &[22, 18]]);
    reader.hears(&ServerMessage::Event { seq: Seq::new(2), event: events[1].clone(), clock: None });
    let seen = reader.sees();
    assert_eq!(seen.spoken, "Red · friend: 22 to 18. You must capture.");
    assert_eq!(seen.hint.as_deref(), Some("You must capture."));
    assert!(seen.scene.marks.must_capture);
    assert_eq!(reader.effects.last(), Some(&Effect::Glide { path: vec![square(22), square(18)] }));
}

#[test]
fn events_that_were_missed_are_applied_without_a_show() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    let generation = reader.generation();
    reader.does(Msg::Lost(generation)).does(Msg::Woken);
    let again = Effect::Open { generation: generation + 1, game: ID, since: Some(Seq::new(1)) };
    assert_eq!(reader.effects.last(), Some(&again));
    reader.effects.clear();

    let (_, events) = server_game(with_friend(), &[&[11, 15], &[22, 18]]);
    let event = ServerMessage::Event { seq: Seq::new(2), event: events[1].clone(), clock: None };
    reader.does(Msg::Heard(generation + 1, event.to_text()));
    assert_eq!(reader.sees().moves.len(), 2);
    assert!(reader.effects.is_empty());
}

#[test]
fn a_refusal_takes_the_move_back_and_is_shown_and_said() {
    let (session, _) = server_game(with_friend(), &[]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.taps(&[11, 15]);
    let sent = reader.sent().last().copied().unwrap().to_owned();
    let Ok(protocol::ClientMessage::Command(command)) = protocol::ClientMessage::parse(&sent)
    else {
        panic!("{sent}");
    };
    reader.hears(&ServerMessage::refused(command.id, play::Refusal::Stale));
    let seen = reader.sees();
    assert!(seen.moves.is_empty() && seen.is_refusal);
    assert_eq!(seen.hint.as_deref(), Some(seen.spoken.as_str()));
}

#[test]
fn a_watcher_sees_and_cannot_touch() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Watcher);
    reader.effects.clear();
    reader.taps(&[22, 18]);
    assert!(reader.effects.is_empty());
    assert_eq!(reader.sees().bottom.name, "Black");
    assert_eq!(reader.offered(), [Action::NewGame]);
}

#[test]
fn a_draw_offer_asks_and_is_answered() {
    let (session, _) = server_game(with_friend(), &[&[11, 15], &[23, 19]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    let event = WireEvent::DrawOffered { side: Side::Second };
    reader.hears(&ServerMessage::Event { seq: Seq::new(3), event, clock: None });
    let question = reader.sees().question.unwrap();
    assert_eq!(question.text, "Your friend offers a draw.");
    assert_eq!(question.answers[0].action, Action::AcceptDraw);
    reader.presses(&[Action::DeclineDraw]);
    assert!(reader.sent().last().unwrap().contains("\"accept\":false"));
}

#[test]
fn resigning_asks_first() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.presses(&[Action::Resign]);
    assert!(reader.sent().is_empty());
    assert!(reader.sees().question.is_some());
    reader.presses(&[Action::No, Action::Resign, Action::Yes]);
    assert_eq!(reader.sent().len(), 1);
    assert!(reader.sent()[0].contains("\"resign\""));
}

#[test]
fn a_friend_is_invited_by_a_link_and_the_game_starts_by_itself() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Friend));
    let invite = Some(("T".to_owned(), "https://dama.example/i/T".to_owned()));
    reader.does(Msg::Created(Ok(Created { game: ID, side: Side::First, invite })));
    assert!(reader.effects.contains(&Effect::Address(format!("/g/{ID}"))));
    let seats = BySide { second: Seat::Open, ..with_friend() };
    let (session, _) = server_game(seats, &[]);
    reader.hears(&snapshot(&session, Viewer::Seat(Side::First)));
    reader.hears(&ServerMessage::CaughtUp { seq: Seq::ZERO, clock: None });
    let url = reader.sees().invite.unwrap().url;
    assert_eq!(url.as_deref(), Some("https://dama.example/i/T"));
    reader.presses(&[Action::CopyLink]);
    assert_eq!(reader.effects.last(), Some(&Effect::Copy(url.unwrap())));
    let event = WireEvent::Joined { side: Side::Second };
    reader.hears(&ServerMessage::Event { seq: Seq::new(1), event, clock: None });
    let seen = reader.sees();
    assert_eq!((seen.state, seen.invite), ("playing", None));
    assert_eq!(seen.status, "Your turn (Black)");
}

#[test]
fn an_invites_link_is_remembered_for_the_next_visit() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Friend));
    let invite = Some(("T".to_owned(), "https://dama.example/i/T".to_owned()));
    reader.does(Msg::Created(Ok(Created { game: ID, side: Side::First, invite })));
    let mut reader = Reader::visits(Place::Game(ID), reader.keep);
    let seats = BySide { second: Seat::Open, ..with_friend() };
    let (session, _) = server_game(seats, &[]);

    reader.hears(&snapshot(&session, Viewer::Seat(Side::First)));
    assert!(reader.sees().invite.unwrap().url.is_some());
}

#[test]
fn a_rematch_leads_to_the_new_game() {
    let (mut session, _) = server_game(with_friend(), &[&[11, 15]]);
    let actor = Actor::Player(PlayerId::stand_in(Side::First));
    for event in play::decide(&session, actor, Command::Resign, Time::ZERO).unwrap() {
        play::evolve(&mut session, &event).unwrap();
    }
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    assert_eq!(reader.sees().ending.unwrap().headline, "You lose");
    let next = GameId::from_u128(78);
    let seq = session.seq().next();
    let offered = WireEvent::RematchOffered { side: Side::Second };
    reader.hears(&ServerMessage::Event { seq, event: offered, clock: None });
    assert!(reader.sees().question.is_some());
    let started = WireEvent::RematchStarted { game: next };
    reader.hears(&ServerMessage::Event { seq: seq.next(), event: started, clock: None });
    assert!(reader.effects.contains(&Effect::Address(format!("/g/{next}"))));
    assert!(
        matches!(reader.effects.last(), Some(Effect::Open { game, since: None, .. }) if *game == next)
    );
}

#[test]
fn earlier_positions_can_be_looked_at_and_the_board_leads_back() {
    let (session, _) = server_game(with_friend(), &[&[11, 15], &[23, 19]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.presses(&[Action::Previous]);
    assert_eq!(reader.sees().ply, 1);
    assert!(reader.sees().scene.piece_at(square(23)).is_some());
    let leads_back = |reader: &Reader| {
        let steps = reader.sees().steps;
        steps.iter().any(|step| step.action == Action::Latest && step.kind != ButtonKind::Disabled)
    };
    assert!(leads_back(&reader) && !reader.offered().contains(&Action::Latest), "once is enough");
    reader.presses(&[Action::First]);
    assert_eq!(reader.sees().ply, 0);
    reader.taps(&[15]);
    assert_eq!(reader.sees().ply, 2);
}

#[test]
fn a_hidden_page_calls_when_it_is_your_turn() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.does(Msg::Visible(false));
    assert_eq!(reader.app.calls(), None);
    let (_, events) = server_game(with_friend(), &[&[11, 15], &[23, 19]]);
    reader.hears(&ServerMessage::Event { seq: Seq::new(2), event: events[1].clone(), clock: None });
    assert_eq!(reader.app.calls(), Some("Your turn!"));
    reader.does(Msg::Visible(true));
    assert_eq!(reader.app.calls(), None);
}

#[test]
fn a_move_that_comes_while_an_earlier_position_is_looked_at_is_told_and_moves_nothing() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.presses(&[Action::First]);
    let before = reader.effects.len();
    let (_, events) = server_game(with_friend(), &[&[11, 15], &[22, 18]]);
    reader.hears(&ServerMessage::Event { seq: Seq::new(2), event: events[1].clone(), clock: None });
    let seen = reader.sees();
    assert_eq!((seen.ply, seen.moves.len()), (0, 2));
    assert!(seen.hint.unwrap().starts_with("Red · friend: 22 to 18."));
    assert_eq!(reader.effects[before..], [], "nothing glides over an old position");
    assert!(seen.scene.fading.is_empty());
    reader.presses(&[Action::Latest]);
    assert_eq!(reader.sees().ply, 2);
    assert_eq!(reader.sees().hint.as_deref(), Some("You must capture."));
}

#[test]
fn a_hidden_page_calls_by_a_sound_where_the_reader_wants_one() {
    let (_, events) = server_game(with_friend(), &[&[11, 15], &[23, 19]]);
    let event = ServerMessage::Event { seq: Seq::new(2), event: events[1].clone(), clock: None };
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let beeps = |wanted: bool, visible: bool| {
        let mut reader = at_game(&session, Viewer::Seat(Side::First));
        if wanted {
            reader.presses(&[Action::Sound]);
            assert_eq!(reader.effects.last(), Some(&Effect::Beep), "it is tried at once");
        }
        let before = reader.effects.len();
        reader.does(Msg::Visible(visible)).hears(&event);
        reader.effects[before..].contains(&Effect::Beep)
    };
    assert!(beeps(true, false));
    assert!(!beeps(true, true), "who looks on needs no call");
    assert!(!beeps(false, false), "a phone is silent until it is asked to sound");
}

#[test]
fn escape_answers_a_question_with_no_and_goes_back_to_its_button() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.presses(&[Action::Resign]).does(Msg::Escape);
    assert_eq!(reader.sees().question, None);
    assert_eq!(reader.effects.last(), Some(&Effect::Focus(Action::Resign)));
    assert!(reader.sent().is_empty());
}

#[test]
fn a_record_of_the_server_is_copied_or_shown_to_be_copied_by_hand() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.presses(&[Action::CopyPdn]);
    assert_eq!(reader.effects.last(), Some(&Effect::Fetch(format!("/api/games/{ID}/pdn"))));
    reader.does(Msg::Fetched(Ok("[Event \"Dama\"]".to_owned())));
    assert_eq!(reader.effects.last(), Some(&Effect::Copy("[Event \"Dama\"]".to_owned())));
    reader.does(Msg::Copied(false));
    assert_eq!(reader.sees().by_hand.as_deref(), Some("[Event \"Dama\"]"));
    assert_eq!(reader.effects.last(), Some(&Effect::SelectText));
    reader.presses(&[Action::CopyFen]).does(Msg::Copied(true));
    assert_eq!(reader.sees().by_hand, None);
}

#[test]
fn before_the_game_is_told_nobody_is_named() {
    let reader = Reader::visits(Place::Game(ID), Memory::default());
    assert_eq!(reader.sees().state, "loading");
    assert_eq!((reader.sees().top.name, reader.sees().bottom.name), Default::default());
}

#[test]
fn under_tournament_rules_the_draw_button_waits_for_the_fortieth_move() {
    let rules = GameRules::new(Variant::International, true, None).unwrap();
    for (rules, kind) in [(rules, ButtonKind::Disabled), (GameRules::STANDARD, ButtonKind::Plain)] {
        let config = GameConfig::new(Variant::International, rules, None, with_friend()).unwrap();
        let reader = at_game(&Session::new(config), Viewer::Seat(Side::First));
        let view = reader.sees();
        let button = view.actions.iter().find(|button| button.action == Action::OfferDraw);
        assert_eq!(button.map(|button| button.kind), Some(kind));
    }
}
