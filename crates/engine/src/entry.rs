//! One entry of the transposition table, and how it fits into a word.
//!
//! From the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2 (0
//! for no entry), age 6.

use rules::{Move, Ruleset};

/// The bits of an age.
pub(crate) const AGE_MASK: u8 = 63;

/// What a kept score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// At least this.
    Lower,
    /// At most this.
    Upper,
    /// This.
    Exact,
}

/// A move in 16 bits, enough to find it again among the legal moves of its
/// position: origin, destination and four bits of the captured set.
///
/// Two captures of one position can share a code; then the wrong one is tried
/// first, which costs a little time and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveCode(u16);

impl MoveCode {
    /// No move.
    pub(crate) const NONE: MoveCode = MoveCode(0);

    #[inline(always)]
    pub(crate) fn of<R: Ruleset>(mv: Move<R>) -> Self {
        let captured = mv.captured().0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        MoveCode(
            u16::from(mv.from_cell().0) | u16::from(mv.to_cell().0) << 6 | (captured as u16) << 12,
        )
    }

    #[cfg(test)]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        MoveCode(bits)
    }

    /// The code spread over a whole word, for mixing with a seed.
    pub(crate) fn mixed(self) -> u64 {
        u64::from(self.0).wrapping_mul(0xD134_2543_DE82_EF95)
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: MoveCode,
    /// Relative to the node (`Score::to_table`).
    pub(crate) score: i16,
    /// Static evaluation from the side to move.
    pub(crate) eval: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

impl Entry {
    pub(crate) fn pack(self, age: u8) -> u64 {
        u64::from(self.best.0)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | (1 + self.bound as u64) << 56
            | u64::from(age & AGE_MASK) << 58
    }

    pub(crate) fn unpack(word: u64) -> Option<Self> {
        let bound = match (word >> 56) & 3 {
            0 => return None,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Some(Entry {
            best: MoveCode(word as u16),
            score: (word >> 16) as i16,
            eval: (word >> 32) as i16,
            depth: (word >> 48) as u8,
            bound,
        })
    }

    /// The age with which a word was packed.
    pub(crate) fn age(word: u64) -> u8 {
        (word >> 58) as u8
    }
}
