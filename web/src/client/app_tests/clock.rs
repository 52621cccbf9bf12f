//! Clocks beside the players, claims that wait for their time, and moves that
//! are asked about.

use play::TimeControl;
use protocol::{Presence, PresenceView};

use super::*;

/// A game with this clock, in which the first side is to move again.
fn game_with(control: TimeControl) -> Session {
    let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, with_friend());
    let mut session = Session::new(config.unwrap().with_clock(Some(control)));
    for path in [[11, 15], [23, 19]] {
        let actor = Actor::Player(PlayerId::stand_in(session.side_to_move()));
        let path = path.map(square).to_vec();
        let command = Command::Move { path, seq: session.seq(), lag: Duration::ZERO };
        for event in play::decide(&session, actor, command, Time::ZERO).unwrap() {
            play::evolve(&mut session, &event).unwrap();
        }
    }
    session
}

fn at_clocked_game(control: TimeControl, side: Side) -> Reader {
    let session = game_with(control);
    let mut reader = at_game(&session, Viewer::Seat(side));
    let game = Box::new(Snapshot::at(&session, ID, Viewer::Seat(side), Time::ZERO));
    reader.hears(&ServerMessage::Snapshot { seq: session.seq(), game });
    reader.hears(&ServerMessage::CaughtUp { seq: session.seq(), clock: None });
    reader
}

fn blitz() -> TimeControl {
    TimeControl::increment(300, 3).unwrap()
}

fn clocks(reader: &Reader) -> [String; 2] {
    let view = reader.sees();
    [view.bottom, view.top].map(|player| player.clock.map_or_else(String::new, |clock| clock.text))
}

#[test]
fn the_clocks_stand_beside_the_players_and_the_running_one_is_painted_every_second() {
    let mut reader = at_clocked_game(blitz(), Side::First);
    assert_eq!(clocks(&reader), ["5:00", "5:00"]);
    let due = reader.app.due().expect("the next second");
    assert!(due - reader.now <= 1_001.0);
    reader.now += 61_000.0;
    reader.does(Msg::Tick);
    assert_eq!(clocks(&reader), ["3:59", "5:00"]);
    assert!(reader.sees().bottom.clock.is_some_and(|clock| clock.runs && clock.sure));
}

#[test]
fn the_own_clock_stands_as_soon_as_the_move_is_sent() {
    let mut reader = at_clocked_game(blitz(), Side::First);
    reader.taps(&[8, 11]);
    assert_eq!(reader.sent().len(), 1, "the move is under way");
    reader.now += 30_000.0;
    reader.does(Msg::Tick);
    assert_eq!(clocks(&reader), ["5:00", "5:00"]);
}

#[test]
fn without_a_connection_the_clocks_are_marked_as_unsure() {
    let mut reader = at_clocked_game(blitz(), Side::First);
    let generation = reader.generation();
    reader.does(Msg::Lost(generation));
    assert!(reader.sees().bottom.clock.is_some_and(|clock| !clock.sure));
}

#[test]
fn a_hidden_page_does_not_wake_for_its_clocks() {
    let mut reader = at_clocked_game(blitz(), Side::First);
    reader.does(Msg::Visible(false));
    assert!(reader.app.due().is_none_or(|due| due - reader.now > 1_001.0));
}

#[test]
fn a_claim_is_offered_when_its_time_has_come_also_after_a_reload() {
    let mut reader = at_clocked_game(blitz(), Side::Second);
    let away = |ms| {
        let (first, second) = (Some(Presence::Away), Some(Presence::Here));
        let (first_away_ms, turn_ms) = (Some(ms), Some(0));
        ServerMessage::Presence(PresenceView {
            first,
            second,
            first_away_ms,
            turn_ms,
            ..Default::default()
        })
    };
    reader.hears(&away(119_000));
    assert!(!reader.offered().contains(&Action::ClaimWin), "its turn has just begun");
    reader.now += 119_000.0;
    reader.does(Msg::Tick);
    assert!(!reader.offered().contains(&Action::ClaimWin));
    reader.now += 1_000.0;
    reader.does(Msg::Tick);
    assert!(reader.offered().contains(&Action::ClaimWin));
    assert!(reader.offered().contains(&Action::ClaimDraw));
    let here = PresenceView { first: Some(Presence::Here), ..Default::default() };
    reader.hears(&ServerMessage::Presence(here));
    assert!(!reader.offered().contains(&Action::ClaimWin));
}

#[test]
fn moves_are_asked_about_where_they_are_a_matter_of_days() {
    let mut reader = at_clocked_game(TimeControl::days_per_move(3).unwrap(), Side::First);
    reader.taps(&[8, 11]);
    assert!(reader.sent().is_empty(), "asked first");
    reader.presses(&[Action::Yes]);
    assert_eq!(reader.sent().len(), 1);

    // Whoever does not like that switches it off; elsewhere it is off anyway.
    let mut reader = at_clocked_game(TimeControl::days_per_move(3).unwrap(), Side::First);
    reader.presses(&[Action::ConfirmMoves]);
    reader.taps(&[8, 11]);
    assert_eq!(reader.sent().len(), 1);
    let mut reader = at_clocked_game(blitz(), Side::First);
    reader.taps(&[8, 11]);
    assert_eq!(reader.sent().len(), 1);
}
