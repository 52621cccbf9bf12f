//! What has happened in a game.

use core::time::Duration;

use rules::Square;

use crate::{GameId, Outcome, PlayerId, Side, Time};

/// Why an invite was called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CancelReason {
    /// By its maker.
    Cancelled,
    /// Its time was over.
    Expired,
}

impl CancelReason {
    /// Both reasons.
    pub const ALL: [CancelReason; 2] = [CancelReason::Cancelled, CancelReason::Expired];

    /// `cancelled` or `expired`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CancelReason::Cancelled => "cancelled",
            CancelReason::Expired => "expired",
        }
    }

    /// The reason of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<CancelReason> {
        CancelReason::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// A fact. The events of a game in their order are its only truth.
///
/// `side` is the side that did it: the one that declines a draw, not the one
/// that had offered it. The events that begin or end a turn say when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A friend took the open seat; the game begins.
    Joined {
        /// The side of the seat.
        side: Side,
        /// Who took it.
        player: PlayerId,
        /// When.
        at: Time,
    },
    /// A move was played.
    Moved {
        /// Whose move.
        side: Side,
        /// Origin, every landing square, destination.
        path: Vec<Square>,
        /// Captured pieces, ascending.
        captures: Vec<Square>,
        /// The shortest unambiguous PDN.
        pdn: String,
        /// The position after the move.
        fen: String,
        /// When.
        at: Time,
        /// How much of the time was the line's and is not charged; zero in a
        /// game without a clock.
        lag: Duration,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        side: Side,
    },
    /// The other side's draw offer was declined.
    DrawDeclined {
        /// By whom.
        side: Side,
    },
    /// The own draw offer was taken back.
    DrawWithdrawn {
        /// By whom.
        side: Side,
    },
    /// A takeback was requested.
    TakebackRequested {
        /// By whom.
        side: Side,
        /// How many plies it would take back.
        plies: u8,
    },
    /// The other side's request was declined.
    TakebackDeclined {
        /// By whom.
        side: Side,
    },
    /// The own request was taken back.
    TakebackWithdrawn {
        /// By whom.
        side: Side,
    },
    /// Moves were taken back: a request was granted, or undo against the
    /// computer. A game that had ended goes on.
    TakenBack {
        /// How many plies.
        plies: u8,
        /// The position now.
        fen: String,
        /// When.
        at: Time,
    },
    /// The invite was called off; there will be no game.
    Cancelled {
        /// Why.
        reason: CancelReason,
    },
    /// A rematch was offered.
    RematchOffered {
        /// By whom.
        side: Side,
    },
    /// The other side's offer of a rematch was declined.
    RematchDeclined {
        /// By whom.
        side: Side,
    },
    /// The own offer of a rematch was taken back.
    RematchWithdrawn {
        /// By whom.
        side: Side,
    },
    /// The rematch began.
    RematchStarted {
        /// The new game.
        game: GameId,
    },
    /// The game ended.
    Ended {
        /// How.
        outcome: Outcome,
        /// When.
        at: Time,
    },
    /// A seat went to another browser; from now on that one plays.
    SeatMoved {
        /// The side of the seat.
        side: Side,
        /// Who has it now.
        player: PlayerId,
    },
    /// The opponent says that a seat was lost, and asks for a new way to it.
    SeatReportedLost {
        /// Who says so; the other side's seat is meant.
        side: Side,
        /// When.
        at: Time,
    },
    /// Who was said to have lost the seat is still there and keeps it.
    SeatKept {
        /// The side of the seat.
        side: Side,
    },
    /// The service was down, and that time is not charged.
    ClockHeld {
        /// For how long the running clock is set back.
        pause: Duration,
        /// When the service was back.
        until: Time,
    },
}
