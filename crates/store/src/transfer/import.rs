//! A database from text.

use std::io::{BufRead, Read as _};

use serde_json::Value as Json;

use super::{
    Counting, EDITION, FORMAT, Kind, LineFault, PAGE, TABLES, Table, Totals, TransferError, hex,
    rows::{beginning, page},
};
use crate::{StoreError, postgres, sql::Connection, sqlite};

/// The longest line, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Reads a whole database, into one that is made or brought up to date and must
/// be empty. All of it comes over, or nothing. `progress` hears from time to
/// time how many rows there were so far.
///
/// # Errors
/// When the text is no whole export, or the database is not empty or cannot be
/// written.
pub async fn import(
    url: &str,
    from: &mut (dyn BufRead + Send),
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Totals, TransferError> {
    crate::open(url).await?.close().await;
    if postgres::is_url(url) {
        let mut to = postgres::filling(url).await?;
        let totals = read_all(&mut to, |table| table.to_postgres, from, progress).await?;
        to.row(postgres::COUNT_ON, &[]).await?;
        to.execute("COMMIT", &[]).await?;
        return Ok(totals);
    }
    let path = sqlite::path_of(url).ok_or(StoreError::Url)?;
    let mut to = sqlite::filling(path).await?;
    let totals = read_all(&mut to, |table| table.to_sqlite, from, progress).await?;
    to.execute("COMMIT", &[]).await?;
    Ok(totals)
}

/// Everything between the beginning of the transaction and its end.
async fn read_all(
    to: &mut impl Connection,
    insert: fn(&Table) -> &'static str,
    from: &mut (dyn BufRead + Send),
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Totals, TransferError> {
    is_empty(to).await?;
    let mut lines = Lines { from, number: 0 };
    let mut counting = Counting::default();
    counting.line(&lines.head()?);
    let (mut waiting, mut current): (Vec<Json>, &Table) = (Vec::new(), &TABLES[0]);
    loop {
        let (text, line) = lines.next()?;
        let is_full = waiting.len() >= PAGE as usize;
        match lines.read(line)? {
            Line::Row(table, columns) => {
                if is_full || table.name != current.name {
                    write(to, insert(current), &mut waiting).await?;
                    progress(counting.rows);
                }
                counting.line(&text);
                counting.rows += 1;
                waiting.push(columns);
                current = table;
            }
            Line::End { rows, sha256 } => {
                write(to, insert(current), &mut waiting).await?;
                let totals = counting.totals();
                let is_whole = rows == totals.rows && sha256 == hex(&totals.digest);
                return if is_whole { Ok(totals) } else { Err(TransferError::Damaged) };
            }
        }
    }
}

async fn is_empty(to: &mut impl Connection) -> Result<(), TransferError> {
    for table in &TABLES {
        if !page(to, table, &beginning(table), 1).await?.is_empty() {
            return Err(TransferError::NotEmpty(table.name));
        }
    }
    Ok(())
}

async fn write(
    to: &mut impl Connection,
    insert: &'static str,
    rows: &mut Vec<Json>,
) -> Result<(), TransferError> {
    if rows.is_empty() {
        return Ok(());
    }
    let list = Json::Array(std::mem::take(rows)).to_string();
    to.execute(insert, &[list.as_str().into()]).await?;
    Ok(())
}

/// A line after the first one.
enum Line {
    Row(&'static Table, Json),
    End { rows: u64, sha256: String },
}

/// The text, line by line.
struct Lines<'a> {
    from: &'a mut (dyn BufRead + Send),
    number: u64,
}

impl Lines<'_> {
    fn fault(&self, fault: LineFault) -> TransferError {
        TransferError::Line { number: self.number, fault }
    }

    /// The first line, which names the format.
    fn head(&mut self) -> Result<Vec<u8>, TransferError> {
        let (text, head) = self.next().map_err(|error| match error {
            TransferError::Io(error) => TransferError::Io(error),
            _ => TransferError::Format,
        })?;
        match (head["format"].as_str(), head["edition"].as_u64()) {
            (Some(FORMAT), Some(EDITION)) => Ok(text),
            (Some(FORMAT), Some(other)) => Err(TransferError::Edition(other)),
            _ => Err(TransferError::Format),
        }
    }

    /// The next line, as it stands and as JSON.
    fn next(&mut self) -> Result<(Vec<u8>, Json), TransferError> {
        let mut line = Vec::new();
        (&mut *self.from).take(MAX_LINE).read_until(b'\n', &mut line)?;
        self.number += 1;
        if !line.ends_with(b"\n") {
            let is_long = line.len() as u64 == MAX_LINE;
            let too_long = || self.fault(LineFault::TooLong);
            return Err(if is_long { too_long() } else { TransferError::CutShort });
        }
        match serde_json::from_slice(&line) {
            Ok(json) => Ok((line, json)),
            Err(_) => Err(self.fault(LineFault::NotARow)),
        }
    }

    fn read(&self, line: Json) -> Result<Line, TransferError> {
        if let (Some(rows), Some(sha256)) = (line["rows"].as_u64(), line["sha256"].as_str()) {
            return Ok(Line::End { rows, sha256: sha256.to_owned() });
        }
        let Json::Object(line) = line else { return Err(self.fault(LineFault::NotARow)) };
        let mut fields = line.into_iter();
        let (Some((name, columns)), None) = (fields.next(), fields.next()) else {
            return Err(self.fault(LineFault::NotARow));
        };
        let table = TABLES.iter().find(|table| table.name == name);
        let table = table.ok_or_else(|| self.fault(LineFault::Table))?;
        for (name, kind) in table.columns {
            if !columns.get(name).is_some_and(|value| is_of(*kind, value)) {
                return Err(self.fault(LineFault::Column(name)));
            }
        }
        Ok(Line::Row(table, columns))
    }
}

fn is_of(kind: Kind, value: &Json) -> bool {
    let is_hex = |text: &str| {
        text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    match (kind, value) {
        (_, Json::Null) => true,
        (Kind::Integer, Json::Number(number)) => number.is_i64(),
        // PostgreSQL keeps no text with such a character in it.
        (Kind::Text, Json::String(text)) => !text.contains('\0'),
        (Kind::Bytes, Json::String(text)) => is_hex(text),
        _ => false,
    }
}
