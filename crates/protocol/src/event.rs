//! What has happened in a game, as it goes over the wire.

use core::time::Duration;

use play::{CancelReason, Event, GameId, Outcome, PlayerId, Side, Time};
use rules::Square;
use serde::{Deserialize, Serialize};

use crate::{
    fields::{outcome, squares},
    named,
    views::millis,
};

/// An event as everybody may see it: without the players' ids and the times
/// that the service keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "kinds and fields are those of play::Event")]
pub enum WireEvent {
    Joined {
        #[serde(with = "named")]
        side: Side,
    },
    Moved {
        #[serde(with = "named")]
        side: Side,
        #[serde(with = "squares")]
        path: Vec<Square>,
        #[serde(with = "squares")]
        captures: Vec<Square>,
        pdn: String,
        fen: String,
    },
    DrawOffered {
        #[serde(with = "named")]
        side: Side,
    },
    DrawDeclined {
        #[serde(with = "named")]
        side: Side,
    },
    DrawWithdrawn {
        #[serde(with = "named")]
        side: Side,
    },
    TakebackRequested {
        #[serde(with = "named")]
        side: Side,
        plies: u8,
    },
    TakebackDeclined {
        #[serde(with = "named")]
        side: Side,
    },
    TakebackWithdrawn {
        #[serde(with = "named")]
        side: Side,
    },
    TakenBack {
        plies: u8,
        fen: String,
    },
    Cancelled {
        #[serde(with = "named")]
        reason: CancelReason,
    },
    RematchOffered {
        #[serde(with = "named")]
        side: Side,
    },
    RematchDeclined {
        #[serde(with = "named")]
        side: Side,
    },
    RematchWithdrawn {
        #[serde(with = "named")]
        side: Side,
    },
    RematchStarted {
        #[serde(with = "named")]
        game: GameId,
    },
    Ended {
        #[serde(with = "outcome")]
        result: Outcome,
    },
    SeatMoved {
        #[serde(with = "named")]
        side: Side,
    },
    SeatReportedLost {
        #[serde(with = "named")]
        side: Side,
    },
    SeatKept {
        #[serde(with = "named")]
        side: Side,
    },
    /// The running clock was set back by so many milliseconds, because the
    /// service was down.
    ClockHeld {
        ms: u64,
    },
    /// A kind that this version does not know; to be counted and ignored.
    #[serde(other)]
    Unknown,
}

impl From<&Event> for WireEvent {
    fn from(event: &Event) -> Self {
        match event {
            Event::Joined { side, .. } => WireEvent::Joined { side: *side },
            Event::Moved { side, path, captures, pdn, fen, .. } => WireEvent::Moved {
                side: *side,
                path: path.clone(),
                captures: captures.clone(),
                pdn: pdn.clone(),
                fen: fen.clone(),
            },
            Event::DrawOffered { side } => WireEvent::DrawOffered { side: *side },
            Event::DrawDeclined { side } => WireEvent::DrawDeclined { side: *side },
            Event::DrawWithdrawn { side } => WireEvent::DrawWithdrawn { side: *side },
            Event::TakebackRequested { side, plies } => {
                WireEvent::TakebackRequested { side: *side, plies: *plies }
            }
            Event::TakebackDeclined { side } => WireEvent::TakebackDeclined { side: *side },
            Event::TakebackWithdrawn { side } => WireEvent::TakebackWithdrawn { side: *side },
            Event::TakenBack { plies, fen, .. } => {
                WireEvent::TakenBack { plies: *plies, fen: fen.clone() }
            }
            Event::Cancelled { reason } => WireEvent::Cancelled { reason: *reason },
            Event::RematchOffered { side } => WireEvent::RematchOffered { side: *side },
            Event::RematchDeclined { side } => WireEvent::RematchDeclined { side: *side },
            Event::RematchWithdrawn { side } => WireEvent::RematchWithdrawn { side: *side },
            Event::RematchStarted { game } => WireEvent::RematchStarted { game: *game },
            Event::Ended { outcome, .. } => WireEvent::Ended { result: *outcome },
            Event::SeatMoved { side, .. } => WireEvent::SeatMoved { side: *side },
            Event::SeatReportedLost { side, .. } => WireEvent::SeatReportedLost { side: *side },
            Event::SeatKept { side } => WireEvent::SeatKept { side: *side },
            Event::ClockHeld { pause, .. } => WireEvent::ClockHeld { ms: millis(*pause) },
        }
    }
}

impl WireEvent {
    /// The event as the client's own session takes it: a stand-in for the
    /// player, no times. `None` for a kind that this version does not know, and
    /// for one that changes nothing but the clocks or who sits behind a seat.
    #[must_use]
    pub fn to_event(&self) -> Option<Event> {
        let at = Time::ZERO;
        Some(match self.clone() {
            WireEvent::Joined { side } => {
                Event::Joined { side, player: PlayerId::stand_in(side), at }
            }
            WireEvent::Moved { side, path, captures, pdn, fen } => {
                Event::Moved { side, path, captures, pdn, fen, at, lag: Duration::ZERO }
            }
            WireEvent::DrawOffered { side } => Event::DrawOffered { side },
            WireEvent::DrawDeclined { side } => Event::DrawDeclined { side },
            WireEvent::DrawWithdrawn { side } => Event::DrawWithdrawn { side },
            WireEvent::TakebackRequested { side, plies } => {
                Event::TakebackRequested { side, plies }
            }
            WireEvent::TakebackDeclined { side } => Event::TakebackDeclined { side },
            WireEvent::TakebackWithdrawn { side } => Event::TakebackWithdrawn { side },
            WireEvent::TakenBack { plies, fen } => Event::TakenBack { plies, fen, at },
            WireEvent::Cancelled { reason } => Event::Cancelled { reason },
            WireEvent::RematchOffered { side } => Event::RematchOffered { side },
            WireEvent::RematchDeclined { side } => Event::RematchDeclined { side },
            WireEvent::RematchWithdrawn { side } => Event::RematchWithdrawn { side },
            WireEvent::RematchStarted { game } => Event::RematchStarted { game },
            WireEvent::Ended { result } => Event::Ended { outcome: result, at },
            WireEvent::SeatReportedLost { side } => Event::SeatReportedLost { side, at },
            WireEvent::SeatKept { side } => Event::SeatKept { side },
            // A client's copy knows nobody's id; who the client itself is
            // then, the snapshot tells that follows.
            WireEvent::SeatMoved { .. } => return None,
            // A client's copy has no clock: it is told how the clocks stand.
            WireEvent::ClockHeld { .. } | WireEvent::Unknown => return None,
        })
    }
}
