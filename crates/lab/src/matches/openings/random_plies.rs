//! Openings by random play.

use std::collections::HashSet;

use rules::{AnyGame, Status};

use super::{Opening, balance::is_balanced};
use crate::{matches::fault::Fault, random::Random};

/// Games tried for one opening; the shortest ones run out of new positions.
const MOST_TRIES: u32 = 10_000;

/// So many different openings of `plies` random plies each.
pub(super) fn make(
    start: &AnyGame,
    plies: u32,
    seed: u64,
    count: usize,
) -> Result<Vec<Opening>, Fault> {
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    while openings.len() < count {
        let found = (0..MOST_TRIES)
            .map(|_| walk(start, plies, &mut random))
            .find(|game| is_fair(game) && seen.insert(game.fen()));
        let Some(game) = found else {
            // Few openings are enough to play from: the match uses them again.
            if openings.is_empty() {
                return Err(Fault::TooFewOpenings(plies));
            }
            break;
        };
        let moves: Vec<_> = game.moves().into_iter().map(|mv| mv.pdn).collect();
        openings.push(Opening { text: moves.join(" "), game });
    }
    Ok(openings)
}

fn walk(start: &AnyGame, plies: u32, random: &mut Random) -> AnyGame {
    let mut game = start.clone();
    for _ in 0..plies {
        let moves = game.legal_moves();
        let Some(mv) = moves.get(random.below(moves.len())) else {
            break;
        };
        if game.play_path(&mv.path).is_err() {
            break;
        }
    }
    game
}

fn is_fair(game: &AnyGame) -> bool {
    game.status() == Status::Ongoing
        && match game {
            AnyGame::English(game) => is_balanced(game.position()),
            AnyGame::International(game) => is_balanced(game.position()),
        }
}
