//! A set of squares by number, for marks on a board of any size.

use rules::Square;

/// Squares of one board, each in it or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// Puts a square in.
    pub fn insert(&mut self, square: Square) {
        self.0 |= Self::bit(square);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !Self::bit(square);
    }

    /// Whether a square is in.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        self.0 & Self::bit(square) != 0
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares of both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// One by one, lowest number first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (1..=Square::MAX).filter_map(Square::new).filter(move |&square| self.contains(square))
    }

    fn bit(square: Square) -> u64 {
        1 << square.number()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}
