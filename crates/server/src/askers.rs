//! Who looks at a game without a connection, by asking for news again and
//! again.

use std::collections::VecDeque;

use tokio::time::Instant;

/// Those of one seat, or those who watch, who are expected to ask again; more
/// are not told apart.
const MOST_EXPECTED: usize = 256;

/// The requests for news of one seat, or of those who watch.
///
/// Nobody says who asks: a request that comes while another is expected counts
/// as that one. So somebody who asks again stays one, and somebody who opens a
/// second page is one more.
#[derive(Debug, Default)]
pub(crate) struct Askers {
    /// Requests that are being held.
    held: u32,
    /// Until when the next request of somebody is expected who was answered.
    expected: VecDeque<Instant>,
    /// Counts how often all were sent away; requests of before count no more.
    turn: u64,
}

impl Askers {
    /// A request is held from now on; what [`Askers::end`] must be told.
    pub(crate) fn begin(&mut self) -> u64 {
        self.held += 1;
        self.expected.pop_front();
        self.turn
    }

    /// It is held no more, and its sender is expected again until then.
    pub(crate) fn end(&mut self, turn: u64, until: Instant) {
        if turn != self.turn {
            return;
        }
        self.held = self.held.saturating_sub(1);
        if self.expected.len() < MOST_EXPECTED {
            self.expected.push_back(until);
        }
    }

    /// Nobody of now counts any more.
    pub(crate) fn send_away(&mut self) {
        *self = Askers { turn: self.turn + 1, ..Askers::default() };
    }

    /// Who did not ask again in time is gone.
    pub(crate) fn forget_late(&mut self, now: Instant) {
        self.expected.retain(|&until| until > now);
    }

    /// When the next one is gone who does not ask again.
    pub(crate) fn next_late(&self) -> Option<Instant> {
        self.expected.iter().min().copied()
    }

    /// How many they are.
    pub(crate) fn count(&self) -> usize {
        self.held as usize + self.expected.len()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn who_asks_again_in_time_stays_one_and_who_does_not_is_gone() {
        let start = Instant::now();
        let mut askers = Askers::default();
        for _ in 0..5 {
            let turn = askers.begin();
            assert_eq!(askers.count(), 1, "held");
            askers.end(turn, start + S);
            assert_eq!(askers.count(), 1, "expected");
        }
        assert_eq!(askers.next_late(), Some(start + S));
        askers.forget_late(start + S);
        assert_eq!((askers.count(), askers.next_late()), (0, None));
    }

    #[test]
    fn two_pages_are_two_and_the_one_that_stays_is_one() {
        let start = Instant::now();
        let mut askers = Askers::default();
        let (one, other) = (askers.begin(), askers.begin());
        assert_eq!(askers.count(), 2);
        askers.end(one, start + S);
        askers.end(other, start + 2 * S);
        askers.begin();
        assert_eq!(askers.count(), 2, "one asked again, one is expected");
        askers.forget_late(start + 2 * S);
        assert_eq!(askers.count(), 1);
    }

    #[test]
    fn a_request_of_before_a_seat_moved_counts_no_more() {
        let start = Instant::now();
        let mut askers = Askers::default();
        let old = askers.begin();
        askers.send_away();
        let new = askers.begin();
        askers.end(old, start + S);
        assert_eq!((askers.count(), askers.next_late()), (1, None));
        askers.end(new, start + S);
        assert_eq!(askers.next_late(), Some(start + S));
    }

    #[test]
    fn the_crowd_of_those_who_are_expected_is_bounded() {
        let start = Instant::now();
        let mut askers = Askers::default();
        let turns: Vec<_> = (0..2 * MOST_EXPECTED).map(|_| askers.begin()).collect();
        for turn in turns {
            askers.end(turn, start + S);
        }
        assert_eq!(askers.count(), MOST_EXPECTED);
    }
}
