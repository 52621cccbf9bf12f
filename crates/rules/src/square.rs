//! Square numbers as printed on diagrams.

use core::{fmt, num::NonZeroU8, str::FromStr};

/// A square by its printed number: 1-32 on the 8×8 board, 1-50 on the 10×10.
///
/// The type holds any number from 1 to [`Square::MAX`]; whether it lies on a
/// given board is asked at the door ([`Board::contains`](crate::Board::contains)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(NonZeroU8);

impl Square {
    /// The highest number of the largest board that we play on.
    pub const MAX: u8 = 50;

    /// The square with this number, or `None` outside 1-50.
    #[must_use]
    pub const fn new(number: u8) -> Option<Square> {
        if number > Self::MAX {
            return None;
        }
        match NonZeroU8::new(number) {
            Some(n) => Some(Square(n)),
            None => None,
        }
    }

    /// The printed number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.number())
    }
}

/// The text or number is not a square number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square number")]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;
    fn from_str(text: &str) -> Result<Self, NotASquare> {
        text.parse().ok().and_then(Square::new).ok_or(NotASquare)
    }
}

impl TryFrom<u8> for Square {
    type Error = NotASquare;
    fn try_from(number: u8) -> Result<Self, NotASquare> {
        Square::new(number).ok_or(NotASquare)
    }
}
