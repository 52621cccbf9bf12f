//! The test vectors: positions with their exact moves, and random games.

mod common;

use common::{Square, squares};
use rules::{AnyGame, GameRules, Setup, Variant};
use serde_json::Value;

fn game_from(fen: &str, variant: Variant) -> AnyGame {
    let setup: Setup = fen.parse().expect(fen);
    AnyGame::start(variant, Some(&setup), GameRules::STANDARD).expect(fen)
}

#[test]
fn every_position_has_exactly_the_published_moves() {
    let mut checked = 0;
    for case in common::cases("positions.json", "positions") {
        let Some(variant) = common::variant(&case) else {
            continue;
        };
        let fen = case["fen"].as_str().unwrap();
        let got = game_from(fen, variant).legal_moves();
        let expected = case["moves"].as_array().unwrap();
        assert_eq!(got.len(), expected.len(), "{fen}: {got:?}");
        for want in expected {
            let key = (square(&want["from"]), square(&want["to"]), squares(&want["captures"]));
            let mv = got
                .iter()
                .find(|mv| (mv.from, mv.to, mv.captures.clone()) == key)
                .unwrap_or_else(|| panic!("{fen}: {want} is missing among {got:?}"));
            assert_eq!(mv.pdn, want["notation"].as_str().unwrap(), "{fen}");
            assert_eq!(mv.promotes, want["promotes"].as_bool().unwrap_or(false), "{fen}: {want}");
            if let Some(long) = want["long"].as_array() {
                let route = mv.path.iter().map(Square::to_string).collect::<Vec<_>>().join("x");
                assert!(long.iter().any(|text| text == &route), "{fen}: {route} not in {long:?}");
            }
        }
        checked += 1;
    }
    assert!(checked >= 70, "only {checked} positions of our variants");
}

#[test]
fn random_games_have_the_published_number_of_moves_before_every_ply() {
    let mut plies = 0;
    for case in common::cases("random_games.json", "games") {
        let Some(variant) = common::variant(&case) else {
            continue;
        };
        let mut game = game_from(case["fen"].as_str().unwrap(), variant);
        for ply in case["plies"].as_array().unwrap() {
            let text = ply[0].as_str().unwrap();
            let legal = game.legal_moves();
            assert_eq!(legal.len() as u64, ply[1].as_u64().unwrap(), "{} {text}", game.fen());
            let played = legal.into_iter().find(|mv| mv.pdn == text);
            let played = played.unwrap_or_else(|| panic!("{text} in {}", game.fen()));
            common::play_ignoring_the_end(&mut game, &played.path);
            plies += 1;
        }
    }
    assert!(plies > 500, "only {plies} plies of our variants");
}

fn square(value: &Value) -> Square {
    common::square(value)
}
