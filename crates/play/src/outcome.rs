//! How a game ended, and the running score of a pair.

use rules::Variant;

use crate::Side;

/// Why a side won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The loser has no piece left.
    NoPieces,
    /// The loser is to move and cannot.
    NoMoves,
    /// The agreed number of moves was reached; the winner has more (ruling 8).
    LengthLimit,
    /// The loser gave up.
    Resigned,
    /// The loser's time ran out.
    Flag,
    /// The loser was away for long, and the winner claimed the game.
    Abandoned,
}

/// Why nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// One king each (International, ruling 7).
    KingVsKing,
    /// The same position for the third time (ruling 2).
    Threefold,
    /// English: 80 plies without progress (ruling 3).
    FortyMove,
    /// International tournament rule (ruling 9).
    TwentyFiveMove,
    /// International tournament rule (ruling 9).
    SixteenMove,
    /// The agreed number of moves was reached with equal pieces (ruling 8).
    LengthLimit,
    /// 2,000 plies (ruling 12a).
    TooLong,
    /// One side offered, the other accepted.
    Agreed,
    /// Claimed by one side: the opponent away for long, or ruling 12a.
    Claimed,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Won by this side.
    Win(Side, WinReason),
    /// Nobody won.
    Draw(DrawReason),
}

impl Outcome {
    /// Every outcome that there is, in no particular order.
    pub fn all() -> impl Iterator<Item = Outcome> {
        use {DrawReason as D, WinReason as W};
        let wins = [W::NoPieces, W::NoMoves, W::LengthLimit, W::Resigned, W::Flag, W::Abandoned];
        let draws = [
            D::KingVsKing,
            D::Threefold,
            D::FortyMove,
            D::TwentyFiveMove,
            D::SixteenMove,
            D::LengthLimit,
            D::TooLong,
            D::Agreed,
            D::Claimed,
        ];
        Side::ALL
            .into_iter()
            .flat_map(move |side| wins.into_iter().map(move |why| Outcome::Win(side, why)))
            .chain(draws.into_iter().map(Outcome::Draw))
    }

    /// The outcome that the rules of the board gave.
    #[must_use]
    pub fn of_board(outcome: rules::Outcome, variant: Variant) -> Outcome {
        match outcome {
            rules::Outcome::Win(color, reason) => Outcome::Win(
                Side::of(color, variant),
                match reason {
                    rules::WinReason::NoPieces => WinReason::NoPieces,
                    rules::WinReason::NoMoves => WinReason::NoMoves,
                    rules::WinReason::LengthLimit => WinReason::LengthLimit,
                },
            ),
            rules::Outcome::Draw(reason) => Outcome::Draw(match reason {
                rules::DrawReason::KingVsKing => DrawReason::KingVsKing,
                rules::DrawReason::Threefold => DrawReason::Threefold,
                rules::DrawReason::FortyMove => DrawReason::FortyMove,
                rules::DrawReason::TwentyFiveMove => DrawReason::TwentyFiveMove,
                rules::DrawReason::SixteenMove => DrawReason::SixteenMove,
                rules::DrawReason::LengthLimit => DrawReason::LengthLimit,
                rules::DrawReason::TooLong => DrawReason::TooLong,
            }),
        }
    }

    /// Whether the board alone decides this end, without anybody's will.
    #[must_use]
    pub const fn is_of_board(self) -> bool {
        match self {
            Outcome::Win(_, reason) => {
                matches!(reason, WinReason::NoPieces | WinReason::NoMoves | WinReason::LengthLimit)
            }
            Outcome::Draw(reason) => !matches!(reason, DrawReason::Agreed | DrawReason::Claimed),
        }
    }

    /// The winner, or `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side, _) => Some(side),
            Outcome::Draw(_) => None,
        }
    }

    /// The reason as a code: `no-pieces`, `agreed`, `resigned`, …
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Outcome::Win(_, reason) => match reason {
                WinReason::NoPieces => "no-pieces",
                WinReason::NoMoves => "no-moves",
                WinReason::LengthLimit => "length-limit",
                WinReason::Resigned => "resigned",
                WinReason::Flag => "flag",
                WinReason::Abandoned => "abandoned",
            },
            Outcome::Draw(reason) => match reason {
                DrawReason::KingVsKing => "king-vs-king",
                DrawReason::Threefold => "threefold",
                DrawReason::FortyMove => "forty-move",
                DrawReason::TwentyFiveMove => "twenty-five-move",
                DrawReason::SixteenMove => "sixteen-move",
                DrawReason::LengthLimit => "length-limit",
                DrawReason::TooLong => "too-long",
                DrawReason::Agreed => "agreed",
                DrawReason::Claimed => "claimed",
            },
        }
    }

    /// The outcome with this winner and reason code, if there is one.
    #[must_use]
    pub fn from_parts(winner: Option<Side>, reason: &str) -> Option<Outcome> {
        Outcome::all().find(|outcome| outcome.winner() == winner && outcome.reason() == reason)
    }
}

/// Games won by each side and drawn games of one pair, counted for whoever
/// sits on each side now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Games won by the player who now sits on the first side.
    pub first: u32,
    /// Games won by the player who now sits on the second side.
    pub second: u32,
    /// Drawn games.
    pub draws: u32,
}

impl Score {
    /// The score with one more game.
    #[must_use]
    pub const fn with(mut self, outcome: Outcome) -> Score {
        let count = match outcome.winner() {
            Some(Side::First) => &mut self.first,
            Some(Side::Second) => &mut self.second,
            None => &mut self.draws,
        };
        *count = count.saturating_add(1);
        self
    }

    /// The score without that game; zero stays zero.
    #[must_use]
    pub const fn without(mut self, outcome: Outcome) -> Score {
        let count = match outcome.winner() {
            Some(Side::First) => &mut self.first,
            Some(Side::Second) => &mut self.second,
            None => &mut self.draws,
        };
        *count = count.saturating_sub(1);
        self
    }

    /// The same score after the players changed sides.
    #[must_use]
    pub const fn swapped(self) -> Score {
        Score { first: self.second, second: self.first, draws: self.draws }
    }
}
