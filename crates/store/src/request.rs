//! What a store is asked to write.

use play::{Event, Face, GameConfig, GameId, Level, PlayerId, Seq, Time};
use uuid::Uuid;

use crate::{SecretHash, Summary, TokenHash};

/// A player to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewPlayer {
    /// A fresh random id.
    pub id: PlayerId,
    /// What the player will be known by.
    pub secret: SecretHash,
    /// What the player looks like to others, until another face is chosen.
    pub face: Face,
    /// Now.
    pub at: Time,
}

/// A game to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// A fresh random id.
    pub id: GameId,
    /// The game; carries its seats and when it was made.
    pub config: GameConfig,
    /// The way to its open seat.
    pub invite: Option<NewInvite>,
    /// The level at which the computer is to make the first move, if it is to.
    pub job: Option<Level>,
}

/// An invite to make together with its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvite {
    /// The hash of its token.
    pub token: TokenHash,
    /// The language of the one who invites: a short code, at most 16 bytes.
    pub lang: String,
    /// From when on nobody can accept it any more.
    pub expires_at: Time,
}

/// Events to add to a game, and what follows from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The number of the last event that the decision knew.
    pub expected_seq: Seq,
    /// Whose decision it was.
    pub author: Author,
    /// The events, one to [`MAX_EVENTS`](crate::MAX_EVENTS). A
    /// [`Event::Joined`] among them gives the seat to its player.
    pub events: Vec<Event>,
    /// Now.
    pub at: Time,
    /// What becomes of the computer's job.
    pub job: JobChange,
    /// How the game stands after the events.
    pub summary: Summary,
    /// When the flag falls then; `None` while no clock runs.
    pub due_at: Option<Time>,
    /// The rematch that they start; made in the same transaction.
    pub rematch: Option<NewGame>,
}

/// Whose decision some events are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// A player on one of the seats, also on one that these events give.
    Player {
        /// Who.
        player: PlayerId,
        /// The id that the player's command had. It is accepted once only.
        command: Option<Uuid>,
    },
    /// The computer, or the service itself.
    Service,
}

/// What becomes of the computer's job in a game. There is at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// It stays as it is, or stays away.
    Keep,
    /// The computer is to answer the last of these events, at this level.
    Set(Level),
    /// There is nothing to answer any more.
    Clear,
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// Written.
    Done {
        /// The number of the last of these events.
        seq: Seq,
    },
    /// Not written: the game has gone on, the seat is somebody else's, or the
    /// author sits on none. Load again and decide again.
    Conflict,
    /// Not written: this command was accepted before.
    Repeated {
        /// The number of the last event that it brought then.
        seq: Seq,
    },
}
