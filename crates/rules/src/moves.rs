//! A move, and the route that a capture takes over the board.

use core::{fmt, marker::PhantomData};

use smallvec::SmallVec;

use crate::{Bitboard, Cell, Ruleset, Square};

/// One complete turn: a quiet move, or a capture from first lift to final
/// landing.
///
/// Two moves are the same when origin, destination and the set of captured
/// pieces are the same. The landing squares between are not part of it; they
/// can be had from [`Position::route`](crate::Position::route).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<R> {
    pub(crate) captured: Bitboard,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) promotes: bool,
    pub(crate) man: bool,
    pub(crate) ruleset: PhantomData<R>,
}

impl<R: Ruleset> Move<R> {
    /// Where the piece starts.
    #[must_use]
    pub const fn from(self) -> Square {
        R::BOARD.square(self.from)
    }

    /// Where the piece ends; a circular capture ends where it started.
    #[must_use]
    pub const fn to(self) -> Square {
        R::BOARD.square(self.to)
    }

    /// The bit of the origin, for tables indexed by cell.
    #[must_use]
    #[inline(always)]
    pub const fn from_cell(self) -> Cell {
        self.from
    }

    /// The bit of the destination, for tables indexed by cell.
    #[must_use]
    #[inline(always)]
    pub const fn to_cell(self) -> Cell {
        self.to
    }

    /// The captured pieces; empty for a quiet move.
    #[must_use]
    #[inline(always)]
    pub const fn captured(self) -> Bitboard {
        self.captured
    }

    /// Whether anything is captured.
    #[must_use]
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.captured.any()
    }

    /// Whether a man is crowned by this move.
    #[must_use]
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.promotes
    }

    /// Whether the moving piece is a man (before a crowning).
    #[must_use]
    #[inline(always)]
    pub const fn is_by_man(self) -> bool {
        self.man
    }

    /// The squares of the captured pieces, in ascending order.
    pub fn captures(self) -> impl Iterator<Item = Square> {
        R::BOARD.squares_of(self.captured)
    }

    /// The order in which lists of moves are shown: from, to, captures.
    pub(crate) fn sort_key(self) -> (Square, Square, Vec<Square>) {
        (self.from(), self.to(), self.captures().collect())
    }
}

impl<R: Ruleset> fmt::Debug for Move<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{}{}", self.from(), separator, self.to())?;
        if self.is_capture() {
            f.debug_set().entries(self.captures()).finish()?;
        }
        Ok(())
    }
}

/// The legal moves of a position, without duplicates; on the stack unless
/// there are more than 48.
pub type MoveList<R> = SmallVec<[Move<R>; 48]>;

/// The squares of one way to make a move: origin, every landing square, final
/// square.
pub type Route = Vec<Square>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{English, International};

    #[test]
    fn a_move_stays_small_because_the_search_copies_it_millions_of_times() {
        assert_eq!(size_of::<Move<English>>(), 16);
        assert_eq!(size_of::<Move<International>>(), 16);
    }
}
