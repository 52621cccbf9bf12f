//! What a position is worth, in centimen.

use core::ops::{Add, Neg, Sub};

/// The worth of a position for the side to move, in centimen (a hundredth of a
/// man), or the distance to a forced end of the game.
///
/// Evaluations stay within ±[`Score::MAX_EVAL`]; beyond that lie won and lost
/// games, the sooner the further out, so that a quick win beats a slow one and
/// a slow loss beats a quick one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A drawn game.
    pub const DRAW: Score = Score(0);
    /// The highest evaluation, in centimen.
    pub const MAX_EVAL: i32 = 20_000;
    /// A game that the side to move has won on the board.
    const WON: i32 = 30_000;
    /// Outside every score; the first window of a search.
    pub(crate) const INFINITE: Score = Score(32_000);

    /// An evaluation; values beyond [`Score::MAX_EVAL`] are cut to it.
    #[must_use]
    #[inline]
    pub const fn from_centimen(centimen: i32) -> Score {
        if centimen > Score::MAX_EVAL {
            Score(Score::MAX_EVAL)
        } else if centimen < -Score::MAX_EVAL {
            Score(-Score::MAX_EVAL)
        } else {
            Score(centimen)
        }
    }

    /// The side to move wins after so many plies.
    #[must_use]
    #[inline]
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WON - plies as i32)
    }

    /// The side to move loses after so many plies; 0 when it has lost.
    #[must_use]
    #[inline]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WON)
    }

    /// The value in centimen; wins and losses lie near ±30,000.
    #[must_use]
    #[inline]
    pub const fn centimen(self) -> i32 {
        self.0
    }

    /// Plies to the end of a forced win (positive) or loss (negative, or 0
    /// when the game is lost already); `None` where nothing is forced.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > Score::MAX_EVAL {
            Some(Score::WON - self.0)
        } else if self.0 < -Score::MAX_EVAL {
            Some(-Score::WON - self.0)
        } else {
            None
        }
    }

    /// Whether it is a forced win or loss.
    #[must_use]
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 > Score::MAX_EVAL || self.0 < -Score::MAX_EVAL
    }

    /// The score as seen from the node at `ply`, for keeping beyond this line:
    /// distances are counted from the node, not from the root.
    #[inline]
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        let value = if self.0 > Score::MAX_EVAL {
            self.0 + ply as i32
        } else if self.0 < -Score::MAX_EVAL {
            self.0 - ply as i32
        } else {
            self.0
        };
        value as i16
    }

    /// The reverse of [`Score::to_table`].
    #[inline]
    pub(crate) const fn from_table(kept: i16, ply: usize) -> Score {
        let value = kept as i32;
        if value > Score::MAX_EVAL {
            Score(value - ply as i32)
        } else if value < -Score::MAX_EVAL {
            Score(value + ply as i32)
        } else {
            Score(value)
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    /// So many centimen more.
    #[inline]
    fn add(self, centimen: i32) -> Score {
        Score(self.0 + centimen)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    /// So many centimen less.
    #[inline]
    fn sub(self, centimen: i32) -> Score {
        Score(self.0 - centimen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_win_beats_a_slow_one_and_a_slow_loss_a_quick_one() {
        assert!(Score::win_in(3) > Score::win_in(5));
        assert!(Score::loss_in(6) > Score::loss_in(4));
        assert!(Score::win_in(200) > Score::from_centimen(i32::MAX));
        assert!(Score::loss_in(200) < Score::from_centimen(i32::MIN));
    }

    #[test]
    fn plies_to_end_tells_wins_from_losses_and_evaluations() {
        assert_eq!(Score::win_in(7).plies_to_end(), Some(7));
        assert_eq!(Score::loss_in(8).plies_to_end(), Some(-8));
        assert_eq!(Score::from_centimen(150).plies_to_end(), None);
    }

    #[test]
    fn distances_survive_the_way_through_the_table() {
        for score in [Score::win_in(20), Score::loss_in(20), Score::from_centimen(-37)] {
            assert_eq!(Score::from_table(score.to_table(6), 6), score);
        }
        // Found 14 plies below a node; met again at ply 2 it is nearer the root.
        assert_eq!(Score::from_table(Score::win_in(20).to_table(6), 2), Score::win_in(16));
    }
}
