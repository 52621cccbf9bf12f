//! When to stop thinking.

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// Time since the thinking began.
///
/// The engine has no clock of its own: in a server it is an `Instant`, in a
/// browser `performance.now()`, in a test whatever the test says. Any closure
/// that returns a [`Duration`] is one.
pub trait Clock {
    /// Time since the thinking began.
    fn elapsed(&self) -> Duration;
}

impl<F: Fn() -> Duration> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// Bounds on one search; whichever is reached first ends it. Without any, a
/// search ends at [`MAX_DEPTH`](crate::MAX_DEPTH).
///
/// ```
/// use std::time::{Duration, Instant};
/// use engine::Limits;
///
/// let start = Instant::now();
/// let clock = || start.elapsed();
/// let limits = Limits::default()
///     .with_time(Duration::from_millis(1_500), &clock)
///     .with_nodes(20_000_000);
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    time: Option<(Duration, &'a dyn Clock)>,
    nodes: Option<u64>,
    depth: Option<u8>,
    stop: Option<&'a AtomicBool>,
}

impl core::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Limits")
            .field("time", &self.time.map(|(budget, _)| budget))
            .field("nodes", &self.nodes)
            .field("depth", &self.depth)
            .finish_non_exhaustive()
    }
}

impl<'a> Limits<'a> {
    /// Stop when the clock shows `budget`. The clock is read every
    /// [`POLL_NODES`] nodes, well under a millisecond.
    #[must_use]
    pub const fn with_time(mut self, budget: Duration, clock: &'a dyn Clock) -> Self {
        self.time = Some((budget, clock));
        self
    }

    /// Stop after exactly so many nodes. With this alone (or with a depth) and
    /// a fresh table a search is deterministic.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Look no deeper than so many plies (extensions go beyond).
    #[must_use]
    pub const fn with_depth(mut self, depth: u8) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Stop soon after this flag is set.
    #[must_use]
    pub const fn with_stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The same limits with at most these nodes and plies.
    pub(crate) fn at_most(mut self, nodes: u64, depth: u8) -> Self {
        self.nodes = Some(self.nodes.map_or(nodes, |own| own.min(nodes)));
        self.depth = Some(self.depth.map_or(depth, |own| own.min(depth)));
        self
    }

    /// The deepest iteration allowed.
    pub(crate) fn depth(&self) -> Option<u8> {
        self.depth
    }
}

/// Nodes between two looks at the clock and the stop flag.
pub const POLL_NODES: u64 = 1_024;

/// Above this share of the time budget no new iteration is begun, because it
/// would most likely not end.
const LAST_START_PERCENT: u32 = 65;

/// The search must end now; its unfinished iteration is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Counts nodes and tells when a limit is reached.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
    next_poll: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Meter { limits, nodes: 0, next_poll: 0 }
    }

    /// Nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one node.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        if out_of_nodes || self.is_told_to_stop() || self.has_used(100) {
            return Err(Stopped);
        }
        let soon = self.nodes + POLL_NODES;
        self.next_poll = self.limits.nodes.map_or(soon, |limit| soon.min(limit));
        Ok(())
    }

    fn is_told_to_stop(&self) -> bool {
        self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn has_used(&self, percent: u32) -> bool {
        self.limits.time.is_some_and(|(budget, clock)| clock.elapsed() * 100 >= budget * percent)
    }

    /// Whether one more iteration is worth beginning.
    pub(crate) fn may_go_deeper(&self) -> bool {
        !self.is_told_to_stop() && !self.has_used(LAST_START_PERCENT)
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;

    fn nodes_until_stopped(limits: Limits<'_>) -> u64 {
        let mut meter = Meter::new(limits);
        while meter.count().is_ok() {
            assert!(meter.nodes() < 1_000_000, "never stopped");
        }
        meter.nodes()
    }

    #[test]
    fn a_node_limit_is_exact() {
        for limit in [0, 1, 1_000, 1_024, 5_000] {
            assert_eq!(nodes_until_stopped(Limits::default().with_nodes(limit)), limit);
        }
    }

    #[test]
    fn the_clock_is_read_every_poll_and_the_budget_ends_the_search() {
        let now = Cell::new(0);
        let clock = || {
            now.set(now.get() + 1);
            Duration::from_millis(now.get())
        };
        let limits = Limits::default().with_time(Duration::from_millis(10), &clock);
        assert_eq!(nodes_until_stopped(limits), 9 * POLL_NODES);
    }

    #[test]
    fn a_budget_that_is_used_up_allows_no_node() {
        let clock = || Duration::from_secs(1);
        let limits = Limits::default().with_time(Duration::ZERO, &clock);
        assert_eq!(nodes_until_stopped(limits), 0);
    }

    #[test]
    fn the_stop_flag_is_seen_at_the_next_poll() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Limits::default().with_stop(&stop));
        for _ in 0..100 {
            meter.count().expect("not told to stop");
        }
        stop.store(true, Ordering::Relaxed);
        while meter.count().is_ok() {}
        assert_eq!(meter.nodes(), POLL_NODES);
    }
}
