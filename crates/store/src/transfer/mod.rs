//! Moving a whole database from one kind to the other, as text.
//!
//! The first line names the format and its edition. Then comes one line of JSON
//! for each row, with the name of its table, and at the end one with the number
//! of rows and the SHA-256 of all lines before it. Numbers are numbers, ids and
//! hashes hexadecimal. It holds what the database holds: hashes that let in whoever could
//! guess what they are made of, the key and the addresses by which browsers are
//! told of a turn, and who plays with whom: keep it like the database itself.

mod export;
mod fault;
mod import;
mod rows;
mod tables;

use std::fmt;

pub use export::export;
pub use fault::{LineFault, TransferError};
pub use import::import;
use sha2::{Digest, Sha256};
pub(crate) use tables::{Kind, TABLES, Table};

use crate::{
    StoreError,
    sql::{Columns, Connection},
};

/// The name of the format.
const FORMAT: &str = "dama-export";
/// Its edition, counted up when old programs could not read it any more.
const EDITION: u64 = 1;
/// Rows that are read and written at once.
const PAGE: u32 = 500;

/// What went over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// How many rows.
    pub rows: u64,
    /// The SHA-256 of their lines.
    digest: [u8; 32],
}

impl fmt::Display for Totals {
    /// `1234 rows, sha256 0123…`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows, sha256 {}", self.rows, hex(&self.digest))
    }
}

impl fmt::Debug for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Totals({self})")
    }
}

/// Counts lines of rows while they pass.
#[derive(Default)]
struct Counting {
    rows: u64,
    digest: Sha256,
}

impl Counting {
    fn line(&mut self, line: &[u8]) {
        self.digest.update(line);
    }

    fn totals(&self) -> Totals {
        Totals { rows: self.rows, digest: self.digest.clone().finalize().into() }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The schema must be the one of this program: an older one lacks columns, and
/// of a newer one some would be lost.
async fn has_our_schema(from: &mut impl Connection, newest: i64) -> Result<(), TransferError> {
    let statement = "SELECT max(version) FROM _sqlx_migrations";
    let row = from.row(statement, &[]).await?.ok_or(StoreError::Schema)?;
    match row.integer_or_null(0)? {
        Some(version) if version == newest => Ok(()),
        _ => Err(TransferError::Schema),
    }
}
