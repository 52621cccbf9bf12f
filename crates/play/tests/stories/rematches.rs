//! Rematches of the same two.

use play::{Actor, BySide, Command, Event, Refusal, Seat, Seq, Session, Side, State};

use crate::table::*;

const OFFER_REMATCH: Command = Command::OfferRematch { next: NEXT };

fn answer_rematch(table: &Table, accept: bool) -> Command {
    let (seq, next) = (table.seq(), NEXT);
    Command::AnswerRematch { accept, seq, next }
}

fn finished() -> Table {
    let mut table = Table::begun();
    table.granted(BELA, Command::Resign);
    table
}

#[test]
fn a_rematch_is_offered_after_the_end_only() {
    let mut table = Table::begun();
    table.refused(ANNA, OFFER_REMATCH, Refusal::NotAllowed);
    let mut table = finished();
    let offered = Event::RematchOffered { side: Side::First };
    assert_eq!(table.granted(ANNA, OFFER_REMATCH), [offered]);
    assert_eq!(table.session.offers().rematch, Some(Side::First));
}

#[test]
fn an_accepted_rematch_names_the_new_game() {
    let mut table = finished();
    table.granted(ANNA, OFFER_REMATCH);
    let yes = answer_rematch(&table, true);
    let started = Event::RematchStarted { game: NEXT };
    assert_eq!(table.granted(BELA, yes), [started]);
    assert_eq!(table.session.rematch(), Some(NEXT));
    assert!(matches!(table.session.state(), State::Finished(_)));
    table.check_replay();
}

#[test]
fn an_answer_that_did_not_know_of_the_end_is_stale() {
    let mut table = Table::begun();
    let mut wish = answer_rematch(&table, true);
    table.granted(BELA, Command::Resign);
    table.granted(ANNA, OFFER_REMATCH);
    table.refused(BELA, wish, Refusal::Stale);
    wish = answer_rematch(&table, true);
    table.granted(BELA, wish);
}

#[test]
fn in_a_rematch_the_players_change_sides_and_the_score_goes_with_them() {
    let mut table = finished();
    table.granted(ANNA, OFFER_REMATCH);
    table.granted(BELA, OFFER_REMATCH);
    let next = Session::new(table.session.rematch_config(table.now));
    let seats = BySide { first: Seat::Player(BELA), second: Seat::Player(ANNA) };
    assert_eq!(next.seats(), seats);
    assert_eq!(next.state(), State::Playing);
    assert_eq!(next.seq(), Seq::ZERO);
    let score = next.score();
    assert_eq!((score.first, score.second), (0, 1), "Anna's win");
}

#[test]
fn a_rematch_can_be_declined_withdrawn_and_offered_anew() {
    let mut table = finished();
    table.granted(ANNA, OFFER_REMATCH);
    table.refused(ANNA, OFFER_REMATCH, Refusal::NotAllowed);
    let no = answer_rematch(&table, false);
    let declined = Event::RematchDeclined { side: Side::Second };
    assert_eq!(table.granted(BELA, no.clone()), [declined]);
    table.refused(BELA, no, Refusal::NoOffer);
    table.granted(BELA, OFFER_REMATCH);
    let withdrawn = Event::RematchWithdrawn { side: Side::Second };
    assert_eq!(table.granted(BELA, Command::WithdrawRematch), [withdrawn]);
    table.refused(BELA, Command::WithdrawRematch, Refusal::NoOffer);
    table.check_replay();
}

#[test]
fn of_two_who_start_the_rematch_at_once_only_one_does() {
    let mut table = finished();
    table.granted(ANNA, OFFER_REMATCH);
    table.granted(BELA, OFFER_REMATCH);
    let late = answer_rematch(&table, true);
    table.refused(BELA, late, Refusal::NoOffer);
    table.refused(ANNA, OFFER_REMATCH, Refusal::NotAllowed);
    table.refused(BELA, OFFER_REMATCH, Refusal::NotAllowed);
}

#[test]
fn who_only_looks_on_takes_no_part_in_the_talk() {
    let mut table = finished();
    table.refused(CILI, OFFER_REMATCH, Refusal::NotAPlayer);
    table.refused(Actor::Watcher, OFFER_REMATCH, Refusal::NotAPlayer);
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    let seq = table.seq();
    table.refused(CILI, Command::AnswerDraw { accept: true, seq }, Refusal::NotAPlayer);
    table.refused(CILI, Command::RequestTakeback, Refusal::NotAPlayer);
}
