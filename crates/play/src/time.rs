//! Time as the caller tells it, and time controls.

use core::{fmt, str::FromStr, time::Duration};

/// A moment: milliseconds since the Unix epoch, as told by whoever calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Time(u64);

impl Time {
    /// The epoch; also stands for "does not matter" where nothing is timed.
    pub const ZERO: Time = Time(0);

    /// So many milliseconds after the epoch.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Time {
        Time(millis)
    }

    /// Milliseconds after the epoch.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// How long after `earlier` this is; zero when it is not after it.
    #[must_use]
    pub const fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The moment so much later.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Time {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Time(self.0.saturating_add(millis))
    }
}

/// How long the opponent must have been away before a claim, where a clock
/// gives each side its minutes.
pub const AWAY_LIMIT_WITH_CLOCK: Duration = Duration::from_secs(2 * 60);

/// How long the opponent must have been away before a claim without a clock.
pub const AWAY_LIMIT_WITHOUT_CLOCK: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the holder of a seat that is said to be lost has to object, before
/// somebody else can take it; in a game without a clock.
pub const OBJECT_WITHIN: Duration = Duration::from_secs(60);

/// How long the opponent must have been away before a claim. `None` where days
/// were agreed for each move: whoever is away has them all, and then the flag
/// falls.
#[must_use]
pub const fn away_limit(control: Option<TimeControl>) -> Option<Duration> {
    match control {
        None => Some(AWAY_LIMIT_WITHOUT_CLOCK),
        Some(TimeControl::Increment { .. }) => Some(AWAY_LIMIT_WITH_CLOCK),
        Some(TimeControl::DaysPerMove(_)) => None,
    }
}

/// How long the holder of a seat that is said to be lost has to object.
///
/// Where a clock runs a report could be a trick against somebody who is only
/// away from the screen. So it gives nothing sooner than an honest claim would:
/// by then the game can be claimed as well.
#[must_use]
pub const fn object_within(control: Option<TimeControl>) -> Duration {
    match control {
        Some(TimeControl::Increment { .. }) => AWAY_LIMIT_WITH_CLOCK,
        Some(TimeControl::DaysPerMove(_)) | None => OBJECT_WITHIN,
    }
}

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// An initial time, and an increment after every own move.
    Increment {
        /// Seconds at the start, 1 to 10,800.
        initial_s: u16,
        /// Seconds added after every own move, 0 to 180.
        increment_s: u16,
    },
    /// So many days for every move, 1 to 14.
    DaysPerMove(u8),
}

/// The numbers lie outside the bounds of [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a time control outside its bounds")]
pub struct TimeControlError;

impl TimeControl {
    /// The longest initial time, in seconds.
    pub const MAX_INITIAL_S: u16 = 10_800;
    /// The longest increment, in seconds.
    pub const MAX_INCREMENT_S: u16 = 180;
    /// The most days for a move.
    pub const MAX_DAYS: u8 = 14;

    /// An initial time and an increment, in seconds.
    ///
    /// # Errors
    /// Outside 1 to 10,800 and 0 to 180.
    pub const fn increment(initial_s: u32, increment_s: u32) -> Result<Self, TimeControlError> {
        if initial_s == 0
            || initial_s > Self::MAX_INITIAL_S as u32
            || increment_s > Self::MAX_INCREMENT_S as u32
        {
            return Err(TimeControlError);
        }
        Ok(TimeControl::Increment { initial_s: initial_s as u16, increment_s: increment_s as u16 })
    }

    /// The time on each clock at the start: the initial time, or all the days.
    #[must_use]
    pub const fn at_start(self) -> Duration {
        match self {
            TimeControl::Increment { initial_s, .. } => Duration::from_secs(initial_s as u64),
            TimeControl::DaysPerMove(days) => Duration::from_secs(days as u64 * 24 * 60 * 60),
        }
    }

    /// Days for every move.
    ///
    /// # Errors
    /// Outside 1 to 14.
    pub const fn days_per_move(days: u32) -> Result<Self, TimeControlError> {
        if days == 0 || days > Self::MAX_DAYS as u32 {
            return Err(TimeControlError);
        }
        Ok(TimeControl::DaysPerMove(days as u8))
    }
}

/// `300+3` (seconds at the start, seconds added) or `3d`, as in forms.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Increment { initial_s, increment_s } => {
                write!(f, "{initial_s}+{increment_s}")
            }
            TimeControl::DaysPerMove(days) => write!(f, "{days}d"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let number = |text: &str| text.parse::<u16>().map(u32::from).map_err(|_| TimeControlError);
        match (text.split_once('+'), text.strip_suffix('d')) {
            (Some((initial, increment)), _) => {
                Self::increment(number(initial)?, number(increment)?)
            }
            (None, Some(days)) => Self::days_per_move(number(days)?),
            (None, None) => Err(TimeControlError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_comes_back_from_its_text() {
        for text in ["300+3", "1+0", "10800+180", "1d", "14d"] {
            let control: TimeControl = text.parse().expect("a time control");
            assert_eq!(control.to_string(), text);
        }
        for text in ["", "300", "0+3", "300+181", "10801+0", "0d", "15d", "d", "+", "3+3d", "-1+0"]
        {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
    }
}
