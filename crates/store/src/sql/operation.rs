//! One request to the writer, already in the shape of its columns: whatever
//! can be done outside the writer is done by the one who asks.

use play::{BySide, Face, GameId, PlayerId, Side, Time};

use super::{
    AppendRow, Connection,
    game_row::GameRow,
    leases,
    prune::prune,
    pushes, seat_links,
    statements::{
        ADD_PLAYER, ADD_SECRET, ALIVE, FORGET_PLAYER, GIVE_BACK, IS_SECRET_OF, SEE_PLAYER,
        SET_AWAY, SET_FACE, VISIT_GAME,
    },
    value::{game_column, player_column},
};
use crate::{
    Append, Appended, Cutoffs, Duty, Job, Lease, NewGame, NewPlayer, NodeId, Pruning,
    PushSubscription, SeatLink, SeatLinkKind, StoreError,
};

/// What the writer is asked to do.
#[derive(Debug)]
pub(crate) enum Operation {
    /// Only to show that it can write.
    Nothing,
    AddPlayer(NewPlayer),
    SetFace(PlayerId, Face),
    CreateGame(Box<GameRow>),
    Append(Box<AppendRow>),
    SetAway(GameId, BySide<Option<Time>>),
    Alive(Time),
    AliveAgain {
        from: Time,
        until: Time,
    },
    ForgetPlayer(PlayerId),
    PutSeatLink(Box<SeatLink>),
    DropSeatLink(GameId, Side, SeatLinkKind),
    Visit(GameId, Time),
    See(PlayerId, Time),
    Prune(Pruning, Cutoffs),
    Claim(Lease),
    Release(Duty, NodeId),
    ClaimJobs {
        now: Time,
        until: Time,
        limit: u32,
    },
    HoldJobs(Vec<GameId>, Time),
    PutPush(Box<PushSubscription>),
    DropPush(String),
    KeepPushKey(Vec<u8>),
}

/// What an operation has to say once it is on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// That it is.
    Done,
    /// What became of an append.
    Appended(Appended),
    /// Whether a lease is held.
    Held(bool),
    /// The jobs that were claimed.
    Jobs(Vec<Job>),
}

impl Operation {
    /// To make a game.
    pub(crate) fn create_game(new: NewGame) -> Result<Self, StoreError> {
        GameRow::new(new).map(|row| Operation::CreateGame(Box::new(row)))
    }

    /// To add events.
    pub(crate) fn append(append: Append) -> Result<Self, StoreError> {
        AppendRow::new(append).map(|row| Operation::Append(Box::new(row)))
    }

    /// Does it, inside the transaction that is open. [`StoreError::Unfit`] is
    /// this operation's own fault and may leave half of it behind; any other
    /// error concerns the whole transaction.
    pub(super) async fn run(&self, to: &mut impl Connection) -> Result<Written, StoreError> {
        match self {
            Operation::Nothing => {}
            Operation::AddPlayer(new) => add_player(new, to).await?,
            Operation::SetFace(player, face) => set_face(*player, *face, to).await?,
            Operation::CreateGame(row) => row.insert(to).await?,
            Operation::Append(row) => return row.insert(to).await.map(Written::Appended),
            Operation::SetAway(game, away) => set_away(*game, *away, to).await?,
            Operation::Alive(now) => alive(*now, to).await?,
            Operation::AliveAgain { from, until } => alive_again(*from, *until, to).await?,
            Operation::PutSeatLink(link) => seat_links::put(link, to).await?,
            Operation::DropSeatLink(game, side, kind) => {
                seat_links::drop(*game, *side, *kind, to).await?;
            }
            Operation::ForgetPlayer(player) => forget_player(*player, to).await?,
            Operation::Visit(game, now) => note(VISIT_GAME, game_column(*game), *now, to).await?,
            Operation::See(player, now) => {
                note(SEE_PLAYER, player_column(*player), *now, to).await?;
            }
            Operation::Prune(pruning, cutoffs) => prune(pruning, cutoffs, to).await?,
            Operation::Claim(lease) => return leases::claim(lease, to).await.map(Written::Held),
            Operation::Release(duty, node) => leases::release(*duty, *node, to).await?,
            Operation::ClaimJobs { now, until, limit } => {
                return leases::claim_jobs(*now, *until, *limit, to).await.map(Written::Jobs);
            }
            Operation::HoldJobs(games, until) => leases::hold_jobs(games, *until, to).await?,
            Operation::PutPush(subscription) => pushes::put(subscription, to).await?,
            Operation::DropPush(endpoint) => pushes::drop(endpoint, to).await?,
            Operation::KeepPushKey(key) => pushes::keep_key(key, to).await?,
        }
        Ok(Written::Done)
    }

    /// The games whose rows it changes, as far as it names them.
    pub(crate) fn games(&self) -> Vec<[u8; 16]> {
        match self {
            Operation::Append(row) => vec![row.game()],
            Operation::SetAway(game, _)
            | Operation::DropSeatLink(game, ..)
            | Operation::Visit(game, _) => vec![game_column(*game)],
            Operation::PutSeatLink(link) => vec![game_column(link.game)],
            Operation::Prune(Pruning::Games(games), _) | Operation::HoldJobs(games, _) => {
                games.iter().copied().map(game_column).collect()
            }
            Operation::Nothing
            | Operation::AddPlayer(_)
            | Operation::SetFace(..)
            | Operation::CreateGame(_)
            | Operation::Alive(_)
            | Operation::AliveAgain { .. }
            | Operation::ForgetPlayer(_)
            | Operation::See(..)
            | Operation::Prune(Pruning::Players(_), _)
            | Operation::Claim(_)
            | Operation::Release(..)
            | Operation::ClaimJobs { .. }
            | Operation::PutPush(_)
            | Operation::DropPush(_)
            | Operation::KeepPushKey(_) => Vec::new(),
        }
    }
}

async fn set_away(
    game: GameId,
    away: BySide<Option<Time>>,
    to: &mut impl Connection,
) -> Result<(), StoreError> {
    let game = game_column(game);
    to.execute(SET_AWAY, &[(&game).into(), away.first.into(), away.second.into()]).await?;
    Ok(())
}

async fn alive(now: Time, to: &mut impl Connection) -> Result<(), StoreError> {
    to.execute(ALIVE, &[now.into()]).await?;
    Ok(())
}

/// Nobody was away while the service was down.
async fn alive_again(from: Time, until: Time, to: &mut impl Connection) -> Result<(), StoreError> {
    to.execute(GIVE_BACK, &[from.into(), until.into()]).await?;
    alive(until, to).await
}

async fn set_face(
    player: PlayerId,
    face: Face,
    to: &mut impl Connection,
) -> Result<(), StoreError> {
    let player = player_column(player);
    to.execute(SET_FACE, &[(&player).into(), face.name().into()]).await?;
    Ok(())
}

async fn forget_player(player: PlayerId, to: &mut impl Connection) -> Result<(), StoreError> {
    let player = player_column(player);
    for statement in FORGET_PLAYER {
        to.execute(statement, &[(&player).into()]).await?;
    }
    Ok(())
}

/// Notes a visit, of the day or later.
async fn note(
    statement: &'static str,
    id: [u8; 16],
    now: Time,
    to: &mut impl Connection,
) -> Result<(), StoreError> {
    to.execute(statement, &[(&id).into(), now.into()]).await?;
    Ok(())
}

async fn add_player(new: &NewPlayer, to: &mut impl Connection) -> Result<(), StoreError> {
    let (id, secret) = (player_column(new.id), new.secret.bytes());
    to.execute(ADD_PLAYER, &[(&id).into(), new.at.into(), new.face.name().into()]).await?;
    to.execute(ADD_SECRET, &[(&id).into(), secret.into(), new.at.into()]).await?;
    let own = to.row(IS_SECRET_OF, &[(&id).into(), secret.into()]).await?;
    own.map(drop).ok_or(StoreError::Unfit)
}
