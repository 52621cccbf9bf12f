//! Perft: the number of move sequences of a given length, the standard check
//! of a move generator.

use crate::{Position, Ruleset};

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
        (true, false) => bulk(position, depth),
        (false, false) => one_by_one(position, depth),
        (_, true) => with_duplicates(position, depth),
    }
}

fn bulk<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => position.legal_moves().iter().map(|&mv| bulk(&position.play(mv), depth - 1)).sum(),
    }
}

fn one_by_one<R: Ruleset>(position: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.legal_moves().iter().map(|&mv| one_by_one(&position.play(mv), depth - 1)).sum()
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

/// The leaves under each legal move, in the order in which moves are shown.
#[must_use]
pub fn divide<R: Ruleset>(
    position: &Position<R>,
    depth: u32,
    options: PerftOptions,
) -> Vec<(String, u64)> {
    position
        .described_moves()
        .into_iter()
        .filter_map(|described| {
            let mv = position.find_move(&described.path).ok()?;
            let below = perft(&position.play(mv), depth.saturating_sub(1), options);
            Some((described.pdn, below))
        })
        .collect()
}
