//! Where players, games, invites and the computer's unfinished work are kept.
//!
//! A game is its configuration and its events, numbered from 1 without a gap;
//! everything else that a store keeps of it only makes it quicker to find.
//! [`Store::append`] is the one way in which a game changes: it says at which
//! event the caller stood, and is turned away when the game has gone on since.
//! So any number of processes can serve one game, and none owns it.
//!
//! What a store acknowledges is on the disk. An error means that it is not
//! known to be there: repeating the same request is always safe, because ids
//! and command ids settle what has already happened.
//!
//! The text in which events are kept is this crate's own; the wire has another.
//!
//! ```
//! use play::{BySide, Face, GameConfig, GameId, PlayerId, Seat, Time};
//! use rules::{GameRules, Variant};
//! use store::{NewGame, NewPlayer, SecretHash, Store};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! # let folder = tempfile::tempdir()?;
//! # let url = format!("sqlite://{}", folder.path().join("dama.db").display());
//! let store = store::open(&url).await?;
//! let [maria, juan] = [1, 2].map(PlayerId::from_u128);
//! for (id, secret) in [(maria, [1; 32]), (juan, [2; 32])] {
//!     let (secret, face) = (SecretHash::new(secret), Face::Carabao);
//!     store.add_player(NewPlayer { id, secret, face, at: Time::ZERO }).await?;
//! }
//! let seats = BySide { first: Seat::Player(maria), second: Seat::Player(juan) };
//! let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, seats)?;
//! let id = GameId::from_u128(7);
//! store.create_game(NewGame { id, config: config.clone(), invite: None, job: None }).await?;
//! assert_eq!(store.load_game(id).await?.map(|game| game.config), Some(config));
//! # store.close().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod codec;
#[cfg(feature = "contract")]
pub mod contract;
mod error;
mod found;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod hash;
mod lease;
mod observer;
pub mod postgres;
mod push;
mod request;
mod retention;
mod seat_link;
mod sql;
pub mod sqlite;
pub mod transfer;

pub use sql::check;

use std::sync::Arc;

use async_trait::async_trait;
use play::{BySide, Face, GameId, PlayerId, Seq, Side, Time};
use uuid::Uuid;

pub use codec::DecodeError;
pub use error::StoreError;
pub use found::{
    Deadline, GameSummary, InviteFacts, Job, LastSeen, StoredEvent, StoredGame, StoredInvite,
    Summary,
};
pub use hash::{SecretHash, TokenHash};
pub use lease::{Duty, JOB_LEASE, Lease, NodeId};
pub use observer::{Observer, SharedObserver};
pub use push::{MAX_ENDPOINT_BYTES, MAX_PUSH_SUBSCRIPTIONS, PushSubscription};
pub use request::{Append, Appended, Author, JobChange, NewGame, NewInvite, NewPlayer};
pub use retention::{Cutoffs, Pruning, Stale};
pub use seat_link::{SeatLink, SeatLinkKind};

/// A store that can be handed to every part of a service.
pub type SharedStore = Arc<dyn Store>;

/// Keeps players and games.
///
/// Each method that writes is one transaction, and returns only once it is on
/// the disk. A request whose future is dropped may still be carried out.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Adds a player, known from now on by a secret. Adding the same player
    /// with the same secret again changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Unfit`] when the secret belongs to another player.
    async fn add_player(&self, new: NewPlayer) -> Result<(), StoreError>;

    /// The player that is known by a secret.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn player(&self, secret: SecretHash) -> Result<Option<PlayerId>, StoreError>;

    /// The face of a player; `None` for somebody who was forgotten, or never
    /// known.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn face(&self, player: PlayerId) -> Result<Option<Face>, StoreError>;

    /// Gives a player another face. Nobody who was forgotten gets one.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn set_face(&self, player: PlayerId, face: Face) -> Result<(), StoreError>;

    /// Makes a game without events, with its invite and the computer's first
    /// job where it has them.
    ///
    /// # Errors
    /// [`StoreError::Unfit`] when the id or the invite's token exists, or a
    /// player does not.
    async fn create_game(&self, new: NewGame) -> Result<(), StoreError>;

    /// A game with all its events.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn load_game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// The events after `seq`, in their order; none for a game that does not
    /// exist.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn events_since(&self, id: GameId, seq: Seq) -> Result<Vec<StoredEvent>, StoreError>;

    /// Adds events to a game, or says why not; then nothing is written.
    ///
    /// # Errors
    /// [`StoreError::Unfit`] when the game or a player does not exist, or the
    /// request has no events or too many of them.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    /// The number of the last event of a command that this player gave in this
    /// game and that was accepted.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn command_seq(
        &self,
        game: GameId,
        player: PlayerId,
        command: Uuid,
    ) -> Result<Option<Seq>, StoreError>;

    /// The invite of a token. Whether it is still open is for the game's
    /// events to say.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn invite(&self, token: TokenHash) -> Result<Option<StoredInvite>, StoreError>;

    /// Keeps a link to a seat, in the place of the one of its kind that the seat
    /// had.
    ///
    /// # Errors
    /// [`StoreError::Unfit`] when the game does not exist or the token does.
    async fn put_seat_link(&self, link: SeatLink) -> Result<(), StoreError>;

    /// The link to a seat that has this token.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn seat_link(&self, token: TokenHash) -> Result<Option<SeatLink>, StoreError>;

    /// Whether a seat has a link of a kind that was made when the seat had
    /// moved so often.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn has_seat_link(
        &self,
        game: GameId,
        side: Side,
        kind: SeatLinkKind,
        moves: u32,
    ) -> Result<bool, StoreError>;

    /// Forgets the link of a kind that a seat has, if it has one.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn drop_seat_link(
        &self,
        game: GameId,
        side: Side,
        kind: SeatLinkKind,
    ) -> Result<(), StoreError>;

    /// The games of a player, the last changed one first; at most `limit`,
    /// and never more than [`MAX_GAMES`].
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn games_of(&self, player: PlayerId, limit: u32) -> Result<Vec<GameSummary>, StoreError>;

    /// What the computer still has to answer, the oldest first.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn open_jobs(&self) -> Result<Vec<Job>, StoreError>;

    /// The flags that fall up to `by`, the next one first; at most `limit`,
    /// those after `after` in this order.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn deadlines(
        &self,
        by: Time,
        after: Option<Deadline>,
        limit: u32,
    ) -> Result<Vec<Deadline>, StoreError>;

    /// Notes since when nobody of each seat has been here, in a game that goes
    /// on; changes nothing in any other.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn set_away(&self, game: GameId, away: BySide<Option<Time>>) -> Result<(), StoreError>;

    /// When [`Store::alive`] was last told; `None` for a new store.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn last_alive(&self) -> Result<Option<Time>, StoreError>;

    /// Notes that the service lives now.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn alive(&self, now: Time) -> Result<(), StoreError>;

    /// Notes that the service lives again after it was down from `from` to
    /// `until`: nobody was away in that time.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn alive_again(&self, from: Time, until: Time) -> Result<(), StoreError>;

    /// The games of a player that wait for a friend or go on; at most `limit`.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn unfinished_games_of(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError>;

    /// Forgets a player: no secret leads there any more, and no seat. Games
    /// and their events stay. Forgetting again changes nothing.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn forget_player(&self, player: PlayerId) -> Result<(), StoreError>;

    /// Notes that somebody looks at a game.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn visit_game(&self, game: GameId, now: Time) -> Result<(), StoreError>;

    /// Notes that a player is here.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn see_player(&self, player: PlayerId, now: Time) -> Result<(), StoreError>;

    /// Looks at the next `limit` games after `after`, in an order of the
    /// store's own, for those whose time is over.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn stale_games(
        &self,
        cutoffs: Cutoffs,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Stale<GameId>, StoreError>;

    /// The same for players.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn stale_players(
        &self,
        cutoffs: Cutoffs,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Stale<PlayerId>, StoreError>;

    /// Forgets those of the named whose time is still over, in one
    /// transaction.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn prune(&self, pruning: Pruning, cutoffs: Cutoffs) -> Result<(), StoreError>;

    /// Takes a lease that nobody else holds, or keeps one; whether it is held.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn claim(&self, lease: Lease) -> Result<bool, StoreError>;

    /// Gives a lease up before its end, if this is who holds it.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn release(&self, duty: Duty, holder: NodeId) -> Result<(), StoreError>;

    /// Takes jobs that nobody holds at `now` until `until`; at most `limit`,
    /// the oldest. Who appends a job holds it for [`JOB_LEASE`] by that.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn claim_jobs(&self, now: Time, until: Time, limit: u32) -> Result<Vec<Job>, StoreError>;

    /// Keeps jobs of these games until then, where there are any.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn hold_jobs(&self, games: &[GameId], until: Time) -> Result<(), StoreError>;

    /// Where these games stand, of which at most [`MAX_GAMES`] are looked at;
    /// those that do not exist are left out.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn last_seen(&self, games: &[GameId]) -> Result<Vec<LastSeen>, StoreError>;

    /// The private key by which push services know this service: the one that is
    /// kept, or this one from now on.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn push_key(&self, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError>;

    /// Keeps a subscription, in the place of one with the same endpoint. Of more
    /// than [`MAX_PUSH_SUBSCRIPTIONS`] of one player the oldest go.
    ///
    /// # Errors
    /// [`StoreError::Unfit`] when the player is not known or was forgotten, or
    /// the endpoint is longer than [`MAX_ENDPOINT_BYTES`].
    async fn put_push(&self, subscription: PushSubscription) -> Result<(), StoreError>;

    /// Forgets the subscription with this endpoint, whoever has it.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn drop_push(&self, endpoint: &str) -> Result<(), StoreError>;

    /// The subscriptions of a player, the oldest first.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when what is kept cannot be read back.
    async fn pushes_of(&self, player: PlayerId) -> Result<Vec<PushSubscription>, StoreError>;

    /// Whether the store can be read and takes writes now.
    ///
    /// # Errors
    /// The reason why not.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Finishes what was asked for and closes. Later calls fail with
    /// [`StoreError::Closed`].
    async fn close(&self);
}

/// Events that one [`Append`] may bring. A decision makes two or three.
pub const MAX_EVENTS: usize = 16;

/// Games that one answer of [`Store::games_of`] may list.
pub const MAX_GAMES: u32 = 500;

/// Opens the store that a URL names: `sqlite://FILE`, made when it is missing,
/// or `postgres://…`, a database that exists. The schema is brought up to date.
///
/// # Errors
/// [`StoreError::Url`] for any other text, or the reason why the store cannot
/// be opened.
pub async fn open(url: &str) -> Result<SharedStore, StoreError> {
    open_observed(url, None).await
}

/// Like [`open`], and tells an observer how it gets on.
///
/// # Errors
/// Those of [`open`].
pub async fn open_observed(
    url: &str,
    observer: Option<SharedObserver>,
) -> Result<SharedStore, StoreError> {
    if postgres::is_url(url) {
        let options = postgres::Options { observer, ..postgres::Options::default() };
        return Ok(Arc::new(postgres::PgStore::open(url, options).await?));
    }
    let path = sqlite::path_of(url).ok_or(StoreError::Url)?;
    let options = sqlite::Options { observer, ..sqlite::Options::default() };
    Ok(Arc::new(sqlite::SqliteStore::open(path, options).await?))
}
