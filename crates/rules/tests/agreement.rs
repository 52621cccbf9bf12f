//! Two generators that know nothing of each other must agree.

mod common;
mod slow;

use common::{fields, position_of, random_positions};
use proptest::prelude::*;
use rules::{English, International, MoveError, PerftOptions, Position, Ruleset, Square, perft};
use slow::SlowMove;

/// More ways to make one move than any position of these tests has.
const ALL: usize = 100_000;

fn numbers(squares: &[Square]) -> Vec<u8> {
    squares.iter().map(|square| square.number()).collect()
}

fn text(route: &[u8]) -> String {
    route.iter().map(u8::to_string).collect::<Vec<_>>().join("x")
}

fn check<R: Ruleset>(position: &Position<R>) {
    let slow = slow::legal_moves(position);
    let fast = position.described_moves();
    let of_fast: Vec<_> = fast
        .iter()
        .map(|mv| (mv.from.number(), mv.to.number(), numbers(&mv.captures), mv.promotes))
        .collect();
    let of_slow: Vec<_> =
        slow.iter().map(|mv| (mv.from, mv.to, mv.captures.clone(), mv.promotes)).collect();
    assert_eq!(of_fast, of_slow, "{position}");
    for (fast, slow) in fast.iter().zip(&slow) {
        check_routes(position, &fast.path, slow);
        check_pdn(&fast.pdn, slow, &of_slow);
    }
    check_no_prefix(position, &slow);
    check_counts(position, &slow);
}

/// Our route is the written one whose text comes first, and the ways to make
/// the move by hand are all known.
fn check_routes<R: Ruleset>(position: &Position<R>, path: &[Square], slow: &SlowMove) {
    let first = slow.written.iter().map(|route| text(route)).min();
    assert_eq!(Some(text(&numbers(path))), first, "{position}");
    let mv = position.find_move(path).expect("our own route");
    let mut routes: Vec<_> = position.routes(mv, ALL).iter().map(|route| numbers(route)).collect();
    let mut expected = slow.routes.clone();
    routes.sort_unstable();
    expected.sort_unstable();
    assert_eq!(routes, expected, "{position} {mv:?}");
    let squares = |route: &[u8]| -> Vec<Square> {
        route.iter().filter_map(|&number| Square::new(number)).collect()
    };
    for route in expected.iter().take(50) {
        assert_eq!(position.find_move(&squares(route)), Ok(mv), "{position} {route:?}");
    }
}

fn check_pdn(pdn: &str, slow: &SlowMove, all: &[(u8, u8, Vec<u8>, bool)]) {
    let twins = all.iter().filter(|other| (other.0, other.1) == (slow.from, slow.to)).count();
    let expected = if slow.captures.is_empty() {
        format!("{}-{}", slow.from, slow.to)
    } else if twins == 1 {
        format!("{}x{}", slow.from, slow.to)
    } else {
        slow.written.iter().map(|route| text(route)).min().expect("a route")
    };
    assert_eq!(pdn, expected);
}

/// A capture that is legal is complete: none is the beginning of another.
fn check_no_prefix<R: Ruleset>(position: &Position<R>, slow: &[SlowMove]) {
    let written: Vec<_> = slow.iter().flat_map(|mv| &mv.written).collect();
    for a in &written {
        for b in &written {
            assert!(a.len() >= b.len() || !b.starts_with(a), "{position}: {a:?} begins {b:?}");
        }
    }
}

fn check_counts<R: Ruleset>(position: &Position<R>, slow: &[SlowMove]) {
    let captures = slow.iter().any(|mv| !mv.captures.is_empty());
    assert_eq!(position.can_capture(), captures, "{position}");
    assert_eq!(position.captures().len(), if captures { slow.len() } else { 0 }, "{position}");
    assert_eq!(position.has_legal_move(), !slow.is_empty(), "{position}");
    assert_eq!(position.count_legal_moves(), slow.len() as u64, "{position}");
    let keeping = PerftOptions { keep_duplicates: true, ..PerftOptions::default() };
    let orders: usize = slow.iter().map(|mv| mv.written.len()).sum();
    assert_eq!(perft(position, 1, keeping), orders as u64, "{position}");
}

/// Origin and destination are enough unless they fit several captures, of
/// which an exact route still wins.
fn check_short_paths<R: Ruleset>(position: &Position<R>) {
    let slow = slow::legal_moves(position);
    for mv in &slow {
        let twins = || slow.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to));
        let exact = twins().find(|other| other.routes.iter().any(|route| route.len() == 2));
        let path = [mv.from, mv.to].map(|number| Square::new(number).expect("a square"));
        let found = position.find_move(&path).map(|mv| numbers(&mv.captures().collect::<Vec<_>>()));
        let expected = match (exact, twins().count()) {
            (Some(exact), _) => Ok(exact.captures.clone()),
            (None, 1) => Ok(mv.captures.clone()),
            (None, _) => Err(MoveError::Ambiguous),
        };
        assert_eq!(found, expected, "{position} {path:?}");
    }
}

/// A route cut short, or any path that no move has, is refused.
fn check_refusals<R: Ruleset>(position: &Position<R>, path: &[Square]) {
    let slow = slow::legal_moves(position);
    let numbers = numbers(path);
    let full = slow.iter().any(|mv| mv.routes.contains(&numbers));
    let short = numbers.len() == 2 && slow.iter().any(|mv| [mv.from, mv.to] == numbers[..]);
    if !full && !short {
        assert!(position.find_move(path).is_err(), "{position} {path:?}");
    }
    for route in slow.iter().flat_map(|mv| &mv.routes).take(50) {
        for cut in 3..route.len() {
            let path: Vec<_> =
                route[..cut].iter().filter_map(|&number| Square::new(number)).collect();
            assert_eq!(position.find_move(&path), Err(MoveError::Illegal), "{position} {path:?}");
        }
    }
}

fn check_all<R: Ruleset>(position: &Position<R>, path: &[Square]) {
    check(position);
    check_short_paths(position);
    check_refusals(position, path);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn on_any_english_set_up(fields in fields(), white in any::<bool>(), path in path()) {
        if let Some(position) = position_of::<English>(&fields, white) {
            check_all(&position, &path);
        }
    }

    #[test]
    fn on_any_international_set_up(fields in fields(), white in any::<bool>(), path in path()) {
        if let Some(position) = position_of::<International>(&fields, white) {
            check_all(&position, &path);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn in_any_english_game(choices in choices(), path in path()) {
        for position in random_positions::<English>(&choices) {
            check_all(&position, &path);
        }
    }

    #[test]
    fn in_any_international_game(choices in choices(), path in path()) {
        for position in random_positions::<International>(&choices) {
            check_all(&position, &path);
        }
    }
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..120)
}

fn path() -> impl Strategy<Value = Vec<Square>> {
    prop::collection::vec((1..=Square::MAX).prop_filter_map("a square", Square::new), 0..5)
}
