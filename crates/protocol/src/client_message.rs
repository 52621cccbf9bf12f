//! What a client says.

use core::time::Duration;

use play::{ClaimedResult, Command, GameId, Seq, Time};
use rules::Square;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    Reaction,
    fields::{seq, squares},
    named,
};

/// A message of a client: over the websocket, or the body of
/// `POST /api/games/ID/commands`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// A wish about the game.
    Command(ClientCommand),
    /// Says something to the other player by a sign. No part of the game: it
    /// has no `seq`, and is neither kept nor granted once only.
    React {
        /// The message's name, for the answer.
        id: Uuid,
        /// The sign.
        reaction: Reaction,
    },
    /// Asks whether the connection lives.
    Ping {
        /// The last event that the client has applied.
        seq: Seq,
    },
}

/// A wish with its name, so that it is granted only once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCommand {
    /// The command's name, chosen by the client.
    pub id: Uuid,
    /// The last event that the client has applied.
    pub seq: Seq,
    /// What is wished.
    pub wish: Wish,
}

/// What a client may wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Play a move.
    Move {
        /// Origin, every landing square, destination; or origin and destination.
        path: Vec<Square>,
    },
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Take the own draw offer back.
    WithdrawDraw,
    /// Answer the other side's draw offer.
    AnswerDraw {
        /// Yes or no.
        accept: bool,
    },
    /// Ask to go back to the own last decision.
    RequestTakeback,
    /// Take the own request back.
    WithdrawTakeback,
    /// Answer the other side's request.
    AnswerTakeback {
        /// Yes or no.
        accept: bool,
    },
    /// Offer another game.
    OfferRematch,
    /// Take the own offer of a rematch back.
    WithdrawRematch,
    /// Answer the other side's offer of a rematch.
    AnswerRematch {
        /// Yes or no.
        accept: bool,
    },
    /// Against the computer: take back the own last move.
    Undo,
    /// Say that the own seat is not lost.
    KeepSeat,
    /// Claim a win or a draw.
    Claim {
        /// Which.
        result: ClaimedResult,
    },
}

/// What the service knows and a wish cannot say by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// A fresh id, should the wish start a rematch.
    pub next_game: GameId,
    /// Since when the opponent has been away, `None` when present.
    pub opponent_away_since: Option<Time>,
    /// How long the sender's line takes there and back.
    pub lag: Duration,
}

impl ClientCommand {
    /// The wish as the game understands it.
    #[must_use]
    pub fn to_command(&self, circumstances: Circumstances) -> Command {
        let seq = self.seq;
        let next = circumstances.next_game;
        match &self.wish {
            Wish::Move { path } => {
                Command::Move { path: path.clone(), seq, lag: circumstances.lag }
            }
            Wish::Resign => Command::Resign,
            Wish::OfferDraw => Command::OfferDraw,
            Wish::WithdrawDraw => Command::WithdrawDraw,
            &Wish::AnswerDraw { accept } => Command::AnswerDraw { accept, seq },
            Wish::RequestTakeback => Command::RequestTakeback,
            Wish::WithdrawTakeback => Command::WithdrawTakeback,
            &Wish::AnswerTakeback { accept } => Command::AnswerTakeback { accept, seq },
            Wish::OfferRematch => Command::OfferRematch { next },
            Wish::WithdrawRematch => Command::WithdrawRematch,
            &Wish::AnswerRematch { accept } => Command::AnswerRematch { accept, seq, next },
            Wish::Undo => Command::Undo { seq },
            Wish::KeepSeat => Command::KeepSeat,
            &Wish::Claim { result } => Command::Claim {
                result,
                opponent_away_since: circumstances.opponent_away_since,
                seq,
            },
        }
    }
}

/// A message that cannot be read: not JSON, an unknown type, or bad fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message that cannot be read")]
pub struct BadMessage {
    /// The command's id, where at least that could be read.
    pub id: Option<Uuid>,
}

impl ClientMessage {
    /// Reads a message. The caller bounds its size
    /// ([`MAX_MESSAGE_BYTES`](crate::MAX_MESSAGE_BYTES)).
    ///
    /// # Errors
    /// When it is not JSON, its type is unknown or a field is bad. Fields that
    /// do not belong to the type are ignored.
    pub fn parse(text: &str) -> Result<ClientMessage, BadMessage> {
        match serde_json::from_str::<Frame>(text) {
            Ok(frame) => Ok(frame.into()),
            Err(_) => Err(BadMessage { id: id_of_bad_message(text) }),
        }
    }

    /// The message as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(&Frame::from(self.clone()))
            .expect("words, numbers and lists are always JSON")
    }
}

/// The id of a message that is bad in another place, so that its sender learns
/// which of its commands was refused.
fn id_of_bad_message(text: &str) -> Option<Uuid> {
    let value: Value = serde_json::from_str(text).ok()?;
    value.get("id")?.as_str()?.parse().ok()
}

/// The JSON form.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Frame {
    Move {
        id: Uuid,
        #[serde(with = "seq")]
        seq: Seq,
        #[serde(with = "squares")]
        path: Vec<Square>,
    },
    Resign(Bare),
    OfferDraw(Bare),
    WithdrawDraw(Bare),
    AnswerDraw(Answer),
    RequestTakeback(Bare),
    WithdrawTakeback(Bare),
    AnswerTakeback(Answer),
    OfferRematch(Bare),
    WithdrawRematch(Bare),
    AnswerRematch(Answer),
    Undo(Bare),
    KeepSeat(Bare),
    Claim {
        id: Uuid,
        #[serde(with = "seq")]
        seq: Seq,
        #[serde(with = "named")]
        result: ClaimedResult,
    },
    React {
        id: Uuid,
        #[serde(with = "named")]
        reaction: Reaction,
    },
    Ping {
        #[serde(with = "seq")]
        seq: Seq,
    },
}

#[derive(Serialize, Deserialize)]
struct Bare {
    id: Uuid,
    #[serde(with = "seq")]
    seq: Seq,
}

#[derive(Serialize, Deserialize)]
struct Answer {
    id: Uuid,
    #[serde(with = "seq")]
    seq: Seq,
    accept: bool,
}

impl From<Frame> for ClientMessage {
    fn from(frame: Frame) -> Self {
        let (id, seq, wish) = match frame {
            Frame::Ping { seq } => return ClientMessage::Ping { seq },
            Frame::React { id, reaction } => return ClientMessage::React { id, reaction },
            Frame::Move { id, seq, path } => (id, seq, Wish::Move { path }),
            Frame::Resign(Bare { id, seq }) => (id, seq, Wish::Resign),
            Frame::OfferDraw(Bare { id, seq }) => (id, seq, Wish::OfferDraw),
            Frame::WithdrawDraw(Bare { id, seq }) => (id, seq, Wish::WithdrawDraw),
            Frame::AnswerDraw(Answer { id, seq, accept }) => (id, seq, Wish::AnswerDraw { accept }),
            Frame::RequestTakeback(Bare { id, seq }) => (id, seq, Wish::RequestTakeback),
            Frame::WithdrawTakeback(Bare { id, seq }) => (id, seq, Wish::WithdrawTakeback),
            Frame::AnswerTakeback(Answer { id, seq, accept }) => {
                (id, seq, Wish::AnswerTakeback { accept })
            }
            Frame::OfferRematch(Bare { id, seq }) => (id, seq, Wish::OfferRematch),
            Frame::WithdrawRematch(Bare { id, seq }) => (id, seq, Wish::WithdrawRematch),
            Frame::AnswerRematch(Answer { id, seq, accept }) => {
                (id, seq, Wish::AnswerRematch { accept })
            }
            Frame::Undo(Bare { id, seq }) => (id, seq, Wish::Undo),
            Frame::KeepSeat(Bare { id, seq }) => (id, seq, Wish::KeepSeat),
            Frame::Claim { id, seq, result } => (id, seq, Wish::Claim { result }),
        };
        ClientMessage::Command(ClientCommand { id, seq, wish })
    }
}

impl From<ClientMessage> for Frame {
    fn from(message: ClientMessage) -> Self {
        let ClientCommand { id, seq, wish } = match message {
            ClientMessage::Ping { seq } => return Frame::Ping { seq },
            ClientMessage::React { id, reaction } => return Frame::React { id, reaction },
            ClientMessage::Command(command) => command,
        };
        let bare = Bare { id, seq };
        match wish {
            Wish::Move { path } => Frame::Move { id, seq, path },
            Wish::Resign => Frame::Resign(bare),
            Wish::OfferDraw => Frame::OfferDraw(bare),
            Wish::WithdrawDraw => Frame::WithdrawDraw(bare),
            Wish::AnswerDraw { accept } => Frame::AnswerDraw(Answer { id, seq, accept }),
            Wish::RequestTakeback => Frame::RequestTakeback(bare),
            Wish::WithdrawTakeback => Frame::WithdrawTakeback(bare),
            Wish::AnswerTakeback { accept } => Frame::AnswerTakeback(Answer { id, seq, accept }),
            Wish::OfferRematch => Frame::OfferRematch(bare),
            Wish::WithdrawRematch => Frame::WithdrawRematch(bare),
            Wish::AnswerRematch { accept } => Frame::AnswerRematch(Answer { id, seq, accept }),
            Wish::Undo => Frame::Undo(bare),
            Wish::KeepSeat => Frame::KeepSeat(bare),
            Wish::Claim { result } => Frame::Claim { id, seq, result },
        }
    }
}
