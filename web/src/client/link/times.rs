//! How long the link waits for what, and how often it tries.

/// Nothing heard for so long, and the page asks whether the line lives, ms.
pub(super) const QUIET: f64 = 20_000.0;
/// An unanswered question for so long, and the line is dead, ms.
pub(super) const PING_DEADLINE: f64 = 10_000.0;
/// A connection that says nothing in this time never will, ms.
pub(super) const CONNECT_DEADLINE: f64 = 5_000.0;
/// As long as the server holds a request for news, and the time for its way.
pub(super) const POLL_DEADLINE: f64 = 25_000.0 + PING_DEADLINE;
/// The first wait is anywhere below this; each further one may be twice as
/// long, up to [`LONGEST_WAIT`], ms.
pub(super) const FIRST_WAIT: f64 = 800.0;
pub(super) const LONGEST_WAIT: f64 = 20_000.0;
/// After so many failures in a row the page says more than "trying again".
pub(super) const MANY_FAILURES: u32 = 4;
/// Devices err: one that says for so long that it has no network is tried, ms.
pub(super) const OFFLINE_DOUBT: f64 = 30_000.0;
/// So many sockets in a row without a word: this network has none.
pub(super) const MUTE_SOCKETS: u32 = 2;
