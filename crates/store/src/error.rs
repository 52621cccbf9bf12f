//! Why a store cannot do what it was asked.

use crate::DecodeError;

/// Why a store cannot do what it was asked. The details were logged where it
/// happened.
///
/// After an error of a write it is unknown whether it was carried out, though
/// nearly always it was not; ask again with the same ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Too much is waiting, or another process holds the database. Worth
    /// another try soon.
    #[error("the store is busy")]
    Busy,
    /// The database is not there, or the way to it broke. Worth another try
    /// soon.
    #[error("the database cannot be reached")]
    Unreachable,
    /// There is no room left. Reading still works.
    #[error("the disk is full")]
    Full,
    /// The disk or the database failed; the database's own code, 0 if none.
    #[error("the store failed with code {0}")]
    Failed(i32),
    /// What is kept cannot be read back.
    #[error("the store holds something unreadable: {0}")]
    Corrupt(#[from] DecodeError),
    /// The request contradicts what is kept, or its own bounds: an id that
    /// exists already, a player or game that does not, no events.
    #[error("the request does not fit what is stored")]
    Unfit,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The URL names no store that this program knows.
    #[error("not a URL of a store")]
    Url,
    /// The schema could not be brought up to date.
    #[error("the schema of the store could not be brought up to date")]
    Schema,
}

impl StoreError {
    /// Whether the same request may well succeed a moment later.
    #[must_use]
    pub const fn is_passing(self) -> bool {
        matches!(self, StoreError::Busy | StoreError::Unreachable)
    }
}
