//! The clocks of a game: how much time each side has left, and whose runs.
//!
//! A clock knows no time of its own. It says how it stood at one moment and
//! what runs since then; whoever asks says what time it is.

use core::time::Duration;

use crate::{BySide, Side, Time, TimeControl};

/// The most that the line's delay gives back for one move.
pub const LAG_PER_MOVE: Duration = Duration::from_millis(500);

/// What the line's delay may give back to one side in all, before it has
/// [regained](LAG_REGAINED) some: a bound for whoever only pretends to be slow.
pub const LAG_QUOTA: Duration = Duration::from_secs(2);

/// What a side's quota regains with every own move, up to [`LAG_QUOTA`].
pub const LAG_REGAINED: Duration = Duration::from_millis(100);

/// Plies before the clocks of [`TimeControl::Increment`] run: each side has
/// found the board and made its first move.
const UNTIMED_PLIES: usize = 2;

/// How the clocks stand at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockFace {
    /// The time that each side has left.
    pub left: BySide<Duration>,
    /// Whose clock runs.
    pub running: Option<Side>,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// How the clocks stood at `since`.
    face: ClockFace,
    since: Time,
    /// What the line's delay may still give back.
    quota: BySide<Duration>,
    /// Up to when time in which the service was down has been given back.
    held_until: Time,
}

impl Clock {
    /// Clocks that stand still with the whole time on them.
    pub(crate) fn new(control: TimeControl, now: Time) -> Clock {
        let all = control.at_start();
        Clock {
            control,
            face: ClockFace { left: BySide { first: all, second: all }, running: None },
            since: now,
            quota: BySide { first: LAG_QUOTA, second: LAG_QUOTA },
            held_until: Time::ZERO,
        }
    }

    /// The time control.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// How the clocks stand now.
    #[must_use]
    pub fn face(&self, now: Time) -> ClockFace {
        self.face_after(now.since(self.since))
    }

    /// When the flag of the running clock falls, unless a move comes first.
    ///
    /// Later than the face says by what the line's delay may still give back:
    /// a move made in time may be under way.
    #[must_use]
    pub fn flag_at(&self) -> Option<Time> {
        let side = self.face.running?;
        Some(self.since.plus(self.face.left[side]).plus(self.most_lag(side)))
    }

    /// Whether the flag has fallen.
    #[must_use]
    pub fn has_fallen(&self, now: Time) -> bool {
        self.flag_at().is_some_and(|at| now >= at)
    }

    /// What a delay of the line gives back for the next move of a side.
    pub(crate) fn credit(&self, side: Side, lag: Duration) -> Duration {
        if self.face.running == Some(side) { lag.min(self.most_lag(side)) } else { Duration::ZERO }
    }

    /// Whether a move that arrives now, less this credit, comes too late.
    pub(crate) fn is_late(&self, now: Time, credit: Duration) -> bool {
        self.face.running.is_some_and(|side| {
            now.since(self.since).saturating_sub(credit) >= self.face.left[side]
        })
    }

    fn most_lag(&self, side: Side) -> Duration {
        self.quota[side].min(LAG_PER_MOVE)
    }

    fn face_after(&self, spent: Duration) -> ClockFace {
        let mut face = self.face;
        if let Some(side) = face.running {
            face.left[side] = face.left[side].saturating_sub(spent);
        }
        face
    }

    /// A side has moved: it is charged for the time less the credit, and gets
    /// its increment. Nothing runs then.
    pub(crate) fn moved(&mut self, side: Side, at: Time, credit: Duration) {
        let was_running = self.face.running == Some(side);
        self.face = self.face_after(at.since(self.since).saturating_sub(credit));
        self.face.running = None;
        self.since = at;
        match self.control {
            TimeControl::Increment { increment_s, .. } if was_running => {
                self.face.left[side] += Duration::from_secs(increment_s.into());
            }
            TimeControl::Increment { .. } => {}
            TimeControl::DaysPerMove(_) => self.face.left[side] = self.control.at_start(),
        }
        let left = self.quota[side].saturating_sub(credit);
        self.quota[side] = (left + LAG_REGAINED).min(LAG_QUOTA);
    }

    /// Moves were taken back. Time that was used stays used; days are given
    /// for each decision, so the one that comes again has all of them.
    pub(crate) fn taken_back(&mut self, at: Time) {
        self.stop(at);
        if let TimeControl::DaysPerMove(_) = self.control {
            let all = self.control.at_start();
            self.face.left = BySide { first: all, second: all };
        }
    }

    /// Nothing runs any more.
    pub(crate) fn stop(&mut self, at: Time) {
        self.face = self.face(at);
        self.face.running = None;
        self.since = at;
    }

    /// The clock of the side to move runs from now on, if it is to run yet.
    pub(crate) fn start(&mut self, side_to_move: Side, plies: usize, at: Time) {
        let runs = match self.control {
            TimeControl::Increment { .. } => plies >= UNTIMED_PLIES,
            TimeControl::DaysPerMove(_) => true,
        };
        self.face.running = runs.then_some(side_to_move);
        self.since = at;
    }

    /// For how long the running clock counted time in which the service was
    /// down, as far as that was not given back yet.
    pub(crate) fn lost(&self, from: Time, until: Time) -> Duration {
        match self.face.running {
            Some(_) => until.since(from.max(self.since).max(self.held_until)),
            None => Duration::ZERO,
        }
    }

    /// Gives such time back.
    pub(crate) fn hold(&mut self, pause: Duration, until: Time) {
        self.since = self.since.plus(pause);
        self.held_until = until;
    }
}
