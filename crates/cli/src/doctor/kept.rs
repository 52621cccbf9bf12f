//! Whether a PostgreSQL database keeps what it is given.

use store::{StoreError, postgres::Facts};

use super::{Finding, Verdict, found};

/// What is to be said of a database that was looked at.
pub(super) fn look(looked: Result<Facts, StoreError>) -> Vec<Finding> {
    let facts = match looked {
        Ok(facts) => facts,
        Err(error) => return vec![found("database", Verdict::Wrong, error.to_string())],
    };
    let durability = if facts.is_durable {
        found("durability", Verdict::Good, "fsync and synchronous_commit are on")
    } else {
        let why = "fsync or synchronous_commit is off: a power cut takes acknowledged moves back";
        found("durability", Verdict::Wrong, why)
    };
    let schema = match facts.pending {
        0 => found("schema", Verdict::Good, "as this program knows it"),
        pending => {
            let what =
                format!("{pending} changes are to come; `dama migrate` or a server makes them");
            found("schema", Verdict::Doubtful, what)
        }
    };
    let version = format!("PostgreSQL {}", facts.version);
    vec![found("database", Verdict::Good, version), durability, schema]
}
