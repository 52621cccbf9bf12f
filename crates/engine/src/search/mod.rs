//! The search: iterative deepening over principal variation alpha-beta.
//!
//! [`deepen`] runs one iteration after another from the root, [`alpha_beta`]
//! looks ahead, [`quiesce`] resolves captures at the horizon, [`tabled`] knows
//! the endings by heart, [`ordering`] decides what to try first,
//! [`helpers`] are further threads, and [`techniques`] can be switched off.

mod alpha_beta;
mod deepen;
mod helpers;
mod ordering;
mod quiesce;
mod tabled;
mod techniques;
#[cfg(test)]
mod tests;

use rules::{Game, Move, Ruleset};

use crate::{
    Resources, Score, Table, Tables,
    endings::Endings,
    limits::{Limits, Meter},
    net::{self, Net},
    node::Node,
};
pub use helpers::assist;
use ordering::Ordering;
pub use techniques::{Technique, Techniques, UnknownTechnique};

/// The deepest iteration, in plies.
pub const MAX_DEPTH: u8 = 99;
/// The longest line; extensions end here.
pub(crate) const MAX_PLY: usize = 127;

/// What a search has found so far, after one whole iteration or, at the end,
/// after the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<R: Ruleset> {
    /// The move to play.
    pub best: Move<R>,
    /// What it is worth for the side to move.
    pub score: Score,
    /// Plies looked ahead by the last whole iteration.
    pub depth: u8,
    /// Nodes so far.
    pub nodes: u64,
    /// The principal variation: what both sides are expected to play,
    /// beginning with `best`.
    pub line: Vec<Move<R>>,
}

/// A number of centimen added to each root move before they are compared, so
/// that a caller can let chance pick among moves of about equal worth.
pub(crate) type Bias<'a, R> = &'a dyn Fn(Move<R>) -> i32;

/// One search in progress.
pub(crate) struct Search<'a, R: Ruleset> {
    table: &'a Table,
    tables: &'a Tables,
    net: &'a Net,
    /// Positions with more pieces are not looked up.
    table_pieces: u32,
    /// The root is drawn by the tables, and only moves that keep it so are
    /// looked at.
    is_table_draw: bool,
    meter: Meter<'a>,
    first_depth: u8,
    max_depth: u8,
    endings: Endings,
    ordering: Ordering,
    techniques: Techniques,
    /// The best line found from each ply on, where it was looked for.
    lines: Vec<Vec<Move<R>>>,
    root: Node<R>,
}

impl<'a, R: Ruleset> Search<'a, R> {
    pub(crate) fn new(
        game: &Game<R>,
        resources: impl Into<Resources<'a>>,
        limits: Limits<'a>,
    ) -> Self {
        let resources = resources.into();
        resources.table.begin_search();
        Search::along(game, resources, limits)
    }

    /// A search that counts as part of one that has begun.
    fn along(game: &Game<R>, resources: Resources<'a>, limits: Limits<'a>) -> Self {
        let Resources { table, tables, net, techniques } = resources;
        Search {
            table,
            tables,
            net: net.unwrap_or_else(|| net::of(R::VARIANT)),
            table_pieces: u32::from(tables.pieces(R::VARIANT)),
            is_table_draw: false,
            meter: Meter::new(limits),
            first_depth: 1,
            max_depth: limits.depth().unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            endings: Endings::of(game),
            ordering: Ordering::new(techniques),
            techniques,
            lines: vec![Vec::new(); MAX_PLY + 2],
            root: Node::root(game),
        }
    }

    /// Makes `mv` and the best line after it the best line from `ply` on.
    fn keep_line(&mut self, ply: usize, mv: Move<R>) {
        if let [line, next, ..] = &mut self.lines[ply..] {
            line.clear();
            line.push(mv);
            line.extend_from_slice(next);
        }
    }
}

/// Searches the position that a game has reached.
///
/// Draws by repetition and by the draw counters are seen, with the game's
/// history. Where endgame tables settle the position, their move is the answer
/// at once: the quickest win, the longest resistance, or a move that holds the
/// draw. Calls `on_iteration` after each whole iteration. `None` when the
/// side to move has no legal move. Even with limits that allow nothing, the
/// move found is legal.
pub fn search<'a, R: Ruleset>(
    game: &Game<R>,
    limits: Limits<'a>,
    resources: impl Into<Resources<'a>>,
    on_iteration: &mut dyn FnMut(&Found<R>),
) -> Option<Found<R>> {
    Search::new(game, resources, limits).run(&|_| 0, on_iteration)
}
