//! What stands open between the two sides.

use crate::Side;

/// A request to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Takeback {
    /// Who asks.
    pub side: Side,
    /// Plies back to the asker's last decision.
    pub plies: u8,
}

/// The open offers and requests; at most one of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who asks for a takeback.
    pub takeback: Option<Takeback>,
    /// Who offers a rematch.
    pub rematch: Option<Side>,
}

impl Offers {
    /// What is left after a move: an offer lapses when the other side moves
    /// instead of answering, and a takeback asked for by the mover now goes
    /// back to this newer decision.
    #[must_use]
    pub(crate) fn after_move_by(self, mover: Side) -> Offers {
        Offers {
            draw: self.draw.filter(|&side| side == mover),
            takeback: self
                .takeback
                .filter(|request| request.side == mover)
                .map(|request| Takeback { plies: 1, ..request }),
            rematch: self.rematch,
        }
    }
}
