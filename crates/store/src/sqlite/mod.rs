//! Everything in one SQLite file: nothing to install, nothing to run beside.
//!
//! One task owns the only connection that writes; it takes whatever is waiting
//! into one transaction, so that the disk is asked to sync once for all of it.
//! Under little load a batch is one request and the wait is one sync; under
//! much load batches grow by themselves, without a timer. Several writing
//! connections would poll for the lock instead and keep each other waiting for
//! seconds. Readers have connections of their own, which never wait for the
//! writer.

mod append;
mod check;
mod copy;
mod fault;
mod transactions;
mod values;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, SqliteConnection, SqlitePool,
    migrate::Migrator,
    query,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{
    SharedObserver, StoreError,
    sql::{Database, MAX_BATCH, SqlStore, Writer},
};
use append::CREATE_TAKEN;
pub use check::check;
pub use copy::{CopyError, backup, restore};
use fault::store_error;
use transactions::Writing;

/// Pages of the write-ahead log after which it is worked into the file. More
/// than SQLite's own 1,000: a full batch alone writes several hundred, and most
/// of them are written again by the next one.
const LOG_PAGES: u32 = 8_000;

/// KiB of pages that the writer keeps in memory.
const CACHE_KIB: u32 = 32 << 10;

/// Bytes to which the write-ahead log shrinks again after a burst.
const LOG_BYTES: u32 = 64 << 20;

/// Settings of an SQLite store.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long to wait for another process that holds the database, before
    /// [`StoreError::Busy`].
    pub lock_wait: Duration,
    /// Connections for reading, at least one.
    pub readers: u32,
    /// Pages of 4 KiB that the file may have, before [`StoreError::Full`];
    /// `None` for as many as the disk holds.
    pub max_pages: Option<u32>,
    /// Who hears how the writer gets on.
    pub observer: Option<SharedObserver>,
}

impl Default for Options {
    fn default() -> Self {
        Options { lock_wait: Duration::from_secs(5), readers: 4, max_pages: None, observer: None }
    }
}

/// A store in an SQLite file.
pub type SqliteStore = SqlStore<SqlitePool>;

/// The file of a URL `sqlite://FILE`. The rest of the URL is taken as it
/// stands: nothing in it is escaped, and there are no parameters.
#[must_use]
pub fn path_of(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite://")?;
    // A database in memory would be another one for every connection.
    (!path.is_empty() && path != ":memory:").then(|| Path::new(path))
}

impl SqliteStore {
    /// Opens a file, makes it when it is missing, and brings its schema up to
    /// date. Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// When the file cannot be opened, or holds something else.
    pub async fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, StoreError> {
        let files = Files { path: path.as_ref().to_path_buf(), options };
        let mut connection = files.writing().await?;
        migrate(&mut connection, &files.path).await?;
        let readers = files.reading().await?;
        let observer = files.options.observer.clone();
        Ok(SqlStore::new(Writer::start(Writing::new(connection, files), observer), readers))
    }
}

impl Database for SqlitePool {
    fn last_seen(&self) -> &'static str {
        "SELECT id, seq, first_away_since, second_away_since FROM game
         WHERE id IN (SELECT unhex(value) FROM json_each($1))"
    }

    async fn close(&self) {
        SqlitePool::close(self).await;
    }
}

/// Brings the schema up to date. A schema that is ahead of this program is
/// left alone: changes add first and remove later, so that old and new
/// programs can share a database while one replaces the other.
async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let mut migrator = migrator();
    copy_old(connection, path, &migrator).await?;
    migrator.set_ignore_missing(true);
    migrator.run(connection).await.map_err(|error| match error {
        sqlx::migrate::MigrateError::Execute(error) => store_error(&error),
        other => {
            tracing::error!(error = %other, "the schema could not be brought up to date");
            StoreError::Schema
        }
    })
}

/// Copies a database whose schema is older than this program, so that a change
/// that goes wrong can be undone.
async fn copy_old(
    connection: &mut SqliteConnection,
    path: &Path,
    migrator: &Migrator,
) -> Result<(), StoreError> {
    let kept = sqlx::query_scalar::<_, i64>(
        "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'",
    );
    let is_new = kept.fetch_one(&mut *connection).await.map_err(|error| store_error(&error))? == 0;
    if is_new {
        return Ok(());
    }
    let applied: Vec<i64> = sqlx::query_scalar("SELECT version FROM _sqlx_migrations")
        .fetch_all(&mut *connection)
        .await
        .map_err(|error| store_error(&error))?;
    let versions = migrator.iter().map(|migration| migration.version);
    let Some(newest) = versions.filter(|version| !applied.contains(version)).max() else {
        return Ok(());
    };
    match copy::copy_before(connection, path, newest).await {
        Ok(copy) => {
            tracing::info!(copy = %copy.display(), "copied before the schema is changed");
            Ok(())
        }
        Err(CopyError::Store(error)) => Err(error),
        Err(error) => {
            tracing::error!(%error, "no copy could be made, so the schema is not changed");
            Err(StoreError::Schema)
        }
    }
}

/// Brings the schema of a file up to date and does nothing else; makes the file
/// when it is missing.
///
/// # Errors
/// As [`open`](crate::open).
pub async fn migrate_alone(path: &Path) -> Result<(), StoreError> {
    let files = Files { path: path.to_path_buf(), options: Options::default() };
    let mut connection = files.writing().await?;
    migrate(&mut connection, path).await?;
    connection.close().await.map_err(|error| store_error(&error))
}

/// The number of the last change of the schema that this program knows.
pub(crate) fn newest() -> i64 {
    migrator().iter().map(|migration| migration.version).max().unwrap_or_default()
}

fn migrator() -> Migrator {
    sqlx::migrate!("../../migrations/sqlite")
}

/// A connection that sees a database as it stands at one moment.
pub(crate) async fn snapshot(path: &Path) -> Result<SqliteConnection, StoreError> {
    let files = Files { path: path.to_path_buf(), options: Options::default() };
    begun(&files.connect_options().read_only(true), "BEGIN").await
}

/// A connection in a transaction that fills a database.
pub(crate) async fn filling(path: &Path) -> Result<SqliteConnection, StoreError> {
    let files = Files { path: path.to_path_buf(), options: Options::default() };
    let options = files.connect_options().synchronous(SqliteSynchronous::Full);
    begun(&options, "BEGIN IMMEDIATE").await
}

async fn begun(
    options: &SqliteConnectOptions,
    begin: &'static str,
) -> Result<SqliteConnection, StoreError> {
    let begun = async {
        let mut connection = SqliteConnection::connect_with(options).await?;
        query(begin).execute(&mut connection).await?;
        Ok(connection)
    };
    begun.await.map_err(|error| store_error(&error))
}

/// Connections that only read, to a file that must exist.
async fn open_to_read(path: &Path, options: &Options) -> Result<SqlitePool, StoreError> {
    Files { path: path.to_path_buf(), options: options.clone() }.reading().await
}

/// Knows how to open connections to one file.
#[derive(Clone, Debug)]
struct Files {
    path: PathBuf,
    options: Options,
}

impl Files {
    fn connect_options(&self) -> SqliteConnectOptions {
        SqliteConnectOptions::new()
            .filename(&self.path)
            .busy_timeout(self.options.lock_wait)
            .foreign_keys(true)
            .disable_statement_logging()
    }

    /// The connection that writes. FULL, because a power cut must not take
    /// back what was acknowledged; NORMAL would sync at checkpoints only.
    async fn writing(&self) -> Result<SqliteConnection, StoreError> {
        let mut options = self
            .connect_options()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("journal_size_limit", LOG_BYTES.to_string())
            .pragma("wal_autocheckpoint", LOG_PAGES.to_string())
            .pragma("cache_size", format!("-{CACHE_KIB}"))
            .pragma("temp_store", "memory")
            // Room for the answers of a whole batch, so that the database's
            // thread need not wait for the one who reads them.
            .row_buffer_size(MAX_BATCH)
            .thread_name(|_| "sqlite-writer".to_owned());
        if let Some(pages) = self.options.max_pages {
            options = options.pragma("max_page_count", pages.to_string());
        }
        let connect = async {
            let mut connection = SqliteConnection::connect_with(&options).await?;
            query(CREATE_TAKEN).execute(&mut connection).await?;
            Ok(connection)
        };
        connect.await.map_err(|error| store_error(&error))
    }

    async fn reading(&self) -> Result<SqlitePool, StoreError> {
        let options =
            self.connect_options().read_only(true).thread_name(|n| format!("sqlite-reader-{n}"));
        SqlitePoolOptions::new()
            .max_connections(self.options.readers.max(1))
            .acquire_timeout(self.options.lock_wait)
            .connect_with(options)
            .await
            .map_err(|error| store_error(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_file_as_it_stands() {
        for (url, path) in [
            ("sqlite://dama.db", Some("dama.db")),
            ("sqlite:///var/lib/dama/dama.db", Some("/var/lib/dama/dama.db")),
            ("sqlite://50%20games?.db", Some("50%20games?.db")),
            ("sqlite://", None),
            ("sqlite://:memory:", None),
            ("sqlite:dama.db", None),
            ("postgres://localhost/dama", None),
            ("dama.db", None),
        ] {
            assert_eq!(path_of(url), path.map(Path::new), "{url}");
        }
    }

    #[tokio::test]
    async fn the_writer_syncs_at_every_commit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("dama.db");
        let files = Files { path, options: Options::default() };
        let mut writer = files.writing().await.expect("a connection");
        let mut pragma = async |statement| -> String {
            sqlx::query_scalar(statement).fetch_one(&mut writer).await.expect("a setting")
        };
        assert_eq!(pragma("SELECT journal_mode FROM pragma_journal_mode").await, "wal");
        // 2 is FULL.
        assert_eq!(pragma("SELECT CAST(synchronous AS TEXT) FROM pragma_synchronous").await, "2");
    }
}
