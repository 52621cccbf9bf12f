//! Reads the vectors in `tests/data`.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

pub mod play;

use std::{fs, path::Path};

use proptest::prelude::*;
pub use rules::Square;
use rules::{AnyGame, Color, Position, Ruleset, Setup, Variant};
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

/// A game of as many plies as there are choices, or fewer when a side has no
/// move left; draw rules end nothing.
pub fn random_game(variant: Variant, choices: &[u16]) -> AnyGame {
    let mut game = AnyGame::new(variant);
    for &choice in choices {
        let legal = game.legal_moves();
        let Some(mv) = legal.get(usize::from(choice) % legal.len().max(1)) else {
            break;
        };
        play_ignoring_the_end(&mut game, &mv.path);
    }
    game
}

/// A position from one number for each square of the board: 1 and 2 are White's
/// man and king, 3 and 4 Black's, all else is empty. What the rules do not
/// allow (a man on its king row, too many pieces) is left out.
pub fn position_of<R: Ruleset>(fields: &[u8], white_to_move: bool) -> Option<Position<R>> {
    let mut setup = Setup {
        side_to_move: Some(if white_to_move { Color::White } else { Color::Black }),
        ..Setup::default()
    };
    for (square, field) in R::BOARD.squares().zip(fields) {
        let color = if *field < 3 { Color::White } else { Color::Black };
        let on_king_row = match color {
            Color::White => R::BOARD.row(square) == 0,
            Color::Black => R::BOARD.row(square) == R::BOARD.width() - 1,
        };
        let pieces = setup.men[color].len() + setup.kings[color].len();
        match field {
            _ if pieces == usize::from(R::MEN) => {}
            1 | 3 if !on_king_row => setup.men[color].push(square),
            2 | 4 => setup.kings[color].push(square),
            _ => {}
        }
    }
    setup.position().ok()
}

/// The numbers for [`position_of`]: boards from nearly empty to crowded.
pub fn fields() -> impl Strategy<Value = Vec<u8>> {
    (5_u8..16).prop_flat_map(|kinds| prop::collection::vec(0..kinds, 50))
}

/// Every position of a game after so many random plies, the start included.
pub fn random_positions<R: Ruleset>(choices: &[u16]) -> Vec<Position<R>> {
    let mut positions = vec![Position::<R>::start()];
    for &choice in choices {
        let position = positions[positions.len() - 1];
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        positions.push(position.play(legal[usize::from(choice) % legal.len()]));
    }
    positions
}
