//! A database as text.

use std::io::Write;

use serde_json::{Map, Value as Json, json};

use super::{
    Counting, EDITION, FORMAT, Kind, PAGE, TABLES, Table, Totals, TransferError, has_our_schema,
    hex,
    rows::{Cell, beginning, page},
};
use crate::{StoreError, postgres, sql::Connection, sqlite};

/// Writes a whole database as it stands at one moment; it may be in use.
/// `progress` hears from time to time how many rows there were so far.
///
/// # Errors
/// When the database cannot be read, or has another schema, or the text cannot
/// be written.
pub async fn export(
    url: &str,
    to: &mut (dyn Write + Send),
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Totals, TransferError> {
    if postgres::is_url(url) {
        let mut from = postgres::snapshot(url).await?;
        return write_all(&mut from, postgres::newest(), to, progress).await;
    }
    let path = sqlite::path_of(url).ok_or(StoreError::Url)?;
    let mut from = sqlite::snapshot(path).await?;
    write_all(&mut from, sqlite::newest(), to, progress).await
}

async fn write_all(
    from: &mut impl Connection,
    newest: i64,
    to: &mut (dyn Write + Send),
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Totals, TransferError> {
    has_our_schema(from, newest).await?;
    let mut counting = Counting::default();
    say(to, &mut counting, &json!({"format": FORMAT, "edition": EDITION}))?;
    for table in &TABLES {
        let mut after = beginning(table);
        loop {
            let rows = page(from, table, &after, PAGE).await?;
            let Some(last) = rows.last() else { break };
            after = last[..table.keys].to_vec();
            for row in &rows {
                say(to, &mut counting, &line(table, row))?;
                counting.rows += 1;
            }
            progress(counting.rows);
        }
    }
    let totals = counting.totals();
    let end = json!({"rows": totals.rows, "sha256": hex(&totals.digest)});
    say(to, &mut counting, &end)?;
    to.flush()?;
    Ok(totals)
}

fn line(table: &Table, row: &[Cell]) -> Json {
    let column = |((name, _), cell): (&(&str, Kind), &Cell)| {
        let value = match cell {
            Cell::Integer(number) => json!(number),
            Cell::Text(text) => json!(text),
            Cell::Bytes(bytes) => json!(bytes.as_deref().map(hex)),
        };
        ((*name).to_owned(), value)
    };
    let columns: Map<String, Json> = table.columns.iter().zip(row).map(column).collect();
    json!({ table.name: columns })
}

fn say(
    to: &mut (dyn Write + Send),
    counting: &mut Counting,
    line: &Json,
) -> Result<(), TransferError> {
    let line = format!("{line}\n");
    counting.line(line.as_bytes());
    Ok(to.write_all(line.as_bytes())?)
}
