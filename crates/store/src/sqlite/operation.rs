//! One request to the writer, already in the shape of its columns: whatever
//! can be done outside the writer is done by the one who asks.

use play::{BySide, GameId, PlayerId, Side, Time};
use sqlx::{SqliteConnection, query};
use uuid::Uuid;

use super::{
    append_row::AppendRow,
    fault::store_error,
    game_row::GameRow,
    prune::prune,
    seat_links,
    statements::{
        ADD_PLAYER, ALIVE, FORGET_PLAYER, GIVE_BACK, IS_SECRET_OF, SEE_PLAYER, SET_AWAY, VISIT_GAME,
    },
};
use crate::{
    Append, Appended, Cutoffs, NewGame, NewPlayer, Pruning, SeatLink, SeatLinkKind, StoreError,
    codec::{blob, number},
};

/// What the writer is asked to do.
#[derive(Debug)]
pub(super) enum Operation {
    /// Only to show that it can write.
    Nothing,
    AddPlayer(NewPlayer),
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
}

impl Operation {
    /// To make a game.
    pub(super) fn create_game(new: NewGame) -> Result<Self, StoreError> {
        GameRow::new(new).map(|row| Operation::CreateGame(Box::new(row)))
    }

    /// To add events.
    pub(super) fn append(append: Append) -> Result<Self, StoreError> {
        AppendRow::new(append).map(|row| Operation::Append(Box::new(row)))
    }

    /// Does it, inside the transaction that is open. [`StoreError::Unfit`] is
    /// this operation's own fault and may leave half of it behind; any other
    /// error concerns the whole transaction.
    pub(super) async fn run(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<Appended, StoreError> {
        match self {
            Operation::Nothing => Ok(DONE),
            Operation::AddPlayer(new) => add_player(new, connection).await,
            Operation::CreateGame(row) => row.insert(connection).await.map(|()| DONE),
            Operation::Append(row) => row.insert(connection).await,
            Operation::SetAway(game, away) => set_away(*game, *away, connection).await,
            Operation::Alive(now) => alive(*now, connection).await,
            Operation::AliveAgain { from, until } => alive_again(*from, *until, connection).await,
            Operation::PutSeatLink(link) => seat_links::put(link, connection).await.map(|()| DONE),
            Operation::DropSeatLink(game, side, kind) => {
                seat_links::drop(*game, *side, *kind, connection).await.map(|()| DONE)
            }
            Operation::ForgetPlayer(player) => forget_player(*player, connection).await,
            Operation::Visit(game, now) => {
                note(VISIT_GAME, game_column(*game), *now, connection).await
            }
            Operation::See(player, now) => {
                note(SEE_PLAYER, player_column(*player), *now, connection).await
            }
            Operation::Prune(pruning, cutoffs) => {
                let pruned = prune(pruning, cutoffs, connection).await;
                pruned.map(|()| DONE).map_err(Fault::from)
            }
        }
        .map_err(StoreError::from)
    }
}

/// The answer to what has no answer of its own.
const DONE: Appended = Appended::Done { seq: play::Seq::ZERO };

/// Why an operation failed, before it is told.
#[derive(Debug)]
pub(super) enum Fault {
    Unfit,
    Sqlite(sqlx::Error),
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        Fault::Sqlite(error)
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unfit => StoreError::Unfit,
            Fault::Sqlite(error) => store_error(&error),
        }
    }
}

async fn set_away(
    game: GameId,
    away: BySide<Option<Time>>,
    connection: &mut SqliteConnection,
) -> Result<Appended, Fault> {
    query(SET_AWAY)
        .bind(&game_column(game)[..])
        .bind(away.first.map(time_column))
        .bind(away.second.map(time_column))
        .execute(connection)
        .await?;
    Ok(DONE)
}

async fn alive(now: Time, connection: &mut SqliteConnection) -> Result<Appended, Fault> {
    query(ALIVE).bind(time_column(now)).execute(connection).await?;
    Ok(DONE)
}

/// Nobody was away while the service was down.
async fn alive_again(
    from: Time,
    until: Time,
    connection: &mut SqliteConnection,
) -> Result<Appended, Fault> {
    query(GIVE_BACK)
        .bind(time_column(from))
        .bind(time_column(until))
        .execute(&mut *connection)
        .await?;
    alive(until, connection).await
}

async fn forget_player(
    player: PlayerId,
    connection: &mut SqliteConnection,
) -> Result<Appended, Fault> {
    query(FORGET_PLAYER).bind(&player_column(player)[..]).execute(connection).await?;
    Ok(DONE)
}

/// Notes a visit, of the day or later.
async fn note(
    statement: &'static str,
    id: [u8; 16],
    now: Time,
    connection: &mut SqliteConnection,
) -> Result<Appended, Fault> {
    query(statement).bind(&id[..]).bind(time_column(now)).execute(connection).await?;
    Ok(DONE)
}

async fn add_player(new: &NewPlayer, connection: &mut SqliteConnection) -> Result<Appended, Fault> {
    let (id, secret) = (player_column(new.id), new.secret.bytes());
    query(ADD_PLAYER)
        .bind(&id[..])
        .bind(&secret[..])
        .bind(time_column(new.at))
        .execute(&mut *connection)
        .await?;
    let own =
        query(IS_SECRET_OF).bind(&id[..]).bind(&secret[..]).fetch_optional(connection).await?;
    own.map(|_| DONE).ok_or(Fault::Unfit)
}

/// The column of a game's id.
pub(super) const fn game_column(id: GameId) -> [u8; 16] {
    blob(id.as_u128())
}

/// The column of a player's id.
pub(super) const fn player_column(id: PlayerId) -> [u8; 16] {
    blob(id.as_u128())
}

/// The column of a command's id.
pub(super) const fn command_column(id: Uuid) -> [u8; 16] {
    blob(id.as_u128())
}

/// The column of a time.
pub(super) fn time_column(time: Time) -> i64 {
    number(time.as_millis())
}
