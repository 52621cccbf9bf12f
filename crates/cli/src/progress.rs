//! How far something is that takes long, on standard error.

use std::time::{Duration, Instant};

/// How often it is told.
const EVERY: Duration = Duration::from_secs(2);

/// Tells now and then how far it is.
pub(crate) struct Progress {
    what: &'static str,
    told_at: Instant,
}

impl Progress {
    /// Nothing is told of what is over at once.
    pub(crate) fn new(what: &'static str) -> Self {
        Progress { what, told_at: Instant::now() }
    }

    /// So many rows so far.
    pub(crate) fn tell(&mut self, rows: u64) {
        if self.told_at.elapsed() >= EVERY {
            self.told_at = Instant::now();
            eprintln!("{} {rows} rows", self.what);
        }
    }
}
