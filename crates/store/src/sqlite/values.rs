//! Values and columns as SQLite has them.

use sqlx::{
    Row, Sqlite, SqlitePool, query,
    query::Query,
    sqlite::{SqliteArguments, SqliteRow},
};

use super::fault::store_error;
use crate::{
    StoreError,
    sql::{Columns, Reader, Value},
};

/// A statement with its values.
pub(super) fn bound<'q>(
    statement: Query<'q, Sqlite, SqliteArguments>,
    values: &[Value<'_>],
) -> Query<'q, Sqlite, SqliteArguments> {
    values.iter().fold(statement, |statement, value| match *value {
        Value::Integer(number) => statement.bind(number),
        Value::Text(text) => statement.bind(text.map(str::to_owned)),
        Value::Bytes(bytes) => statement.bind(bytes.map(<[u8]>::to_vec)),
    })
}

impl Reader for SqlitePool {
    type Row = SqliteRow;

    async fn rows(
        &self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<SqliteRow>, StoreError> {
        bound(query(statement), values).fetch_all(self).await.map_err(|error| store_error(&error))
    }
}

impl Columns for SqliteRow {
    fn integer_or_null(&self, column: usize) -> Result<Option<i64>, StoreError> {
        self.try_get(column).map_err(|error| store_error(&error))
    }

    fn text_or_null(&self, column: usize) -> Result<Option<String>, StoreError> {
        self.try_get(column).map_err(|error| store_error(&error))
    }

    fn bytes_or_null(&self, column: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.try_get(column).map_err(|error| store_error(&error))
    }
}
