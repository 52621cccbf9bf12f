//! How a game stands: going on, won or drawn, and why.

use core::fmt;

use crate::Color;

/// Why the board alone decides a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser has no piece left.
    NoPieces,
    /// The loser is to move and has no legal move. Never a draw in draughts.
    NoMoves,
    /// The agreed number of moves was reached and the winner has more pieces,
    /// or as many and more kings (ruling 8).
    LengthLimit,
}

/// Why the board alone makes a game a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// One king each and nothing to capture (International, ruling 7).
    KingVsKing,
    /// The same position with the same side to move for the third time (ruling 2).
    Threefold,
    /// English: 80 plies without a capture or a move of a man (ruling 3).
    FortyMove,
    /// International tournament rule: 50 plies with kings only and no capture (ruling 9).
    TwentyFiveMove,
    /// International tournament rule: three pieces against one king for 32 plies (ruling 9).
    SixteenMove,
    /// The agreed number of moves was reached with equal pieces and kings (ruling 8).
    LengthLimit,
    /// 2,000 plies (ruling 12a).
    TooLong,
}

/// The end of a game by the rules of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Won by this side.
    Win(Color, WinReason),
    /// Nobody won.
    Draw(DrawReason),
}

impl Outcome {
    /// The winner, or `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color, _) => Some(color),
            Outcome::Draw(_) => None,
        }
    }

    /// The reason as a code: `no-pieces`, `threefold`, …
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Outcome::Win(_, WinReason::NoPieces) => "no-pieces",
            Outcome::Win(_, WinReason::NoMoves) => "no-moves",
            Outcome::Draw(DrawReason::KingVsKing) => "king-vs-king",
            Outcome::Draw(DrawReason::Threefold) => "threefold",
            Outcome::Draw(DrawReason::FortyMove) => "forty-move",
            Outcome::Draw(DrawReason::TwentyFiveMove) => "twenty-five-move",
            Outcome::Draw(DrawReason::SixteenMove) => "sixteen-move",
            Outcome::Win(_, WinReason::LengthLimit) | Outcome::Draw(DrawReason::LengthLimit) => {
                "length-limit"
            }
            Outcome::Draw(DrawReason::TooLong) => "too-long",
        }
    }
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The side to move is to move.
    Ongoing,
    /// Over.
    Ended(Outcome),
}

impl fmt::Display for Status {
    /// `ongoing`, `win-white:no-pieces`, `win-black:…` or `draw:…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Status::Ended(outcome) = self else {
            return f.write_str("ongoing");
        };
        let kind = match outcome.winner() {
            Some(Color::White) => "win-white",
            Some(Color::Black) => "win-black",
            None => "draw",
        };
        write!(f, "{kind}:{}", outcome.reason())
    }
}
