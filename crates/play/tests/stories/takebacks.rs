//! Takeback requests between two people.

use play::{Command, Event, Refusal, Seq, Side};
use rules::Variant;

use crate::table::*;

fn answer_takeback(table: &Table, accept: bool) -> Command {
    let seq = table.seq();
    Command::AnswerTakeback { accept, seq }
}

/// `asker` asks after these moves: the plies told, and who is to move once
/// granted.
fn check_takeback(moves: &str, asker: Side, plies: u8) {
    let mut table = Table::friends(Variant::English);
    let mut fens = vec![table.fen()];
    for text in moves.split_whitespace() {
        table.plays(text);
        fens.push(table.fen());
    }
    let requested = Event::TakebackRequested { side: asker, plies };
    let told = table.granted(PEOPLE[asker], Command::RequestTakeback);
    assert_eq!(told, [requested]);
    let yes = answer_takeback(&table, true);
    let taken = table.granted(PEOPLE[!asker], yes);
    let fen = fens[fens.len() - 1 - usize::from(plies)].clone();
    let at = table.now;
    assert_eq!(taken, [Event::TakenBack { plies, fen: fen.clone(), at }]);
    assert_eq!(table.fen(), fen);
    assert_eq!(table.session.side_to_move(), asker, "back to the asker's decision");
    assert_eq!(table.session.offers().takeback, None);
    table.check_replay();
}

#[test]
fn a_takeback_returns_to_the_askers_last_decision() {
    check_takeback("11-15", Side::First, 1);
    check_takeback("11-15 23-19", Side::First, 2);
    check_takeback("11-15 23-19", Side::Second, 1);
    check_takeback("11-15 23-19 8-11", Side::Second, 2);
    check_takeback("11-15 23-19 8-11", Side::First, 1);
}

#[test]
fn a_side_that_has_not_moved_has_nothing_to_take_back() {
    let mut table = Table::friends(Variant::English);
    table.refused(ANNA, Command::RequestTakeback, Refusal::NothingToUndo);
    table.plays("11-15");
    table.refused(BELA, Command::RequestTakeback, Refusal::NothingToUndo);
    table.granted(ANNA, Command::RequestTakeback);
}

#[test]
fn seq_never_goes_back_at_a_takeback() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::RequestTakeback);
    let yes = answer_takeback(&table, true);
    table.granted(BELA, yes);
    assert_eq!(table.seq(), Seq::new(4));
    assert_eq!(table.session.board().ply_count(), 0);
}

#[test]
fn a_takeback_request_lapses_at_the_other_sides_move() {
    let mut table = Table::friends(Variant::English);
    table.plays("11-15");
    table.granted(ANNA, Command::RequestTakeback);
    table.plays("23-19");
    assert_eq!(table.session.offers().takeback, None);
    let late = answer_takeback(&table, true);
    table.refused(BELA, late, Refusal::NoOffer);
}

#[test]
fn after_the_askers_own_next_move_the_request_means_that_one() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::RequestTakeback);
    let before = answer_takeback(&table, true);
    table.plays("8-11");
    table.refused(BELA, before, Refusal::Stale);
    assert_eq!(table.session.offers().takeback.map(|it| it.plies), Some(1));
    let yes = answer_takeback(&table, true);
    table.granted(BELA, yes);
    assert_eq!(table.session.board().ply_count(), 2);
    table.check_replay();
}

#[test]
fn a_takeback_can_be_declined_withdrawn_and_asked_for_by_one_side_at_a_time() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::RequestTakeback);
    table.refused(BELA, Command::RequestTakeback, Refusal::NotAllowed);
    let no = answer_takeback(&table, false);
    let declined = Event::TakebackDeclined { side: Side::Second };
    assert_eq!(table.granted(BELA, no), [declined]);
    table.granted(BELA, Command::RequestTakeback);
    let withdrawn = Event::TakebackWithdrawn { side: Side::Second };
    assert_eq!(table.granted(BELA, Command::WithdrawTakeback), [withdrawn]);
    assert_eq!(table.session.board().ply_count(), 2);
    table.check_replay();
}

#[test]
fn of_two_answers_to_a_request_the_second_is_too_late() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::RequestTakeback);
    let yes = answer_takeback(&table, true);
    table.granted(BELA, yes.clone());
    table.refused(BELA, yes, Refusal::Stale);
    let again = answer_takeback(&table, true);
    table.refused(BELA, again, Refusal::NoOffer);
}

#[test]
fn a_takeback_also_takes_back_the_draw_offer_in_the_position_that_is_gone() {
    let mut table = Table::begun();
    table.granted(BELA, Command::OfferDraw);
    table.granted(ANNA, Command::RequestTakeback);
    let yes = answer_takeback(&table, true);
    table.granted(BELA, yes);
    let seq = table.seq();
    table.refused(ANNA, Command::AnswerDraw { accept: true, seq }, Refusal::NoOffer);
}

#[test]
fn undo_is_for_games_against_the_computer() {
    let mut table = Table::begun();
    let seq = table.seq();
    table.refused(ANNA, Command::Undo { seq }, Refusal::NotAllowed);
    table.granted(BELA, Command::Resign);
    let seq = table.seq();
    table.refused(ANNA, Command::Undo { seq }, Refusal::NotAllowed);
}
