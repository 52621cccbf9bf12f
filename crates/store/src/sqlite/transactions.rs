//! Transactions of the one connection that writes.

use sqlx::{Connection as _, SqliteConnection, query};

use super::{Files, append, fault::store_error, values::bound};
use crate::{
    StoreError,
    sql::{
        Answer, AppendRow, Connection, Operation, Transactions, Value,
        transaction::{Savepoints, carry_out},
    },
};

/// The connection that writes.
pub(super) struct Writing {
    files: Files,
    /// `None` after a failure that leaves its state in doubt: the next batch
    /// starts with a fresh one.
    connection: Option<SqliteConnection>,
}

/// What became of a transaction.
enum Batch {
    /// On the disk; an answer for each operation.
    Committed(Vec<Answer>),
    /// One operation could not be carried out and may have left half of itself
    /// behind; nothing is on the disk.
    Spoiled,
}

impl Writing {
    pub(super) fn new(connection: SqliteConnection, files: Files) -> Self {
        Writing { files, connection: Some(connection) }
    }

    async fn transact(
        &mut self,
        operations: &[Operation],
        savepoints: Savepoints,
    ) -> Result<Batch, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            empty => empty.insert(self.files.writing().await?),
        };
        // IMMEDIATE takes the lock now: a transaction that only finds out when
        // it first writes cannot wait for it, and fails at once.
        if let Err(error) = connection.execute("BEGIN IMMEDIATE", &[]).await {
            if error != StoreError::Busy {
                self.connection = None;
            }
            return Err(error);
        }
        let written = match carry_out(connection, operations, savepoints).await {
            Ok(Some(answers)) => {
                connection.execute("COMMIT", &[]).await.map(|_| Batch::Committed(answers))
            }
            Ok(None) => connection.execute("ROLLBACK", &[]).await.map(|_| Batch::Spoiled),
            Err(error) => Err(error),
        };
        if written.is_err() && connection.execute("ROLLBACK", &[]).await.is_err() {
            self.connection = None;
        }
        written
    }
}

impl Transactions for Writing {
    async fn write(&mut self, operations: &[Operation]) -> Result<Vec<Answer>, StoreError> {
        if let Batch::Committed(answers) = self.transact(operations, Savepoints::None).await? {
            return Ok(answers);
        }
        match self.transact(operations, Savepoints::Each).await? {
            Batch::Committed(answers) => Ok(answers),
            Batch::Spoiled => Err(StoreError::Failed(0)),
        }
    }

    async fn close(self) {
        if let Some(connection) = self.connection
            && let Err(error) = connection.close().await
        {
            store_error(&error);
        }
    }
}

impl Connection for SqliteConnection {
    type Row = sqlx::sqlite::SqliteRow;

    async fn execute(
        &mut self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, StoreError> {
        let done = bound(query(statement), values).execute(self).await;
        done.map(|done| done.rows_affected()).map_err(|error| store_error(&error))
    }

    async fn rows(
        &mut self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<Self::Row>, StoreError> {
        bound(query(statement), values).fetch_all(self).await.map_err(|error| store_error(&error))
    }

    async fn append(&mut self, rows: &[&AppendRow]) -> Result<Vec<usize>, StoreError> {
        let places = append::append(rows, self).await.map_err(|error| store_error(&error))?;
        Ok(places.into_iter().filter_map(|place| usize::try_from(place).ok()).collect())
    }
}
