//! How long to think: fixed limits, or a share of a game clock.

use std::time::Duration;

use engine::{MAX_DEPTH, hub::Line};

/// Moves that a game is thought to have left where nobody says.
const MOVES_LEFT: f64 = 25.0;
/// The part of an increment that is spent at once.
const OF_INCREMENT: f64 = 0.8;
/// Left on the clock at every move, for what happens outside the search: a
/// share of it and at least so many seconds.
const RESERVE: f64 = 0.04;
const LEAST_RESERVE: f64 = 0.05;
/// Never more than this share of the clock while other moves are to come.
const MOST_OF_CLOCK: f64 = 0.5;
/// The shortest thinking time, in seconds: one look at the position.
const SHORTEST: f64 = 0.001;
/// Times beyond this, in seconds, are not believed: four months.
const LONGEST: f64 = 1e7;

/// The limits of the searches to come; none at all is `level infinite`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Level {
    pub(super) depth: Option<u8>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
}

impl Level {
    /// Reads `level …`; `None` where a number is wrong or nothing is said.
    pub(super) fn read(line: &Line) -> Option<Level> {
        let seconds = |name: &str| line.get(name).map(seconds);
        let mut level = Level::default();
        if let Some(depth) = line.get("depth") {
            level.depth = Some(depth.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth))?);
        }
        if let Some(nodes) = line.get("nodes") {
            level.nodes = Some(nodes.parse().ok().filter(|&nodes| nodes > 0)?);
        }
        if let Some(time) = seconds("time") {
            let moves = match line.get("moves") {
                Some(moves) => Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?),
                None => None,
            };
            let inc = seconds("inc").unwrap_or(Some(0.0))?;
            level.time = Some(share(time?, inc.max(0.0), moves));
        }
        if let Some(time) = seconds("move-time") {
            level.time = Some(Duration::from_secs_f64(time?.max(SHORTEST)));
        }
        (level != Level::default() || line.has("infinite")).then_some(level)
    }
}

/// A number of seconds; a clock may stand below zero.
fn seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|seconds: &f64| seconds.abs() <= LONGEST)
}

/// What to use of a clock. The protocol adds the increment before the move;
/// `moves` are those until the next time control.
fn share(time: f64, inc: f64, moves: Option<u32>) -> Duration {
    let clock = (time + inc).max(0.0);
    let usable = clock - (clock * RESERVE).max(LEAST_RESERVE);
    let most = if moves == Some(1) { usable } else { usable.min(clock * MOST_OF_CLOCK) };
    let left = moves.map_or(MOVES_LEFT, f64::from);
    let wanted = time.max(0.0) / left + OF_INCREMENT * inc;
    Duration::from_secs_f64(wanted.min(most).max(SHORTEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Option<Level> {
        Level::read(&text.parse().expect(text))
    }

    #[test]
    fn every_form_of_the_protocol_is_understood() {
        let none = Level::default();
        assert_eq!(level("level infinite"), Some(none));
        assert_eq!(level("level depth=9"), Some(Level { depth: Some(9), ..none }));
        assert_eq!(level("level nodes=5000"), Some(Level { nodes: Some(5000), ..none }));
        let second = Some(Duration::from_secs(1));
        assert_eq!(level("level move-time=1"), Some(Level { time: second, ..none }));
        assert_eq!(
            level("level depth=9 move-time=1 later=thing"),
            Some(Level { depth: Some(9), time: second, ..none })
        );
        assert!(level("level moves=9 time=291.587").is_some_and(|level| level.time.is_some()));
        assert!(level("level time=-0.5 inc=2").is_some_and(|level| level.time.is_some()));
    }

    #[test]
    fn wrong_numbers_and_no_limit_at_all_are_refused() {
        for text in [
            "level",
            "level inc=3",
            "level depth=0",
            "level depth=100",
            "level nodes=0",
            "level nodes=-1",
            "level move-time=soon",
            "level move-time=NaN",
            "level time=inf",
            "level time=60 moves=0",
            "level time=60 inc=x",
        ] {
            assert_eq!(level(text), None, "{text}");
        }
    }

    /// Plays moves that each take their whole share and what lies outside the
    /// search; returns what the clock shows at the end, in seconds.
    fn left_after(moves: u32, time: f64, inc: f64, control: Option<u32>) -> f64 {
        let outside = 0.02;
        (0..moves).fold(time, |clock, played| {
            let to_go = control.map(|control| control - played % control);
            let used = share(clock, inc, to_go).as_secs_f64() + outside;
            let clock = clock + inc - used;
            assert!(clock > 0.0, "flag fell at move {played} of {time} + {inc} {control:?}");
            let passed = control.is_some_and(|control| (played + 1) % control == 0);
            if passed { clock + time } else { clock }
        })
    }

    #[test]
    fn no_flag_falls_though_every_move_takes_its_whole_share() {
        left_after(100, 300.0, 0.0, None);
        left_after(40, 10.0, 0.0, None);
        left_after(300, 60.0, 1.0, None);
        left_after(300, 1.0, 0.5, None);
        left_after(300, 0.0, 1.0, None);
        left_after(200, 60.0, 0.0, Some(40));
        left_after(100, 5.0, 0.0, Some(10));
    }

    #[test]
    fn the_clock_is_used_and_not_only_saved() {
        let half = |time: f64, left: f64| assert!(left < time / 2.0, "{left} of {time}");
        half(300.0, left_after(40, 300.0, 0.0, None));
        half(300.0, left_after(39, 300.0, 0.0, Some(40)));
        assert!(left_after(300, 60.0, 1.0, None) < 20.0, "an increment is not hoarded");
    }

    #[test]
    fn a_clock_at_its_end_leaves_one_look() {
        for time in [-5.0, 0.0, 0.01] {
            assert_eq!(share(time, 0.0, None), Duration::from_millis(1));
        }
    }
}
