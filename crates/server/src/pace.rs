//! How often a player may react.

use std::time::Duration;

use play::{BySide, Side};
use tokio::time::Instant;

/// Reactions of one seat within [`WITHIN`].
const MOST: usize = 3;
/// The time in which they are counted.
const WITHIN: Duration = Duration::from_secs(60);

/// When each seat of a game last reacted.
#[derive(Debug, Default)]
pub(crate) struct Pace(BySide<[Option<Instant>; MOST]>);

impl Pace {
    /// Notes a reaction of a side.
    ///
    /// # Errors
    /// How long the side has to wait, when it has reacted too often; then
    /// nothing is noted.
    pub(crate) fn react(&mut self, side: Side, now: Instant) -> Result<(), Duration> {
        let last = &mut self.0[side];
        // The oldest comes first, and none of all is older.
        let waits = last[0].map(|oldest| WITHIN.saturating_sub(now.duration_since(oldest)));
        if let Some(wait) = waits.filter(|wait| !wait.is_zero()) {
            return Err(wait);
        }
        last.rotate_left(1);
        last[MOST - 1] = Some(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);

    #[test]
    fn a_side_reacts_three_times_a_minute_and_the_other_as_often() {
        let start = Instant::now();
        let mut pace = Pace::default();
        for second in 0..3 {
            assert_eq!(pace.react(Side::First, start + second * S), Ok(()));
        }
        assert_eq!(pace.react(Side::First, start + 10 * S), Err(50 * S));
        assert_eq!(pace.react(Side::Second, start + 10 * S), Ok(()));
        // In vain is not counted: the first one's minute is over.
        assert_eq!(pace.react(Side::First, start + 60 * S), Ok(()));
        assert_eq!(pace.react(Side::First, start + 60 * S), Err(S));
    }
}
