//! A position inside a search: with its key, its draw counters and its
//! distance from the root.

use rules::{Counters, Game, GameRules, Move, Position, Ruleset};

use crate::zobrist;

/// One node of the tree. Copied, never undone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<R: Ruleset> {
    pub(crate) position: Position<R>,
    pub(crate) key: u64,
    pub(crate) counters: Counters,
    /// Plies from the root.
    pub(crate) ply: usize,
}

impl<R: Ruleset> Node<R> {
    /// The root of a search of this game.
    pub(crate) fn root(game: &Game<R>) -> Self {
        let position = *game.position();
        Node { position, key: zobrist::key(&position), counters: game.counters(), ply: 0 }
    }

    /// The node after a legal move.
    #[inline(always)]
    pub(crate) fn play(&self, mv: Move<R>, rules: GameRules) -> Self {
        let position = self.position.play(mv);
        let counters = if rules.tournament() {
            self.counters.after(&self.position, mv, &position)
        } else if mv.is_capture() || mv.is_by_man() {
            Counters::default()
        } else {
            // Three against one counts under tournament rules only.
            Counters { quiet_plies: self.counters.quiet_plies + 1, three_against_one: None }
        };
        Node {
            position,
            key: zobrist::key_after(self.key, &self.position, mv),
            counters,
            ply: self.ply + 1,
        }
    }
}
