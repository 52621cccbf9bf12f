//! Everything that reads.

use play::{BySide, GameId, PlayerId, Seq, Time};
use sqlx::{Row, SqlitePool, query, sqlite::SqliteRow};
use uuid::Uuid;

use super::{
    fault::store_error,
    operation::{command_column, game_column, player_column, time_column},
};
use crate::{
    Deadline, DecodeError, GameSummary, InviteFacts, Job, MAX_GAMES, SecretHash, StoreError,
    StoredEvent, StoredGame, StoredInvite, Summary, TokenHash,
    codec::{
        decode_config, decode_event, game_from, level_from, number, player_from, side_from,
        state_from, time, variant_from,
    },
};

/// Games of a player on one side that are looked at, the newest ones: keeps
/// the list of somebody with very many games cheap.
const MAX_LOOKED_AT: u32 = 1_000;

/// Whether the database can be read at all.
pub(super) async fn anything(pool: &SqlitePool) -> Result<(), StoreError> {
    query("SELECT 1 FROM game LIMIT 1").fetch_optional(pool).await.map(drop).map_err(told)
}

pub(super) async fn player(
    pool: &SqlitePool,
    secret: SecretHash,
) -> Result<Option<PlayerId>, StoreError> {
    let row = query("SELECT player FROM secret WHERE hash = ?1")
        .bind(&secret.bytes()[..])
        .fetch_optional(pool)
        .await
        .map_err(told)?;
    row.map(|row| Ok(player_from(&bytes(&row, 0)?)?)).transpose()
}

pub(super) async fn game(pool: &SqlitePool, id: GameId) -> Result<Option<StoredGame>, StoreError> {
    let statement = "
        SELECT variant, created_at, form, config, lang, expires_at,
               first_away_since, second_away_since
        FROM game LEFT JOIN invite ON invite.game = game.key
        WHERE id = ?1
    ";
    let row =
        query(statement).bind(&game_column(id)[..]).fetch_optional(pool).await.map_err(told)?;
    let Some(row) = row else {
        return Ok(None);
    };
    let config = decode_config(
        variant_from(&text(&row, 0)?)?,
        time(integer(&row, 1)?)?,
        integer(&row, 2)?,
        &text(&row, 3)?,
    )?;
    let lang: Option<String> = row.try_get(4).map_err(told)?;
    let invite = match lang {
        None => None,
        Some(lang) => Some(InviteFacts { lang, expires_at: time(integer(&row, 5)?)? }),
    };
    let away = BySide { first: time_or_null(&row, 6)?, second: time_or_null(&row, 7)? };
    // Read after the row: nothing of the game changes while events come.
    let events = events(pool, id, Seq::ZERO).await?;
    Ok(Some(StoredGame { id, config, events, invite, away }))
}

pub(super) async fn events(
    pool: &SqlitePool,
    id: GameId,
    since: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    let statement = "
        SELECT seq, at, form, body FROM event
        WHERE game = (SELECT key FROM game WHERE id = ?1) AND seq > ?2
        ORDER BY seq
    ";
    let rows = query(statement)
        .bind(&game_column(id)[..])
        .bind(number(since.get()))
        .fetch_all(pool)
        .await
        .map_err(told)?;
    let mut last = since;
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        let event = StoredEvent {
            seq: seq(integer(&row, 0)?)?,
            at: time(integer(&row, 1)?)?,
            event: decode_event(integer(&row, 2)?, &text(&row, 3)?)?,
        };
        if event.seq != last.next() {
            return Err(DecodeError::Gap.into());
        }
        last = event.seq;
        events.push(event);
    }
    Ok(events)
}

pub(super) async fn command_seq(
    pool: &SqlitePool,
    game: GameId,
    player: PlayerId,
    command: Uuid,
) -> Result<Option<Seq>, StoreError> {
    let statement = "
        SELECT event.seq FROM game JOIN event ON event.game = game.key
        WHERE game.id = ?1
          AND event.side = CASE ?2 WHEN first_player THEN 1 WHEN second_player THEN 2 END
          AND event.command = ?3
    ";
    let row = query(statement)
        .bind(&game_column(game)[..])
        .bind(&player_column(player)[..])
        .bind(&command_column(command)[..])
        .fetch_optional(pool)
        .await
        .map_err(told)?;
    row.map(|row| Ok(seq(integer(&row, 0)?)?)).transpose()
}

pub(super) async fn invite(
    pool: &SqlitePool,
    token: TokenHash,
) -> Result<Option<StoredInvite>, StoreError> {
    let statement = "
        SELECT id, creator, lang, expires_at
        FROM invite JOIN game ON game.key = invite.game
        WHERE token = ?1
    ";
    let row = query(statement).bind(&token.bytes()[..]).fetch_optional(pool).await.map_err(told)?;
    row.map(|row| {
        Ok(StoredInvite {
            game: game_from(&bytes(&row, 0)?)?,
            creator: player_from(&bytes(&row, 1)?)?,
            facts: InviteFacts { lang: text(&row, 2)?, expires_at: time(integer(&row, 3)?)? },
        })
    })
    .transpose()
}

pub(super) async fn games_of(
    pool: &SqlitePool,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<GameSummary>, StoreError> {
    let statement = "
        SELECT id, variant, 1 + (second_player IS ?1) AS you, state, side_to_move, updated_at,
               form, config
        FROM game
        WHERE key IN (
            SELECT key FROM (
                SELECT key FROM game WHERE first_player = ?1 ORDER BY key DESC LIMIT ?3
            )
            UNION ALL
            SELECT key FROM (
                SELECT key FROM game WHERE second_player = ?1 ORDER BY key DESC LIMIT ?3
            )
        )
        ORDER BY updated_at DESC, key DESC
        LIMIT ?2
    ";
    let rows = query(statement)
        .bind(&player_column(player)[..])
        .bind(limit.min(MAX_GAMES))
        .bind(MAX_LOOKED_AT)
        .fetch_all(pool)
        .await
        .map_err(told)?;
    rows.iter()
        .map(|row| {
            let you = side_from(integer(row, 2)?)?;
            let variant = variant_from(&text(row, 1)?)?;
            let updated_at = time(integer(row, 5)?)?;
            let config = decode_config(variant, updated_at, integer(row, 6)?, &text(row, 7)?)?;
            Ok(GameSummary {
                game: game_from(&bytes(row, 0)?)?,
                variant,
                you,
                computer: config.seats()[!you].level(),
                summary: Summary {
                    state: state_from(&text(row, 3)?)?,
                    side_to_move: side_from(integer(row, 4)?)?,
                },
                updated_at,
            })
        })
        .collect()
}

pub(super) async fn open_jobs(pool: &SqlitePool) -> Result<Vec<Job>, StoreError> {
    let statement = "
        SELECT id, job.seq, level FROM job JOIN game ON game.key = job.game
        ORDER BY at, job.game
    ";
    let rows = query(statement).fetch_all(pool).await.map_err(told)?;
    rows.iter()
        .map(|row| {
            Ok(Job {
                game: game_from(&bytes(row, 0)?)?,
                seq: seq(integer(row, 1)?)?,
                level: level_from(&text(row, 2)?)?,
            })
        })
        .collect()
}

pub(super) async fn deadlines(
    pool: &SqlitePool,
    by: Time,
    after: Option<Deadline>,
    limit: u32,
) -> Result<Vec<Deadline>, StoreError> {
    let statement = "
        SELECT due_at, id FROM game
        WHERE due_at IS NOT NULL AND due_at <= ?1 AND (due_at, id) > (?2, ?3)
        ORDER BY due_at, id
        LIMIT ?4
    ";
    // No time is earlier than nought, and no id shorter than none.
    let (at, id) = match after {
        Some(Deadline { at, game }) => (time_column(at), game_column(game).to_vec()),
        None => (0, Vec::new()),
    };
    let rows = query(statement)
        .bind(time_column(by))
        .bind(at)
        .bind(id)
        .bind(limit)
        .fetch_all(pool)
        .await
        .map_err(told)?;
    rows.iter()
        .map(|row| Ok(Deadline { at: time(integer(row, 0)?)?, game: game_from(&bytes(row, 1)?)? }))
        .collect()
}

pub(super) async fn last_alive(pool: &SqlitePool) -> Result<Option<Time>, StoreError> {
    let row = query("SELECT at FROM heartbeat").fetch_optional(pool).await.map_err(told)?;
    row.map(|row| Ok(time(integer(&row, 0)?)?)).transpose()
}

pub(super) async fn unfinished_games_of(
    pool: &SqlitePool,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let statement = "
        SELECT id FROM game
        WHERE key IN (
            SELECT key FROM game WHERE first_player = ?1
            UNION ALL
            SELECT key FROM game WHERE second_player = ?1
        )
          AND state IN ('waiting', 'playing')
        LIMIT ?2
    ";
    let rows = query(statement)
        .bind(&player_column(player)[..])
        .bind(limit.min(MAX_GAMES))
        .fetch_all(pool)
        .await
        .map_err(told)?;
    rows.iter().map(|row| Ok(game_from(&bytes(row, 0)?)?)).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "given to map_err as it is")]
fn told(error: sqlx::Error) -> StoreError {
    store_error(&error)
}

fn integer(row: &SqliteRow, column: usize) -> Result<i64, StoreError> {
    row.try_get(column).map_err(told)
}

fn time_or_null(row: &SqliteRow, column: usize) -> Result<Option<Time>, StoreError> {
    let number: Option<i64> = row.try_get(column).map_err(told)?;
    Ok(number.map(time).transpose()?)
}

fn text(row: &SqliteRow, column: usize) -> Result<String, StoreError> {
    row.try_get(column).map_err(told)
}

fn bytes(row: &SqliteRow, column: usize) -> Result<Vec<u8>, StoreError> {
    row.try_get(column).map_err(told)
}

fn seq(number: i64) -> Result<Seq, DecodeError> {
    u64::try_from(number).map(Seq::new).map_err(|_| DecodeError::Column)
}
