//! What the service says over the websocket.

use play::{Face, Refusal, Seq};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::{
    BadMessage, ClockView, ErrorCode, ReactionView, Snapshot, WireEvent, fields::seq, named,
};

/// Whether somebody's page is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// At least one connection of the seat lives.
    Here,
    /// None does.
    Away,
}

/// Who is there, and for how long somebody has been away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresenceView {
    /// The first side; `null` for an open seat.
    pub first: Option<Presence>,
    /// The second side; `null` for an open seat.
    pub second: Option<Presence>,
    /// How many look on.
    pub watchers: u32,
    /// For how many milliseconds the first side has been away; there only
    /// while it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_away_ms: Option<u64>,
    /// The same of the second side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_away_ms: Option<u64>,
    /// For how many milliseconds the side to move has been on move; there only
    /// while somebody is away and the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<u64>,
    /// The face of the player on the first side; there only where one sits.
    #[serde(with = "named::option", default, skip_serializing_if = "Option::is_none")]
    pub first_face: Option<Face>,
    /// The same of the second side.
    #[serde(with = "named::option", default, skip_serializing_if = "Option::is_none")]
    pub second_face: Option<Face>,
}

/// A message of the service.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole game as it stands.
    Snapshot {
        /// The last event in it.
        #[serde(with = "seq")]
        seq: Seq,
        /// The game.
        game: Box<Snapshot>,
    },
    /// Something has happened.
    Event {
        /// The event's number.
        #[serde(with = "seq")]
        seq: Seq,
        /// What.
        event: WireEvent,
        /// How the clocks stand after it; there only in a game with a clock,
        /// and not for events of the past.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
    },
    /// Everything that had happened before the connection has now been sent.
    CaughtUp {
        /// The last event.
        #[serde(with = "seq")]
        seq: Seq,
        /// How the clocks stand now; there only in a game with a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
    },
    /// A command was granted.
    Accepted {
        /// The command.
        id: Uuid,
        /// Its last event.
        #[serde(with = "seq")]
        seq: Seq,
    },
    /// A command was refused.
    Refused {
        /// The command, `null` where the message could not be read.
        id: Option<Uuid>,
        /// Why.
        #[serde(with = "named")]
        code: ErrorCode,
        /// Numbers and codes that belong to it; mostly empty.
        #[serde(default)]
        details: Map<String, Value>,
    },
    /// Who is there.
    Presence(PresenceView),
    /// One of the two says something by a sign; told to the two alone.
    Reaction(ReactionView),
    /// The connection lives.
    Pong {
        /// The game's last event.
        #[serde(with = "seq")]
        seq: Seq,
    },
    /// A type that this version does not know; to be ignored.
    #[serde(other)]
    Unknown,
}

impl ServerMessage {
    /// The refusal of a command.
    #[must_use]
    pub fn refused(id: Uuid, refusal: Refusal) -> ServerMessage {
        ServerMessage::Refused { id: Some(id), code: refusal.into(), details: Map::new() }
    }

    /// The answer to a message that cannot be read.
    #[must_use]
    pub fn bad_message(bad: BadMessage) -> ServerMessage {
        ServerMessage::Refused { id: bad.id, code: ErrorCode::BadMessage, details: Map::new() }
    }

    /// The message as text; to be made once and shared by all who hear it.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("words, numbers and lists are always JSON")
    }

    /// Reads a message of the service, as a client does. An unknown type or
    /// event kind is no error.
    ///
    /// # Errors
    /// When it is not JSON, or a field of a known type is bad.
    pub fn parse(text: &str) -> Result<ServerMessage, serde_json::Error> {
        serde_json::from_str(text)
    }
}
