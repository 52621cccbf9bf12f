//! Games of the engine against itself: the raw material of training.

use std::io::{self, Write};

use engine::{Limits, Table, search};
use rules::{Color, Game, Ruleset, Status, Variant};

use super::{
    random::Random,
    sample::{Sample, half_points},
};

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    /// Nodes of each search.
    pub(crate) nodes: u64,
    /// Chance of a random move instead of the best one, in percent.
    pub(crate) random_percent: u32,
}

/// Plies played at random before the engine takes over: from, and how many more.
const RANDOM_PLIES: (u32, u32) = (3, 10);
/// A lead of so many centimen, held for so many plies, decides a game.
const DECIDED_CENTIMEN: i32 = 1_500;
const DECIDED_PLIES: u32 = 5;
/// Games longer than this are given up as drawn.
const LONGEST_PLIES: usize = 240;
const TABLE_BYTES: usize = 1 << 20;

/// Plays the game of this number and writes its samples.
///
/// # Errors
/// When `out` does not take them.
pub(crate) fn play<R: Ruleset>(
    number: u64,
    recipe: Recipe,
    table: &Table,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut random = Random::new(number);
    let mut game = opening::<R>(&mut random);
    table.clear();
    let mut samples = Vec::new();
    let (mut ahead, mut held) = (None, 0);
    let winner = loop {
        match game.status() {
            Status::Ongoing => {}
            Status::Ended(outcome) => break outcome.winner(),
        }
        if game.ply_count() >= LONGEST_PLIES || game.may_claim_draw() {
            break None;
        }
        let limits = Limits::default().with_nodes(recipe.nodes);
        let Some(found) = search(&game, limits, table, &mut |_| {}) else { break None };
        let position = *game.position();
        let (side, score) = (position.side_to_move(), found.score.centimen());
        if !position.can_capture() {
            samples.push((position, score, position.play(found.best).can_capture()));
        }
        let leader = (score.abs() > DECIDED_CENTIMEN).then_some(if score > 0 { side } else { !side });
        held = if leader.is_some() && leader == ahead { held + 1 } else { 1 };
        ahead = leader;
        if leader.is_some() && held >= DECIDED_PLIES {
            break leader;
        }
        let moves = position.legal_moves();
        let played = if random.below(100) < recipe.random_percent {
            moves[random.below(moves.len() as u32) as usize]
        } else {
            found.best
        };
        game.play_ignoring_the_end(played);
    };
    for (position, score, lively) in samples {
        let points = half_points(position.side_to_move(), winner);
        let score = score.clamp(-30_000, 30_000) as i16;
        Sample::new(&position, score, points, lively).write(out)?;
    }
    Ok(())
}

/// A game some random plies old that still goes on.
fn opening<R: Ruleset>(random: &mut Random) -> Game<R> {
    loop {
        let mut game = Game::<R>::new();
        let plies = RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play_ignoring_the_end(moves[random.below(moves.len() as u32) as usize]);
        }
        if game.status() == Status::Ongoing {
            return game;
        }
    }
}

/// Plays games `first..first + games` of a variant, one after another.
///
/// # Errors
/// When `out` does not take their samples.
pub(crate) fn play_many(
    variant: Variant,
    first: u64,
    games: u64,
    recipe: Recipe,
    out: &mut impl Write,
) -> io::Result<()> {
    let table = Table::with_bytes(TABLE_BYTES);
    for number in first..first + games {
        rules::with_ruleset!(variant, R => play::<R>(number, recipe, &table, out))?;
        if number % 100 == 99 {
            eprintln!("{} of {games} games", number + 1 - first);
        }
    }
    let _ = Color::ALL;
    out.flush()
}
