//! Principal variation alpha-beta with the transposition table.

use rules::{Move, MoveList, Ruleset};
use smallvec::SmallVec;

use super::{MAX_PLY, Search, Technique};
use crate::{
    Score,
    entry::{Bound, Entry, MoveCode},
    eval,
    limits::Stopped,
    node::Node,
};

/// Margin of forward pruning, in centimen.
const PRUNE_MARGIN: i32 = 30;
/// Shallower nodes are not worth a search of their own to prune them.
const PRUNE_DEPTH: i32 = 4;
/// Beyond such a lead, in centimen, the win itself is looked for: pruning would
/// be content with what is there.
const PRUNE_LEAD: i32 = 500;

impl<R: Ruleset> Search<'_, R> {
    /// The score of a node, `depth` plies ahead. Between `alpha` and `beta` it
    /// is exact; outside it is a bound.
    pub(super) fn alpha_beta(
        &mut self,
        node: &Node<R>,
        depth: i32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<Score, Stopped> {
        if depth <= 0 {
            return self.quiesce(node, alpha, beta);
        }
        self.meter.count()?;
        self.lines[node.ply].clear();
        self.endings.enter(node);
        if let Some(score) = self.endings.verdict(node) {
            return Ok(score);
        }
        if let Some(score) = self.tabled(node) {
            return Ok(score);
        }
        if node.ply >= MAX_PLY {
            return Ok(eval::evaluate(self.net, &node.position));
        }
        // No line from here can beat a shorter win that is known already.
        alpha = alpha.max(Score::loss_in(node.ply));
        beta = beta.min(Score::win_in(node.ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }

        let principal = beta > alpha + 1;
        let key = self.endings.table_key(node);
        let known = self.table.probe(key);
        if let Some(entry) = known
            && !principal
            && self.techniques.has(Technique::Cutoffs)
            && i32::from(entry.depth) >= depth
            && let Some(score) = cutoff(entry, node.ply, alpha, beta)
        {
            return Ok(score);
        }

        let mut moves = node.position.legal_moves();
        if moves.is_empty() {
            return Ok(Score::loss_in(node.ply));
        }
        let eval = match known {
            Some(entry) => entry.eval,
            None => eval::evaluate(self.net, &node.position).to_table(0),
        };
        let quiet = !moves[0].is_capture();
        if self.techniques.has(Technique::ForwardPruning)
            && !principal
            && quiet
            && depth >= PRUNE_DEPTH
            && !alpha.is_decided()
            && let Some(score) = self.prune(node, depth, beta, eval)?
        {
            return Ok(score);
        }

        let first = known.map_or(MoveCode::NONE, |entry| entry.best);
        self.ordering.sort(&node.position, &mut moves, first, node.ply);
        let (best, best_move, bound) =
            self.search_moves(node, depth, &moves, (alpha, beta), quiet)?;
        self.table.store(
            key,
            Entry {
                best: best_move,
                score: best.to_table(node.ply),
                eval,
                depth: depth as u8,
                bound,
            },
        );
        Ok(best)
    }

    fn search_moves(
        &mut self,
        node: &Node<R>,
        depth: i32,
        moves: &MoveList<R>,
        (mut alpha, beta): (Score, Score),
        quiet: bool,
    ) -> Result<(Score, MoveCode, Bound), Stopped> {
        let principal = beta > alpha + 1;
        // A forced reply costs the opponent nothing to foresee, nor us.
        let forced = moves.len() == 1 && self.techniques.has(Technique::ForcedMoves);
        let below = if forced { depth } else { depth - 1 };
        let mut best = -Score::INFINITE;
        let mut best_move = MoveCode::NONE;
        let mut bound = Bound::Upper;
        let mut tried: SmallVec<[Move<R>; 48]> = SmallVec::new();
        for (at, &mv) in moves.iter().enumerate() {
            let child = node.play(mv, self.endings.rules());
            tried.push(mv);
            let score = if at == 0 || !self.techniques.has(Technique::NullWindows) {
                -self.alpha_beta(&child, below, -beta, -alpha)?
            } else {
                let less = if self.techniques.has(Technique::Reductions) && quiet {
                    reduction(depth, at, principal)
                } else {
                    0
                };
                let mut score = -self.alpha_beta(&child, below - less, -(alpha + 1), -alpha)?;
                if score > alpha && less > 0 {
                    score = -self.alpha_beta(&child, below, -(alpha + 1), -alpha)?;
                }
                if score > alpha && score < beta {
                    score = -self.alpha_beta(&child, below, -beta, -alpha)?;
                }
                score
            };
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_move = MoveCode::of(mv);
                bound = Bound::Exact;
                if principal {
                    self.keep_line(node.ply, mv);
                }
                if score >= beta {
                    bound = Bound::Lower;
                    let side = node.position.side_to_move();
                    self.ordering.refuted(side, &tried, node.ply, depth);
                    break;
                }
            }
        }
        Ok((best, best_move, bound))
    }

    /// A score far above `beta` that a shallow search confirms is taken for
    /// the deep one. In draughts passing is no measure of safety, as it is in
    /// chess, because being forced to move is often what loses.
    fn prune(
        &mut self,
        node: &Node<R>,
        depth: i32,
        beta: Score,
        eval: i16,
    ) -> Result<Option<Score>, Stopped> {
        let goal = beta + PRUNE_MARGIN;
        if i32::from(eval) < goal.centimen() || goal.centimen().abs() > PRUNE_LEAD {
            return Ok(None);
        }
        let shallow = depth / 2 - 1;
        let score = self.alpha_beta(node, shallow.max(1), goal - 1, goal)?;
        Ok((score >= goal).then_some(score - PRUNE_MARGIN))
    }
}

/// Plies to look less deep at the move tried as number `at` (from 0).
fn reduction(depth: i32, at: usize, principal: bool) -> i32 {
    if depth < 2 || at == 0 || (principal && at < 3) {
        0
    } else if at < 4 || depth < 5 {
        1
    } else {
        2
    }
}

/// The score of a table entry, if it settles the node.
fn cutoff(entry: Entry, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
    let score = Score::from_table(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    settles.then_some(score)
}
