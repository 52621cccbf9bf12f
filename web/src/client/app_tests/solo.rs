//! Against the computer.

use super::*;

#[test]
fn a_first_visit_is_a_board_on_which_you_can_move_at_once() {
    let reader = home();
    let seen = reader.sees();
    assert_eq!((seen.state, seen.ready), ("ready", true));
    assert_eq!(seen.bottom.name, "Black · you");
    assert_eq!(seen.top.name, "Red · computer");
    assert_eq!(seen.status, "Your turn (Black)");
    assert!(seen.scene.turned, "the first mover's men are at the bottom");
    assert!(reader.effects.is_empty(), "nothing is asked of the server");
}

#[test]
fn the_first_move_makes_the_game_and_stays_on_the_board() {
    let mut reader = home();
    reader.taps(&[11, 15]);
    assert!(matches!(&reader.effects[..], [Effect::Create(_), Effect::Glide { .. }]));
    assert_eq!(reader.sees().moves, ["11-15"]);
    let created = Created { game: ID, side: Side::First, invite: None };
    reader.does(Msg::Created(Ok(created)));

    let (fresh, _) = server_game(with_computer(), &[]);
    reader.hears(&snapshot(&fresh, Viewer::Seat(Side::First)));
    reader.hears(&ServerMessage::CaughtUp { seq: Seq::ZERO, clock: None });
    assert_eq!(reader.sees().moves, ["11-15"]);
    assert_eq!(reader.sent().len(), 1);
    assert!(reader.sent()[0].contains("\"path\":[11,15]"), "{:?}", reader.sent());
    assert_eq!(reader.sees().status, "Sending your move…");
    let (_, events) = server_game(with_computer(), &[&[11, 15]]);
    reader.hears(&ServerMessage::Event { seq: Seq::new(1), event: events[0].clone(), clock: None });
    assert_eq!(reader.sees().status, "The computer is thinking…");
}

#[test]
fn a_side_by_lot_waits_for_the_lot() {
    let mut reader = home();
    let choice = Choice { side: protocol::SideChoice::Random, ..Choice::default() };
    reader.does(Msg::Choose(choice)).taps(&[11, 15]);
    assert!(reader.effects.is_empty());
    reader.does(Msg::Begin(choice, Rival::Computer));
    reader.does(Msg::Created(Ok(Created { game: ID, side: Side::Second, invite: None })));
    assert_eq!(reader.sees().state, "loading");
    let seats = with_computer().swapped();
    let (session, _) = server_game(seats, &[&[11, 15]]);
    reader.hears(&snapshot(&session, Viewer::Seat(Side::Second)));
    assert!(!reader.sees().scene.turned, "the second side's men are at the bottom");
}

#[test]
fn a_game_that_cannot_be_made_gives_the_move_back_and_says_why() {
    let mut reader = home();
    reader.taps(&[11, 15]);
    reader.does(Msg::Created(Err("network".to_owned())));
    let seen = reader.sees();
    assert_eq!((seen.state, seen.moves.len()), ("ready", 0));
    assert!(seen.is_refusal);
    assert!(seen.hint.unwrap().contains("server"));
}

#[test]
fn the_running_game_with_the_computer_is_on_the_home_page_again() {
    let mut reader = home();
    reader.taps(&[11, 15]);
    let created = Created { game: ID, side: Side::First, invite: None };
    reader.does(Msg::Created(Ok(created)));
    let reader = Reader::visits(Place::Home, reader.keep);
    let asked = Effect::Open { generation: 1, game: ID, since: None };
    assert_eq!(reader.effects, [asked]);
}

#[test]
fn a_game_that_the_server_no_longer_knows_leaves_a_fresh_board() {
    let mut reader = home();
    reader.taps(&[11, 15]);
    reader.does(Msg::Created(Ok(Created { game: ID, side: Side::First, invite: None })));
    let mut reader = Reader::visits(Place::Home, reader.keep);
    reader.does(Msg::Lost(1));
    assert_eq!(reader.effects.last(), Some(&Effect::Check(ID)));
    reader.does(Msg::Checked(false));
    assert_eq!(reader.sees().state, "ready");
    let reader = Reader::visits(Place::Home, reader.keep);
    assert!(reader.effects.is_empty());
}

/// A game in which the next move takes the last piece, and what that move brings.
fn last_move(seats: BySide<Seat>, fen: &str, path: &[u8]) -> (Session, Vec<WireEvent>) {
    let setup = fen.parse().unwrap();
    let variant = Variant::English;
    let config = GameConfig::new(variant, GameRules::STANDARD, Some(&setup), seats).unwrap();
    let session = Session::new(config);
    let actor = match session.seats()[session.side_to_move()] {
        Seat::Computer(_) => Actor::Computer,
        _ => Actor::Player(PlayerId::stand_in(session.side_to_move())),
    };
    let path = path.iter().map(|&number| square(number)).collect();
    let command = Command::Move { path, seq: session.seq(), lag: Duration::ZERO };
    let events = play::decide(&session, actor, command, Time::ZERO).unwrap();
    (session, events.iter().map(WireEvent::from).collect())
}

fn event(seq: u64, event: &WireEvent) -> ServerMessage {
    ServerMessage::Event { seq: Seq::new(seq), event: event.clone(), clock: None }
}

#[test]
fn an_own_move_that_ends_the_game_is_an_end_from_the_tap_on_and_never_less() {
    let (session, events) = last_move(with_computer(), "B:W18:B14", &[14, 23]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.taps(&[14, 23]);
    let sent = reader.sent().last().copied().unwrap().to_owned();
    let Ok(protocol::ClientMessage::Command(command)) = protocol::ClientMessage::parse(&sent)
    else {
        panic!("{sent}");
    };
    let accepted = ServerMessage::Accepted { id: command.id, seq: Seq::new(2) };
    let [moved, ended] = &events[..] else { panic!("{events:?}") };
    let told = [event(1, moved), event(2, ended), accepted];
    let said = reader.sees().spoken;
    assert!(said.ends_with("You win! You took every piece."), "{said}");
    for message in told {
        let seen = reader.hears(&message).sees();
        assert_eq!((seen.state, seen.ready), ("finished", true), "{message:?}");
        assert!(seen.ending.is_some() && seen.status.is_empty(), "{message:?}");
        assert_eq!(seen.spoken, said, "said once");
    }
    assert_eq!(reader.sees().score.as_deref(), Some("Score: 1 won · 0 drawn · 0 lost"));
    // The same where the line broke before anything was answered.
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    reader.taps(&[14, 23]);
    let generation = reader.generation();
    reader.does(Msg::Lost(generation)).does(Msg::Woken);
    for message in [event(1, moved), event(2, ended)] {
        assert!(reader.hears(&message).sees().ending.is_some());
    }
    reader.hears(&ServerMessage::CaughtUp { seq: Seq::new(2), clock: None });
    assert_eq!((reader.sees().state, reader.sees().ready), ("finished", true));
}

#[test]
fn a_computer_s_move_that_ends_the_game_is_never_the_reader_s_turn() {
    let (session, events) = last_move(with_computer(), "W:W18:B14", &[18, 9]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    for (seq, news) in (1..).zip(&events) {
        let seen = reader.hears(&event(seq, news)).sees();
        assert_eq!((seen.state, seen.status.as_str()), ("finished", ""));
        assert!(seen.spoken.contains("18") && seen.spoken.contains("You lose"), "{}", seen.spoken);
    }
}

#[test]
fn a_finished_game_with_the_computer_counts_once() {
    let (mut session, _) = server_game(with_computer(), &[&[11, 15]]);
    let actor = Actor::Player(PlayerId::stand_in(Side::First));
    for event in play::decide(&session, actor, Command::Resign, Time::ZERO).unwrap() {
        play::evolve(&mut session, &event).unwrap();
    }
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    for _ in 0..3 {
        reader.hears(&snapshot(&session, Viewer::Seat(Side::First)));
    }
    assert_eq!(reader.sees().score.as_deref(), Some("Score: 0 won · 0 drawn · 1 lost"));
    reader.presses(&[Action::ResetScore, Action::Yes]);
    reader.hears(&snapshot(&session, Viewer::Seat(Side::First)));
    assert_eq!(reader.sees().score, None);
}

#[test]
fn a_new_game_in_the_middle_of_one_with_the_computer_asks_and_says_where_this_one_stays() {
    let mut reader = home();
    reader.taps(&[11, 15]);
    reader.does(Msg::Created(Ok(Created { game: ID, side: Side::First, invite: None })));
    let (session, _) = server_game(with_computer(), &[&[11, 15]]);
    reader.hears(&snapshot(&session, Viewer::Seat(Side::First)));
    reader.hears(&ServerMessage::CaughtUp { seq: session.seq(), clock: None });
    reader.presses(&[Action::NewGame]);
    let asked = reader.sees().question.expect("a question").text;
    assert_eq!(asked, "Start a new game? This one stays under “My games”.");
    assert_eq!(reader.sees().moves.len(), 1);
    reader.presses(&[Action::Yes]);
    assert_eq!(reader.sees().state, "ready");
}
