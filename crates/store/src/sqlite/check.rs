//! Whether the file is whole, and what it holds is right.

use std::path::Path;

use sqlx::{SqlitePool, query_scalar};

use super::{Options, fault::store_error, open_to_read};
use crate::{
    StoreError,
    check::{Report, Wrong},
    sql::check::{look_at_games, look_at_pushes},
};

/// Reads a whole database, and changes nothing in it; it may be in use.
///
/// # Errors
/// When it cannot be read at all.
pub async fn check(path: &Path) -> Result<Report, StoreError> {
    let pool = open_to_read(path, &Options { readers: 1, ..Options::default() }).await?;
    let mut report = Report::default();
    look_at_file(&pool, &mut report).await?;
    look_at_games(&pool, &mut report).await?;
    look_at_pushes(&pool, &mut report).await?;
    pool.close().await;
    Ok(report)
}

async fn look_at_file(pool: &SqlitePool, report: &mut Report) -> Result<(), StoreError> {
    let words: Vec<String> = query_scalar("PRAGMA integrity_check")
        .fetch_all(pool)
        .await
        .map_err(|error| store_error(&error))?;
    let damage = words.into_iter().filter(|word| word != "ok").map(Wrong::File);
    report.wrongs.extend(damage.map(|wrong| (None, wrong)));
    let tables: Vec<String> = query_scalar("SELECT \"table\" FROM pragma_foreign_key_check")
        .fetch_all(pool)
        .await
        .map_err(|error| store_error(&error))?;
    report.wrongs.extend(tables.into_iter().map(|table| (None, Wrong::Reference(table))));
    Ok(())
}
