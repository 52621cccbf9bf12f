//! The other bodies of HTTP.

use play::{Face, GameId, Outcome, Seq, Side};
use rules::Variant;
use serde::{Deserialize, Serialize};

use crate::{
    Clock, ClockView, GameState, Lang, PresenceView, ReactionView, RulesView, Snapshot, WireEvent,
    fields::{outcome, seq},
    named,
};

/// Where an invite stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InviteState {
    /// The seat is free.
    Open,
    /// Somebody has the seat, and the game is going on.
    Taken,
    /// Its maker called it off.
    Cancelled,
    /// Its time is over.
    Expired,
    /// The game has ended.
    Finished,
}

impl From<play::State> for InviteState {
    fn from(state: play::State) -> Self {
        match state {
            play::State::Waiting => InviteState::Open,
            play::State::Playing => InviteState::Taken,
            play::State::Finished(_) => InviteState::Finished,
            play::State::Cancelled(play::CancelReason::Cancelled) => InviteState::Cancelled,
            play::State::Cancelled(play::CancelReason::Expired) => InviteState::Expired,
        }
    }
}

/// What somebody is to an invite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InviteViewer {
    /// Made it.
    Creator,
    /// Took the seat.
    Guest,
    /// Neither.
    None,
}

/// The answer to `GET /api/invites/T`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteView {
    /// Where it stands.
    pub state: InviteState,
    /// The game.
    #[serde(with = "named")]
    pub game: GameId,
    /// The variant.
    #[serde(with = "named")]
    pub variant: Variant,
    /// The rules chosen at set-up.
    pub rules: RulesView,
    /// The time control, `null` without a clock.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// The side of whoever joins.
    #[serde(with = "named")]
    pub side: Side,
    /// What you are to it.
    pub you: InviteViewer,
}

/// The answer to `POST /api/invites/T/accept`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The game.
    #[serde(with = "named")]
    pub game: GameId,
    /// Your side.
    #[serde(with = "named")]
    pub side: Side,
}

/// One game of `GET /api/me/games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MyGame {
    /// The game.
    #[serde(with = "named")]
    pub game: GameId,
    /// The variant.
    #[serde(with = "named")]
    pub variant: Variant,
    /// Your side.
    #[serde(with = "named")]
    pub you: Side,
    /// Where it stands.
    pub state: GameState,
    /// Whether you are to move.
    pub your_turn: bool,
    /// How it ended, `null` before.
    #[serde(with = "outcome::option", default)]
    pub result: Option<Outcome>,
    /// When something last happened: milliseconds since the Unix epoch.
    pub updated_at: u64,
}

/// The body of `POST /api/me/face`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceWish {
    /// The face that the player wants.
    #[serde(with = "named")]
    pub face: Face,
}

/// The body of `POST /api/me/push`: what a browser's `PushSubscription` says of
/// itself, and the language in which it speaks.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushWish {
    /// Where its push service takes messages for it.
    pub endpoint: String,
    /// What they are sealed with.
    pub keys: PushKeys,
    /// The language of what it will say; English where it is missing.
    #[serde(default)]
    pub lang: Option<Lang>,
}

impl core::fmt::Debug for PushWish {
    /// Without anything that is secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PushWish").field("lang", &self.lang).finish_non_exhaustive()
    }
}

/// The keys of a [`PushWish`], in base64 for addresses.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushKeys {
    /// The browser's public key: a point of P-256, not compressed.
    pub p256dh: String,
    /// 16 bytes that only the browser and the service know.
    pub auth: String,
}

/// The body of `POST /api/me/push/off`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushEnd {
    /// The endpoint of the subscription that ends.
    pub endpoint: String,
}

/// The answer to `GET /api/push`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushKey {
    /// The service's public key, in base64 for addresses.
    pub key: String,
}

/// An event with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberedEvent {
    /// The number.
    #[serde(with = "seq")]
    pub seq: Seq,
    /// What has happened.
    pub event: WireEvent,
}

/// The answer to `GET /api/games/ID/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EventsPage {
    /// The events after the one that was known.
    Events {
        /// The game's last event.
        #[serde(with = "seq")]
        seq: Seq,
        /// The events; none when the wait was in vain.
        events: Vec<NumberedEvent>,
        /// How the clocks stand now; there only in a game with a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
        /// Who is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        presence: Option<PresenceView>,
        /// A sign that one of the two gave while the request was held; there
        /// only then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reaction: Option<ReactionView>,
    },
    /// The whole game, where the gap cannot be served.
    Snapshot {
        /// The game.
        snapshot: Box<Snapshot>,
        /// Who is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        presence: Option<PresenceView>,
    },
}
