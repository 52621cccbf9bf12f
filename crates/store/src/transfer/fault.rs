//! Why a database cannot be moved.

use std::io;

use crate::StoreError;

/// Why a database could not be written out or read in.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The database could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database has the schema of another version of this program.
    #[error("the schema is not this version's: `dama migrate` brings an older one up to date")]
    Schema,
    /// The text could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is something in the database already; nothing is mixed.
    #[error("the database is not empty: there are rows in {0}")]
    NotEmpty(&'static str),
    /// The text is no export.
    #[error("this is no export of a database")]
    Format,
    /// The text is of a later edition.
    #[error("edition {0} of the format is not known to this program")]
    Edition(u64),
    /// A line cannot be read.
    #[error("line {number}: {fault}")]
    Line {
        /// Counted from 1.
        number: u64,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// The text ends before its last line.
    #[error("the export is cut short")]
    CutShort,
    /// What was read is not what was written.
    #[error("the export is damaged: its last line tells another count or digest")]
    Damaged,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    /// Longer than any row.
    #[error("too long")]
    TooLong,
    /// Not JSON of the expected shape.
    #[error("not a row")]
    NotARow,
    /// Of a table that this program does not know.
    #[error("no such table")]
    Table,
    /// A column is missing or holds something else.
    #[error("column {0} does not fit")]
    Column(&'static str),
}
