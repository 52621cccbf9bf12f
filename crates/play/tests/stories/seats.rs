//! Seats that move to another browser, and seats that were lost.

use core::time::Duration;

use crate::table::*;
use play::{
    AWAY_LIMIT_WITH_CLOCK, Command, Event, OBJECT_WITHIN, PlayerId, Refusal, Seat, SeatGiver, Side,
    TimeControl,
};
use rules::{GameRules, Variant};

fn take(side: Side, moves: u32, from: SeatGiver) -> Command {
    Command::TakeSeat { side, moves, from }
}

/// Anna's seat, before it ever moved.
fn annas() -> Command {
    take(Side::First, 0, SeatGiver::Holder)
}

#[test]
fn a_seat_moves_to_who_brings_its_link_and_the_old_holder_is_nobody() {
    let mut table = Table::begun();
    let events = table.granted(CILI, annas());
    assert_eq!(events, [Event::SeatMoved { side: Side::First, player: CILI }]);
    assert_eq!(table.session.side_of(CILI), Some(Side::First));
    let path = path("7-11");
    let seq = table.seq();
    let old = Command::Move { path, seq, lag: Duration::ZERO };
    table.refused(ANNA, old.clone(), Refusal::NotAPlayer);
    table.refused(ANNA, Command::Resign, Refusal::NotAPlayer);
    assert_eq!(kinds(&table.granted(CILI, old)), ["moved"]);
    table.check_replay();
}

#[test]
fn a_link_is_good_once() {
    let mut table = Table::begun();
    table.granted(CILI, annas());
    table.refused(ANNA, annas(), Refusal::SeatLinkUsed);
    table.refused(PlayerId::from_u128(4), annas(), Refusal::SeatLinkUsed);
    // Also after the seat has come back to where it was.
    table.granted(ANNA, take(Side::First, 1, SeatGiver::Holder));
    table.refused(CILI, annas(), Refusal::SeatLinkUsed);
}

#[test]
fn who_has_the_seat_keeps_it_and_the_link() {
    let mut table = Table::begun();
    assert_eq!(table.granted(ANNA, annas()), []);
    assert_eq!(kinds(&table.granted(CILI, annas())), ["seat_moved"]);
    assert_eq!(table.granted(CILI, annas()), []);
}

#[test]
fn nobody_sits_on_both_sides() {
    let mut table = Table::begun();
    table.refused(BELA, annas(), Refusal::OwnInvite);
}

#[test]
fn no_seat_moves_once_the_game_is_over() {
    let mut table = Table::begun();
    table.granted(BELA, Command::Resign);
    table.refused(CILI, annas(), Refusal::GameOver);
}

#[test]
fn the_makers_seat_moves_while_the_friend_has_not_come() {
    let mut table = Table::waiting();
    table.granted(CILI, annas());
    table.refused(CILI, Command::Join, Refusal::OwnInvite);
    table.refused(ANNA, Command::Cancel, Refusal::NotAPlayer);
    table.refused(ANNA, take(Side::Second, 0, SeatGiver::Holder), Refusal::SeatLinkUsed);
    assert_eq!(kinds(&table.granted(CILI, Command::Cancel)), ["cancelled"]);
    table.check_replay();
}

#[test]
fn against_the_computer_a_seat_moves_too_but_never_the_computers() {
    let mut table = Table::against_computer(Side::First);
    let computers = take(Side::Second, 0, SeatGiver::Holder);
    table.refused(CILI, computers, Refusal::SeatLinkUsed);
    assert_eq!(kinds(&table.granted(CILI, annas())), ["seat_moved"]);
    table.refused(CILI, Command::ReportLostSeat, Refusal::NotAllowed);
}

#[test]
fn a_moved_seat_makes_nothing_stale() {
    let mut table = Table::begun();
    let seq = table.seq();
    table.granted(CILI, take(Side::Second, 0, SeatGiver::Holder));
    let mv = Command::Move { path: path("7-11"), seq, lag: Duration::ZERO };
    assert_eq!(kinds(&table.granted(ANNA, mv)), ["moved"]);
}

/// Anna has said that Béla lost the seat.
fn reported() -> Table {
    let mut table = Table::begun();
    let events = table.granted(ANNA, Command::ReportLostSeat);
    assert_eq!(events, [Event::SeatReportedLost { side: Side::First, at: table.now }]);
    table
}

fn belas() -> Command {
    take(Side::Second, 0, SeatGiver::Opponent)
}

#[test]
fn a_lost_seat_can_be_taken_once_its_holder_had_time_to_object() {
    let mut table = reported();
    table.refused(CILI, belas(), Refusal::TooEarly);
    table.wait(OBJECT_WITHIN - Duration::from_millis(1));
    table.refused(CILI, belas(), Refusal::TooEarly);
    table.wait(Duration::from_millis(1));
    assert_eq!(kinds(&table.granted(CILI, belas())), ["seat_moved"]);
    assert_eq!(table.session.reported_lost(Side::Second), None);
    table.check_replay();
}

#[test]
fn where_a_clock_runs_a_lost_seat_is_taken_no_sooner_than_the_game_is_claimed() {
    let seats = PEOPLE.map(Seat::Player);
    let clock = TimeControl::increment(600, 5).ok();
    let mut table =
        Table::of(config(Variant::English, GameRules::STANDARD, None, seats).with_clock(clock));
    table.granted(ANNA, Command::ReportLostSeat);
    table.wait(AWAY_LIMIT_WITH_CLOCK - Duration::from_millis(1));
    table.refused(CILI, belas(), Refusal::TooEarly);
    table.wait(Duration::from_millis(1));
    table.granted(CILI, belas());
}

#[test]
fn an_objection_makes_the_new_link_worthless() {
    let mut table = reported();
    assert_eq!(kinds(&table.granted(BELA, Command::KeepSeat)), ["seat_kept"]);
    assert_eq!(table.granted(BELA, Command::KeepSeat), []);
    table.wait(OBJECT_WITHIN);
    table.refused(CILI, belas(), Refusal::SeatLinkUsed);
    table.check_replay();
}

#[test]
fn a_move_is_an_objection() {
    let mut table = reported();
    table.plays("7-11");
    assert!(table.session.reported_lost(Side::Second).is_some(), "Anna's own move is none");
    table.plays("26-23");
    table.wait(OBJECT_WITHIN);
    table.refused(CILI, belas(), Refusal::SeatLinkUsed);
}

#[test]
fn who_reports_cannot_take_the_seat_and_watchers_report_nothing() {
    let mut table = reported();
    table.wait(OBJECT_WITHIN);
    table.refused(ANNA, belas(), Refusal::OwnInvite);
    table.refused(CILI, Command::ReportLostSeat, Refusal::NotAPlayer);
    table.refused(CILI, Command::KeepSeat, Refusal::NotAPlayer);
}

#[test]
fn who_is_reported_objects_before_reporting() {
    let mut table = reported();
    table.refused(BELA, Command::ReportLostSeat, Refusal::NotAllowed);
    table.granted(BELA, Command::KeepSeat);
    assert_eq!(kinds(&table.granted(BELA, Command::ReportLostSeat)), ["seat_reported_lost"]);
}

#[test]
fn reporting_again_gives_the_holder_the_whole_time_again() {
    let mut table = reported();
    table.wait(OBJECT_WITHIN);
    table.granted(ANNA, Command::ReportLostSeat);
    table.refused(CILI, belas(), Refusal::TooEarly);
}

#[test]
fn the_holder_can_move_a_seat_that_is_said_to_be_lost() {
    let mut table = reported();
    table.granted(CILI, take(Side::Second, 0, SeatGiver::Holder));
    table.wait(OBJECT_WITHIN);
    table.refused(PlayerId::from_u128(4), belas(), Refusal::SeatLinkUsed);
}
