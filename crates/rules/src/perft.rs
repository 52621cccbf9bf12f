//! Perft: the number of move sequences of a given length, the standard check
//! of a move generator.

use crate::{
    Position, Ruleset,
    side::{Side, with_side},
};

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// Count the last ply without playing it.
    pub bulk: bool,
    /// Count every order of capturing the same pieces; the published tables
    /// that do so differ from depth 8 (International) or 12 (English) on.
    pub keep_duplicates: bool,
}

impl Default for PerftOptions {
    fn default() -> Self {
        PerftOptions { bulk: true, keep_duplicates: false }
    }
}

/// Counts the leaves at `depth` plies; no draw rule ends a line.
///
/// ```
/// use rules::{English, PerftOptions, Position, perft};
/// assert_eq!(perft(&Position::<English>::start(), 6, PerftOptions::default()), 36_768);
/// ```
#[must_use]
pub fn perft<R: Ruleset>(position: &Position<R>, depth: u32, options: PerftOptions) -> u64 {
    match (options.bulk, options.keep_duplicates) {
        (true, false) => with_side!(position.side_to_move(), S => bulk::<R, S>(position, depth)),
        (false, false) => {
            with_side!(position.side_to_move(), S => one_by_one::<R, S>(position, depth))
        }
        (_, true) => with_duplicates(position, depth),
    }
}

fn bulk<R: Ruleset, S: Side>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count::<S>(),
        _ => {
            let mut leaves = 0;
            position.visit::<S>(|mv| {
                leaves += bulk::<R, S::Opponent>(&position.play_as::<S>(mv), depth - 1);
            });
            leaves
        }
    }
}

fn one_by_one<R: Ruleset, S: Side>(position: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    position.visit::<S>(|mv| {
        leaves += one_by_one::<R, S::Opponent>(&position.play_as::<S>(mv), depth - 1);
    });
    leaves
}

fn with_duplicates<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves_keeping_duplicates()
        .iter()
        .map(|&mv| with_duplicates(&position.play(mv), depth - 1))
        .sum()
}

/// The leaves under each legal move, in the order in which moves are shown;
/// nothing at depth 0. Orders of capturing that are counted as moves of their
/// own are summed under the one move that they make.
#[must_use]
pub fn divide<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    options: PerftOptions,
) -> Vec<(String, u64)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|mv| mv.sort_key());
    let orders = position.legal_moves_keeping_duplicates();
    moves
        .iter()
        .map(|&mv| {
            let times = if options.keep_duplicates {
                orders.iter().filter(|&&other| other == mv).count() as u64
            } else {
                1
            };
            let leaves = times * perft(&position.play(mv), below, options);
            (position.describe(mv).pdn, leaves)
        })
        .collect()
}
