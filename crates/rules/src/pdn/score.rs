//! How a record says that its game ended.

use core::fmt;

use crate::{Color, Outcome, Status, Variant};

/// The result of a recorded game. The left number belongs to the side that
/// moves first: in English draughts `1-0` means that Black won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// `1-0` or `2-0`: the first mover won.
    FirstWon,
    /// `0-1` or `0-2`: the other side won.
    SecondWon,
    /// `1/2-1/2` or `1-1`.
    Draw,
    /// `0-0`: both lost.
    BothLost,
    /// `*`: not finished, or not known.
    Open,
    /// Points of another scale, as the Delft system gives (`4-6`).
    Points(u8, u8),
}

impl Score {
    /// The score of a game won by `winner`.
    #[must_use]
    pub fn won_by(winner: Color, variant: Variant) -> Score {
        if winner == variant.first_mover() { Score::FirstWon } else { Score::SecondWon }
    }

    /// The score of a game that stands so by the rules of the board.
    #[must_use]
    pub fn of(status: Status, variant: Variant) -> Score {
        match status {
            Status::Ongoing => Score::Open,
            Status::Ended(Outcome::Win(winner, _)) => Score::won_by(winner, variant),
            Status::Ended(Outcome::Draw(_)) => Score::Draw,
        }
    }

    /// Who won, if anyone did.
    #[must_use]
    pub fn winner(self, variant: Variant) -> Option<Color> {
        let first = variant.first_mover();
        match self {
            Score::FirstWon => Some(first),
            Score::SecondWon => Some(!first),
            Score::Points(left, right) if left > right => Some(first),
            Score::Points(left, right) if left < right => Some(!first),
            Score::Draw | Score::BothLost | Score::Open | Score::Points(..) => None,
        }
    }

    /// The text in a record of that variant: International draughts gives two
    /// points for a win, all others one.
    #[must_use]
    pub fn text(self, variant: Variant) -> ScoreText {
        ScoreText(self, variant)
    }

    /// Every way to write each score, longest first where one begins another.
    pub(super) const TEXTS: [(&str, Score); 9] = [
        ("1/2-1/2", Score::Draw),
        ("½-½", Score::Draw),
        ("1-0", Score::FirstWon),
        ("2-0", Score::FirstWon),
        ("0-1", Score::SecondWon),
        ("0-2", Score::SecondWon),
        ("1-1", Score::Draw),
        ("0-0", Score::BothLost),
        ("*", Score::Open),
    ];
}

/// A [`Score`] as a record of some variant writes it.
#[derive(Clone, Copy, Debug)]
pub struct ScoreText(Score, Variant);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let two_points = self.1 == Variant::International;
        f.write_str(match self.0 {
            Score::FirstWon if two_points => "2-0",
            Score::FirstWon => "1-0",
            Score::SecondWon if two_points => "0-2",
            Score::SecondWon => "0-1",
            Score::Draw if two_points => "1-1",
            Score::Draw => "1/2-1/2",
            Score::BothLost => "0-0",
            Score::Open => "*",
            Score::Points(left, right) => return write!(f, "{left}-{right}"),
        })
    }
}
