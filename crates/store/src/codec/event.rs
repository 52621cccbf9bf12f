//! Events. An event is a JSON object; `k` says which. Form 2 says of some kinds
//! more than form 1 does, and the rest in the same way.

use core::time::Duration;

use play::{CancelReason, Event, GameId, Outcome, PlayerId, Side, Time, base58};
use rules::Square;
use serde::{Deserialize, Serialize};

use super::{DecodeError, Encoded, side_from, side_number};

/// The form that is written.
const FORM: i64 = 2;

/// Writes an event.
pub(crate) fn encode_event(event: &Event) -> Encoded {
    let text = serde_json::to_string(&EventV2::from(event));
    // The types below have no way to fail: no maps, no foreign code.
    Encoded { form: FORM, text: text.expect("an event can always be written") }
}

/// Reads an event back.
///
/// # Errors
/// When the form is unknown, or the text is not of that form.
pub(crate) fn decode_event(form: i64, text: &str) -> Result<Event, DecodeError> {
    match form {
        1 => serde_json::from_str(text).ok().and_then(EventV1::into_event),
        FORM => serde_json::from_str(text).ok().and_then(EventV2::into_event),
        other => return Err(DecodeError::UnknownForm(other)),
    }
    .ok_or(DecodeError::Event)
}

/// Form 2.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum EventV2 {
    Newer(NewerV2),
    Same(EventV1),
}

impl EventV2 {
    fn into_event(self) -> Option<Event> {
        match self {
            EventV2::Newer(event) => event.into_event(),
            EventV2::Same(event) => event.into_event(),
        }
    }
}

/// What form 2 says otherwise than form 1: `l` is what a slow line gave back,
/// in milliseconds, and an end says when it came.
#[derive(Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case", deny_unknown_fields)]
enum NewerV2 {
    Moved {
        s: u8,
        path: Vec<u8>,
        takes: Vec<u8>,
        pdn: String,
        fen: String,
        t: u64,
        #[serde(default, skip_serializing_if = "is_nought")]
        l: u64,
    },
    Ended {
        winner: Option<u8>,
        why: String,
        t: u64,
    },
    SeatMoved {
        s: u8,
        player: String,
    },
    SeatReportedLost {
        s: u8,
        t: u64,
    },
    SeatKept {
        s: u8,
    },
    ClockHeld {
        ms: u64,
        t: u64,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_nought(number: &u64) -> bool {
    *number == 0
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl NewerV2 {
    fn into_event(self) -> Option<Event> {
        Some(match self {
            NewerV2::Moved { s, path, takes, pdn, fen, t, l } => Event::Moved {
                side: side(s)?,
                path: squares(path)?,
                captures: squares(takes)?,
                pdn,
                fen,
                at: Time::from_millis(t),
                lag: Duration::from_millis(l),
            },
            NewerV2::Ended { winner, why, t } => {
                Event::Ended { outcome: outcome(winner, &why)?, at: Time::from_millis(t) }
            }
            NewerV2::SeatMoved { s, player } => Event::SeatMoved {
                side: side(s)?,
                player: PlayerId::from_u128(base58::decode(&player)?),
            },
            NewerV2::SeatReportedLost { s, t } => {
                Event::SeatReportedLost { side: side(s)?, at: Time::from_millis(t) }
            }
            NewerV2::SeatKept { s } => Event::SeatKept { side: side(s)? },
            NewerV2::ClockHeld { ms, t } => {
                Event::ClockHeld { pause: Duration::from_millis(ms), until: Time::from_millis(t) }
            }
        })
    }
}

fn outcome(winner: Option<u8>, why: &str) -> Option<Outcome> {
    let winner = match winner {
        Some(number) => Some(side(number)?),
        None => None,
    };
    Outcome::from_parts(winner, why)
}

/// Form 1. `s` is a side (1 or 2), `t` a time in milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case", deny_unknown_fields)]
enum EventV1 {
    Joined { s: u8, player: String, t: u64 },
    Moved { s: u8, path: Vec<u8>, takes: Vec<u8>, pdn: String, fen: String, t: u64 },
    DrawOffered { s: u8 },
    DrawDeclined { s: u8 },
    DrawWithdrawn { s: u8 },
    TakebackRequested { s: u8, plies: u8 },
    TakebackDeclined { s: u8 },
    TakebackWithdrawn { s: u8 },
    TakenBack { plies: u8, fen: String, t: u64 },
    Cancelled { why: String },
    RematchOffered { s: u8 },
    RematchDeclined { s: u8 },
    RematchWithdrawn { s: u8 },
    RematchStarted { game: String },
    Ended { winner: Option<u8>, why: String },
}

impl From<&Event> for EventV2 {
    fn from(event: &Event) -> Self {
        EventV2::Same(match event {
            Event::Joined { side, player, at } => EventV1::Joined {
                s: side_number(*side),
                player: base58::encode(player.as_u128()),
                t: at.as_millis(),
            },
            Event::Moved { side, path, captures, pdn, fen, at, lag } => {
                return EventV2::Newer(NewerV2::Moved {
                    s: side_number(*side),
                    path: numbers(path),
                    takes: numbers(captures),
                    pdn: pdn.clone(),
                    fen: fen.clone(),
                    t: at.as_millis(),
                    l: millis(*lag),
                });
            }
            Event::DrawOffered { side } => EventV1::DrawOffered { s: side_number(*side) },
            Event::DrawDeclined { side } => EventV1::DrawDeclined { s: side_number(*side) },
            Event::DrawWithdrawn { side } => EventV1::DrawWithdrawn { s: side_number(*side) },
            Event::TakebackRequested { side, plies } => {
                EventV1::TakebackRequested { s: side_number(*side), plies: *plies }
            }
            Event::TakebackDeclined { side } => EventV1::TakebackDeclined { s: side_number(*side) },
            Event::TakebackWithdrawn { side } => {
                EventV1::TakebackWithdrawn { s: side_number(*side) }
            }
            Event::TakenBack { plies, fen, at } => {
                EventV1::TakenBack { plies: *plies, fen: fen.clone(), t: at.as_millis() }
            }
            Event::Cancelled { reason } => EventV1::Cancelled { why: reason.name().to_owned() },
            Event::RematchOffered { side } => EventV1::RematchOffered { s: side_number(*side) },
            Event::RematchDeclined { side } => EventV1::RematchDeclined { s: side_number(*side) },
            Event::RematchWithdrawn { side } => EventV1::RematchWithdrawn { s: side_number(*side) },
            Event::RematchStarted { game } => EventV1::RematchStarted { game: game.to_string() },
            Event::Ended { outcome, at } => {
                return EventV2::Newer(NewerV2::Ended {
                    winner: outcome.winner().map(side_number),
                    why: outcome.reason().to_owned(),
                    t: at.as_millis(),
                });
            }
            Event::SeatMoved { side, player } => {
                return EventV2::Newer(NewerV2::SeatMoved {
                    s: side_number(*side),
                    player: base58::encode(player.as_u128()),
                });
            }
            Event::SeatReportedLost { side, at } => {
                return EventV2::Newer(NewerV2::SeatReportedLost {
                    s: side_number(*side),
                    t: at.as_millis(),
                });
            }
            Event::SeatKept { side } => {
                return EventV2::Newer(NewerV2::SeatKept { s: side_number(*side) });
            }
            Event::ClockHeld { pause, until } => {
                return EventV2::Newer(NewerV2::ClockHeld {
                    ms: millis(*pause),
                    t: until.as_millis(),
                });
            }
        })
    }
}

impl EventV1 {
    fn into_event(self) -> Option<Event> {
        Some(match self {
            EventV1::Joined { s, player, t } => Event::Joined {
                side: side(s)?,
                player: PlayerId::from_u128(base58::decode(&player)?),
                at: Time::from_millis(t),
            },
            EventV1::Moved { s, path, takes, pdn, fen, t } => Event::Moved {
                side: side(s)?,
                path: squares(path)?,
                captures: squares(takes)?,
                pdn,
                fen,
                at: Time::from_millis(t),
                lag: Duration::ZERO,
            },
            EventV1::DrawOffered { s } => Event::DrawOffered { side: side(s)? },
            EventV1::DrawDeclined { s } => Event::DrawDeclined { side: side(s)? },
            EventV1::DrawWithdrawn { s } => Event::DrawWithdrawn { side: side(s)? },
            EventV1::TakebackRequested { s, plies } => {
                Event::TakebackRequested { side: side(s)?, plies }
            }
            EventV1::TakebackDeclined { s } => Event::TakebackDeclined { side: side(s)? },
            EventV1::TakebackWithdrawn { s } => Event::TakebackWithdrawn { side: side(s)? },
            EventV1::TakenBack { plies, fen, t } => {
                Event::TakenBack { plies, fen, at: Time::from_millis(t) }
            }
            EventV1::Cancelled { why } => {
                Event::Cancelled { reason: CancelReason::from_name(&why)? }
            }
            EventV1::RematchOffered { s } => Event::RematchOffered { side: side(s)? },
            EventV1::RematchDeclined { s } => Event::RematchDeclined { side: side(s)? },
            EventV1::RematchWithdrawn { s } => Event::RematchWithdrawn { side: side(s)? },
            EventV1::RematchStarted { game } => {
                Event::RematchStarted { game: game.parse::<GameId>().ok()? }
            }
            EventV1::Ended { winner, why } => {
                Event::Ended { outcome: outcome(winner, &why)?, at: Time::ZERO }
            }
        })
    }
}

fn side(number: u8) -> Option<Side> {
    side_from(number.into()).ok()
}

fn numbers(squares: &[Square]) -> Vec<u8> {
    squares.iter().map(|square| square.number()).collect()
}

fn squares(numbers: Vec<u8>) -> Option<Vec<Square>> {
    numbers.into_iter().map(Square::new).collect()
}

#[cfg(test)]
mod tests;
