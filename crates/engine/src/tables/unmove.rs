//! Quiet moves backwards.

use rules::{Bitboard, Color, Direction, KingRange, Ruleset};

use super::view::View;

/// A position from which a quiet move leads to a given one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmove {
    /// Seen by who made the move.
    pub(super) before: View,
    /// Whether a man made it.
    pub(super) by_man: bool,
}

/// Shows every position of the same pieces from which a quiet move without a
/// crowning leads to this one. In some of them there is a capture, so that the
/// quiet move was not legal.
///
/// # Errors
/// The first that `show` returns.
pub(super) fn unmoves<R: Ruleset>(
    view: &View,
    mut show: impl FnMut(Unmove) -> Result<(), super::SolveError>,
) -> Result<(), super::SolveError> {
    let empty = R::BOARD.all() & !view.occupied();
    // The side to move plays down the board, so the other side's men came up.
    let back = const { Direction::forward(Color::Black) };
    for to in view.their_men.cells() {
        for direction in back {
            let from = R::BOARD.step(to.bit(), direction) & empty;
            if from.any() {
                let their_men = (view.their_men & !to.bit()) | from;
                let before = View { their_men, ..*view }.turned::<R>();
                show(Unmove { before, by_man: true })?;
            }
        }
    }
    for to in view.their_kings.cells() {
        for direction in Direction::ALL {
            let mut from = R::BOARD.step(to.bit(), direction) & empty;
            while from != Bitboard::EMPTY {
                let their_kings = (view.their_kings & !to.bit()) | from;
                let before = View { their_kings, ..*view }.turned::<R>();
                show(Unmove { before, by_man: false })?;
                if R::KINGS == KingRange::Short {
                    break;
                }
                from = R::BOARD.step(from, direction) & empty;
            }
        }
    }
    Ok(())
}
