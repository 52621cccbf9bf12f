//! Capture chains: a depth-first walk over every way to capture.

use core::marker::PhantomData;

use crate::{
    Bitboard, CaptureChoice, Cell, Direction, KingRange, ManCapture, Move, MoveList, Position,
    Promotion, Ruleset, movegen::man_captures, side::Side,
};

/// What becomes of the captures that a walk finds.
pub(crate) trait Sink<R> {
    /// What is left at the end.
    type Result;

    /// Takes a capture; `may_repeat` tells whether the same pieces could have
    /// been taken in another order.
    fn take(&mut self, mv: Move<R>, may_repeat: bool);

    /// Forgets everything: a capture of more pieces was found.
    fn clear(&mut self);

    /// The end of the walk.
    fn finish(self) -> Self::Result;
}

/// What to do with several orders of capturing the same pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Duplicates {
    Drop,
    Keep,
}

/// Lists the captures.
pub(crate) struct List<'a, R> {
    pub(crate) moves: &'a mut MoveList<R>,
    pub(crate) duplicates: Duplicates,
}

impl<R: Ruleset> Sink<R> for List<'_, R> {
    type Result = ();

    #[inline(always)]
    fn take(&mut self, mv: Move<R>, may_repeat: bool) {
        if may_repeat && self.duplicates == Duplicates::Drop && self.moves.contains(&mv) {
            return;
        }
        self.moves.push(mv);
    }

    fn clear(&mut self) {
        self.moves.clear();
    }

    fn finish(self) {}
}

/// Counts the captures, without duplicates.
pub(crate) struct Count<R> {
    count: u64,
    /// Those that another order of capturing may find again.
    repeatable: MoveList<R>,
}

impl<R> Count<R> {
    pub(crate) fn new() -> Self {
        Count { count: 0, repeatable: MoveList::new() }
    }
}

impl<R: Ruleset> Sink<R> for Count<R> {
    type Result = u64;

    #[inline(always)]
    fn take(&mut self, mv: Move<R>, may_repeat: bool) {
        if may_repeat {
            if self.repeatable.contains(&mv) {
                return;
            }
            self.repeatable.push(mv);
        }
        self.count += 1;
    }

    fn clear(&mut self) {
        self.count = 0;
        self.repeatable.clear();
    }

    fn finish(self) -> u64 {
        self.count
    }
}

/// A walk over the capture chains of one side.
pub(crate) struct Chains<R, S, K> {
    /// The opponent's pieces; they leave only after the move, so they block.
    opponents: Bitboard,
    /// Where one may land or pass: empty squares and the origin.
    empty: Bitboard,
    from: Cell,
    man: bool,
    /// The most pieces taken by a chain so far, where that is compulsory.
    most: u32,
    sink: K,
    side: PhantomData<(R, S)>,
}

impl<R: Ruleset, S: Side, K: Sink<R>> Chains<R, S, K> {
    /// Walks all chains of these pieces of the position's side to move.
    #[inline(always)]
    pub(crate) fn walk(position: &Position<R>, capturers: Bitboard, sink: K) -> K::Result {
        let mut chains = Chains::<R, S, K> {
            opponents: position.pieces(S::Opponent::COLOR),
            empty: Bitboard::EMPTY,
            from: Cell(0),
            man: false,
            most: 0,
            sink,
            side: PhantomData,
        };
        let empty = position.empty();
        for from in capturers.cells() {
            // The origin counts as empty while the piece is on its way.
            chains.empty = empty | from.bit();
            chains.from = from;
            chains.man = (position.kings & from.bit()).is_empty();
            if chains.man {
                chains.jumps::<true>(from.bit(), Bitboard::EMPTY, 0);
            } else if R::KINGS == KingRange::Short {
                chains.jumps::<false>(from.bit(), Bitboard::EMPTY, 0);
            } else {
                chains.turns(from.bit(), Bitboard::EMPTY, 0, None);
            }
        }
        chains.sink.finish()
    }

    #[inline(always)]
    fn step(set: Bitboard, direction: Direction) -> Bitboard {
        R::BOARD.step(set, direction)
    }

    /// A chain that took `captured`, which are `taken` pieces, ends on `at`.
    #[inline(always)]
    fn end(&mut self, at: Bitboard, captured: Bitboard, taken: u32) {
        if R::CAPTURE_CHOICE == CaptureChoice::Most {
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.most = taken;
                self.sink.clear();
            }
        }
        let king_row = const { R::BOARD.king_row(S::COLOR) };
        let mv = Move {
            captured,
            from: self.from,
            to: Cell(at.0.trailing_zeros() as u8),
            promotes: self.man && (at & king_row).any(),
            man: self.man,
            ruleset: PhantomData,
        };
        self.sink.take(mv, self.may_repeat(taken));
    }

    /// Whether the same pieces could have been taken in another order: that
    /// needs a ring, so four pieces at least, and a way back. (For flying
    /// kings, trying every set of three pieces on the board found none.)
    #[inline(always)]
    fn may_repeat(&self, taken: u32) -> bool {
        let one_way = self.man && R::MAN_CAPTURE == ManCapture::Forward;
        taken >= 4 && !one_way
    }

    /// Jumps over neighbouring pieces, then on from each landing square.
    fn jumps<const MAN: bool>(&mut self, at: Bitboard, captured: Bitboard, taken: u32) {
        steps::count();
        let targets = self.opponents & !captured;
        let king_row = const { R::BOARD.king_row(S::COLOR) };
        let mut extended = false;
        for direction in Direction::ALL {
            if MAN && !man_captures::<R, S>(direction) {
                continue;
            }
            let jumped = Self::step(at, direction) & targets;
            let landing = Self::step(jumped, direction) & self.empty;
            if landing.is_empty() {
                continue;
            }
            extended = true;
            if MAN && R::PROMOTION == Promotion::EndsMove && (landing & king_row).any() {
                self.end(landing, captured | jumped, taken + 1);
            } else {
                self.jumps::<MAN>(landing, captured | jumped, taken + 1);
            }
        }
        if !extended && taken > 0 {
            self.end(at, captured, taken);
        }
    }

    /// Captures of a flying king standing on `at`, having arrived in direction
    /// `arrived`; tells whether there was one.
    ///
    /// Straight on is left to the caller's walk along the ray, which looks
    /// there once for all landing squares.
    fn turns(
        &mut self,
        at: Bitboard,
        captured: Bitboard,
        taken: u32,
        arrived: Option<Direction>,
    ) -> bool {
        let mut extended = false;
        for direction in Direction::ALL {
            if arrived.is_some_and(|d| d == direction || d == direction.reverse()) {
                continue;
            }
            extended |= self.ray(at, captured, taken, direction);
        }
        extended
    }

    /// Walks from `at` to the next piece and captures it if possible; tells
    /// whether it was.
    fn ray(&mut self, at: Bitboard, captured: Bitboard, taken: u32, direction: Direction) -> bool {
        steps::count();
        let mut next = Self::step(at, direction);
        while (next & self.empty).any() {
            next = Self::step(next, direction);
        }
        let jumped = next & self.opponents & !captured;
        let mut landing = Self::step(jumped, direction) & self.empty;
        if landing.is_empty() {
            return false;
        }
        let (captured, taken) = (captured | jumped, taken + 1);
        let first = landing;
        let mut last = landing;
        let mut extended = false;
        while landing.any() {
            extended |= self.turns(landing, captured, taken, Some(direction));
            last = landing;
            landing = Self::step(landing, direction) & self.empty;
        }
        extended |= self.ray(last, captured, taken, direction);
        if !extended {
            // No landing square goes on: the king may stop on any of them.
            let mut stop = first;
            while stop.any() {
                self.end(stop, captured, taken);
                stop = Self::step(stop, direction) & self.empty;
            }
        }
        true
    }
}

/// Counts the steps of a walk, in the tests of this file alone.
mod steps {
    #[cfg(test)]
    thread_local! {
        pub(super) static TAKEN: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
    }

    #[inline(always)]
    pub(super) fn count() {
        #[cfg(test)]
        TAKEN.set(TAKEN.get() + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{English, International, Setup};

    /// How many steps the generator takes for a set-up.
    fn steps_for<R: Ruleset>(fen: &str) -> u64 {
        let setup: Setup = fen.parse().expect(fen);
        let position: Position<R> = setup.position().expect(fen);
        steps::TAKEN.set(0);
        let moves = position.legal_moves();
        assert!(!moves.is_empty());
        steps::TAKEN.get()
    }

    /// The slowest set-ups that simulated annealing found among all with
    /// twenty pieces a side: kings round a lattice of pieces in which nearly
    /// every landing square offers a turn. No position with as many pieces
    /// can be far worse, so neither a set-up nor play from it can stall us.
    #[test]
    fn the_worst_lattices_of_kings_stay_cheap() {
        for fen in [
            "W:WK27:B7,8,9,10,17,18,19,20,21,28,29,30,31,32,39,40,41,42,43",
            "W:WK1,K3,K5,K6,K25,K26,K45,K46,K48,K50:BK8,K9,K10,K11,K12,K20,K21,K22,K28,K30,K31,\
             K33,K34,K41,K42,K43,K44",
            "W:WK1,K3,K5,K6,K25,K26,K34,K46,K48,K50:BK7,K8,K9,K10,K17,K18,K20,K21,K23,K29,K30,\
             K31,K39,K40,K41,K42,K43",
        ] {
            let steps = steps_for::<International>(fen);
            assert!((10_000..60_000).contains(&steps), "{steps} steps for {fen}");
        }
    }

    #[test]
    fn english_chains_are_short_whatever_the_set_up() {
        let steps = steps_for::<English>("W:WK1,K4,K13,K25,K28:B6,7,K8,K14,15,16,21,22,K23,24,K29");
        assert!(steps < 1_000, "{steps} steps");
    }
}
