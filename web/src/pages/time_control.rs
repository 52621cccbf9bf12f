//! A time control in words.

use play::TimeControl;

use crate::{Lang, words::page};

/// "5 min + 3 s", or "3 days a move".
pub(crate) fn time_control(lang: Lang, control: TimeControl) -> String {
    match control {
        TimeControl::DaysPerMove(days) => page::clock_days_per_move(lang, u64::from(days)),
        TimeControl::Increment { initial_s, increment_s } => {
            let minutes = match (initial_s / 60, initial_s % 60) {
                (minutes, 0) => minutes.to_string(),
                (minutes, seconds) => format!("{minutes}:{seconds:02}"),
            };
            page::clock_increment(lang, &minutes, &increment_s)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_told_in_minutes_or_in_days() {
        for (text, words) in [
            ("300+3", "5 min + 3 s a move"),
            ("90+0", "1:30 min + 0 s a move"),
            ("1d", "1 day a move"),
            ("3d", "3 days a move"),
        ] {
            let control = text.parse().expect("a time control");
            assert_eq!(time_control(Lang::En, control), words);
        }
    }
}
