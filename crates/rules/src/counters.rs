//! The counters behind the draw rules, carried from ply to ply.

use crate::{Color, Move, Position, Ruleset};

/// English: quiet plies after which the game is a draw (ruling 3).
pub const FORTY_MOVE_PLIES: u32 = 80;
/// International: quiet plies after which a draw is made (tournament rules,
/// ruling 9) or may be claimed (ruling 12a).
pub const TWENTY_FIVE_MOVE_PLIES: u32 = 50;
/// Plies of three pieces against one king after which the tournament rule
/// draws (ruling 9).
pub const SIXTEEN_MOVE_PLIES: u32 = 32;
/// Plies after which every game is a draw (ruling 12a).
pub const TOO_LONG_PLIES: usize = 2_000;

/// What the draw rules count; all zero at a set-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Consecutive plies without a capture and without a move of a man.
    pub quiet_plies: u32,
    /// Plies since the move that made three pieces (with a king among them)
    /// against one king; `None` with other material.
    pub three_against_one: Option<u32>,
}

impl Counters {
    /// The counters of a set-up position.
    pub(crate) fn at_start<R: Ruleset>(position: &Position<R>) -> Self {
        Counters { quiet_plies: 0, three_against_one: strong_side(position).map(|_| 0) }
    }

    /// The counters after `mv` led from `before` to `after`.
    #[must_use]
    pub fn after<R: Ruleset>(self, before: &Position<R>, mv: Move<R>, after: &Position<R>) -> Self {
        let quiet_plies = if mv.is_capture() || mv.is_by_man() { 0 } else { self.quiet_plies + 1 };
        let strong = strong_side(after);
        let three_against_one = match (self.three_against_one, strong) {
            (Some(plies), Some(_)) if strong_side(before) == strong => Some(plies + 1),
            _ => strong.map(|_| 0),
        };
        Counters { quiet_plies, three_against_one }
    }
}

/// The side with three pieces, a king among them, against a lone king (ruling 9).
fn strong_side<R: Ruleset>(position: &Position<R>) -> Option<Color> {
    Color::ALL.into_iter().find(|&strong| {
        let weak = strong.opponent();
        position.pieces(strong).len() == 3
            && position.kings(strong).any()
            && position.pieces(weak).len() == 1
            && position.kings(weak).any()
    })
}
