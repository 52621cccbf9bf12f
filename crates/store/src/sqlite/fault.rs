//! What SQLite's errors mean to a caller.

use sqlx::Error;

use crate::{DecodeError, StoreError};

/// SQLite's primary result codes that we tell apart.
mod code {
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const CORRUPT: i32 = 11;
    pub(super) const FULL: i32 = 13;
    pub(super) const TOO_BIG: i32 = 18;
    pub(super) const CONSTRAINT: i32 = 19;
    pub(super) const NOT_A_DATABASE: i32 = 26;
}

/// The typed error of an SQLite error. The details go to the log, here and
/// nowhere else; they hold SQLite's words and no values.
pub(super) fn store_error(error: &Error) -> StoreError {
    let told = told(error);
    match told {
        // Part of normal life; the caller decides what it is worth.
        StoreError::Unfit | StoreError::Closed => tracing::debug!(%error, "the store says no"),
        StoreError::Busy => tracing::warn!(%error, "the store is busy"),
        _ => tracing::error!(%error, "the store failed"),
    }
    told
}

fn told(error: &Error) -> StoreError {
    match error {
        Error::Database(error) => of_code(error.code().and_then(|code| code.parse().ok())),
        Error::PoolTimedOut => StoreError::Busy,
        Error::PoolClosed => StoreError::Closed,
        Error::ColumnDecode { .. } | Error::Decode(_) => StoreError::Corrupt(DecodeError::Column),
        _ => StoreError::Failed(0),
    }
}

fn of_code(extended: Option<i32>) -> StoreError {
    let extended = extended.unwrap_or(0);
    // The low byte is the kind, the rest only says more about it.
    match extended & 0xff {
        code::BUSY | code::LOCKED => StoreError::Busy,
        code::FULL => StoreError::Full,
        code::CONSTRAINT | code::TOO_BIG => StoreError::Unfit,
        code::CORRUPT | code::NOT_A_DATABASE => StoreError::Corrupt(DecodeError::Database),
        _ => StoreError::Failed(extended),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_codes_mean_what_their_kind_means() {
        for (code, error) in [
            (5, StoreError::Busy),
            (5 | (2 << 8), StoreError::Busy),
            (13, StoreError::Full),
            (19 | (8 << 8), StoreError::Unfit),
            (26, StoreError::Corrupt(DecodeError::Database)),
            (10 | (3 << 8), StoreError::Failed(778)),
        ] {
            assert_eq!(of_code(Some(code)), error, "{code}");
        }
    }
}
