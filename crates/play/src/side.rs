//! The two sides of a game by order of moving, and a pair of values by side.

use core::{
    fmt,
    ops::{Index, IndexMut, Not},
};

use rules::{Color, Variant};

/// A side by the order of moving in the variant's normal start.
///
/// [`Side::First`] is always the colour that opens a normal game of the
/// variant (Black in English, White in International draughts), also in a
/// set-up position where the other colour is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side of the variant's first mover.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The side that plays a colour.
    #[must_use]
    pub fn of(color: Color, variant: Variant) -> Side {
        if color == variant.first_mover() { Side::First } else { Side::Second }
    }

    /// The colour that this side plays.
    #[must_use]
    pub const fn color(self, variant: Variant) -> Color {
        match self {
            Side::First => variant.first_mover(),
            Side::Second => variant.first_mover().opponent(),
        }
    }

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// `first` or `second`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The side of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name() == name)
    }
}

impl Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        self.opponent()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The first side's value.
    pub first: T,
    /// The second side's value.
    pub second: T,
}

impl<T> BySide<T> {
    /// Builds the pair by asking `f` for each side.
    pub fn new_with(mut f: impl FnMut(Side) -> T) -> Self {
        BySide { first: f(Side::First), second: f(Side::Second) }
    }

    /// Both values through `f`.
    #[must_use]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { first: f(self.first), second: f(self.second) }
    }

    /// The values with the sides exchanged, as in a rematch.
    #[must_use]
    pub fn swapped(self) -> Self {
        BySide { first: self.second, second: self.first }
    }

    /// The side whose value satisfies `f`; the first one when both do.
    pub fn find(&self, mut f: impl FnMut(&T) -> bool) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| f(&self[side]))
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
