//! Finding and forgetting what nobody comes back to.
//!
//! Found by a walk through the whole store in small steps, on a connection that
//! only reads: an index by last use would have to be written with every move.

use play::{GameId, PlayerId};

use super::{Columns, Connection, Reader, Value, game_column, player_column};
use crate::{
    Cutoffs, StoreError,
    codec::{game_from, player_from},
    retention::{Pruning, Stale},
};

/// Whether the time of a game is over; $1 and $2 are the cutoffs.
macro_rules! game_is_over {
    () => {
        "(CASE WHEN coalesce(visited_at, 0) > updated_at THEN visited_at ELSE updated_at END)
         < (CASE WHEN state LIKE 'won:%' OR state LIKE 'drawn:%' THEN $1 ELSE $2 END)"
    };
}

/// Whether the time of a player is over; $1 is the cutoff.
macro_rules! player_is_over {
    () => {
        "(created_at < $1 AND coalesce(seen_at, 0) < $1)"
    };
}

pub(crate) async fn stale_games(
    db: &impl Reader,
    cutoffs: &Cutoffs,
    after: Option<GameId>,
    limit: u32,
) -> Result<Stale<GameId>, StoreError> {
    const LOOK: &str = concat!(
        "SELECT id, CASE WHEN ",
        game_is_over!(),
        " THEN 1 ELSE 0 END
          FROM game WHERE key > coalesce((SELECT key FROM game WHERE id = $3), 0)
          ORDER BY key LIMIT $4"
    );
    let after = after.map(game_column);
    let after = Value::Bytes(after.as_ref().map(<[u8; 16]>::as_slice));
    let values = [cutoffs.finished.into(), cutoffs.abandoned.into(), after, limit.into()];
    sorted_out(&db.rows(LOOK, &values).await?, limit, |bytes| Ok(game_from(bytes)?))
}

pub(crate) async fn stale_players(
    db: &impl Reader,
    cutoffs: &Cutoffs,
    after: Option<PlayerId>,
    limit: u32,
) -> Result<Stale<PlayerId>, StoreError> {
    const LOOK: &str = concat!(
        "SELECT id, CASE WHEN ",
        player_is_over!(),
        " THEN 1 ELSE 0 END FROM player WHERE id > $2 ORDER BY id LIMIT $3"
    );
    // No id is shorter than none.
    let after = after.map_or_else(Vec::new, |player| player_column(player).to_vec());
    let values = [cutoffs.players.into(), Value::Bytes(Some(&after)), limit.into()];
    sorted_out(&db.rows(LOOK, &values).await?, limit, |bytes| Ok(player_from(bytes)?))
}

fn sorted_out<Id: Copy>(
    rows: &[impl Columns],
    limit: u32,
    read: impl Fn(&[u8]) -> Result<Id, StoreError>,
) -> Result<Stale<Id>, StoreError> {
    let mut stale = Stale::default();
    let mut last = None;
    for row in rows {
        let id = read(&row.bytes(0)?)?;
        last = Some(id);
        if row.integer(1)? == 1 {
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
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    match pruning {
        Pruning::Games(games) => {
            for &game in games {
                prune_game(game, cutoffs, connection).await?;
            }
        }
        Pruning::Players(players) => {
            for &player in players {
                prune_player(player, cutoffs, connection).await?;
            }
        }
    }
    Ok(())
}

async fn prune_game(
    game: GameId,
    cutoffs: &Cutoffs,
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    const TIME_IS_OVER: &str = concat!("SELECT key FROM game WHERE id = $3 AND ", game_is_over!());
    let game = game_column(game);
    let values = [cutoffs.finished.into(), cutoffs.abandoned.into(), (&game).into()];
    let Some(row) = connection.row(TIME_IS_OVER, &values).await? else { return Ok(()) };
    let key = [row.integer(0)?.into()];
    for statement in [
        "DELETE FROM job WHERE game = $1",
        "DELETE FROM invite WHERE game = $1",
        "DELETE FROM event WHERE game = $1",
        "DELETE FROM game WHERE key = $1",
    ] {
        connection.execute(statement, &key).await?;
    }
    Ok(())
}

async fn prune_player(
    player: PlayerId,
    cutoffs: &Cutoffs,
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    const TIME_IS_OVER: &str =
        concat!("SELECT 1 FROM player WHERE id = $2 AND ", player_is_over!());
    let player = player_column(player);
    let values = [cutoffs.players.into(), (&player).into()];
    if connection.row(TIME_IS_OVER, &values).await?.is_none() {
        return Ok(());
    }
    let player = [(&player).into()];
    for statement in [
        "DELETE FROM secret WHERE player = $1",
        "DELETE FROM push_subscription WHERE player = $1",
        "UPDATE game SET first_player = NULL WHERE first_player = $1",
        "UPDATE game SET second_player = NULL WHERE second_player = $1",
        // The row of somebody who made an invite stays as long as the invite's game.
        "DELETE FROM player
         WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM invite WHERE creator = $1)",
    ] {
        connection.execute(statement, &player).await?;
    }
    Ok(())
}
