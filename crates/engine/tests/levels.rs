//! Each level beats the one below it, and Easy is for everybody.
//!
//! The short matches run with every test. The long ones, of 200 games, are
//! ignored there; run them with
//! `cargo test --release -p engine --test levels -- --ignored --nocapture`.

mod common;

use common::{
    Player::{self, Computer, Counting, Random},
    play_match,
};
use engine::Level::{Easy, Hard, Medium};
use rules::{English, International, Ruleset};

/// Enough for Easy and Medium, which stop by themselves.
const PLENTY: u64 = 1_000_000;

fn check<R: Ruleset>(one: Player, other: Player, games: u64, least: f64) {
    let tally = play_match::<R>(one, other, games);
    let percent = tally.percent();
    eprintln!("{} {one:?} v {other:?}: {tally:?} {percent:.1} %", R::VARIANT);
    assert!(percent >= least, "{one:?} v {other:?}: {tally:?}, wanted {least} %");
}

/// Over few games chance may take some percent of what is asked over many.
fn easy_against_random<R: Ruleset>(games: u64) {
    let least = if games < 200 { 88.0 } else { 95.0 };
    check::<R>(Computer(Easy, PLENTY), Random, games, least);
}

/// More than half: a person who looks at the reply wins most games.
fn two_plies_against_easy<R: Ruleset>(games: u64) {
    let least = if games < 200 { 40.0 } else { 52.0 };
    check::<R>(Counting(2), Computer(Easy, PLENTY), games, least);
}

fn medium_against_easy<R: Ruleset>(games: u64) {
    check::<R>(Computer(Medium, PLENTY), Computer(Easy, PLENTY), games, 75.0);
}

fn hard_against_medium<R: Ruleset>(nodes: u64, games: u64) {
    check::<R>(Computer(Hard, nodes), Computer(Medium, PLENTY), games, 75.0);
}

#[test]
fn easy_beats_a_random_mover_in_english() {
    easy_against_random::<English>(40);
}

#[test]
fn easy_beats_a_random_mover_in_international() {
    easy_against_random::<International>(40);
}

#[test]
fn easy_loses_to_whoever_looks_two_plies_ahead_in_english() {
    two_plies_against_easy::<English>(40);
}

#[test]
fn easy_loses_to_whoever_looks_two_plies_ahead_in_international() {
    two_plies_against_easy::<International>(40);
}

#[test]
fn medium_beats_easy() {
    medium_against_easy::<English>(20);
    medium_against_easy::<International>(20);
}

#[test]
fn hard_beats_medium() {
    hard_against_medium::<English>(50_000, 8);
    hard_against_medium::<International>(50_000, 8);
}

#[test]
#[ignore = "long: 200 games for each pair"]
fn every_level_beats_the_one_below_over_two_hundred_games() {
    easy_against_random::<English>(200);
    easy_against_random::<International>(200);
    two_plies_against_easy::<English>(200);
    two_plies_against_easy::<International>(200);
    medium_against_easy::<English>(200);
    medium_against_easy::<International>(200);
    hard_against_medium::<English>(100_000, 200);
    hard_against_medium::<International>(100_000, 200);
}
