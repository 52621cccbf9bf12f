//! Subscriptions to pushes as rows, and the key that they hang on.

use play::PlayerId;

use super::{Columns, Connection, Reader, Value, player_column};
use crate::{
    DecodeError, MAX_ENDPOINT_BYTES, MAX_PUSH_SUBSCRIPTIONS, PushSubscription, StoreError,
    codec::{player_from, time},
};

/// Subscriptions that a check reads at once.
const PAGE: u32 = 256;
/// The schema from which on there are any; a copy may be older.
const SINCE: i64 = 7;

/// Keeps a subscription, in the place of one with the same endpoint; of too
/// many of one player the oldest go.
pub(super) async fn put(
    subscription: &PushSubscription,
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    const KEEP: &str = "
        INSERT INTO push_subscription (endpoint, player, public_key, auth, lang, at)
        SELECT $1, id, $3, $4, $5, $6 FROM player
        WHERE id = $2 AND EXISTS (SELECT 1 FROM secret WHERE secret.player = player.id)
        ON CONFLICT (endpoint) DO UPDATE
        SET player = excluded.player, public_key = excluded.public_key, auth = excluded.auth,
            lang = excluded.lang, at = excluded.at
    ";
    const BOUND: &str = "
        DELETE FROM push_subscription
        WHERE player = $1 AND endpoint NOT IN (
            SELECT endpoint FROM push_subscription WHERE player = $1
            ORDER BY at DESC, endpoint LIMIT $2
        )
    ";
    if subscription.endpoint.len() > MAX_ENDPOINT_BYTES {
        return Err(StoreError::Unfit);
    }
    let player = player_column(subscription.player);
    let values = [
        subscription.endpoint.as_str().into(),
        (&player).into(),
        (&subscription.public_key).into(),
        (&subscription.auth).into(),
        subscription.lang.as_str().into(),
        subscription.at.into(),
    ];
    if connection.execute(KEEP, &values).await? == 0 {
        return Err(StoreError::Unfit);
    }
    connection.execute(BOUND, &[(&player).into(), MAX_PUSH_SUBSCRIPTIONS.into()]).await?;
    Ok(())
}

pub(super) async fn drop(
    endpoint: &str,
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    let statement = "DELETE FROM push_subscription WHERE endpoint = $1";
    connection.execute(statement, &[endpoint.into()]).await?;
    Ok(())
}

pub(crate) async fn of_player(
    db: &impl Reader,
    player: PlayerId,
) -> Result<Vec<PushSubscription>, StoreError> {
    let statement = "
        SELECT endpoint, player, public_key, auth, lang, at FROM push_subscription
        WHERE player = $1 ORDER BY at, endpoint
    ";
    let rows = db.rows(statement, &[(&player_column(player)).into()]).await?;
    rows.iter().map(subscription).collect()
}

/// Those that cannot be read back, or are longer than any that is taken in.
pub(super) async fn unreadable(db: &impl Reader) -> Result<Vec<StoreError>, StoreError> {
    let statement = "
        SELECT endpoint, player, public_key, auth, lang, at FROM push_subscription
        WHERE endpoint > $1 ORDER BY endpoint LIMIT $2
    ";
    let schema = db.row("SELECT max(version) FROM _sqlx_migrations", &[]).await?;
    let schema = schema.map_or(Ok(None), |row| row.integer_or_null(0))?;
    let (mut after, mut found) = (String::new(), Vec::new());
    if schema < Some(SINCE) {
        return Ok(found);
    }
    loop {
        let rows = db.rows(statement, &[after.as_str().into(), PAGE.into()]).await?;
        let Some(last) = rows.last() else { return Ok(found) };
        after = last.text(0)?;
        found.extend(rows.iter().filter_map(|row| subscription(row).err()));
    }
}

fn subscription(row: &impl Columns) -> Result<PushSubscription, StoreError> {
    let endpoint = row.text(0)?;
    if endpoint.len() > MAX_ENDPOINT_BYTES {
        return Err(DecodeError::Column.into());
    }
    Ok(PushSubscription {
        endpoint,
        player: player_from(&row.bytes(1)?)?,
        public_key: row.bytes(2)?.try_into().map_err(|_| DecodeError::Column)?,
        auth: row.bytes(3)?.try_into().map_err(|_| DecodeError::Column)?,
        lang: row.text(4)?,
        at: time(row.integer(5)?)?,
    })
}

/// Keeps a key unless there is one.
pub(super) async fn keep_key(
    key: &[u8],
    connection: &mut impl Connection,
) -> Result<(), StoreError> {
    let statement = "INSERT INTO push_key (id, pkcs8) VALUES (1, $1) ON CONFLICT DO NOTHING";
    connection.execute(statement, &[Value::Bytes(Some(key))]).await?;
    Ok(())
}

pub(crate) async fn key(db: &impl Reader) -> Result<Option<Vec<u8>>, StoreError> {
    let row = db.row("SELECT pkcs8 FROM push_key WHERE id = 1", &[]).await?;
    row.map(|row| row.bytes(0)).transpose()
}
