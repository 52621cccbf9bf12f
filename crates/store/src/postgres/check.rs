//! Whether what a database holds is right.

use super::{parse, reading};
use crate::{
    StoreError,
    check::Report,
    sql::check::{look_at_games, look_at_pushes},
};

/// Reads a whole database, and changes nothing in it; it may be in use. What
/// rows refer to, and whether pages are whole, PostgreSQL sees to by itself.
///
/// # Errors
/// When it cannot be read at all.
pub async fn check(url: &str) -> Result<Report, StoreError> {
    let pool = reading(&parse(url)?, 1).await?;
    let mut report = Report::default();
    look_at_games(&pool, &mut report).await?;
    look_at_pushes(&pool, &mut report).await?;
    pool.close().await;
    Ok(report)
}
