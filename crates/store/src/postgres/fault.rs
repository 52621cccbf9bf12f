//! What PostgreSQL's errors mean to a caller.

use sqlx::Error;

use crate::{DecodeError, StoreError};

/// What an error means to whoever might try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The connection is gone, and with it the transaction: unless it was being
    /// committed, nothing of it is on the disk.
    Lost,
    /// Undone by the database because of others at the same moment; the same
    /// again may well succeed.
    Again,
    /// It stays as it is.
    Final,
}

/// The kind of an error and the typed error. The details go to the log, here
/// and nowhere else; they hold PostgreSQL's words and no values.
pub(super) fn sorted(error: &Error) -> (Kind, StoreError) {
    let (kind, told) = match error {
        Error::Database(error) => {
            let code = error.code();
            of_state(code.as_deref().unwrap_or_default())
        }
        Error::Io(_) | Error::Tls(_) | Error::Protocol(_) | Error::WorkerCrashed => {
            (Kind::Lost, StoreError::Unreachable)
        }
        Error::PoolTimedOut => (Kind::Final, StoreError::Unreachable),
        Error::PoolClosed => (Kind::Final, StoreError::Closed),
        Error::ColumnDecode { .. } | Error::Decode(_) => {
            (Kind::Final, StoreError::Corrupt(DecodeError::Column))
        }
        _ => (Kind::Final, StoreError::Failed(0)),
    };
    match told {
        // Part of normal life; the caller decides what it is worth.
        StoreError::Unfit | StoreError::Closed => tracing::debug!(%error, "the store says no"),
        StoreError::Busy | StoreError::Unreachable => tracing::warn!(%error, "the store is away"),
        _ => tracing::error!(%error, "the store failed"),
    }
    (kind, told)
}

/// The typed error.
pub(super) fn store_error(error: &Error) -> StoreError {
    sorted(error).1
}

/// By SQLSTATE: Appendix A of PostgreSQL's manual.
fn of_state(code: &str) -> (Kind, StoreError) {
    match (code.get(..2).unwrap_or_default(), code) {
        // serialization_failure, deadlock_detected.
        (_, "40001" | "40P01") => (Kind::Again, StoreError::Busy),
        // lock_not_available, query_canceled by a timeout.
        (_, "55P03" | "57014") => (Kind::Final, StoreError::Busy),
        // read_only_sql_transaction: this one has become a standby.
        (_, "25006") => (Kind::Lost, StoreError::Unreachable),
        // idle_in_transaction_session_timeout.
        (_, "25P03") => (Kind::Lost, StoreError::Busy),
        // disk_full.
        (_, "53100") => (Kind::Final, StoreError::Full),
        // Operator intervention: shutdown, crash, still starting. Connections.
        ("57" | "08", _) => (Kind::Lost, StoreError::Unreachable),
        // too_many_connections and other resources.
        ("53", _) => (Kind::Lost, StoreError::Busy),
        // Integrity constraints, and values that no column can hold.
        ("23" | "22", _) => (Kind::Final, StoreError::Unfit),
        // data_corrupted, index_corrupted.
        (_, "XX001" | "XX002") => (Kind::Final, StoreError::Corrupt(DecodeError::Database)),
        _ => (Kind::Final, StoreError::Failed(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_is_told_from_what_stays() {
        for (code, kind, error) in [
            ("40P01", Kind::Again, StoreError::Busy),
            ("55P03", Kind::Final, StoreError::Busy),
            ("57014", Kind::Final, StoreError::Busy),
            ("57P01", Kind::Lost, StoreError::Unreachable),
            ("57P03", Kind::Lost, StoreError::Unreachable),
            ("53100", Kind::Final, StoreError::Full),
            ("53300", Kind::Lost, StoreError::Busy),
            ("23505", Kind::Final, StoreError::Unfit),
            ("23503", Kind::Final, StoreError::Unfit),
            ("XX001", Kind::Final, StoreError::Corrupt(DecodeError::Database)),
            ("42P01", Kind::Final, StoreError::Failed(0)),
            ("", Kind::Final, StoreError::Failed(0)),
        ] {
            assert_eq!(of_state(code), (kind, error), "{code}");
        }
    }
}
