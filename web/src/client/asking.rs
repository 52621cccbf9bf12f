//! Questions that the page asks before it does something.

use rules::Square;

use super::{Action, Rival};

/// A question that the page asks before it does something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    /// Really resign?
    Resign,
    /// Do both want a draw?
    AgreeDraw,
    /// Call the invite off?
    CancelInvite,
    /// Set the score back?
    ResetScore,
    /// Leave this game for a new one?
    NewGame(Option<Rival>),
    /// Play this move?
    Move(Vec<Square>),
}

impl Asking {
    /// The button that led to the question, to go back to.
    pub(crate) fn cause(&self) -> Action {
        match self {
            Self::Resign => Action::Resign,
            Self::AgreeDraw => Action::OfferDraw,
            Self::CancelInvite => Action::CancelInvite,
            Self::ResetScore => Action::ResetScore,
            Self::NewGame(_) | Self::Move(_) => Action::NewGame,
        }
    }
}
