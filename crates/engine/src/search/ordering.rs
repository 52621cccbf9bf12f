//! Which move to try first: a good first guess is what makes alpha-beta fast.

use rules::{Color, Move, MoveList, Position, Ruleset};
use smallvec::SmallVec;

use super::{Technique, Techniques};
use crate::{MAX_PLY, entry::MoveCode};

/// Largest absolute value of a history count.
const HISTORY_MAX: i32 = 1 << 14;

/// What earlier nodes have taught about moves.
#[derive(Debug)]
pub(crate) struct Ordering {
    /// For each ply the two quiet moves that last refuted something there.
    killers: Vec<[MoveCode; 2]>,
    /// For each colour and pair of squares how often that quiet move refuted.
    history: Vec<i16>,
    techniques: Techniques,
}

impl Ordering {
    pub(crate) fn new(techniques: Techniques) -> Self {
        Ordering {
            killers: vec![[MoveCode::NONE; 2]; MAX_PLY + 1],
            history: vec![0; 2 * 64 * 64],
            techniques,
        }
    }

    /// Puts the most promising moves first; `first` is the table's best move.
    pub(crate) fn sort<R: Ruleset>(
        &self,
        position: &Position<R>,
        moves: &mut MoveList<R>,
        first: MoveCode,
        ply: usize,
    ) {
        if moves.len() < 2 {
            return;
        }
        let first = if self.techniques.has(Technique::TableMoves) { first } else { MoveCode::NONE };
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let side = position.side_to_move();
        let kings = position.kings(!side);
        let mut promises: SmallVec<[i32; 48]> = moves
            .iter()
            .map(|&mv| {
                let code = MoveCode::of(mv);
                if code == first {
                    1 << 30
                } else if mv.is_capture() {
                    let (pieces, kings) = (mv.captured().len(), (mv.captured() & kings).len());
                    (1 << 20) + 64 * (2 * pieces + kings) as i32 + i32::from(mv.promotes())
                } else if mv.promotes() {
                    1 << 19
                } else if code == killers[0] {
                    1 << 18
                } else if code == killers[1] {
                    1 << 17
                } else {
                    self.history(side, mv)
                }
            })
            .collect();
        // Insertion sort: lists are short, and equal moves keep their order.
        for end in 1..moves.len() {
            let mut at = end;
            while at > 0 && promises[at - 1] < promises[at] {
                promises.swap(at - 1, at);
                moves.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// Learns that the last of `tried` refuted its node and the others did not.
    pub(crate) fn refuted<R: Ruleset>(
        &mut self,
        side: Color,
        tried: &[Move<R>],
        ply: usize,
        depth: i32,
    ) {
        let Some((&best, failed)) = tried.split_last() else {
            return;
        };
        if best.is_capture() {
            return;
        }
        let code = MoveCode::of(best);
        if self.techniques.has(Technique::Killers)
            && let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != code
        {
            *killers = [code, killers[0]];
        }
        if !self.techniques.has(Technique::History) {
            return;
        }
        let weight = 16 * (depth * depth).min(400);
        self.adjust(side, best, weight);
        for &mv in failed {
            self.adjust(side, mv, -weight);
        }
    }

    /// Moves a count towards ±[`HISTORY_MAX`], the slower the nearer it is.
    fn adjust<R: Ruleset>(&mut self, side: Color, mv: Move<R>, weight: i32) {
        let count = &mut self.history[slot(side, mv)];
        let old = i32::from(*count);
        *count = (old + weight - old * weight.abs() / HISTORY_MAX) as i16;
    }

    /// The history count of a quiet move, within ±16,384.
    #[inline(always)]
    pub(crate) fn history<R: Ruleset>(&self, side: Color, mv: Move<R>) -> i32 {
        i32::from(self.history[slot(side, mv)])
    }
}

#[inline(always)]
fn slot<R: Ruleset>(side: Color, mv: Move<R>) -> usize {
    (side as usize) << 12
        | usize::from(mv.from_cell().0 & 63) << 6
        | usize::from(mv.to_cell().0 & 63)
}

#[cfg(test)]
mod tests {
    use rules::{English, International, Setup};

    use super::*;

    fn position<R: Ruleset>(fen: &str) -> Position<R> {
        fen.parse::<Setup>().expect(fen).position().expect(fen)
    }

    /// The moves in the order in which they would be tried.
    fn sorted<R: Ruleset>(
        ordering: &Ordering,
        position: &Position<R>,
        first: MoveCode,
    ) -> Vec<String> {
        let mut moves = position.legal_moves();
        moves.sort_unstable_by_key(|mv| (mv.from(), mv.to()));
        ordering.sort(position, &mut moves, first, 3);
        moves.iter().map(|&mv| position.describe(mv).pdn).collect()
    }

    fn find<R: Ruleset>(position: &Position<R>, pdn: &str) -> Move<R> {
        let moves = position.legal_moves();
        moves.into_iter().find(|&mv| position.describe(mv).pdn == pdn).expect(pdn)
    }

    #[test]
    fn the_move_of_the_table_comes_first_then_killers_then_history() {
        let start = Position::<English>::start();
        let mut ordering = Ordering::new(Techniques::ALL);
        let [table, killer, good, bad] =
            ["12-16", "11-16", "10-15", "9-13"].map(|pdn| find(&start, pdn));
        ordering.refuted(Color::Black, &[bad, good], 9, 4);
        ordering.refuted(Color::Black, &[killer], 3, 1);
        let order = sorted(&ordering, &start, MoveCode::of(table));
        assert_eq!(order[..3], ["12-16", "11-16", "10-15"]);
        assert_eq!(order.last().map(String::as_str), Some("9-13"));
    }

    #[test]
    fn what_a_move_refuted_for_one_side_says_nothing_of_the_other() {
        let start = Position::<International>::start();
        let mut ordering = Ordering::new(Techniques::ALL);
        let untouched = sorted(&ordering, &start, MoveCode::NONE);
        let mv = find(&start, "35-30");
        ordering.refuted(Color::Black, &[mv], 9, 6);
        assert_eq!(sorted(&ordering, &start, MoveCode::NONE), untouched);
        ordering.refuted(Color::White, &[mv], 9, 6);
        assert_eq!(sorted(&ordering, &start, MoveCode::NONE)[0], "35-30");
    }

    #[test]
    fn the_larger_capture_comes_first_and_a_king_counts_more() {
        let order = |fen| {
            sorted(&Ordering::new(Techniques::ALL), &position::<English>(fen), MoveCode::NONE)
        };
        assert_eq!(order("B:W18,27,17,32:B14"), ["14x21", "14x23"].map(String::from).to_vec());
        assert_eq!(order("B:WK18,27,17,32:B14")[0], "14x23");
        assert_eq!(order("B:W18,26,17,32:B14")[0], "14x30");
    }

    #[test]
    fn counts_stay_in_their_bounds_however_often_they_are_raised() {
        let start = Position::<English>::start();
        let mut ordering = Ordering::new(Techniques::ALL);
        let [up, down] = ["12-16", "9-13"].map(|pdn| find(&start, pdn));
        for _ in 0..1_000 {
            ordering.refuted(Color::Black, &[down, up], 0, 90);
        }
        assert!(ordering.history(Color::Black, up) > HISTORY_MAX / 2);
        assert!(ordering.history(Color::Black, up) <= HISTORY_MAX);
        assert!(ordering.history(Color::Black, down) >= -HISTORY_MAX);
    }
}
