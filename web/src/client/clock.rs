//! What the page knows of time in a game: how the clocks stand, since when
//! somebody is on move, and since when somebody is away.
//!
//! The server tells how much there is; from then on the page counts by its
//! own clock, so that it need not know what time it is elsewhere.

use play::{Side, TimeControl, away_limit};
use protocol::{ClockView, ServerMessage, WireEvent};

use super::table::ClockLine;
use crate::{Lang, words::board};

/// Less than this much time is shown to be little, in milliseconds.
const LITTLE: f64 = 20_000.0;

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * 60;

/// What is known of time in one game; moments are those of the page's clock.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    control: Option<TimeControl>,
    /// How the clocks stood, and when that was.
    face: Option<(ClockView, f64)>,
    turn_since: Option<f64>,
    away_since: [Option<f64>; 2],
    /// When the own move was sent, while it is under way.
    sent: Option<f64>,
}

impl Times {
    /// Takes what a message of the server says about time.
    pub(crate) fn hear(&mut self, message: &ServerMessage, now: f64) {
        let ago = |ms: Option<u64>| ms.map(|ms| now - ms as f64);
        match message {
            ServerMessage::Snapshot { game, .. } => {
                *self = Self {
                    control: game.time_control.map(|clock| clock.0),
                    face: game.clock.map(|face| (face, now)),
                    ..Self::default()
                };
            }
            ServerMessage::Event { event, clock, .. } => {
                self.set_face(*clock, now);
                if let WireEvent::Moved { .. }
                | WireEvent::Joined { .. }
                | WireEvent::TakenBack { .. } = event
                {
                    self.turn_since = Some(now);
                }
            }
            ServerMessage::CaughtUp { clock, .. } => self.set_face(*clock, now),
            ServerMessage::Presence(who) => {
                self.away_since = [ago(who.first_away_ms), ago(who.second_away_ms)];
                self.turn_since = ago(who.turn_ms).or(self.turn_since);
            }
            _ => {}
        }
    }

    fn set_face(&mut self, face: Option<ClockView>, now: f64) {
        if let Some(face) = face {
            self.face = Some((face, now));
        }
    }

    /// The line is gone: nobody knows any more who is away.
    pub(crate) fn cut(&mut self) {
        self.away_since = [None; 2];
    }

    /// Whether the own move is under way: then the own clock stands.
    pub(crate) fn set_sending(&mut self, is_sending: bool, now: f64) {
        self.sent = is_sending.then(|| self.sent.unwrap_or(now));
    }

    /// Whether moves are a matter of days.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self.control, Some(TimeControl::DaysPerMove(_)))
    }

    /// The milliseconds that a side has left, and whether its clock runs.
    fn left(&self, side: Side, now: f64) -> Option<(f64, bool)> {
        let (face, at) = self.face?;
        let left = if side == Side::First { face.first_ms } else { face.second_ms } as f64;
        if face.running != Some(side) {
            return Some((left, false));
        }
        let now = self.sent.unwrap_or(now);
        Some(((left - (now - at)).max(0.0), self.sent.is_none()))
    }

    /// The clock of a side as it is shown.
    pub(crate) fn line(&self, lang: Lang, side: Side, sure: bool, now: f64) -> Option<ClockLine> {
        let (left, runs) = self.left(side, now)?;
        Some(ClockLine { text: text(lang, left), runs, little: left < LITTLE, sure })
    }

    /// When another text is to be shown: at the next full second, or minute
    /// where only those are shown.
    pub(crate) fn next_change(&self, now: f64) -> Option<f64> {
        let (face, _) = self.face?;
        let (left, runs) = self.left(face.running?, now)?;
        // Whole numbers: the remainder of others would bring a library along.
        let step = if is_long(seconds(left)) { MINUTE } else { 1_000 };
        (runs && left > 0.0).then(|| now + (left as u64 % step) as f64 + 1.0)
    }

    /// From when on a player may claim the game of an opponent who is on move
    /// and away.
    pub(crate) fn claim_at(&self, opponent: Side) -> Option<f64> {
        let since = self.away_since[usize::from(opponent == Side::Second)]?;
        let limit = away_limit(self.control)?;
        Some(since.max(self.turn_since?) + limit.as_secs() as f64 * 1_000.0)
    }
}

/// Whole seconds, the one that has begun included: nought means nought.
fn seconds(left: f64) -> u64 {
    (left / 1_000.0).ceil() as u64
}

fn is_long(seconds: u64) -> bool {
    seconds >= DAY
}

/// `4:07`, `1:04:07`, or days and hours.
fn text(lang: Lang, left: f64) -> String {
    let all = seconds(left);
    let (hours, minutes, seconds) = (all / 3_600, all / 60 % 60, all % 60);
    if is_long(all) {
        board::clock_days(lang, &(hours / 24), &(hours % 24))
    } else if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Presence, PresenceView};

    use super::*;

    fn face(first_ms: u64, second_ms: u64, running: Option<Side>) -> Option<ClockView> {
        Some(ClockView { first_ms, second_ms, running })
    }

    fn caught_up(clock: Option<ClockView>) -> ServerMessage {
        ServerMessage::CaughtUp { seq: play::Seq::ZERO, clock }
    }

    fn shown(times: &Times, side: Side, now: f64) -> String {
        times.line(Lang::En, side, true, now).map_or_else(String::new, |line| line.text)
    }

    #[test]
    fn the_clock_of_the_side_to_move_runs_down_and_the_other_stands() {
        let mut times = Times::default();
        assert_eq!(times.line(Lang::En, Side::First, true, 0.0), None);
        times.hear(&caught_up(face(65_000, 180_000, Some(Side::First))), 1_000.0);
        for (now, first) in
            [(1_000.0, "1:05"), (1_001.0, "1:05"), (2_001.0, "1:04"), (66_000.0, "0:00")]
        {
            assert_eq!(shown(&times, Side::First, now), first, "{now}");
            assert_eq!(shown(&times, Side::Second, now), "3:00");
        }
        assert_eq!(shown(&times, Side::First, 1e9), "0:00");
        assert_eq!(times.next_change(1_000.0), Some(1_001.0));
        assert_eq!(times.next_change(1_400.0), Some(2_001.0));
        assert_eq!(times.next_change(1e9), None);
    }

    #[test]
    fn the_own_clock_stands_from_the_moment_in_which_the_move_is_sent() {
        let mut times = Times::default();
        times.hear(&caught_up(face(65_000, 180_000, Some(Side::First))), 0.0);
        times.set_sending(true, 5_000.0);
        times.set_sending(true, 9_000.0);
        assert_eq!(shown(&times, Side::First, 9_000.0), "1:00");
        assert_eq!(times.next_change(9_000.0), None);
        // The move was refused: the time has gone on meanwhile.
        times.set_sending(false, 10_000.0);
        assert_eq!(shown(&times, Side::First, 10_000.0), "0:55");
    }

    #[test]
    fn long_times_are_told_in_hours_and_days() {
        for (left, expected) in [
            (0.0, "0:00"),
            (1.0, "0:01"),
            (3_599_000.0, "59:59"),
            (3_600_000.0, "1:00:00"),
            (86_399_000.0, "23:59:59"),
            (97_200_000.0, "1 d 3 h"),
        ] {
            assert_eq!(text(Lang::En, left), expected);
        }
    }

    #[test]
    fn a_claim_waits_until_the_opponent_has_been_away_for_long_on_its_own_turn() {
        let away = |first_away_ms, turn_ms| {
            ServerMessage::Presence(PresenceView {
                first: Some(Presence::Away),
                first_away_ms,
                turn_ms,
                ..PresenceView::default()
            })
        };
        let of = |control: Result<_, _>| Times { control: control.ok(), ..Times::default() };
        let mut times = of(TimeControl::increment(180, 0));
        times.hear(&caught_up(face(65_000, 180_000, Some(Side::First))), 100_000.0);
        assert_eq!(times.claim_at(Side::First), None, "somebody who is here");
        times.hear(&away(Some(30_000), Some(50_000)), 100_000.0);
        assert_eq!(times.claim_at(Side::First), Some(190_000.0));
        assert_eq!(times.claim_at(Side::Second), None);
        times.hear(&away(Some(90_000), Some(50_000)), 100_000.0);
        assert_eq!(times.claim_at(Side::First), Some(170_000.0), "its turn began later");
        times.cut();
        assert_eq!(times.claim_at(Side::First), None);
        let mut slow = of(TimeControl::days_per_move(3));
        slow.hear(&away(Some(0), Some(0)), 0.0);
        assert_eq!(slow.claim_at(Side::First), None, "the flag alone ends that");
        let mut without = Times::default();
        without.hear(&caught_up(None), 0.0);
        without.hear(&away(Some(0), Some(0)), 0.0);
        assert_eq!(without.claim_at(Side::First), Some(86_400_000.0));
    }
}
