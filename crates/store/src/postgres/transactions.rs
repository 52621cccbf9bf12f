//! Transactions of the one connection of this process that writes. Other
//! processes have theirs; the database keeps them apart.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions, query};
use tokio::time::{sleep, timeout};

use super::{
    append::append,
    fault::{Kind, sorted, store_error},
    values::bound,
};
use crate::{
    StoreError,
    sql::{
        Answer, AppendRow, Connection, Operation, Transactions, Value,
        transaction::{Savepoints, carry_out},
    },
};

/// How often the same is tried, and for how long a further attempt is begun.
const ATTEMPTS: u32 = 5;
const TRY_FOR: Duration = Duration::from_secs(5);
/// A pause before the second attempt; it doubles.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a connection may take to come about.
pub(super) const CONNECT_WITHIN: Duration = Duration::from_secs(3);
/// How long a transaction may take until its end is asked for, and how long
/// that may take. The database's own timeouts are shorter; this is for a
/// network that swallows everything.
const WITHIN: Duration = Duration::from_secs(12);

/// Locks the rows of games, in the order in which everybody does it, so that
/// transactions which touch several wait and never block each other.
const LOCK_GAMES: &str = "
    SELECT key FROM game WHERE id = ANY($1::bytea[]) ORDER BY key FOR NO KEY UPDATE
";

/// The connection that writes.
pub(super) struct Writing {
    options: PgConnectOptions,
    /// `None` after a failure that leaves its state in doubt: the next batch
    /// starts with a fresh one.
    connection: Option<Talk>,
}

/// A connection, and what became of it.
pub(crate) struct Talk {
    connection: PgConnection,
    /// The kind of the last error.
    kind: Kind,
}

/// What became of a transaction.
enum Batch {
    /// On the disk; an answer for each operation.
    Committed(Vec<Answer>),
    /// One operation could not be carried out; nothing is on the disk.
    Spoiled,
    /// Nothing is on the disk, and the same again may succeed.
    Again(StoreError),
}

impl Writing {
    pub(super) const fn new(connection: PgConnection, options: PgConnectOptions) -> Self {
        Writing { options, connection: Some(Talk::new(connection)) }
    }

    /// Tries again as long as it is certain that nothing was written.
    async fn settle(
        &mut self,
        operations: &[Operation],
        savepoints: Savepoints,
    ) -> Result<Option<Vec<Answer>>, StoreError> {
        let (begun, mut last) = (Instant::now(), StoreError::Busy);
        for attempt in 0..ATTEMPTS {
            if begun.elapsed() > TRY_FOR {
                break;
            }
            if attempt > 0 {
                sleep(PAUSE * 2_u32.pow(attempt - 1)).await;
            }
            match self.transact(operations, savepoints).await? {
                Batch::Committed(answers) => return Ok(Some(answers)),
                Batch::Spoiled => return Ok(None),
                Batch::Again(cause) => last = cause,
            }
        }
        Err(last)
    }

    async fn transact(
        &mut self,
        operations: &[Operation],
        savepoints: Savepoints,
    ) -> Result<Batch, StoreError> {
        let mut talk = match self.connection.take() {
            Some(talk) => talk,
            None => match connect(&self.options).await {
                Ok(connection) => Talk::new(connection),
                Err((Kind::Final, error)) => return Err(error),
                Err((_, error)) => return Ok(Batch::Again(error)),
            },
        };
        let prepared = timeout(WITHIN, prepare(&mut talk, operations, savepoints));
        let prepared = prepared.await.unwrap_or_else(|_| talk.given_up());
        match prepared {
            Ok(Some(answers)) => {
                let committed = timeout(WITHIN, talk.execute("COMMIT", &[]));
                match committed.await.unwrap_or_else(|_| talk.given_up()) {
                    Ok(_) => {
                        self.connection = Some(talk);
                        Ok(Batch::Committed(answers))
                    }
                    // The database has said that it did not commit.
                    Err(error) if talk.kind != Kind::Lost => Err(error),
                    // Whether it has is not known to us, and the transaction
                    // is not repeated: whoever asks again by the same ids
                    // learns what has become of it.
                    Err(error) => {
                        tracing::warn!("the outcome of a transaction is not known");
                        Err(error)
                    }
                }
            }
            // What is left of the transaction goes with it.
            Ok(None) => {
                if timeout(WITHIN, talk.execute("ROLLBACK", &[])).await.is_ok_and(|it| it.is_ok()) {
                    self.connection = Some(talk);
                }
                Ok(Batch::Spoiled)
            }
            Err(error) => {
                let kind = talk.kind;
                if kind != Kind::Lost
                    && timeout(WITHIN, talk.execute("ROLLBACK", &[]))
                        .await
                        .is_ok_and(|it| it.is_ok())
                {
                    self.connection = Some(talk);
                }
                if kind == Kind::Final { Err(error) } else { Ok(Batch::Again(error)) }
            }
        }
    }
}

/// Everything up to the end of a transaction, which is not asked for yet.
async fn prepare(
    talk: &mut Talk,
    operations: &[Operation],
    savepoints: Savepoints,
) -> Result<Option<Vec<Answer>>, StoreError> {
    talk.execute("BEGIN", &[]).await?;
    talk.lock_games(operations).await?;
    carry_out(talk, operations, savepoints).await
}

/// A connection, or why there is none.
pub(super) async fn connect(
    options: &PgConnectOptions,
) -> Result<PgConnection, (Kind, StoreError)> {
    match timeout(CONNECT_WITHIN, PgConnection::connect_with(options)).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(error)) => Err(sorted(&error)),
        Err(_) => Err((Kind::Lost, StoreError::Unreachable)),
    }
}

impl Transactions for Writing {
    async fn write(&mut self, operations: &[Operation]) -> Result<Vec<Answer>, StoreError> {
        if let Some(answers) = self.settle(operations, Savepoints::None).await? {
            return Ok(answers);
        }
        self.settle(operations, Savepoints::Each).await?.ok_or(StoreError::Failed(0))
    }

    async fn close(self) {
        if let Some(talk) = self.connection
            && let Ok(Err(error)) = timeout(CONNECT_WITHIN, talk.connection.close()).await
        {
            store_error(&error);
        }
    }
}

impl Talk {
    pub(super) const fn new(connection: PgConnection) -> Self {
        Talk { connection, kind: Kind::Final }
    }

    /// Remembers what kind of error it was.
    fn told<T>(&mut self, done: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        done.map_err(|error| {
            let (kind, error) = sorted(&error);
            self.kind = kind;
            error
        })
    }

    /// No answer came: the connection's state is in doubt.
    fn given_up<T>(&mut self) -> Result<T, StoreError> {
        tracing::warn!("the database gives no answer");
        self.kind = Kind::Lost;
        Err(StoreError::Unreachable)
    }

    /// An append locks by itself; who does other things to games as well must
    /// have all of them first.
    async fn lock_games(&mut self, operations: &[Operation]) -> Result<(), StoreError> {
        let only_appends = operations.iter().all(|it| matches!(it, Operation::Append(_)));
        let games: BTreeSet<_> = match only_appends {
            true => return Ok(()),
            false => operations.iter().flat_map(Operation::games).collect(),
        };
        if games.is_empty() {
            return Ok(());
        }
        let games: Vec<_> = games.iter().map(<[u8; 16]>::as_slice).collect();
        let locked = query(LOCK_GAMES).bind(games).execute(&mut self.connection).await;
        self.told(locked).map(drop)
    }
}

impl Connection for Talk {
    type Row = sqlx::postgres::PgRow;

    async fn execute(
        &mut self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let done = bound(query(statement), values).execute(&mut self.connection).await;
        self.told(done).map(|done| done.rows_affected())
    }

    async fn rows(
        &mut self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<Self::Row>, StoreError> {
        let rows = bound(query(statement), values).fetch_all(&mut self.connection).await;
        self.told(rows)
    }

    async fn append(&mut self, rows: &[&AppendRow]) -> Result<Vec<usize>, StoreError> {
        let taken = append(rows, &mut self.connection).await;
        self.told(taken)
    }
}
