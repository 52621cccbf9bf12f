//! What SQLite and PostgreSQL have in common, which is nearly everything.
//!
//! The statements here are in the words that both understand; parameters are
//! written `$1`. A database of its own kind brings its schema, its connections,
//! the meaning of its errors, and the one statement that must be quick: the
//! append of many decisions at once.

mod append_row;
pub mod check;
mod game_row;
pub(crate) mod leases;
mod operation;
mod prune;
pub(crate) mod pushes;
pub(crate) mod read;
pub(crate) mod seat_links;
mod statements;
mod store;
pub(crate) mod transaction;
mod value;
mod writer;

use std::future::Future;

pub(crate) use append_row::AppendRow;
pub(crate) use operation::{Operation, Written};
pub(crate) use prune::{stale_games, stale_players};
pub(crate) use store::{Database, SqlStore};
pub(crate) use value::{Value, game_column, player_column};
pub(crate) use writer::{Answer, MAX_BATCH, Queue, Transactions, Writer};

use crate::StoreError;

/// The columns of a row, counted from 0.
pub(crate) trait Columns {
    /// A number, or nothing.
    fn integer_or_null(&self, column: usize) -> Result<Option<i64>, StoreError>;

    /// A text, or nothing.
    fn text_or_null(&self, column: usize) -> Result<Option<String>, StoreError>;

    /// Bytes, or nothing.
    fn bytes_or_null(&self, column: usize) -> Result<Option<Vec<u8>>, StoreError>;

    /// A number.
    fn integer(&self, column: usize) -> Result<i64, StoreError> {
        required(self.integer_or_null(column))
    }

    /// A text.
    fn text(&self, column: usize) -> Result<String, StoreError> {
        required(self.text_or_null(column))
    }

    /// Bytes.
    fn bytes(&self, column: usize) -> Result<Vec<u8>, StoreError> {
        required(self.bytes_or_null(column))
    }
}

fn required<T>(column: Result<Option<T>, StoreError>) -> Result<T, StoreError> {
    column?.ok_or(StoreError::Corrupt(crate::DecodeError::Column))
}

/// Connections that only read.
pub(crate) trait Reader: Sync {
    /// A row of this database.
    type Row: Columns + Send;

    /// All rows of a question.
    fn rows(
        &self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Vec<Self::Row>, StoreError>> + Send;

    /// The row of a question that has one at most.
    fn row(
        &self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Option<Self::Row>, StoreError>> + Send {
        async move { Ok(self.rows(statement, values).await?.into_iter().next()) }
    }
}

/// The connection that writes, inside a transaction.
pub(crate) trait Connection: Send {
    /// A row of this database.
    type Row: Columns + Send;

    /// Does something; how many rows it concerned.
    fn execute(
        &mut self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;

    /// Does or asks something; the rows that it gives back.
    fn rows(
        &mut self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Vec<Self::Row>, StoreError>> + Send;

    /// Writes appends to different games, each of them whole or not at all;
    /// the places in the list of those that were written, in their order.
    ///
    /// Not written are those whose game has gone on or does not exist, whose
    /// author sits on no seat or whose seat is taken, and those whose command
    /// was accepted before. A rematch is left to the caller.
    fn append(
        &mut self,
        rows: &[&AppendRow],
    ) -> impl Future<Output = Result<Vec<usize>, StoreError>> + Send;

    /// The row of a question that has one at most.
    fn row(
        &mut self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Option<Self::Row>, StoreError>> + Send {
        async move { Ok(self.rows(statement, values).await?.into_iter().next()) }
    }
}
