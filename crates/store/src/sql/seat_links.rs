//! Links to seats as rows.

use play::{GameId, Side};

use super::{Columns, Connection, Reader, game_column};
use crate::{
    DecodeError, SeatLink, SeatLinkKind, StoreError, TokenHash,
    codec::{game_from, side_from, side_number, time},
};

pub(super) async fn put(
    link: &SeatLink,
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    drop(link.game, link.side, link.kind, connection).await?;
    let statement = "
        INSERT INTO seat_link (token, game, side, kind, moves, expires_at)
        SELECT $1, key, $3, $4, $5, $6 FROM game WHERE id = $2
        ON CONFLICT DO NOTHING
    ";
    let game = game_column(link.game);
    let written = connection
        .execute(
            statement,
            &[
                link.token.bytes().into(),
                (&game).into(),
                side_number(link.side).into(),
                link.kind.name().into(),
                link.moves.into(),
                link.expires_at.into(),
            ],
        )
        .await?;
    if written == 1 { Ok(()) } else { Err(StoreError::Unfit) }
}

pub(super) async fn drop(
    game: GameId,
    side: Side,
    kind: SeatLinkKind,
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    let statement = "
        DELETE FROM seat_link
        WHERE game = (SELECT key FROM game WHERE id = $1) AND side = $2 AND kind = $3
    ";
    let game = game_column(game);
    let values = [(&game).into(), side_number(side).into(), kind.name().into()];
    connection.execute(statement, &values).await?;
    Ok(())
}

pub(crate) async fn is_there(
    db: &impl Reader,
    game: GameId,
    side: Side,
    kind: SeatLinkKind,
    moves: u32,
) -> Result<bool, StoreError> {
    let statement = "
        SELECT 1 FROM seat_link
        WHERE game = (SELECT key FROM game WHERE id = $1)
          AND side = $2 AND kind = $3 AND moves = $4
    ";
    let game = game_column(game);
    let values = [(&game).into(), side_number(side).into(), kind.name().into(), moves.into()];
    Ok(db.row(statement, &values).await?.is_some())
}

pub(crate) async fn find(
    db: &impl Reader,
    token: TokenHash,
) -> Result<Option<SeatLink>, StoreError> {
    let statement = "
        SELECT id, side, kind, moves, seat_link.expires_at
        FROM seat_link JOIN game ON game.key = seat_link.game
        WHERE token = $1
    ";
    let Some(row) = db.row(statement, &[token.bytes().into()]).await? else { return Ok(None) };
    Ok(Some(SeatLink {
        token,
        game: game_from(&row.bytes(0)?)?,
        side: side_from(row.integer(1)?)?,
        kind: SeatLinkKind::from_name(&row.text(2)?).ok_or(DecodeError::Column)?,
        moves: u32::try_from(row.integer(3)?).map_err(|_| DecodeError::Column)?,
        expires_at: row.integer_or_null(4)?.map(time).transpose()?,
    }))
}
