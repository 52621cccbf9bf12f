//! The engine finds what a plain solver proves.

mod common;

use common::{game, think};
use rules::{Position, Ruleset, Variant, with_ruleset};

const NODES: u64 = 300_000;
/// By how many plies the win that is found may be slower than the quickest.
const SLOWER: i32 = 4;

/// Whether the side to move wins within so many plies, whatever the reply.
fn wins<R: Ruleset>(position: &Position<R>, plies: i32) -> bool {
    plies > 0 && position.legal_moves().iter().any(|&mv| loses(&position.play(mv), plies - 1))
}

/// Whether the side to move loses within so many plies, whatever it plays.
fn loses<R: Ruleset>(position: &Position<R>, plies: i32) -> bool {
    let moves = position.legal_moves();
    moves.is_empty() || plies > 0 && moves.iter().all(|&mv| wins(&position.play(mv), plies - 1))
}

fn check<R: Ruleset>(fen: &str, pdn: &str, plies: i32) {
    let game = game::<R>(fen);
    let position = game.position();
    let winning: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter(|&mv| loses(&position.play(mv), plies - 1))
        .map(|mv| position.describe(mv).pdn)
        .collect();
    assert_eq!(winning, [pdn], "{fen}: the winning moves");
    assert!(!wins(position, plies - 2), "{fen} is won sooner than in {plies} plies");

    // A selective search may see a slower win first, and then looks no further;
    // but what it claims is true.
    let found = think(&game, NODES);
    let claimed = found.score.plies_to_end().expect(fen);
    assert!((plies..=plies + SLOWER).contains(&claimed), "{fen}: {claimed} for {plies} plies");
    assert!(loses(&position.play(found.best), claimed - 1), "{fen}: no win in {claimed} plies");
    // The line that is told leads to the end.
    let last = found.line.iter().fold(*position, |position, &mv| position.play(mv));
    assert!(last.legal_moves().is_empty() || (found.line.len() as i32) < claimed, "{fen}");
}

fn check_all(wanted: Variant) {
    let mut checked = 0;
    for line in include_str!("data/forced_wins.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<_> = line.split(' ').collect();
        let &[variant, fen, pdn, plies] = &fields[..] else { panic!("bad line: {line}") };
        if variant.parse() == Ok(wanted) {
            with_ruleset!(wanted, R => check::<R>(fen, pdn, plies.parse().expect(line)));
            checked += 1;
        }
    }
    assert!(checked >= 12, "only {checked} positions");
}

#[test]
fn forced_wins_are_found_in_english() {
    check_all(Variant::English);
}

#[test]
fn forced_wins_are_found_in_international() {
    check_all(Variant::International);
}
