//! A store in a database that speaks SQL.

use std::future::Future;

use async_trait::async_trait;
use play::{BySide, Face, GameId, PlayerId, Seq, Side, Time};
use uuid::Uuid;

use super::{
    Operation, Queue, Reader, Written, leases, pushes, read, seat_links, stale_games, stale_players,
};
use crate::{
    Append, Appended, Cutoffs, Deadline, DecodeError, Duty, GameSummary, Job, LastSeen, Lease,
    NewGame, NewPlayer, NodeId, Pruning, PushSubscription, SeatLink, SeatLinkKind, SecretHash,
    Stale, Store, StoreError, StoredEvent, StoredGame, StoredInvite, TokenHash,
};

/// The readers of a database, and what else is its own.
pub(crate) trait Database: Reader + Send + 'static {
    /// Asks for id, seq and who is away of those games whose ids stand in a
    /// JSON list, in hexadecimal.
    fn last_seen(&self) -> &'static str;

    /// Ends the connections that read.
    fn close(&self) -> impl Future<Output = ()> + Send;
}

/// A store: a writer, and connections that read.
#[derive(Debug)]
pub struct SqlStore<D> {
    queue: Queue,
    readers: D,
}

impl<D> SqlStore<D> {
    /// Of a writer and readers of the same database.
    pub(crate) const fn new(queue: Queue, readers: D) -> Self {
        SqlStore { queue, readers }
    }

    async fn write(&self, operation: Operation) -> Result<(), StoreError> {
        self.queue.write(operation).await.map(drop)
    }
}

/// The writer answered another question than it was asked: a fault of ours.
fn unexpected(written: &Written) -> StoreError {
    tracing::error!(?written, "the writer's answer does not fit");
    StoreError::Failed(0)
}

#[async_trait]
impl<D: Database> Store for SqlStore<D> {
    async fn add_player(&self, new: NewPlayer) -> Result<(), StoreError> {
        self.write(Operation::AddPlayer(new)).await
    }

    async fn player(&self, secret: SecretHash) -> Result<Option<PlayerId>, StoreError> {
        read::player(&self.readers, secret).await
    }

    async fn face(&self, player: PlayerId) -> Result<Option<Face>, StoreError> {
        read::face(&self.readers, player).await
    }

    async fn set_face(&self, player: PlayerId, face: Face) -> Result<(), StoreError> {
        self.write(Operation::SetFace(player, face)).await
    }

    async fn create_game(&self, new: NewGame) -> Result<(), StoreError> {
        self.write(Operation::create_game(new)?).await
    }

    async fn load_game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        let Some(game) = read::game(&self.readers, id).await? else { return Ok(None) };
        let faces = read::faces(&self.readers, id).await?;
        Ok(Some(StoredGame { faces, ..game }))
    }

    async fn events_since(&self, id: GameId, seq: Seq) -> Result<Vec<StoredEvent>, StoreError> {
        read::events(&self.readers, id, seq).await
    }

    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let operation = Operation::append(append)?;
        match self.queue.write(operation).await? {
            Written::Appended(appended) => Ok(appended),
            other => Err(unexpected(&other)),
        }
    }

    async fn command_seq(
        &self,
        game: GameId,
        player: PlayerId,
        command: Uuid,
    ) -> Result<Option<Seq>, StoreError> {
        read::command_seq(&self.readers, game, player, command).await
    }

    async fn invite(&self, token: TokenHash) -> Result<Option<StoredInvite>, StoreError> {
        read::invite(&self.readers, token).await
    }

    async fn put_seat_link(&self, link: SeatLink) -> Result<(), StoreError> {
        self.write(Operation::PutSeatLink(Box::new(link))).await
    }

    async fn seat_link(&self, token: TokenHash) -> Result<Option<SeatLink>, StoreError> {
        seat_links::find(&self.readers, token).await
    }

    async fn has_seat_link(
        &self,
        game: GameId,
        side: Side,
        kind: SeatLinkKind,
        moves: u32,
    ) -> Result<bool, StoreError> {
        seat_links::is_there(&self.readers, game, side, kind, moves).await
    }

    async fn drop_seat_link(
        &self,
        game: GameId,
        side: Side,
        kind: SeatLinkKind,
    ) -> Result<(), StoreError> {
        self.write(Operation::DropSeatLink(game, side, kind)).await
    }

    async fn games_of(&self, player: PlayerId, limit: u32) -> Result<Vec<GameSummary>, StoreError> {
        read::games_of(&self.readers, player, limit).await
    }

    async fn open_jobs(&self) -> Result<Vec<Job>, StoreError> {
        read::open_jobs(&self.readers).await
    }

    async fn deadlines(
        &self,
        by: Time,
        after: Option<Deadline>,
        limit: u32,
    ) -> Result<Vec<Deadline>, StoreError> {
        read::deadlines(&self.readers, by, after, limit).await
    }

    async fn set_away(&self, game: GameId, away: BySide<Option<Time>>) -> Result<(), StoreError> {
        self.write(Operation::SetAway(game, away)).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        read::last_alive(&self.readers).await
    }

    async fn alive(&self, now: Time) -> Result<(), StoreError> {
        self.write(Operation::Alive(now)).await
    }

    async fn alive_again(&self, from: Time, until: Time) -> Result<(), StoreError> {
        self.write(Operation::AliveAgain { from, until }).await
    }

    async fn unfinished_games_of(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        read::unfinished_games_of(&self.readers, player, limit).await
    }

    async fn forget_player(&self, player: PlayerId) -> Result<(), StoreError> {
        self.write(Operation::ForgetPlayer(player)).await
    }

    async fn visit_game(&self, game: GameId, now: Time) -> Result<(), StoreError> {
        self.write(Operation::Visit(game, now)).await
    }

    async fn see_player(&self, player: PlayerId, now: Time) -> Result<(), StoreError> {
        self.write(Operation::See(player, now)).await
    }

    async fn stale_games(
        &self,
        cutoffs: Cutoffs,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Stale<GameId>, StoreError> {
        stale_games(&self.readers, &cutoffs, after, limit).await
    }

    async fn stale_players(
        &self,
        cutoffs: Cutoffs,
        after: Option<PlayerId>,
        limit: u32,
    ) -> Result<Stale<PlayerId>, StoreError> {
        stale_players(&self.readers, &cutoffs, after, limit).await
    }

    async fn prune(&self, pruning: Pruning, cutoffs: Cutoffs) -> Result<(), StoreError> {
        self.write(Operation::Prune(pruning, cutoffs)).await
    }

    async fn push_key(&self, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        if let Some(key) = pushes::key(&self.readers).await? {
            return Ok(key);
        }
        self.write(Operation::KeepPushKey(fresh)).await?;
        // Another process may have been faster.
        pushes::key(&self.readers).await?.ok_or(StoreError::Corrupt(DecodeError::Column))
    }

    async fn put_push(&self, subscription: PushSubscription) -> Result<(), StoreError> {
        self.write(Operation::PutPush(Box::new(subscription))).await
    }

    async fn drop_push(&self, endpoint: &str) -> Result<(), StoreError> {
        self.write(Operation::DropPush(endpoint.to_owned())).await
    }

    async fn pushes_of(&self, player: PlayerId) -> Result<Vec<PushSubscription>, StoreError> {
        pushes::of_player(&self.readers, player).await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        read::anything(&self.readers).await?;
        self.write(Operation::Nothing).await
    }

    async fn close(&self) {
        // The writer last: whoever closes last works the log into the file,
        // and leaves one file. Readers may not.
        self.readers.close().await;
        self.queue.close().await;
    }

    async fn claim(&self, lease: Lease) -> Result<bool, StoreError> {
        match self.queue.write(Operation::Claim(lease)).await? {
            Written::Held(held) => Ok(held),
            other => Err(unexpected(&other)),
        }
    }

    async fn release(&self, duty: Duty, holder: NodeId) -> Result<(), StoreError> {
        self.write(Operation::Release(duty, holder)).await
    }

    async fn claim_jobs(&self, now: Time, until: Time, limit: u32) -> Result<Vec<Job>, StoreError> {
        if !leases::has_free_jobs(&self.readers, now).await? {
            return Ok(Vec::new());
        }
        match self.queue.write(Operation::ClaimJobs { now, until, limit }).await? {
            Written::Jobs(jobs) => Ok(jobs),
            other => Err(unexpected(&other)),
        }
    }

    async fn hold_jobs(&self, games: &[GameId], until: Time) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        self.write(Operation::HoldJobs(games.to_vec(), until)).await
    }

    async fn last_seen(&self, games: &[GameId]) -> Result<Vec<LastSeen>, StoreError> {
        read::last_seen(&self.readers, games).await
    }
}
