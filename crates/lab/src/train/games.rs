//! Games of the engine against itself: what training learns from.

use engine::{Limits, Resources, Table, net::Net, search};
use rules::{Color, Game, Ruleset, Status, Variant};

use super::sample::Sample;
use crate::random::Random;

/// Which games to play, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    pub(crate) variant: Variant,
    /// The number of the first game; it is the seed of its chance.
    pub(crate) first: u64,
    pub(crate) games: u64,
    /// Nodes of each search.
    pub(crate) nodes: u64,
}

/// Plies played at random before the engine takes over: at least, and from 0
/// to how many less one more.
const RANDOM_PLIES: (usize, usize) = (3, 10);
/// One move in so many is a random one, so that the engine sees positions that
/// it would not seek.
const RANDOM_MOVE: usize = 33;
/// A lead of so many centimen, held for so many plies, decides a game.
const DECIDED_CENTIMEN: i32 = 1_500;
const DECIDED_PLIES: u32 = 5;
/// Games longer than this are given up as drawn.
const LONGEST_PLIES: usize = 240;

/// Plays one game and returns its positions without a capture. The same number
/// gives the same game.
pub(crate) fn play<R: Ruleset>(number: u64, nodes: u64, net: &Net, table: &Table) -> Vec<Sample> {
    let mut random = Random::new(number);
    let mut game = opening::<R>(&mut random);
    table.clear();
    let resources = Resources::from(table).with_net(net);
    let mut positions = Vec::new();
    let (mut ahead, mut held) = (None, 0);
    let winner = loop {
        if let Status::Ended(outcome) = game.status() {
            break outcome.winner();
        }
        if game.ply_count() >= LONGEST_PLIES || game.may_claim_draw() {
            break None;
        }
        let limits = Limits::default().with_nodes(nodes);
        let Some(found) = search(&game, limits, resources, &mut |_| {}) else { break None };
        let (position, score) = (*game.position(), found.score.centimen());
        let side = position.side_to_move();
        if !position.can_capture() {
            positions.push((position, score));
        }
        let leader =
            (score.abs() > DECIDED_CENTIMEN).then_some(if score > 0 { side } else { !side });
        held = if leader == ahead { held + 1 } else { 1 };
        ahead = leader;
        if leader.is_some() && held >= DECIDED_PLIES {
            break leader;
        }
        let moves = position.legal_moves();
        let played = match random.below(RANDOM_MOVE) {
            0 => moves[random.below(moves.len())],
            _ => found.best,
        };
        game.play_ignoring_the_end(played);
    };
    let sample = |(position, score): (rules::Position<R>, i32)| {
        Sample::new(&position, score as i16, half_points(position.side_to_move(), winner))
    };
    positions.into_iter().map(sample).collect()
}

/// What `side` has of a game won by `winner`, or drawn.
fn half_points(side: Color, winner: Option<Color>) -> u8 {
    match winner {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}

/// A game some random plies old that still goes on.
fn opening<R: Ruleset>(random: &mut Random) -> Game<R> {
    loop {
        let mut game = Game::<R>::new();
        for _ in 0..RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play_ignoring_the_end(moves[random.below(moves.len())]);
        }
        if game.status() == Status::Ongoing {
            return game;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::net;
    use rules::{English, International};

    use super::*;

    fn check<R: Ruleset>(number: u64) {
        let table = Table::with_entries(1 << 10);
        let played = || play::<R>(number, 100, net::of(R::VARIANT), &table);
        let samples = played();
        assert!(samples.len() > 5);
        assert_eq!(samples, played(), "the same number, the same game");
        assert_ne!(samples, play::<R>(number + 1, 100, net::of(R::VARIANT), &table));
        for sample in &samples {
            assert!(sample.sets[0].any() || sample.sets[2].any(), "somebody is to move");
        }
    }

    #[test]
    fn a_game_is_the_same_every_time_and_another_is_another() {
        check::<English>(7);
        check::<International>(7);
    }
}
