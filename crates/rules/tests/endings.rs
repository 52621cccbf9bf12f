//! How games end: the vectors of rulings 2-9.

mod common;

use rules::{AnyGame, GameRules, Square, Variant};

fn rules_of(variant: Variant, name: &str) -> GameRules {
    match name {
        "default" => GameRules::STANDARD,
        "tournament" => GameRules::new(variant, true, None).expect("tournament rules"),
        other => panic!("unknown rules {other}"),
    }
}

#[test]
fn every_game_stands_as_its_vector_says() {
    let mut checked = 0;
    for case in common::cases("endings.json", "games") {
        let Some(variant) = common::variant(&case) else {
            continue;
        };
        let id = case["id"].as_str().unwrap();
        let setup = case["fen"].as_str().unwrap().parse().unwrap();
        let rules = rules_of(variant, case["rules"].as_str().unwrap());
        let mut game = AnyGame::start(variant, Some(&setup), rules).expect(id);
        let moves = case["moves"].as_array().unwrap();
        for expected in case["expect"].as_array().unwrap() {
            let plies = expected[0].as_u64().unwrap() as usize;
            for text in &moves[game.ply_count()..plies] {
                let path: Vec<Square> = text
                    .as_str()
                    .unwrap()
                    .split(['-', 'x'])
                    .map(|number| number.parse().unwrap())
                    .collect();
                game.play_path(&path).unwrap_or_else(|e| panic!("{id}: {text}: {e}"));
            }
            let status = game.status().to_string();
            assert_eq!(status, expected[1].as_str().unwrap(), "{id} after {plies} plies");
            checked += 1;
        }
    }
    assert!(checked >= 40, "only {checked} statuses of our variants");
}
