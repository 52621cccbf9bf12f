//! How long things took.

use std::time::Duration;

use serde::Serialize;

/// Durations, to be told as percentiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latencies(Vec<u32>);

/// Percentiles, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Percentiles {
    /// How many there were.
    pub(crate) count: usize,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    pub(crate) max: f64,
}

impl Latencies {
    /// Notes one; more than an hour counts as that.
    pub(crate) fn note(&mut self, took: Duration) {
        self.0.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
    }

    pub(crate) fn merge(&mut self, other: Latencies) {
        self.0.extend(other.0);
    }

    pub(crate) fn percentiles(mut self) -> Percentiles {
        self.0.sort_unstable();
        let at = |share: f64| {
            let rank = (self.0.len() as f64 * share).ceil() as usize;
            self.0.get(rank.saturating_sub(1)).map_or(0.0, |&us| f64::from(us) / 1_000.0)
        };
        Percentiles {
            count: self.0.len(),
            p50: at(0.5),
            p99: at(0.99),
            p999: at(0.999),
            max: at(1.0),
        }
    }
}

impl std::fmt::Display for Percentiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Percentiles { p50, p99, p999, max, .. } = self;
        write!(f, "p50 {p50:.2} ms, p99 {p99:.2} ms, p99.9 {p999:.2} ms, max {max:.2} ms")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_nearest_rank() {
        let mut latencies = Latencies::default();
        for ms in (1..=100).rev() {
            latencies.note(Duration::from_millis(ms));
        }
        let found = latencies.percentiles();
        assert_eq!((found.p50, found.p99, found.max), (50.0, 99.0, 100.0));
        assert_eq!(Latencies::default().percentiles().p99, 0.0);
    }
}
