//! Games against the computer: its answers, and undo.

use crate::table::*;
use play::{Actor, Command, Event, Level, Refusal, Seq, Side, State};

fn undo(table: &Table) -> Command {
    let seq = table.seq();
    Command::Undo { seq }
}

#[test]
fn the_computer_is_asked_exactly_when_it_is_to_move() {
    let mut table = Table::against_computer(Side::First);
    assert_eq!(table.session.computer_to_move(), None);
    table.plays("11-15");
    assert_eq!(table.session.computer_to_move(), Some(Level::Easy));
    table.plays("23-19");
    assert_eq!(table.session.computer_to_move(), None);
    let opens = Table::against_computer(Side::Second);
    assert_eq!(opens.session.computer_to_move(), Some(Level::Easy));
}

#[test]
fn the_computers_answer_to_a_position_that_is_gone_is_stale() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15");
    let asked = table.seq();
    let wish = undo(&table);
    table.granted(ANNA, wish);
    table.refused(Actor::Computer, mv("23-19", asked), Refusal::Stale);
    table.plays("11-15");
    table.refused(Actor::Computer, mv("23-19", asked), Refusal::Stale);
    table.granted(Actor::Computer, mv("23-19", table.seq()));
}

#[test]
fn the_computers_answer_after_the_end_is_refused() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15");
    let asked = table.seq();
    table.granted(ANNA, Command::Resign);
    table.refused(Actor::Computer, mv("23-19", asked), Refusal::GameOver);
}

#[test]
fn the_computer_has_no_seat_among_friends() {
    let mut table = Table::friends(rules::Variant::English);
    table.plays("11-15");
    table.refused(Actor::Computer, mv("23-19", Seq::new(1)), Refusal::NotAPlayer);
}

#[test]
fn nobody_moves_for_the_computer() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15");
    table.refused(ANNA, mv("23-19", table.seq()), Refusal::NotYourTurn);
    table.refused(BELA, mv("23-19", table.seq()), Refusal::NotAPlayer);
}

#[test]
fn undo_takes_back_the_own_move_with_the_computers_reply() {
    let mut table = Table::against_computer(Side::First);
    let start = table.fen();
    table.plays("11-15 23-19");
    let wish = undo(&table);
    let events = table.granted(ANNA, wish);
    let (fen, at) = (start, table.now);
    assert_eq!(events, [Event::TakenBack { plies: 2, fen, at }]);
    assert_eq!(table.session.side_to_move(), Side::First);
    table.check_replay();
}

#[test]
fn while_the_computer_thinks_undo_takes_back_one_ply() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15 23-19 8-11");
    let wish = undo(&table);
    let events = table.granted(ANNA, wish);
    assert!(matches!(events[..], [Event::TakenBack { plies: 1, .. }]));
    assert_eq!(table.session.computer_to_move(), None);
}

#[test]
fn the_computers_opening_move_is_nothing_to_undo() {
    let mut table = Table::against_computer(Side::Second);
    let wish = undo(&table);
    table.refused(ANNA, wish, Refusal::NothingToUndo);
    table.plays("11-15");
    let wish = undo(&table);
    table.refused(ANNA, wish, Refusal::NothingToUndo);
    table.plays("23-19 8-11");
    let wish = undo(&table);
    table.granted(ANNA, wish);
    assert_eq!(table.session.board().ply_count(), 1);
}

#[test]
fn an_undo_sent_while_the_computer_was_answering_is_not_stale() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15");
    let wish = undo(&table);
    table.plays("23-19");
    let events = table.granted(ANNA, wish);
    assert!(matches!(events[..], [Event::TakenBack { plies: 2, .. }]));
}

#[test]
fn nor_is_one_that_crossed_with_the_end_that_the_reply_brought() {
    let mut table = Table::against_computer_from(Side::First, Some("B:W18,31:B10"));
    table.plays("10-14");
    let wish = undo(&table);
    assert_eq!(kinds(&table.plays("18x9")), ["moved", "ended"]);
    table.granted(ANNA, wish);
    assert_eq!(table.session.state(), State::Playing);
    table.check_replay();
}

#[test]
fn a_second_undo_that_knew_nothing_of_the_first_is_stale() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15 23-19 8-11 22-17");
    let wish = undo(&table);
    table.granted(ANNA, wish.clone());
    table.refused(ANNA, wish, Refusal::Stale);
}

#[test]
fn an_undo_that_an_own_move_has_overtaken_is_stale() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15 23-19");
    let wish = undo(&table);
    table.plays("8-11");
    table.refused(ANNA, wish, Refusal::Stale);
}

#[test]
fn undo_goes_on_after_the_end_and_the_game_is_open_again() {
    let mut table = Table::against_computer_from(Side::First, Some("B:W18,32:B11,2"));
    table.plays("11-15 18x11");
    table.granted(ANNA, Command::Resign);
    assert_eq!(table.session.score().second, 1);
    let wish = undo(&table);
    table.granted(ANNA, wish);
    assert_eq!(table.session.state(), State::Playing);
    assert_eq!(table.session.score().second, 0, "the point is taken back");
    assert_eq!(table.session.board().ply_count(), 0);
    table.check_replay();
}

#[test]
fn a_won_game_can_be_undone_too() {
    let mut table = Table::against_computer_from(Side::First, Some("B:W18:B15"));
    table.plays("15x22");
    table.ended_with(Some(Side::First), "no-pieces");
    let wish = undo(&table);
    let events = table.granted(ANNA, wish);
    assert!(matches!(events[..], [Event::TakenBack { plies: 1, .. }]));
    assert_eq!(table.session.state(), State::Playing);
}

#[test]
fn requests_for_a_takeback_are_for_people() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15 23-19");
    table.refused(ANNA, Command::RequestTakeback, Refusal::NotAllowed);
    let wish = undo(&table);
    table.refused(Actor::Computer, wish, Refusal::NotAllowed);
}

#[test]
fn the_computer_answers_a_draw_offer_like_a_person() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15 23-19");
    table.granted(ANNA, Command::OfferDraw);
    let (accept, seq) = (true, table.seq());
    table.granted(Actor::Computer, Command::AnswerDraw { accept, seq });
    table.ended_with(None, "agreed");
}

#[test]
fn a_draw_offer_that_the_computer_answers_by_moving_has_lapsed() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15");
    table.granted(ANNA, Command::OfferDraw);
    table.plays("23-19");
    assert_eq!(table.session.offers().draw, None);
}

#[test]
fn the_computer_always_accepts_a_rematch_and_changes_sides() {
    let mut table = Table::against_computer(Side::First);
    table.granted(ANNA, Command::Resign);
    let events = table.granted(ANNA, Command::OfferRematch { next: NEXT });
    assert_eq!(events, [Event::RematchStarted { game: NEXT }]);
    let next = table.session.rematch_config(table.now);
    assert_eq!(next.seats().first.level(), Some(Level::Easy));
    table.check_replay();
}

#[test]
fn once_the_rematch_has_begun_the_game_before_it_stands() {
    let mut table = Table::against_computer(Side::First);
    table.plays("11-15 23-19");
    table.granted(ANNA, Command::Resign);
    table.granted(ANNA, Command::OfferRematch { next: NEXT });
    let wish = undo(&table);
    table.refused(ANNA, wish, Refusal::NotAllowed);
}
