//! Values and columns as PostgreSQL has them.

use std::time::Duration;

use sqlx::{
    Column, PgPool, Postgres, Row, TypeInfo, ValueRef,
    postgres::{PgArguments, PgRow},
    query,
    query::Query,
};
use tokio::time::timeout;

use super::fault::{Kind, sorted, store_error};
use crate::{
    StoreError,
    sql::{Columns, Reader, Value},
};

/// How often a question is asked again whose connection broke: all that wait
/// in the pool break at once when the database is started anew.
const ATTEMPTS: usize = 3;
/// How long an answer may take. The database's own timeout is shorter; this is
/// for a network that swallows everything.
const WITHIN: Duration = Duration::from_secs(12);

/// A statement with its values.
pub(super) fn bound<'q>(
    statement: Query<'q, Postgres, PgArguments>,
    values: &[Value<'_>],
) -> Query<'q, Postgres, PgArguments> {
    values.iter().fold(statement, |statement, value| match *value {
        Value::Integer(number) => statement.bind(number),
        Value::Text(text) => statement.bind(text),
        Value::Bytes(bytes) => statement.bind(bytes),
    })
}

impl Reader for PgPool {
    type Row = PgRow;

    async fn rows(
        &self,
        statement: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<PgRow>, StoreError> {
        let mut attempt = 1;
        loop {
            let rows = timeout(WITHIN, bound(query(statement), values).fetch_all(self)).await;
            match rows.unwrap_or(Err(sqlx::Error::PoolTimedOut)) {
                Ok(rows) => return Ok(rows),
                Err(error) => match sorted(&error) {
                    (Kind::Lost, _) if attempt < ATTEMPTS => attempt += 1,
                    (_, error) => return Err(error),
                },
            }
        }
    }
}

impl Columns for PgRow {
    fn integer_or_null(&self, column: usize) -> Result<Option<i64>, StoreError> {
        let read = || {
            let value = self.try_get_raw(column)?;
            if value.is_null() {
                return Ok(None);
            }
            // Narrow columns where numbers are small.
            match self.try_column(column)?.type_info().name() {
                "INT2" => self.try_get::<i16, _>(column).map(i64::from),
                "INT4" => self.try_get::<i32, _>(column).map(i64::from),
                _ => self.try_get::<i64, _>(column),
            }
            .map(Some)
        };
        read().map_err(|error| store_error(&error))
    }

    fn text_or_null(&self, column: usize) -> Result<Option<String>, StoreError> {
        self.try_get(column).map_err(|error| store_error(&error))
    }

    fn bytes_or_null(&self, column: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.try_get(column).map_err(|error| store_error(&error))
    }
}
