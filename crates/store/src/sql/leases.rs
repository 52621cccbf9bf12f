//! Who looks after what, and until when.

use play::{GameId, Time};

use super::{Columns, Connection, Reader, game_column, read, value::time_column};
use crate::{
    Duty, Job, Lease, NodeId, StoreError,
    codec::{blob, game_from, level_from},
};

/// Takes a lease, or keeps it; whether it is held now.
pub(super) async fn claim(lease: &Lease, to: &mut impl Connection) -> Result<bool, StoreError> {
    let statement = "
        INSERT INTO lease (duty, holder, until) VALUES ($1, $2, $4)
        ON CONFLICT (duty) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE lease.holder = excluded.holder OR lease.until <= $3
    ";
    let holder = blob(lease.holder.as_u128());
    let values = [lease.duty.name().into(), (&holder).into(), lease.now.into(), lease.until.into()];
    Ok(to.execute(statement, &values).await? > 0)
}

/// Gives a lease up, if it is held.
pub(super) async fn release(
    duty: Duty,
    holder: NodeId,
    to: &mut impl Connection,
) -> Result<(), StoreError> {
    let holder = blob(holder.as_u128());
    let statement = "DELETE FROM lease WHERE duty = $1 AND holder = $2";
    to.execute(statement, &[duty.name().into(), (&holder).into()]).await?;
    Ok(())
}

/// Whether there is a job that nobody holds: asked before the writer is
/// troubled.
pub(crate) async fn has_free_jobs(db: &impl Reader, now: Time) -> Result<bool, StoreError> {
    let statement = "SELECT 1 FROM job WHERE until <= $1 LIMIT 1";
    Ok(db.row(statement, &[now.into()]).await?.is_some())
}

/// Takes the oldest jobs that nobody holds.
pub(super) async fn claim_jobs(
    now: Time,
    until: Time,
    limit: u32,
    to: &mut impl Connection,
) -> Result<Vec<Job>, StoreError> {
    // Asked again outside the list: another node may have been faster.
    let statement = "
        UPDATE job SET until = $2
        WHERE until <= $1
          AND game IN (SELECT game FROM job WHERE until <= $1 ORDER BY at, game LIMIT $3)
        RETURNING (SELECT id FROM game WHERE key = job.game), seq, level
    ";
    let rows = to.rows(statement, &[now.into(), until.into(), limit.into()]).await?;
    rows.iter()
        .map(|row| {
            Ok(Job {
                game: game_from(&row.bytes(0)?)?,
                seq: read::seq(row.integer(1)?)?,
                level: level_from(&row.text(2)?)?,
            })
        })
        .collect()
}

/// Keeps jobs that are in hand, none of them for a shorter time than before.
pub(super) async fn hold_jobs(
    games: &[GameId],
    until: Time,
    to: &mut impl Connection,
) -> Result<(), StoreError> {
    let statement = "
        UPDATE job SET until = $2
        WHERE game = (SELECT key FROM game WHERE id = $1) AND until < $2
    ";
    for &game in games {
        let id = game_column(game);
        to.execute(statement, &[(&id).into(), time_column(until).into()]).await?;
    }
    Ok(())
}
