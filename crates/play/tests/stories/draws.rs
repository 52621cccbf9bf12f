//! Draw offers between two people.

use core::time::Duration;

use play::{Command, Event, Refusal, Seq, Side};

use crate::table::*;

fn answer_draw(table: &Table, accept: bool) -> Command {
    let seq = table.seq();
    Command::AnswerDraw { accept, seq }
}

#[test]
fn an_accepted_draw_offer_ends_the_game_agreed() {
    let mut table = Table::begun();
    let offered = Event::DrawOffered { side: Side::First };
    assert_eq!(table.granted(ANNA, Command::OfferDraw), [offered]);
    assert_eq!(table.session.offers().draw, Some(Side::First));
    let yes = answer_draw(&table, true);
    assert_eq!(kinds(&table.granted(BELA, yes)), ["ended"]);
    table.ended_with(None, "agreed");
    assert_eq!(table.session.offers().draw, None);
}

#[test]
fn a_declined_draw_offer_is_told_by_the_side_that_declined() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    let no = answer_draw(&table, false);
    let declined = Event::DrawDeclined { side: Side::Second };
    assert_eq!(table.granted(BELA, no), [declined]);
    assert_eq!(table.session.offers().draw, None);
    table.granted(ANNA, Command::OfferDraw);
}

#[test]
fn a_withdrawn_draw_offer_cannot_be_accepted() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    table.granted(ANNA, Command::WithdrawDraw);
    let yes = answer_draw(&table, true);
    table.refused(BELA, yes, Refusal::NoOffer);
    table.refused(ANNA, Command::WithdrawDraw, Refusal::NoOffer);
}

#[test]
fn nobody_answers_or_withdraws_an_offer_for_the_other_side() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    let own = answer_draw(&table, true);
    table.refused(ANNA, own, Refusal::NoOffer);
    table.refused(BELA, Command::WithdrawDraw, Refusal::NoOffer);
    table.granted(ANNA, Command::RequestTakeback);
    let seq = table.seq();
    table.refused(ANNA, Command::AnswerTakeback { accept: true, seq }, Refusal::NoOffer);
    table.refused(BELA, Command::WithdrawTakeback, Refusal::NoOffer);
}

#[test]
fn offering_a_draw_that_the_other_side_offers_accepts_it() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    table.granted(BELA, Command::OfferDraw);
    table.ended_with(None, "agreed");
}

#[test]
fn repeating_the_own_open_offer_is_not_allowed() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    table.refused(ANNA, Command::OfferDraw, Refusal::NotAllowed);
    table.granted(ANNA, Command::RequestTakeback);
    table.refused(ANNA, Command::RequestTakeback, Refusal::NotAllowed);
}

#[test]
fn a_draw_offer_lapses_at_the_other_sides_move_and_not_at_the_own() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    table.plays("8-11");
    assert_eq!(table.session.offers().draw, Some(Side::First));
    table.plays("22-17");
    assert_eq!(table.session.offers().draw, None);
    let late = answer_draw(&table, true);
    table.refused(BELA, late, Refusal::NoOffer);
}

#[test]
fn an_answer_that_a_move_has_overtaken_is_stale() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    let before = answer_draw(&table, true);
    table.plays("8-11");
    table.refused(BELA, before, Refusal::Stale);
    let after = answer_draw(&table, true);
    table.granted(BELA, after);
    table.ended_with(None, "agreed");
}

#[test]
fn of_two_who_agree_at_once_the_second_finds_the_game_over() {
    let mut table = Table::begun();
    table.granted(ANNA, Command::OfferDraw);
    let yes = answer_draw(&table, true);
    table.granted(BELA, yes.clone());
    table.refused(BELA, yes, Refusal::GameOver);
    table.refused(ANNA, Command::WithdrawDraw, Refusal::GameOver);
    table.refused(ANNA, Command::OfferDraw, Refusal::GameOver);
}

#[test]
fn under_tournament_rules_a_draw_is_offered_only_after_forty_moves_each() {
    // Lots that are drawn until the game lasts long enough.
    let mut table = (1..).find_map(tournament_game_of_forty_moves).expect("one of them does");
    table.granted(ANNA, Command::OfferDraw);
    table.granted(BELA, Command::OfferDraw);
    table.ended_with(None, "agreed");
}

fn tournament_game_of_forty_moves(seed: u32) -> Option<Table> {
    let mut table = Table::tournament();
    let mut lot = seed;
    while table.session.board().ply_count() < 80 {
        table.refused(ANNA, Command::OfferDraw, Refusal::NotAllowed);
        table.refused(BELA, Command::OfferDraw, Refusal::NotAllowed);
        let legal = table.session.legal_moves();
        lot = lot.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let choice = &legal[(lot >> 8) as usize % legal.len()];
        let (actor, seq) = (table.actor_to_move(), table.seq());
        let path = choice.path.clone();
        table.granted(actor, Command::Move { path, seq, lag: Duration::ZERO });
        if !table.session.is_playing() {
            return None;
        }
    }
    Some(table)
}

#[test]
fn talk_without_end_is_cut_off_but_the_game_can_still_be_played_to_its_end() {
    let mut table = Table::begun();
    while table.seq() < Seq::new(10_000) {
        table.granted(ANNA, Command::OfferDraw);
        table.granted(ANNA, Command::WithdrawDraw);
    }
    table.refused(ANNA, Command::OfferDraw, Refusal::NotAllowed);
    table.refused(BELA, Command::RequestTakeback, Refusal::NotAllowed);
    table.plays("8-11 22-17");
    table.granted(ANNA, Command::Resign);
    table.ended_with(Some(Side::Second), "resigned");
}
