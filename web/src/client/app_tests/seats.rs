//! A seat that moves away, and one that is said to be lost.

use play::{Seq, Side};
use protocol::{ServerMessage, Viewer, WireEvent};

use super::*;

fn tells(reader: &mut Reader, seq: u64, event: WireEvent) {
    reader.hears(&ServerMessage::Event { seq: Seq::new(seq), event, clock: None });
}

#[test]
fn who_loses_the_seat_is_told_and_only_watches() {
    let (session, _) = server_game(with_friend(), &[&[11, 15], &[23, 19]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    let link = format!("/g/{ID}/seat");
    assert_eq!(reader.sees().seat, Some(link));
    tells(&mut reader, 3, WireEvent::SeatMoved { side: Side::First });
    reader.hears(&snapshot(&session, Viewer::Watcher));
    let view = reader.sees();
    assert_eq!(view.seat, None);
    assert!(view.hint.unwrap().contains("another device"));
    assert!(view.spoken.contains("another device"));
    reader.effects.clear();
    reader.taps(&[8, 11]);
    assert!(reader.effects.is_empty());
}

#[test]
fn the_others_seat_may_move_without_a_word() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    tells(&mut reader, 2, WireEvent::SeatMoved { side: Side::Second });
    assert_eq!((reader.sees().hint, reader.sees().seat.is_some()), (None, true));
}

#[test]
fn a_seat_that_is_said_to_be_lost_is_kept_by_one_press() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::Second));
    tells(&mut reader, 2, WireEvent::SeatReportedLost { side: Side::First });
    let question = reader.sees().question.unwrap();
    assert!(question.text.contains("lost your seat"));
    reader.presses(&[Action::KeepSeat]);
    assert!(reader.sent().last().unwrap().contains("\"type\":\"keep_seat\""));
    tells(&mut reader, 3, WireEvent::SeatKept { side: Side::Second });
    assert_eq!(reader.sees().question, None);
}

#[test]
fn who_reported_is_told_of_the_objection() {
    let (session, _) = server_game(with_friend(), &[&[11, 15]]);
    let mut reader = at_game(&session, Viewer::Seat(Side::First));
    tells(&mut reader, 2, WireEvent::SeatReportedLost { side: Side::First });
    assert_eq!(reader.sees().question, None);
    tells(&mut reader, 3, WireEvent::SeatKept { side: Side::Second });
    assert!(reader.sees().hint.unwrap().contains("keeps the seat"));
}
