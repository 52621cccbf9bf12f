//! Reads the vectors in `tests/data`.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::{fs, path::Path};

pub use rules::Square;
use rules::{AnyGame, Variant};
use serde_json::Value;

/// The list `field` of a file in `tests/data`.
pub fn cases(file: &str, field: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut whole: Value = serde_json::from_str(&text).expect(file);
    match whole[field].take() {
        Value::Array(cases) => cases,
        _ => panic!("{file} has no list {field}"),
    }
}

/// The variant of a case, or `None` for one that we do not play.
pub fn variant(case: &Value) -> Option<Variant> {
    Variant::from_name(case["variant"].as_str().expect("variant"))
}

/// A square given as a number.
pub fn square(value: &Value) -> Square {
    value.as_u64().and_then(|n| Square::new(n as u8)).unwrap_or_else(|| panic!("square {value}"))
}

/// A list of squares given as numbers.
pub fn squares(value: &Value) -> Vec<Square> {
    value.as_array().expect("list of squares").iter().map(square).collect()
}

/// Plays a path even where a draw rule has ended the game.
pub fn play_ignoring_the_end(game: &mut AnyGame, path: &[Square]) {
    match game {
        AnyGame::English(game) => {
            game.play_ignoring_the_end(game.position().find_move(path).expect("legal"));
        }
        AnyGame::International(game) => {
            game.play_ignoring_the_end(game.position().find_move(path).expect("legal"));
        }
    }
}
