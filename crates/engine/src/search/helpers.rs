//! Further threads for one search ("lazy SMP"): each searches the same root by
//! itself, and they help one another through the shared transposition table
//! alone.
//!
//! The crate starts no threads; whoever has some to spare calls [`assist`] on
//! them.

use core::sync::atomic::AtomicBool;

use rules::{AnyGame, Game, Ruleset};

use super::{MAX_DEPTH, Search};
use crate::{Limits, Resources};

/// Helps a search of the same game that uses the same [`Table`](crate::Table),
/// until `stop` is set or nothing is left to look at. Each helper has a
/// `number`; those with an odd one run a ply ahead, so that not all look at the
/// same.
///
/// With helpers the search finds more in the same time, and is not
/// deterministic any more.
pub fn assist<'a>(
    game: &AnyGame,
    number: usize,
    stop: &'a AtomicBool,
    resources: impl Into<Resources<'a>>,
) {
    match game {
        AnyGame::English(game) => assist_in(game, number, stop, resources.into()),
        AnyGame::International(game) => assist_in(game, number, stop, resources.into()),
    }
}

fn assist_in<'a, R: Ruleset>(
    game: &Game<R>,
    number: usize,
    stop: &'a AtomicBool,
    resources: Resources<'a>,
) {
    let limits = Limits::default().with_stop(stop).with_depth(MAX_DEPTH);
    let mut search = Search::along(game, resources, limits);
    search.first_depth = 1 + u8::try_from(number % 2).unwrap_or_default();
    // What it finds stands in the table.
    let _ = search.run(&|_| 0, &mut |_| {});
}
