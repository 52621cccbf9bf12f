//! Doing without a socket: requests for news take its place, and a socket is
//! tried again now and then.

/// A socket is tried after this time, then after twice as long each time, up
/// to [`LONGEST_GAP`], ms.
pub(super) const FIRST_GAP: f64 = 15_000.0;
pub(super) const LONGEST_GAP: f64 = 16.0 * 60_000.0;

/// When a socket is tried again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fallback {
    probe_at: f64,
    gap: f64,
}

impl Fallback {
    /// Requests work from now on.
    pub(super) fn new(now: f64) -> Self {
        Self { probe_at: now + FIRST_GAP, gap: FIRST_GAP }
    }

    /// Whether it is time to try a socket.
    pub(super) fn is_due(&self, now: f64) -> bool {
        now >= self.probe_at
    }

    /// A socket was tried in vain.
    pub(super) fn put_off(&mut self, now: f64) {
        self.gap = (self.gap * 2.0).min(LONGEST_GAP);
        self.probe_at = now + self.gap;
    }

    /// The network has changed, and another may well have sockets.
    pub(super) fn hurry(&mut self, now: f64) {
        *self = Self { probe_at: now, gap: FIRST_GAP };
    }
}
