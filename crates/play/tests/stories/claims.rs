//! Claims of a win or a draw.

use core::time::Duration;

use crate::table::*;
use play::{
    AWAY_LIMIT_WITH_CLOCK, AWAY_LIMIT_WITHOUT_CLOCK, ClaimedResult, Command, Refusal, Seat, Side,
    Time, TimeControl,
};
use rules::{GameRules, Variant};

fn claim(table: &Table, result: ClaimedResult, since: Option<Time>) -> Command {
    Command::Claim { result, opponent_away_since: since, seq: table.seq() }
}

/// Béla is to move.
fn waiting_for_bela() -> Table {
    let mut table = Table::friends(Variant::English);
    table.plays("11-15");
    table
}

#[test]
fn nobody_claims_anything_from_an_opponent_who_is_here() {
    let mut table = waiting_for_bela();
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK * 30);
    for result in ClaimedResult::ALL {
        let wish = claim(&table, result, None);
        table.refused(ANNA, wish, Refusal::TooEarly);
    }
}

#[test]
fn a_win_is_claimed_once_the_opponent_has_been_away_for_a_day() {
    let mut table = waiting_for_bela();
    let since = Some(table.now);
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK - Duration::from_millis(1));
    let wish = claim(&table, ClaimedResult::Win, since);
    table.refused(ANNA, wish.clone(), Refusal::TooEarly);
    table.wait(Duration::from_millis(1));
    table.granted(ANNA, wish.clone());
    table.ended_with(Some(Side::First), "abandoned");
    table.refused(ANNA, wish, Refusal::GameOver);
}

#[test]
fn or_a_draw() {
    let mut table = waiting_for_bela();
    let since = Some(table.now);
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK);
    let wish = claim(&table, ClaimedResult::Draw, since);
    table.granted(ANNA, wish);
    table.ended_with(None, "claimed");
}

#[test]
fn with_a_clock_two_minutes_are_enough() {
    let seats = PEOPLE.map(Seat::Player);
    let clock = TimeControl::increment(300, 3).ok();
    let mut table =
        Table::of(config(Variant::English, GameRules::STANDARD, None, seats).with_clock(clock));
    table.plays("11-15");
    let since = Some(table.now);
    table.wait(AWAY_LIMIT_WITH_CLOCK);
    let wish = claim(&table, ClaimedResult::Win, since);
    table.granted(ANNA, wish);
    table.ended_with(Some(Side::First), "abandoned");
}

#[test]
fn where_days_were_agreed_only_the_flag_ends_the_waiting() {
    let seats = PEOPLE.map(Seat::Player);
    let clock = TimeControl::days_per_move(3).ok();
    let mut table =
        Table::of(config(Variant::English, GameRules::STANDARD, None, seats).with_clock(clock));
    table.plays("11-15");
    let since = Some(table.now);
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK * 3 - Duration::from_secs(1));
    for result in ClaimedResult::ALL {
        let wish = claim(&table, result, since);
        table.refused(ANNA, wish, Refusal::TooEarly);
    }
}

#[test]
fn who_waits_for_the_claimants_own_move_is_not_late() {
    let mut table = waiting_for_bela();
    let since = Some(table.now);
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK * 2);
    let wish = claim(&table, ClaimedResult::Win, since);
    table.refused(BELA, wish, Refusal::TooEarly);
}

#[test]
fn time_before_the_opponents_turn_does_not_count() {
    let mut table = Table::friends(Variant::English);
    let since = Some(table.now);
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK * 2);
    table.plays("11-15");
    let at_once = claim(&table, ClaimedResult::Win, since);
    table.refused(ANNA, at_once.clone(), Refusal::TooEarly);
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK);
    table.granted(ANNA, at_once);
}

#[test]
fn a_claim_that_the_opponents_move_has_overtaken_is_stale() {
    let mut table = waiting_for_bela();
    let since = Some(table.now);
    table.wait(AWAY_LIMIT_WITHOUT_CLOCK);
    let wish = claim(&table, ClaimedResult::Win, since);
    table.plays("23-19");
    table.refused(ANNA, wish, Refusal::Stale);
}

#[test]
fn after_fifty_quiet_plies_either_player_claims_an_international_draw() {
    for claimant in [ANNA, BELA] {
        let fen = "W:WK46,K47:BK4,K3";
        let mut table = Table::friends_from(Variant::International, fen);
        table.plays_quietly(49);
        let early = claim(&table, ClaimedResult::Draw, None);
        table.refused(claimant, early, Refusal::TooEarly);
        table.plays_quietly(1);
        assert!(table.session.is_playing(), "ongoing until claimed");
        let win = claim(&table, ClaimedResult::Win, None);
        table.refused(claimant, win, Refusal::TooEarly);
        let draw = claim(&table, ClaimedResult::Draw, None);
        table.granted(claimant, draw);
        table.ended_with(None, "claimed");
    }
}
