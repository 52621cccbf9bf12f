//! Rows of any table.

use super::{Kind, Table};
use crate::{
    StoreError,
    sql::{Columns, Connection, Value},
};

/// What a column of a row holds.
#[derive(Clone)]
pub(super) enum Cell {
    Integer(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

/// Before every key: no number of ours is negative, and no id is shorter than
/// none.
pub(super) fn beginning(table: &Table) -> Vec<Cell> {
    let before = |(_, kind): &(_, Kind)| match kind {
        Kind::Integer => Cell::Integer(Some(-1)),
        Kind::Text => Cell::Text(Some(String::new())),
        Kind::Bytes => Cell::Bytes(Some(Vec::new())),
    };
    table.columns[..table.keys].iter().map(before).collect()
}

/// The next rows after a key.
pub(super) async fn page(
    from: &mut impl Connection,
    table: &Table,
    after: &[Cell],
    limit: u32,
) -> Result<Vec<Vec<Cell>>, StoreError> {
    let mut values: Vec<Value<'_>> = after
        .iter()
        .map(|cell| match cell {
            Cell::Integer(number) => Value::Integer(*number),
            Cell::Text(text) => Value::Text(text.as_deref()),
            Cell::Bytes(bytes) => Value::Bytes(bytes.as_deref()),
        })
        .collect();
    values.push(limit.into());
    let rows = from.rows(table.page, &values).await?;
    rows.iter().map(|row| cells(table, row)).collect()
}

fn cells(table: &Table, row: &impl Columns) -> Result<Vec<Cell>, StoreError> {
    let cell = |(place, (_, kind)): (usize, &(_, Kind))| {
        Ok(match kind {
            Kind::Integer => Cell::Integer(row.integer_or_null(place)?),
            Kind::Text => Cell::Text(row.text_or_null(place)?),
            Kind::Bytes => Cell::Bytes(row.bytes_or_null(place)?),
        })
    };
    table.columns.iter().enumerate().map(cell).collect()
}
