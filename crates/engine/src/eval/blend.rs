//! Two values in one: for the middle game and for the endgame.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A worth for the middle game and one for the endgame, in centimen, added up
/// together and blended at the end by how much material is left.
///
/// Both halves live in one word, so that a table entry is one load and adding
/// is one instruction; each half must stay within ±32,767.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blend(i32);

impl Blend {
    pub(crate) const fn new(middle: i32, end: i32) -> Self {
        Blend((end << 16) + middle)
    }

    /// The same at all times.
    pub(crate) const fn both(value: i32) -> Self {
        Blend::new(value, value)
    }

    const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    const fn end(self) -> i32 {
        // The lower half may have borrowed from the upper.
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    /// The value with `pieces` of `all` left.
    #[inline(always)]
    pub(crate) const fn at(self, pieces: i32, all: i32) -> i32 {
        (self.middle() * pieces + self.end() * (all - pieces)) / all
    }
}

impl Add for Blend {
    type Output = Blend;
    #[inline(always)]
    fn add(self, other: Blend) -> Blend {
        Blend(self.0 + other.0)
    }
}

impl AddAssign for Blend {
    #[inline(always)]
    fn add_assign(&mut self, other: Blend) {
        self.0 += other.0;
    }
}

impl Sub for Blend {
    type Output = Blend;
    #[inline(always)]
    fn sub(self, other: Blend) -> Blend {
        Blend(self.0 - other.0)
    }
}

impl SubAssign for Blend {
    #[inline(always)]
    fn sub_assign(&mut self, other: Blend) {
        self.0 -= other.0;
    }
}

impl Neg for Blend {
    type Output = Blend;
    #[inline(always)]
    fn neg(self) -> Blend {
        Blend(-self.0)
    }
}

impl Mul<i32> for Blend {
    type Output = Blend;
    #[inline(always)]
    fn mul(self, factor: i32) -> Blend {
        Blend(self.0 * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_up_on_their_own() {
        let sum = Blend::new(-30, 40) + Blend::new(10, -90) * 3 - Blend::new(-7, -7);
        assert_eq!((sum.middle(), sum.end()), (7, -223));
        assert_eq!((-sum).middle(), -7);
        assert_eq!((-sum).end(), 223);
    }

    #[test]
    fn the_blend_goes_from_middle_to_end_as_pieces_leave() {
        let worth = Blend::new(10, 30);
        assert_eq!([24, 12, 0].map(|pieces| worth.at(pieces, 24)), [10, 20, 30]);
    }
}
