//! The move generator: all legal moves of a position, for every variant.
//!
//! Everything that differs between variants is a constant of the
//! [`Ruleset`], so each variant gets its own straight code. The side to move
//! is a type too ([`Side`]). Captures are in `chains.rs`.

use core::marker::PhantomData;

use crate::{
    Bitboard, Cell, Direction, KingRange, ManCapture, Move, MoveList, Position, Ruleset,
    chains::{Chains, Count, Duplicates, List},
    side::{Side, with_side},
};

impl<R: Ruleset> Position<R> {
    /// All legal moves; each (from, to, captured set) once, in no fixed order.
    #[must_use]
    #[inline]
    pub fn legal_moves(&self) -> MoveList<R> {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Replaces the content of `moves` by all legal moves.
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut MoveList<R>) {
        moves.clear();
        with_side!(self.side_to_move, S => {
            let capturers = self.capturers::<S>();
            if capturers.any() {
                self.list_captures::<S>(capturers, moves, Duplicates::Drop);
            } else {
                self.visit_quiet::<S>(|mv| moves.push(mv));
            }
        });
    }

    /// The legal captures alone; empty when there is nothing to capture.
    #[must_use]
    #[inline]
    pub fn captures(&self) -> MoveList<R> {
        let mut moves = MoveList::new();
        with_side!(self.side_to_move, S => {
            let capturers = self.capturers::<S>();
            self.list_captures::<S>(capturers, &mut moves, Duplicates::Drop);
        });
        moves
    }

    /// Whether the side to move can (and so must) capture.
    #[must_use]
    #[inline]
    pub fn can_capture(&self) -> bool {
        with_side!(self.side_to_move, S => self.capturers::<S>().any())
    }

    /// Whether the side to move has any legal move; if not, it has lost.
    #[must_use]
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        with_side!(self.side_to_move, S => {
            self.count_quiet::<S>() > 0 || self.capturers::<S>().any()
        })
    }

    /// How many legal moves there are, without listing them.
    #[must_use]
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        with_side!(self.side_to_move, S => self.count::<S>())
    }

    /// The legal moves with every order of capturing as a move of its own.
    #[must_use]
    pub(crate) fn legal_moves_keeping_duplicates(&self) -> MoveList<R> {
        let mut moves = MoveList::new();
        with_side!(self.side_to_move, S => {
            let capturers = self.capturers::<S>();
            self.list_captures::<S>(capturers, &mut moves, Duplicates::Keep);
            if capturers.is_empty() {
                self.visit_quiet::<S>(|mv| moves.push(mv));
            }
        });
        moves
    }

    /// Shows every legal move of the side to move, which is `S`.
    #[inline(always)]
    pub(crate) fn visit<S: Side>(&self, mut show: impl FnMut(Move<R>)) {
        let capturers = self.capturers::<S>();
        if capturers.is_empty() {
            self.visit_quiet::<S>(show);
            return;
        }
        let mut moves = MoveList::new();
        self.list_captures::<S>(capturers, &mut moves, Duplicates::Drop);
        for &mv in &moves {
            show(mv);
        }
    }

    /// How many legal moves the side to move has, which is `S`.
    #[inline(always)]
    pub(crate) fn count<S: Side>(&self) -> u64 {
        let capturers = self.capturers::<S>();
        if capturers.is_empty() {
            u64::from(self.count_quiet::<S>())
        } else {
            self.count_captures::<S>(capturers)
        }
    }

    #[inline(never)]
    fn count_captures<S: Side>(&self, capturers: Bitboard) -> u64 {
        Chains::<R, S, _>::walk(self, capturers, Count::new())
    }

    fn list_captures<S: Side>(
        &self,
        capturers: Bitboard,
        moves: &mut MoveList<R>,
        duplicates: Duplicates,
    ) {
        Chains::<R, S, _>::walk(self, capturers, List { moves, duplicates });
    }

    #[inline(always)]
    fn count_quiet<S: Side>(&self) -> u32 {
        let (men, kings, empty) = self.own::<S>();
        let mut count = 0;
        for direction in const { Direction::forward(S::COLOR) } {
            count += (Self::step(men, direction) & empty).len();
        }
        if kings.any() {
            for direction in Direction::ALL {
                let mut front = Self::step(kings, direction) & empty;
                count += front.len();
                while R::KINGS == KingRange::Flying && front.any() {
                    front = Self::step(front, direction) & empty;
                    count += front.len();
                }
            }
        }
        count
    }

    #[inline(always)]
    fn visit_quiet<S: Side>(&self, mut show: impl FnMut(Move<R>)) {
        let (men, kings, empty) = self.own::<S>();
        let king_row = const { R::BOARD.king_row(S::COLOR) };
        for direction in const { Direction::forward(S::COLOR) } {
            for to in (Self::step(men, direction) & empty).cells() {
                let from = back(R::BOARD.half(), to, direction, 1);
                show(quiet(from, to, (to.bit() & king_row).any(), true));
            }
        }
        if kings.is_empty() {
            return;
        }
        for direction in Direction::ALL {
            let mut distance = 1;
            let mut front = Self::step(kings, direction) & empty;
            while front.any() {
                for to in front.cells() {
                    let from = back(R::BOARD.half(), to, direction, distance);
                    show(quiet(from, to, false, false));
                }
                if R::KINGS == KingRange::Short {
                    break;
                }
                front = Self::step(front, direction) & empty;
                distance += 1;
            }
        }
    }

    /// Own men, own kings, and the empty squares.
    #[inline(always)]
    fn own<S: Side>(&self) -> (Bitboard, Bitboard, Bitboard) {
        let own = self.pieces(S::COLOR);
        (own & !self.kings, own & self.kings, self.empty())
    }

    /// The own pieces that can make at least one jump.
    #[inline(always)]
    fn capturers<S: Side>(&self) -> Bitboard {
        let (men, kings, empty) = self.own::<S>();
        let opponents = self.pieces(S::Opponent::COLOR);
        let mut found = Bitboard::EMPTY;
        for direction in Direction::ALL {
            if man_captures::<R, S>(direction) {
                found |= men & takeoffs::<R>(opponents, empty, direction);
            }
        }
        if kings.any() {
            for direction in Direction::ALL {
                let mut reach = takeoffs::<R>(opponents, empty, direction);
                found |= kings & reach;
                while R::KINGS == KingRange::Flying && (reach & empty).any() {
                    reach = Self::step(reach & empty, direction.reverse());
                    found |= kings & reach;
                }
            }
        }
        found
    }
}

/// The squares next to an opponent's piece with an empty square behind it, for
/// a jump in that direction.
#[inline(always)]
fn takeoffs<R: Ruleset>(opponents: Bitboard, empty: Bitboard, direction: Direction) -> Bitboard {
    let back = direction.reverse();
    R::BOARD.step(opponents & R::BOARD.step(empty, back), back)
}

/// Whether a man may capture in that direction.
#[inline(always)]
pub(crate) fn man_captures<R: Ruleset, S: Side>(direction: Direction) -> bool {
    match R::MAN_CAPTURE {
        ManCapture::AllDirections => true,
        ManCapture::Forward => {
            let [left, right] = const { Direction::forward(S::COLOR) };
            direction == left || direction == right
        }
    }
}

/// The cell `distance` steps back from where a piece moved to.
#[inline(always)]
fn back(half: u8, to: Cell, direction: Direction, distance: u8) -> Cell {
    Cell(match direction {
        Direction::DownLeft => to.0 - half * distance,
        Direction::DownRight => to.0 - (half + 1) * distance,
        Direction::UpRight => to.0 + half * distance,
        Direction::UpLeft => to.0 + (half + 1) * distance,
    })
}

#[inline(always)]
fn quiet<R: Ruleset>(from: Cell, to: Cell, promotes: bool, man: bool) -> Move<R> {
    Move { captured: Bitboard::EMPTY, from, to, promotes, man, ruleset: PhantomData }
}
