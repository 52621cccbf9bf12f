//! What is played: long games of random legal moves.

use rules::{English, Game, GameRules, Position, Ruleset, Status};

/// A game as the full paths of its moves, ready for the wire.
pub(crate) type Script = Vec<String>;

/// Games that are tried for each that is kept: the longest, so that making
/// games is a small part of what is measured.
const TRIED: u64 = 20;

/// So many long games.
pub(crate) fn scripts(count: usize) -> Vec<Script> {
    (0..count as u64).map(longest).collect()
}

fn longest(seed: u64) -> Script {
    let tries = (0..TRIED).map(|n| random_game(seed * TRIED + n + 1));
    tries.max_by_key(Vec::len).unwrap_or_default()
}

fn random_game(seed: u64) -> Script {
    let mut game = Game::<English>::from_position(Position::start(), GameRules::STANDARD);
    let mut state = seed;
    let mut script = Script::new();
    while game.status() == Status::Ongoing {
        let moves = game.position().legal_moves();
        let mv = moves[(next(&mut state) % moves.len() as u64) as usize];
        let route = game.position().route(mv);
        let squares: Vec<_> = route.iter().map(ToString::to_string).collect();
        script.push(format!("[{}]", squares.join(",")));
        if game.play(mv).is_err() {
            break;
        }
    }
    script
}

/// SplitMix64, after Steele, Lea and Flood (2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The name of the variant on the wire.
pub(crate) const VARIANT: &str = English::VARIANT.name();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_long_and_differ() {
        let scripts = scripts(3);
        assert!(scripts.iter().all(|script| script.len() > 80), "{scripts:?}");
        assert_ne!(scripts[0], scripts[1]);
    }
}
