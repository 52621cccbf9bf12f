//! What a board shows of a dialogue: rings, targets, crosses.

use rules::Square;

use super::Squares;

/// The marks of one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Whether something has to be captured.
    pub must_capture: bool,
    /// The men and kings that may move; all of them must capture when
    /// [`Marks::must_capture`] says so.
    pub movable: Squares,
    /// Where the piece in hand stands: its origin, or the landing square that
    /// the chain has come to.
    pub stand: Option<Square>,
    /// The squares that the chain in hand has come over, its origin first
    /// among them; empty before the first landing.
    pub trail: Squares,
    /// Where the piece in hand may be put.
    pub targets: Squares,
    /// The pieces that would be taken.
    pub victims: Squares,
}
