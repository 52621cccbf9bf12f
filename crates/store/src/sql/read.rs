//! Everything that reads games.

use play::{BySide, Face, GameId, PlayerId, Seq, Time};
use uuid::Uuid;

use super::{
    Columns, Database, Reader, Value,
    value::{command_column, game_column, player_column},
};
use crate::{
    Deadline, DecodeError, GameSummary, InviteFacts, Job, LastSeen, MAX_GAMES, SecretHash,
    StoreError, StoredEvent, StoredGame, StoredInvite, Summary, TokenHash,
    codec::{
        decode_config, decode_event, game_from, level_from, number, player_from, side_from,
        state_from, time, variant_from,
    },
};

/// Games of a player on one side that are looked at, the newest ones: keeps
/// the list of somebody with very many games cheap.
const MAX_LOOKED_AT: u32 = 1_000;

/// Whether the database can be read at all.
pub(crate) async fn anything(db: &impl Reader) -> Result<(), StoreError> {
    db.row("SELECT 1 FROM game LIMIT 1", &[]).await.map(drop)
}

pub(crate) async fn player(
    db: &impl Reader,
    secret: SecretHash,
) -> Result<Option<PlayerId>, StoreError> {
    let statement = "SELECT player FROM secret WHERE hash = $1";
    let row = db.row(statement, &[secret.bytes().into()]).await?;
    row.map(|row| Ok(player_from(&row.bytes(0)?)?)).transpose()
}

pub(crate) async fn face(db: &impl Reader, player: PlayerId) -> Result<Option<Face>, StoreError> {
    let player = player_column(player);
    let row = db.row("SELECT face FROM player WHERE id = $1", &[(&player).into()]).await?;
    row.map_or(Ok(None), |row| face_or_null(&row, 0))
}

/// The faces of those who sit at a game now. Apart from the game: a copy that an
/// older program left can be read without them.
pub(crate) async fn faces(
    db: &impl Reader,
    id: GameId,
) -> Result<BySide<Option<Face>>, StoreError> {
    let statement = "
        SELECT (SELECT face FROM player WHERE id = first_player),
               (SELECT face FROM player WHERE id = second_player)
        FROM game WHERE id = $1
    ";
    let row = db.row(statement, &[(&game_column(id)).into()]).await?;
    let Some(row) = row else { return Ok(BySide::default()) };
    Ok(BySide { first: face_or_null(&row, 0)?, second: face_or_null(&row, 1)? })
}

pub(crate) async fn game(db: &impl Reader, id: GameId) -> Result<Option<StoredGame>, StoreError> {
    let statement = "
        SELECT variant, created_at, form, config, lang, expires_at,
               first_away_since, second_away_since
        FROM game LEFT JOIN invite ON invite.game = game.key
        WHERE id = $1
    ";
    let row = db.row(statement, &[(&game_column(id)).into()]).await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let config = decode_config(
        variant_from(&row.text(0)?)?,
        time(row.integer(1)?)?,
        row.integer(2)?,
        &row.text(3)?,
    )?;
    let lang = row.text_or_null(4)?;
    let invite = match lang {
        None => None,
        Some(lang) => Some(InviteFacts { lang, expires_at: time(row.integer(5)?)? }),
    };
    let away = BySide { first: time_or_null(&row, 6)?, second: time_or_null(&row, 7)? };
    // Read after the row: nothing of the game changes while events come.
    let events = events(db, id, Seq::ZERO).await?;
    Ok(Some(StoredGame { id, config, events, invite, away, faces: BySide::default() }))
}

pub(crate) async fn events(
    db: &impl Reader,
    id: GameId,
    since: Seq,
) -> Result<Vec<StoredEvent>, StoreError> {
    let statement = "
        SELECT seq, at, form, body FROM event
        WHERE game = (SELECT key FROM game WHERE id = $1) AND seq > $2
        ORDER BY seq
    ";
    let id = game_column(id);
    let rows = db.rows(statement, &[(&id).into(), number(since.get()).into()]).await?;
    let mut last = since;
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        let event = StoredEvent {
            seq: seq(row.integer(0)?)?,
            at: time(row.integer(1)?)?,
            event: decode_event(row.integer(2)?, &row.text(3)?)?,
        };
        if event.seq != last.next() {
            return Err(DecodeError::Gap.into());
        }
        last = event.seq;
        events.push(event);
    }
    Ok(events)
}

pub(crate) async fn command_seq(
    db: &impl Reader,
    game: GameId,
    player: PlayerId,
    command: Uuid,
) -> Result<Option<Seq>, StoreError> {
    let statement = "
        SELECT event.seq FROM game JOIN event ON event.game = game.key
        WHERE game.id = $1
          AND event.side = CASE $2 WHEN first_player THEN 1 WHEN second_player THEN 2 END
          AND event.command = $3
    ";
    let (game, player, command) =
        (game_column(game), player_column(player), command_column(command));
    let row = db.row(statement, &[(&game).into(), (&player).into(), (&command).into()]).await?;
    row.map(|row| Ok(seq(row.integer(0)?)?)).transpose()
}

pub(crate) async fn invite(
    db: &impl Reader,
    token: TokenHash,
) -> Result<Option<StoredInvite>, StoreError> {
    let statement = "
        SELECT id, creator, lang, expires_at
        FROM invite JOIN game ON game.key = invite.game
        WHERE token = $1
    ";
    let row = db.row(statement, &[token.bytes().into()]).await?;
    row.map(|row| {
        Ok(StoredInvite {
            game: game_from(&row.bytes(0)?)?,
            creator: player_from(&row.bytes(1)?)?,
            facts: InviteFacts { lang: row.text(2)?, expires_at: time(row.integer(3)?)? },
        })
    })
    .transpose()
}

pub(crate) async fn games_of(
    db: &impl Reader,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<GameSummary>, StoreError> {
    let statement = "
        SELECT id, variant, CASE WHEN second_player = $1 THEN 2 ELSE 1 END AS you, state, side_to_move, updated_at,
               form, config,
               (SELECT face FROM player
                WHERE player.id =
                    CASE WHEN second_player = $1 THEN first_player ELSE second_player END)
        FROM game
        WHERE key IN (
            SELECT key FROM (
                SELECT key FROM game WHERE first_player = $1 ORDER BY key DESC LIMIT $3
            ) AS as_first
            UNION ALL
            SELECT key FROM (
                SELECT key FROM game WHERE second_player = $1 ORDER BY key DESC LIMIT $3
            ) AS as_second
        )
        ORDER BY updated_at DESC, key DESC
        LIMIT $2
    ";
    let player = player_column(player);
    let values = [(&player).into(), limit.min(MAX_GAMES).into(), MAX_LOOKED_AT.into()];
    let rows = db.rows(statement, &values).await?;
    rows.iter()
        .map(|row| {
            let you = side_from(row.integer(2)?)?;
            let variant = variant_from(&row.text(1)?)?;
            let updated_at = time(row.integer(5)?)?;
            let config = decode_config(variant, updated_at, row.integer(6)?, &row.text(7)?)?;
            Ok(GameSummary {
                game: game_from(&row.bytes(0)?)?,
                variant,
                you,
                computer: config.seats()[!you].level(),
                face: face_or_null(row, 8)?,
                summary: Summary {
                    state: state_from(&row.text(3)?)?,
                    side_to_move: side_from(row.integer(4)?)?,
                },
                updated_at,
            })
        })
        .collect()
}

pub(crate) async fn open_jobs(db: &impl Reader) -> Result<Vec<Job>, StoreError> {
    let statement = "
        SELECT id, job.seq, level FROM job JOIN game ON game.key = job.game
        ORDER BY at, job.game
    ";
    let rows = db.rows(statement, &[]).await?;
    rows.iter()
        .map(|row| {
            Ok(Job {
                game: game_from(&row.bytes(0)?)?,
                seq: seq(row.integer(1)?)?,
                level: level_from(&row.text(2)?)?,
            })
        })
        .collect()
}

pub(crate) async fn deadlines(
    db: &impl Reader,
    by: Time,
    after: Option<Deadline>,
    limit: u32,
) -> Result<Vec<Deadline>, StoreError> {
    let statement = "
        SELECT due_at, id FROM game
        WHERE due_at IS NOT NULL AND due_at <= $1 AND (due_at, id) > ($2, $3)
        ORDER BY due_at, id
        LIMIT $4
    ";
    // No time is earlier than nought, and no id shorter than none.
    let (at, id) = match after {
        Some(Deadline { at, game }) => (at, game_column(game).to_vec()),
        None => (Time::ZERO, Vec::new()),
    };
    let values = [by.into(), at.into(), Value::Bytes(Some(&id)), limit.into()];
    let rows = db.rows(statement, &values).await?;
    rows.iter()
        .map(|row| Ok(Deadline { at: time(row.integer(0)?)?, game: game_from(&row.bytes(1)?)? }))
        .collect()
}

pub(crate) async fn last_seen(
    db: &impl Database,
    games: &[GameId],
) -> Result<Vec<LastSeen>, StoreError> {
    let games = &games[..games.len().min(MAX_GAMES as usize)];
    let list: Vec<_> = games.iter().map(|game| format!("{:032x}", game.as_u128())).collect();
    let list = serde_json::to_string(&list).map_err(|_| StoreError::Unfit)?;
    let rows = db.rows(db.last_seen(), &[list.as_str().into()]).await?;
    rows.iter()
        .map(|row| {
            Ok(LastSeen {
                game: game_from(&row.bytes(0)?)?,
                seq: seq(row.integer(1)?)?,
                away: BySide { first: time_or_null(row, 2)?, second: time_or_null(row, 3)? },
            })
        })
        .collect()
}

pub(crate) async fn last_alive(db: &impl Reader) -> Result<Option<Time>, StoreError> {
    let row = db.row("SELECT at FROM heartbeat", &[]).await?;
    row.map(|row| Ok(time(row.integer(0)?)?)).transpose()
}

pub(crate) async fn unfinished_games_of(
    db: &impl Reader,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let statement = "
        SELECT id FROM game
        WHERE key IN (
            SELECT key FROM game WHERE first_player = $1
            UNION ALL
            SELECT key FROM game WHERE second_player = $1
        )
          AND state IN ('waiting', 'playing')
        LIMIT $2
    ";
    let player = player_column(player);
    let rows = db.rows(statement, &[(&player).into(), limit.min(MAX_GAMES).into()]).await?;
    rows.iter().map(|row| Ok(game_from(&row.bytes(0)?)?)).collect()
}

fn time_or_null(row: &impl Columns, column: usize) -> Result<Option<Time>, StoreError> {
    Ok(row.integer_or_null(column)?.map(time).transpose()?)
}

/// A face of a program that is ahead of this one is none.
fn face_or_null(row: &impl Columns, column: usize) -> Result<Option<Face>, StoreError> {
    Ok(row.text_or_null(column)?.and_then(|name| Face::from_name(&name)))
}

pub(super) fn seq(number: i64) -> Result<Seq, DecodeError> {
    u64::try_from(number).map(Seq::new).map_err(|_| DecodeError::Column)
}
