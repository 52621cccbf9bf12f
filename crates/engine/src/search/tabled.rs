//! Endgame tables in the search.

use rules::{Move, MoveList, Position, Ruleset};

use super::{Found, MAX_DEPTH, Search};
use crate::{
    Score, Tables, Verdict,
    node::Node,
    tables::{self, Known},
};

impl<R: Ruleset> Search<'_, R> {
    /// The score of a node below the root that the tables settle: with wins
    /// and losses only where the draw rules leave time for them.
    #[inline(always)]
    pub(super) fn tabled(&self, node: &Node<R>) -> Option<Score> {
        if node.position.occupied().len() > self.table_pieces {
            return None;
        }
        self.known_score(node)
    }

    #[cold]
    fn known_score(&self, node: &Node<R>) -> Option<Score> {
        let Known { verdict, longest_quiet } = self.tables.known(&node.position)?;
        match verdict {
            Verdict::Draw => self.endings.may_trust_draws().then_some(Score::DRAW),
            Verdict::Win(plies) => self
                .endings
                .leaves_time(node, plies, longest_quiet)
                .then(|| Score::win_in(node.ply + usize::from(plies))),
            Verdict::Loss(plies) => self
                .endings
                .leaves_time(node, plies, longest_quiet)
                .then(|| Score::loss_in(node.ply + usize::from(plies))),
        }
    }

    /// What to play where the tables know the root and time suffices: the
    /// quickest win, or the longest resistance.
    ///
    /// In a drawn root only the moves that hold the draw are left in `moves`.
    /// Which of them is the hardest to answer is for a search without tables
    /// to find.
    pub(super) fn begin_with_tables(&mut self, moves: &mut MoveList<R>) -> Option<Found<R>> {
        let root = self.root;
        let Known { verdict, longest_quiet } = self.tables.known(&root.position)?;
        let (plies, score) = match verdict {
            Verdict::Draw if self.endings.may_trust_draws() => {
                moves.retain(|&mut mv| {
                    self.tables.probe(&root.position.play(mv)) == Some(Verdict::Draw)
                });
                self.table_pieces = 0;
                self.is_table_draw = true;
                return None;
            }
            Verdict::Draw => return None,
            Verdict::Win(plies) => (plies, Score::win_in(usize::from(plies))),
            Verdict::Loss(plies) => (plies, Score::loss_in(usize::from(plies))),
        };
        let in_time = self.endings.leaves_time(&root, plies, longest_quiet)
            || self
                .tables
                .quiet_run(&root.position)
                .is_some_and(|run| self.endings.leaves_time(&root, plies, run));
        if !in_time {
            return None;
        }
        let line = perfect_line(self.tables, root.position);
        let best = *line.first()?;
        let nodes = moves.len() as u64;
        Some(Found { best, score, depth: plies.min(MAX_DEPTH), nodes, line })
    }
}

/// The moves to the end of a won or lost game: the winner takes a shortest
/// way, the loser a longest.
fn perfect_line<R: Ruleset>(tables: &Tables, mut position: Position<R>) -> Vec<Move<R>> {
    let mut line = Vec::new();
    while let Some(mv) = tables::best_move(tables, &position) {
        line.push(mv);
        position = position.play(mv);
    }
    line
}
