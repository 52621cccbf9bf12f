//! Iterative deepening: depth 1, then 2, and so on, until a limit is reached.

use rules::{Move, MoveList, Ruleset};

use super::{Bias, Found, Search, Technique};
use crate::{Score, entry::MoveCode, limits::Stopped};

/// Half the first window around the last score, in centimen.
const ASPIRATION: i32 = 20;
/// Shallower iterations are cheap and their scores jump.
const ASPIRATION_DEPTH: u8 = 5;

impl<R: Ruleset> Search<'_, R> {
    /// Runs to the end of the limits, or as far as makes sense.
    pub(crate) fn run(
        mut self,
        bias: Bias<'_, R>,
        on_iteration: &mut dyn FnMut(&Found<R>),
    ) -> Option<Found<R>> {
        let mut moves = self.root_moves();
        if let Some(found) = self.begin_with_tables(&mut moves) {
            on_iteration(&found);
            return Some(found);
        }
        let first = *moves.first()?;
        let mut found =
            Found { best: first, score: self.first_score(), depth: 0, nodes: 0, line: vec![first] };
        // A single reply is played at once; one ply tells its worth.
        let deepest = if moves.len() == 1 { 1 } else { self.max_depth };
        let mut expected = found.score;
        for depth in self.first_depth..=deepest {
            let Ok(RootScore { score, with_bias }) =
                self.iterate(&mut moves, depth, expected, bias)
            else {
                self.take_unfinished(&mut found, moves[0]);
                break;
            };
            expected = with_bias;
            found.depth = depth;
            found.score = if self.is_table_draw { Score::DRAW } else { score };
            found.nodes = self.meter.nodes();
            found.line.clone_from(&self.lines[0]);
            found.best = found.line.first().copied().unwrap_or(found.best);
            on_iteration(&found);
            // Every end that is nearer than the depth has been seen.
            let proven = score.plies_to_end().is_some_and(|plies| plies.abs() <= i32::from(depth));
            if proven || !self.meter.may_go_deeper() {
                break;
            }
        }
        found.nodes = self.meter.nodes();
        Some(found)
    }

    /// The score before any iteration.
    fn first_score(&self) -> Score {
        if self.is_table_draw {
            Score::DRAW
        } else {
            crate::eval::evaluate(self.net, &self.root.position)
        }
    }

    /// What an iteration found before it had to stop counts where it is better
    /// than the best move of the last one: that move was searched first, and
    /// as deep. `first` leads the list after the last whole pass.
    fn take_unfinished(&mut self, found: &mut Found<R>, first: Move<R>) {
        if let Some(&best) = self.lines[0].first() {
            found.best = best;
            found.line.clone_from(&self.lines[0]);
        } else if found.best != first {
            found.best = first;
            found.line = vec![first];
        }
    }

    fn root_moves(&self) -> MoveList<R> {
        let mut moves = self.root.position.legal_moves();
        // The generator promises no order; a search must not depend on it.
        moves.sort_unstable_by_key(|mv| (mv.from(), mv.to(), mv.captured().0));
        let known = self.table.probe(self.endings.table_key(&self.root));
        let first = known.map_or(MoveCode::NONE, |entry| entry.best);
        self.ordering.sort(&self.root.position, &mut moves, first, 0);
        moves
    }

    /// One iteration, in a narrow window around the last score that is opened
    /// on the side where the new one falls outside.
    fn iterate(
        &mut self,
        moves: &mut MoveList<R>,
        depth: u8,
        last: Score,
        bias: Bias<'_, R>,
    ) -> Result<RootScore, Stopped> {
        let (mut below, mut above) = (ASPIRATION, ASPIRATION);
        let narrow = self.techniques.has(Technique::Aspiration);
        if !narrow || depth < ASPIRATION_DEPTH || last.is_decided() {
            return self.search_root(moves, depth, (-Score::INFINITE, Score::INFINITE), bias);
        }
        loop {
            let window = (open(last, -below), open(last, above));
            let found = self.search_root(moves, depth, window, bias)?;
            if found.with_bias <= window.0 {
                below *= 4;
            } else if found.with_bias >= window.1 {
                above *= 4;
            } else {
                return Ok(found);
            }
        }
    }

    /// Searches every root move; puts the best one first and returns its
    /// score. Outside the window the score is a bound.
    fn search_root(
        &mut self,
        moves: &mut MoveList<R>,
        depth: u8,
        (mut alpha, beta): (Score, Score),
        bias: Bias<'_, R>,
    ) -> Result<RootScore, Stopped> {
        self.lines[0].clear();
        let root = self.root;
        let only = moves.len() == 1;
        let below = if only { i32::from(depth) } else { i32::from(depth) - 1 };
        let mut best: Option<(usize, RootScore)> = None;
        for at in 0..moves.len() {
            let mv = moves[at];
            let extra = bias(mv);
            let (low, high) = (alpha - extra, beta - extra);
            let child = root.play(mv, self.endings.rules());
            let mut score = low;
            if best.is_some() && self.techniques.has(Technique::NullWindows) {
                score = -self.alpha_beta(&child, below, -(low + 1), -low)?;
            }
            if best.is_none() || score > low || !self.techniques.has(Technique::NullWindows) {
                score = -self.alpha_beta(&child, below, -high, -low)?;
            }
            let with_bias = score + extra;
            if best.is_some_and(|(_, best)| with_bias <= best.with_bias) {
                continue;
            }
            best = Some((at, RootScore { score, with_bias }));
            if with_bias > alpha {
                alpha = with_bias;
                self.keep_line(0, mv);
            }
            if with_bias >= beta {
                break;
            }
        }
        let (at, found) = best.unwrap_or_default();
        if !self.lines[0].is_empty() {
            moves[..=at].rotate_right(1);
        }
        // Otherwise all failed low, and the best of the last iteration stays first.
        Ok(found)
    }
}

/// The worth of the best root move: as it is, and with its bias.
#[derive(Clone, Copy, Default)]
struct RootScore {
    score: Score,
    with_bias: Score,
}

/// The edge of a window, wide open once it is far from the last score.
fn open(last: Score, distance: i32) -> Score {
    if distance > 500 {
        Score::INFINITE
    } else if distance < -500 {
        -Score::INFINITE
    } else {
        last + distance
    }
}
