//! What `analyse` tells can be played, and says what it means.

use engine::{Insight, Limits, Score, Table, analyse};
use rules::{AnyGame, GameRules, Setup, Variant};

fn game(variant: Variant, fen: &str) -> AnyGame {
    let setup: Setup = fen.parse().expect(fen);
    AnyGame::start(variant, Some(&setup), GameRules::STANDARD).expect(fen)
}

fn insights(game: &AnyGame, depth: u8) -> Vec<Insight> {
    let table = Table::with_bytes(1 << 20);
    let mut told = Vec::new();
    let last = analyse(game, Limits::default().with_depth(depth), &table, &mut |insight| {
        told.push(insight.clone());
    });
    assert_eq!(last.as_ref(), told.last(), "the last word is the last iteration's");
    told
}

/// Replays a line move by move, by its PDN alone.
fn check_playable(start: &AnyGame, line: &[String]) {
    let mut game = start.clone();
    for pdn in line {
        let legal = game.legal_moves();
        let mv = legal.iter().find(|mv| mv.pdn == *pdn);
        let path = &mv.unwrap_or_else(|| panic!("{pdn} in {}", game.fen())).path;
        game.play_path(path).expect("legal");
    }
}

#[test]
fn every_depth_is_told_once_and_its_line_can_be_played() {
    for (variant, fen) in [
        (Variant::English, "B:W21-32:B1-12"),
        (Variant::English, "B:W5,K17,22,28:B19,20,K27,K32"),
        (Variant::International, "W:W31-50:B1-20"),
        (Variant::International, "W:W27,34,35,37,39,40,41,42,44,47:B7,8,9,10,11,12,14,16,24,28"),
    ] {
        let game = game(variant, fen);
        let told = insights(&game, 9);
        let depths: Vec<_> = told.iter().map(|insight| insight.depth).collect();
        assert_eq!(depths, (1..=9).collect::<Vec<_>>(), "{fen}");
        assert!(told.is_sorted_by_key(|insight| insight.nodes), "{fen}");
        for insight in &told {
            assert!(!insight.line.is_empty(), "{fen}");
            check_playable(&game, &insight.line);
        }
    }
}

#[test]
fn the_score_is_that_of_the_side_to_move() {
    for fen in ["W:WK18,K22,K23:BK3", "B:WK3:BK18,K22,K23"] {
        let told = insights(&game(Variant::English, fen), 3);
        assert!(told.last().expect(fen).score > Score::DRAW, "{fen}");
    }
    let told = insights(&game(Variant::English, "B:WK18,K22,K23:BK3"), 3);
    assert!(told.last().expect("a line").score < Score::DRAW);
}

#[test]
fn without_a_legal_move_there_is_nothing_to_tell() {
    let over = game(Variant::International, "W:W:B1");
    let table = Table::with_bytes(1 << 16);
    assert_eq!(analyse(&over, Limits::default(), &table, &mut |_| {}), None);
}
