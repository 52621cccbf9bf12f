//! Links to seats as rows.

use play::{GameId, Side};
use sqlx::{Row, SqliteConnection, SqlitePool, query};

use super::{
    fault::store_error,
    operation::{Fault, game_column, time_column},
};
use crate::{
    DecodeError, SeatLink, SeatLinkKind, StoreError, TokenHash,
    codec::{game_from, side_from, side_number, time},
};

pub(super) async fn put(link: &SeatLink, connection: &mut SqliteConnection) -> Result<(), Fault> {
    drop(link.game, link.side, link.kind, connection).await?;
    let written = query(
        "INSERT INTO seat_link (token, game, side, kind, moves, expires_at)
         SELECT ?1, key, ?3, ?4, ?5, ?6 FROM game WHERE id = ?2
         ON CONFLICT DO NOTHING",
    )
    .bind(&link.token.bytes()[..])
    .bind(&game_column(link.game)[..])
    .bind(side_number(link.side))
    .bind(link.kind.name())
    .bind(link.moves)
    .bind(link.expires_at.map(time_column))
    .execute(connection)
    .await?;
    if written.rows_affected() == 1 { Ok(()) } else { Err(Fault::Unfit) }
}

pub(super) async fn drop(
    game: GameId,
    side: Side,
    kind: SeatLinkKind,
    connection: &mut SqliteConnection,
) -> Result<(), Fault> {
    query(
        "DELETE FROM seat_link
         WHERE game = (SELECT key FROM game WHERE id = ?1) AND side = ?2 AND kind = ?3",
    )
    .bind(&game_column(game)[..])
    .bind(side_number(side))
    .bind(kind.name())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn is_there(
    pool: &SqlitePool,
    game: GameId,
    side: Side,
    kind: SeatLinkKind,
    moves: u32,
) -> Result<bool, StoreError> {
    let row = query(
        "SELECT 1 FROM seat_link
         WHERE game = (SELECT key FROM game WHERE id = ?1)
           AND side = ?2 AND kind = ?3 AND moves = ?4",
    )
    .bind(&game_column(game)[..])
    .bind(side_number(side))
    .bind(kind.name())
    .bind(moves)
    .fetch_optional(pool)
    .await
    .map_err(|error| store_error(&error))?;
    Ok(row.is_some())
}

pub(super) async fn find(
    pool: &SqlitePool,
    token: TokenHash,
) -> Result<Option<SeatLink>, StoreError> {
    let row = query(
        "SELECT id, side, kind, moves, seat_link.expires_at
         FROM seat_link JOIN game ON game.key = seat_link.game
         WHERE token = ?1",
    )
    .bind(&token.bytes()[..])
    .fetch_optional(pool)
    .await
    .map_err(|error| store_error(&error))?;
    let Some(row) = row else { return Ok(None) };
    let read = || -> Result<_, sqlx::Error> {
        let id: Vec<u8> = row.try_get(0)?;
        let side: i64 = row.try_get(1)?;
        let kind: String = row.try_get(2)?;
        let moves: u32 = row.try_get(3)?;
        let expires_at: Option<i64> = row.try_get(4)?;
        Ok((id, side, kind, moves, expires_at))
    };
    let (id, side, kind, moves, expires_at) = read().map_err(|error| store_error(&error))?;
    Ok(Some(SeatLink {
        token,
        game: game_from(&id)?,
        side: side_from(side)?,
        kind: SeatLinkKind::from_name(&kind).ok_or(DecodeError::Column)?,
        moves,
        expires_at: expires_at.map(time).transpose()?,
    }))
}
