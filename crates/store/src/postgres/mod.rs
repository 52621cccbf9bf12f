//! Everything in a PostgreSQL database, which any number of processes share.
//!
//! As with SQLite one task of each process writes, and takes whatever is
//! waiting into one transaction; here several processes do so at once, and
//! every race between them is settled by the database, row by row. Nothing is
//! told through the database (`NOTIFY` would have all commits wait for each
//! other); a bus does that.

mod append;
mod check;
mod fault;
mod transactions;
mod values;

use std::time::Duration;

use sqlx::{
    ConnectOptions, Connection, PgConnection, PgPool,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
};

use crate::{
    SharedObserver, StoreError,
    sql::{Database, SqlStore, Writer},
};
pub use check::check;
use fault::store_error;
use transactions::{CONNECT_WITHIN, Talk, Writing, connect};

/// How long the schema's change may wait for another process that changes it,
/// and take by itself.
const MIGRATE_WITHIN: Duration = Duration::from_secs(600);

/// How long a look at a database may take.
const LOOK_WITHIN: Duration = Duration::from_secs(10);

/// Settings of a PostgreSQL store.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long to wait for the row of a game that another process holds,
    /// before [`StoreError::Busy`].
    pub lock_wait: Duration,
    /// Connections for reading, at least one.
    pub readers: u32,
    /// Who hears how the writer gets on.
    pub observer: Option<SharedObserver>,
}

impl Default for Options {
    fn default() -> Self {
        Options { lock_wait: Duration::from_secs(5), readers: 8, observer: None }
    }
}

/// A store in a PostgreSQL database.
pub type PgStore = SqlStore<PgPool>;

/// Whether a URL names a PostgreSQL database.
#[must_use]
pub fn is_url(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

impl PgStore {
    /// Opens a database, which must exist, and brings its schema up to date.
    /// Must be called inside a tokio runtime.
    ///
    /// # Errors
    /// [`StoreError::Url`] when the URL cannot be read, or why the database
    /// cannot be opened.
    pub async fn open(url: &str, options: Options) -> Result<Self, StoreError> {
        let to = parse(url)?;
        migrate(&to).await?;
        let writing = writing(&to, options.lock_wait);
        let connection = connect(&writing).await.map_err(|(_, error)| error)?;
        let readers = reading(&to, options.readers).await?;
        let queue = Writer::start(Writing::new(connection, writing), options.observer);
        Ok(SqlStore::new(queue, readers))
    }
}

impl Database for PgPool {
    fn last_seen(&self) -> &'static str {
        "SELECT id, seq, first_away_since, second_away_since FROM game
         WHERE id IN (
             SELECT decode(value, 'hex') FROM json_array_elements_text($1::json) AS value
         )"
    }

    async fn close(&self) {
        PgPool::close(self).await;
    }
}

/// Brings the schema of a database up to date and does nothing else. Of several
/// that try at once one does it, and the others wait for it.
///
/// # Errors
/// As [`open`](crate::open).
pub async fn migrate_alone(url: &str) -> Result<(), StoreError> {
    migrate(&parse(url)?).await
}

/// What is common to all connections.
fn parse(url: &str) -> Result<PgConnectOptions, StoreError> {
    if !is_url(url) {
        return Err(StoreError::Url);
    }
    let options: PgConnectOptions = url.parse().map_err(|_| StoreError::Url)?;
    let name = options.get_application_name().unwrap_or("dama").to_owned();
    Ok(options
        .application_name(&name)
        .disable_statement_logging()
        // A peer that vanished without a word is noticed by the database, and
        // the locks that it held are free again.
        .options([
            ("tcp_keepalives_idle", "10"),
            ("tcp_keepalives_interval", "5"),
            ("tcp_keepalives_count", "3"),
            ("tcp_user_timeout", "15s"),
        ]))
}

/// The connection that writes. A process that stops in the middle of a
/// transaction keeps others waiting for its rows no longer than this.
fn writing(to: &PgConnectOptions, lock_wait: Duration) -> PgConnectOptions {
    to.clone()
        .options([("statement_timeout", "10s"), ("idle_in_transaction_session_timeout", "5s")])
        .options([("lock_timeout", format!("{}ms", lock_wait.as_millis()))])
}

async fn reading(to: &PgConnectOptions, readers: u32) -> Result<PgPool, StoreError> {
    let options =
        to.clone().options([("statement_timeout", "10s"), ("default_transaction_read_only", "on")]);
    PgPoolOptions::new()
        .max_connections(readers.max(1))
        .acquire_timeout(CONNECT_WITHIN)
        // A trip to the database before every question would double it; one
        // whose connection has broken is asked again instead.
        .test_before_acquire(false)
        .connect_with(options)
        .await
        .map_err(|error| store_error(&error))
}

/// Brings the schema up to date. A schema that is ahead of this program is
/// left alone: changes add first and remove later, so that old and new
/// programs can share a database while one replaces the other.
async fn migrate(to: &PgConnectOptions) -> Result<(), StoreError> {
    // Waits for the lock of another process that does the same.
    let options = to.clone().options([("lock_timeout", "300s")]);
    let mut connection = connect(&options).await.map_err(|(_, error)| error)?;
    let migrated = tokio::time::timeout(MIGRATE_WITHIN, run(&mut connection)).await;
    if let Err(error) = connection.close().await {
        store_error(&error);
    }
    migrated.unwrap_or(Err(StoreError::Busy))
}

async fn run(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut migrator = migrator();
    migrator.set_ignore_missing(true);
    migrator.run(connection).await.map_err(|error| match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            store_error(&error)
        }
        other => {
            tracing::error!(error = %other, "the schema could not be brought up to date");
            StoreError::Schema
        }
    })
}

/// What an operator should know of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// PostgreSQL's version, in its own words.
    pub version: String,
    /// Whether what it acknowledges survives a power cut: `fsync` and
    /// `synchronous_commit` are on.
    pub is_durable: bool,
    /// Changes of the schema that this program knows and the database has not
    /// had.
    pub pending: usize,
}

/// Looks at a database and changes nothing.
///
/// # Errors
/// When it cannot be reached or read.
pub async fn look(url: &str) -> Result<Facts, StoreError> {
    use sqlx::query_scalar;
    let mut connection = connect(&parse(url)?).await.map_err(|(_, error)| error)?;
    let facts = async {
        let version = query_scalar("SELECT current_setting('server_version')");
        let version = version.fetch_one(&mut connection).await?;
        let is_durable = query_scalar(
            "SELECT current_setting('fsync') = 'on'
                AND current_setting('synchronous_commit') <> 'off'",
        );
        let is_durable = is_durable.fetch_one(&mut connection).await?;
        let is_new = query_scalar("SELECT to_regclass('_sqlx_migrations') IS NULL");
        let applied: Vec<i64> = match is_new.fetch_one(&mut connection).await? {
            true => Vec::new(),
            false => {
                query_scalar("SELECT version FROM _sqlx_migrations")
                    .fetch_all(&mut connection)
                    .await?
            }
        };
        let ours = migrator();
        let pending = ours.iter().filter(|it| !applied.contains(&it.version)).count();
        connection.close().await?;
        Ok(Facts { version, is_durable, pending })
    };
    let facts = tokio::time::timeout(LOOK_WITHIN, facts).await;
    facts.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map_err(|error| store_error(&error))
}

/// The number of the last change of the schema that this program knows.
pub(crate) fn newest() -> i64 {
    migrator().iter().map(|migration| migration.version).max().unwrap_or_default()
}

/// A connection that sees a database as it stands at one moment.
pub(crate) async fn snapshot(url: &str) -> Result<Talk, StoreError> {
    begun(&parse(url)?, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
}

/// A connection in a transaction that fills a database.
pub(crate) async fn filling(url: &str) -> Result<Talk, StoreError> {
    begun(&parse(url)?, "BEGIN").await
}

/// Has the numbers of new games go on after those that were filled in.
pub(crate) const COUNT_ON: &str = "
    SELECT setval(
        pg_get_serial_sequence('game', 'key'), coalesce((SELECT max(key) FROM game), 0) + 1, false
    )
";

async fn begun(to: &PgConnectOptions, begin: &'static str) -> Result<Talk, StoreError> {
    use crate::sql::Connection as _;
    let connection = connect(to).await.map_err(|(_, error)| error)?;
    let mut talk = Talk::new(connection);
    talk.execute(begin, &[]).await?;
    Ok(talk)
}

fn migrator() -> Migrator {
    sqlx::migrate!("../../migrations/postgres")
}
