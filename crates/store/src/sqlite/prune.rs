//! Finding and forgetting what nobody comes back to.
//!
//! Found by a walk through the whole store in small steps, on a connection that
//! only reads: an index by last use would have to be written with every move.

use play::{GameId, PlayerId};
use sqlx::{Row, SqliteConnection, SqlitePool, query, sqlite::SqliteRow};

use super::{
    fault::store_error,
    operation::{game_column, player_column, time_column},
};
use crate::{
    Cutoffs, StoreError,
    codec::{game_from, player_from},
    retention::{Pruning, Stale},
};

/// Whether the time of a game is over; ?1 and ?2 are the cutoffs.
macro_rules! game_is_over {
    () => {
        "max(updated_at, coalesce(visited_at, 0)) < CASE
             WHEN state LIKE 'won:%' OR state LIKE 'drawn:%' THEN ?1 ELSE ?2
         END"
    };
}

/// Whether the time of a player is over; ?1 is the cutoff.
macro_rules! player_is_over {
    () => {
        "max(created_at, coalesce(seen_at, 0)) < ?1"
    };
}

pub(super) async fn stale_games(
    pool: &SqlitePool,
    cutoffs: &Cutoffs,
    after: Option<GameId>,
    limit: u32,
) -> Result<Stale<GameId>, StoreError> {
    const LOOK: &str = concat!(
        "SELECT id, ",
        game_is_over!(),
        " FROM game WHERE key > coalesce((SELECT key FROM game WHERE id = ?3), 0)
          ORDER BY key LIMIT ?4"
    );
    let rows = query(LOOK)
        .bind(time_column(cutoffs.finished))
        .bind(time_column(cutoffs.abandoned))
        .bind(after.map(|id| game_column(id).to_vec()))
        .bind(limit)
        .fetch_all(pool)
        .await
        .map_err(|error| store_error(&error))?;
    sorted_out(&rows, limit, |bytes| Ok(game_from(bytes)?))
}

pub(super) async fn stale_players(
    pool: &SqlitePool,
    cutoffs: &Cutoffs,
    after: Option<PlayerId>,
    limit: u32,
) -> Result<Stale<PlayerId>, StoreError> {
    const LOOK: &str = concat!(
        "SELECT id, ",
        player_is_over!(),
        " FROM player WHERE id > coalesce(?2, x'') ORDER BY id LIMIT ?3"
    );
    let rows = query(LOOK)
        .bind(time_column(cutoffs.players))
        .bind(after.map(|id| player_column(id).to_vec()))
        .bind(limit)
        .fetch_all(pool)
        .await
        .map_err(|error| store_error(&error))?;
    sorted_out(&rows, limit, |bytes| Ok(player_from(bytes)?))
}

fn sorted_out<Id: Copy>(
    rows: &[SqliteRow],
    limit: u32,
    read: impl Fn(&[u8]) -> Result<Id, StoreError>,
) -> Result<Stale<Id>, StoreError> {
    let mut stale = Stale::default();
    let mut last = None;
    for row in rows {
        let bytes: Vec<u8> = row.try_get(0).map_err(|error| store_error(&error))?;
        let is_over: bool = row.try_get(1).map_err(|error| store_error(&error))?;
        let id = read(&bytes)?;
        last = Some(id);
        if is_over {
            stale.found.push(id);
        }
    }
    stale.next = last.filter(|_| rows.len() == limit as usize);
    Ok(stale)
}

/// Forgets those whose time is still over: somebody may have come meanwhile.
pub(super) async fn prune(
    pruning: &Pruning,
    cutoffs: &Cutoffs,
    connection: &mut SqliteConnection,
) -> Result<(), sqlx::Error> {
    const TIME_IS_OVER: &str = concat!("SELECT key FROM game WHERE id = ?3 AND ", game_is_over!());
    const FORGET_GAME: &str = "
        DELETE FROM job WHERE game = ?1;
        DELETE FROM invite WHERE game = ?1;
        DELETE FROM event WHERE game = ?1;
        DELETE FROM game WHERE key = ?1;
    ";
    // The row of somebody who made an invite stays as long as the invite's game.
    const FORGET_PLAYER: &str = concat!(
        "DELETE FROM secret WHERE player = (SELECT id FROM player WHERE id = ?2 AND ",
        player_is_over!(),
        ");
         UPDATE game SET first_player = NULL
         WHERE first_player = (SELECT id FROM player WHERE id = ?2 AND ",
        player_is_over!(),
        ");
         UPDATE game SET second_player = NULL
         WHERE second_player = (SELECT id FROM player WHERE id = ?2 AND ",
        player_is_over!(),
        ");
         DELETE FROM player
         WHERE id = ?2 AND id NOT IN (SELECT creator FROM invite WHERE creator = ?2) AND ",
        player_is_over!()
    );
    match pruning {
        Pruning::Games(games) => {
            for &game in games {
                let row = query(TIME_IS_OVER)
                    .bind(time_column(cutoffs.finished))
                    .bind(time_column(cutoffs.abandoned))
                    .bind(&game_column(game)[..])
                    .fetch_optional(&mut *connection)
                    .await?;
                if let Some(row) = row {
                    let key: i64 = row.try_get(0)?;
                    query(FORGET_GAME).bind(key).execute(&mut *connection).await?;
                }
            }
        }
        Pruning::Players(players) => {
            for &player in players {
                query(FORGET_PLAYER)
                    .bind(time_column(cutoffs.players))
                    .bind(&player_column(player)[..])
                    .execute(&mut *connection)
                    .await?;
            }
        }
    }
    Ok(())
}
