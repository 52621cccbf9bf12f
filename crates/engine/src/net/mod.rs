//! The trained evaluation: a small network over the rows of the board.
//!
//! Its one hidden layer is a sum of table entries, one for the men on each row,
//! one for each king, one for who has the move: so few that the sum is made
//! afresh for every position. The last lane goes straight into the result
//! (mostly material). The others are cut to 0..=1 and squared, and each counts
//! with a weight that depends on how many pieces are left.
//!
//! The result is the logit of the score that the side to move may expect;
//! [`CENTIMEN`] of it make 1. Weights are found by `cargo xtask train`.

mod embedded;
mod features;

use rules::{Board, Position, Ruleset};

pub use embedded::of;
pub use features::{
    FEATURES_BESIDE_ROWS, feature_count, features, kept_features, phase, row_count, seen_by_mover,
};

/// Width of the hidden layer; its last lane is added to the result as it is.
pub const LANES: usize = 32;
/// Weights behind the hidden layer are its own for each part of a game.
pub const PHASES: usize = 4;
/// What stands for 1 in the hidden layer; its square fits 16 bits.
pub const ONE: i32 = 181;
/// What stands for 1 in the weights behind the hidden layer.
pub const OUTER_ONE: i32 = 128;
/// The largest weight behind the hidden layer; 31 of them fill 31 bits.
const OUTER_MOST: i16 = 2_047;
/// Centimen of a logit of 1.
pub const CENTIMEN: i32 = 150;

/// One entry of the hidden layer; it fills a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lanes([i16; LANES]);

/// The weights of one variant.
#[derive(Debug)]
pub struct Net {
    features: Box<[Lanes]>,
    bias: Lanes,
    outer: [Lanes; PHASES],
}

/// Bytes that are no weights of a variant: there are too many or too few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} bytes of weights where {expected} make a net")]
pub struct WrongLength {
    /// Bytes of a net of this board.
    pub expected: usize,
    /// Bytes given.
    pub found: usize,
}

impl Net {
    /// Reads the weights for a board: little-endian 16-bit numbers, 32 for each
    /// feature that can occur, 32 of the bias, 32 for each part of the game,
    /// the last of these being what is added in that part.
    ///
    /// # Errors
    /// When there are too few bytes or too many.
    pub fn from_bytes(board: Board, bytes: &[u8]) -> Result<Self, WrongLength> {
        let expected = 2 * LANES * (kept_features(board).count() + 1 + PHASES);
        if bytes.len() != expected {
            return Err(WrongLength { expected, found: bytes.len() });
        }
        let mut rest = bytes.as_chunks::<2>().0.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut lanes = || Lanes([0; LANES].map(|_| rest.next().unwrap_or(0)));
        let mut all = vec![Lanes([0; LANES]); feature_count(board)].into_boxed_slice();
        for feature in kept_features(board) {
            all[feature] = lanes();
        }
        let bias = lanes();
        let outer = [(); PHASES].map(|()| {
            let Lanes(weights) = lanes();
            Lanes(weights.map(|weight| weight.clamp(-OUTER_MOST, OUTER_MOST)))
        });
        Ok(Net { features: all, bias, outer })
    }

    /// The worth of a position for its side to move, in centimen.
    #[must_use]
    #[inline]
    pub fn evaluate<R: Ruleset>(&self, position: &Position<R>) -> i32 {
        let sets = seen_by_mover(position);
        let mut sum = self.bias;
        features(R::BOARD, sets, |feature| {
            if let Some(entry) = self.features.get(usize::from(feature)) {
                for (lane, weight) in sum.0.iter_mut().zip(entry.0) {
                    *lane = lane.saturating_add(weight);
                }
            }
        });
        let outer = &self.outer[phase(R::BOARD, sets)];
        let direct = i32::from(sum.0[LANES - 1]) + i32::from(outer.0[LANES - 1]);
        let mut seen = sum.0.map(|lane| lane.clamp(0, ONE as i16));
        seen[LANES - 1] = 0;
        let dot: i32 = seen
            .iter()
            .zip(outer.0)
            .map(|(&lane, weight)| i32::from(lane * lane) * i32::from(weight))
            .sum();
        (dot / (ONE * OUTER_ONE) + direct) * CENTIMEN / ONE
    }
}

#[cfg(test)]
mod tests;
