//! What somebody wishes to do.

use core::time::Duration;

use rules::Square;

use crate::{GameId, PlayerId, Seq, Side, Time};

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A known player, on one of the seats or not.
    Player(PlayerId),
    /// Somebody who only looks on.
    Watcher,
    /// The computer, on its own seat.
    Computer,
    /// The service itself: expiry and the clock.
    Service,
}

/// What a claim asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimedResult {
    /// The game, because the opponent has been away for long.
    Win,
    /// A draw, because the opponent has been away for long, or because nobody
    /// makes progress (ruling 12a).
    Draw,
}

impl ClaimedResult {
    /// Both claims.
    pub const ALL: [ClaimedResult; 2] = [ClaimedResult::Win, ClaimedResult::Draw];

    /// `win` or `draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ClaimedResult::Win => "win",
            ClaimedResult::Draw => "draw",
        }
    }

    /// The claim of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ClaimedResult> {
        ClaimedResult::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Who gives a seat to another browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatGiver {
    /// The one who has it.
    Holder,
    /// The opponent, because it is lost; only once the holder has had
    /// [`object_within`](crate::object_within) to object.
    Opponent,
}

/// A wish. [`decide`](crate::decide) grants it or says why not.
///
/// `seq` is the last event that the speaker knew: a wish that later events
/// may have overtaken carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the open seat.
    Join,
    /// Call the invite off before anybody took the seat.
    Cancel,
    /// Call the invite off because its time is over. Said by the service.
    Expire,
    /// Play a move: the origin, every landing square, the destination; or the
    /// origin and the destination where they fit one captured set.
    Move {
        /// The squares.
        path: Vec<Square>,
        /// The last known event.
        seq: Seq,
        /// How long the line takes there and back: the mover saw the position
        /// later and moved earlier than the service knows. Bounded by
        /// [`LAG_PER_MOVE`](crate::LAG_PER_MOVE) and
        /// [`LAG_QUOTA`](crate::LAG_QUOTA).
        lag: Duration,
    },
    /// Give up.
    Resign,
    /// Offer a draw; accepts one that the other side offers.
    OfferDraw,
    /// Take the own draw offer back.
    WithdrawDraw,
    /// Accept or decline the other side's draw offer.
    AnswerDraw {
        /// Yes or no.
        accept: bool,
        /// The last known event.
        seq: Seq,
    },
    /// Ask to go back to the own last decision.
    RequestTakeback,
    /// Take the own request back.
    WithdrawTakeback,
    /// Grant or decline the other side's request.
    AnswerTakeback {
        /// Yes or no.
        accept: bool,
        /// The last known event.
        seq: Seq,
    },
    /// Offer another game with sides exchanged; accepts one that is offered.
    /// The computer always accepts.
    OfferRematch {
        /// The id of the new game, should this start it.
        next: GameId,
    },
    /// Take the own offer of a rematch back.
    WithdrawRematch,
    /// Accept or decline the other side's offer of a rematch.
    AnswerRematch {
        /// Yes or no.
        accept: bool,
        /// The last known event.
        seq: Seq,
        /// The id of the new game, should this start it.
        next: GameId,
    },
    /// Against the computer: take back the own last move, with the computer's
    /// answer if there is one.
    Undo {
        /// The last known event.
        seq: Seq,
    },
    /// Claim a win or a draw.
    Claim {
        /// What is claimed.
        result: ClaimedResult,
        /// Since when the opponent has been away, `None` when present.
        opponent_away_since: Option<Time>,
        /// The last known event.
        seq: Seq,
    },
    /// Take over a seat that somebody has, by a link to it. Said by the one who
    /// comes.
    TakeSeat {
        /// The side of the seat.
        side: Side,
        /// How often the seat had moved when the link was made: each move
        /// makes all earlier links worthless.
        moves: u32,
        /// Who gave the link.
        from: SeatGiver,
    },
    /// Say that the opponent has lost the seat.
    ReportLostSeat,
    /// Say that the own seat is not lost.
    KeepSeat,
    /// The time of the side to move is over. Said by the service.
    Flag,
    /// The service was down; that time is not charged. Said by the service,
    /// and safe to say again.
    Hold {
        /// The last moment at which the service is known to have lived.
        from: Time,
        /// When it was back.
        until: Time,
    },
}
