//! What a store gives back.

use play::{
    BySide, Event, Face, GameConfig, GameId, Level, PlayerId, Seq, Session, Side, State, Time,
};
use rules::Variant;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// What was fixed when it was made, with the seats of that time.
    pub config: GameConfig,
    /// All its events, from 1 without a gap.
    pub events: Vec<StoredEvent>,
    /// Its invite, if it ever had one.
    pub invite: Option<InviteFacts>,
    /// Since when nobody of each seat has been here, as far as that was noted.
    pub away: BySide<Option<Time>>,
    /// The faces of the players who sit there now; no part of the game.
    pub faces: BySide<Option<Face>>,
}

/// One event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number.
    pub seq: Seq,
    /// When it was added.
    pub at: Time,
    /// What happened.
    pub event: Event,
}

/// What a game knows of its invite; the token is not among it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InviteFacts {
    /// The language of the one who invites.
    pub lang: String,
    /// From when on nobody can accept it any more.
    pub expires_at: Time,
}

/// What a token leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredInvite {
    /// The game.
    pub game: GameId,
    /// Who invites.
    pub creator: PlayerId,
    /// Language and end.
    pub facts: InviteFacts,
}

/// How a game stands, for lists of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Waiting, playing, finished or cancelled.
    pub state: State,
    /// The side to move in the position on the board.
    pub side_to_move: Side,
}

impl Summary {
    /// How this session stands.
    #[must_use]
    pub fn of(session: &Session) -> Summary {
        Summary { state: session.state(), side_to_move: session.side_to_move() }
    }
}

/// A line in the list of somebody's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// Its variant.
    pub variant: Variant,
    /// The side of the player who asks.
    pub you: Side,
    /// The level of the computer on the other side, `None` against a person.
    pub computer: Option<Level>,
    /// The face of the person on the other side, if there is one.
    pub face: Option<Face>,
    /// How it stands.
    pub summary: Summary,
    /// When it last changed.
    pub updated_at: Time,
}

impl GameSummary {
    /// Whether the game goes on and waits for the player who asks.
    #[must_use]
    pub fn is_your_turn(&self) -> bool {
        self.summary.state == State::Playing && self.summary.side_to_move == self.you
    }
}

/// Where a game stands, without the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastSeen {
    /// The game.
    pub game: GameId,
    /// The number of its last event.
    pub seq: Seq,
    /// Since when nobody of each seat has been here, as far as that was noted.
    pub away: BySide<Option<Time>>,
}

/// When a flag falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline {
    /// When.
    pub at: Time,
    /// In this game.
    pub game: GameId,
}

/// An answer that the computer owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// In this game.
    pub game: GameId,
    /// The event to answer; the answer must carry it, and is stale when the
    /// game has gone on.
    pub seq: Seq,
    /// How strong.
    pub level: Level,
}
