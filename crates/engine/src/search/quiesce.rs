//! The end of a line: captures are played out, and so is a man's last step to
//! the king row if that is better, so that the evaluation sees a position at
//! rest.

use rules::{Direction, Position, Ruleset};

use super::{MAX_PLY, Search, Technique};
use crate::{
    Score,
    attack::{could_capture, step},
    entry::MoveCode,
    eval,
    limits::Stopped,
    node::Node,
};

impl<R: Ruleset> Search<'_, R> {
    /// The score of a node at the horizon: every capture is compulsory, so
    /// standing still is no choice while there is one.
    pub(super) fn quiesce(
        &mut self,
        node: &Node<R>,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let threats = if self.techniques.has(Technique::Threats) { THREATS } else { 0 };
        self.settle(node, alpha, beta, threats)
    }

    fn settle(
        &mut self,
        node: &Node<R>,
        mut alpha: Score,
        beta: Score,
        threats: u32,
    ) -> Result<Score, Stopped> {
        self.meter.count()?;
        self.lines[node.ply].clear();
        self.endings.enter(node);
        if let Some(score) = self.endings.verdict(node) {
            return Ok(score);
        }
        if let Some(score) = self.tabled(node) {
            return Ok(score);
        }
        if node.ply >= MAX_PLY || !self.techniques.has(Technique::Captures) {
            return Ok(eval::evaluate(self.net, &node.position));
        }
        let side = node.position.side_to_move();
        let mut moves = node.position.captures();
        let mut threats = threats;
        let mut best = -Score::INFINITE;
        if moves.is_empty() {
            if !node.position.has_legal_move() {
                return Ok(Score::loss_in(node.ply));
            }
            if threats > 0 && could_capture(&node.position, !side) {
                threats -= 1;
                node.position.legal_moves_into(&mut moves);
            } else {
                best = eval::evaluate(self.net, &node.position);
                let crowns = self.techniques.has(Technique::Crownings) && may_crown(&node.position);
                if best >= beta || !crowns {
                    return Ok(best);
                }
                alpha = alpha.max(best);
                node.position.legal_moves_into(&mut moves);
                moves.retain(|mv| mv.promotes());
            }
        }
        self.ordering.sort(&node.position, &mut moves, MoveCode::NONE, node.ply);
        let principal = beta > alpha + 1;
        for &mv in &moves {
            let child = node.play(mv, self.endings.rules());
            let score = -self.settle(&child, -beta, -alpha, threats)?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if principal {
                        self.keep_line(node.ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }
}

/// Whether a man of the side to move can step onto its king row.
#[inline(always)]
fn may_crown<R: Ruleset>(position: &Position<R>) -> bool {
    let side = position.side_to_move();
    let goal = R::BOARD.king_row(side) & position.empty();
    let [left, right] = Direction::forward(side).map(|way| step::<R>(position.men(side), way));
    ((left | right) & goal).any()
}

/// How many times in one line a side that is threatened may look for a way
/// out before the evaluation is taken.
pub(super) const THREATS: u32 = 1;
