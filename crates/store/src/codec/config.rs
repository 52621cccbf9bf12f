//! What is fixed when a game is made. In form 1 it is a JSON object, without
//! the variant and the time, which have columns of their own.

use core::num::NonZeroU16;

use play::{BySide, GameConfig, Level, PlayerId, Score, Seat, Time, TimeControl, base58};
use rules::{GameRules, Setup, Variant};
use serde::{Deserialize, Serialize};

use super::{DecodeError, Encoded};

/// The form that is written.
const FORM: i64 = 1;

/// Writes a configuration.
pub(crate) fn encode_config(config: &GameConfig) -> Encoded {
    let rules = config.rules();
    let BySide { first, second } = config.seats().map(SeatV1::from);
    let Score { first: won, second: lost, draws } = config.score();
    let written = ConfigV1 {
        seats: [first, second],
        tournament: rules.tournament(),
        length_limit: rules.length_limit(),
        fen: config.is_set_up().then(|| config.start_fen()),
        clock: config.clock().map(ClockV1::from),
        score: [won, lost, draws],
    };
    let text = serde_json::to_string(&written);
    // The types below have no way to fail: no maps, no foreign code.
    Encoded { form: FORM, text: text.expect("a configuration can always be written") }
}

/// Reads a configuration back.
///
/// # Errors
/// When the form is unknown, the text is not of that form, or no game can have
/// such a configuration.
pub(crate) fn decode_config(
    variant: Variant,
    created_at: Time,
    form: i64,
    text: &str,
) -> Result<GameConfig, DecodeError> {
    match form {
        FORM => serde_json::from_str::<ConfigV1>(text)
            .ok()
            .and_then(|written| written.into_config(variant, created_at))
            .ok_or(DecodeError::Config),
        other => Err(DecodeError::UnknownForm(other)),
    }
}

/// Form 1. What is usual is left out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigV1 {
    /// The first side's, then the second's.
    seats: [SeatV1; 2],
    #[serde(default, skip_serializing_if = "is_false")]
    tournament: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length_limit: Option<NonZeroU16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockV1>,
    /// Games won by the first side, by the second, and drawn.
    #[serde(default, skip_serializing_if = "is_nought")]
    score: [u32; 3],
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SeatV1 {
    Player(String),
    Computer(String),
    Open,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ClockV1 {
    Increment { initial_s: u16, increment_s: u16 },
    DaysPerMove(u8),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

fn is_nought(score: &[u32; 3]) -> bool {
    *score == [0; 3]
}

impl From<Seat> for SeatV1 {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Player(player) => SeatV1::Player(base58::encode(player.as_u128())),
            Seat::Computer(level) => SeatV1::Computer(level.name().to_owned()),
            Seat::Open => SeatV1::Open,
        }
    }
}

impl SeatV1 {
    fn into_seat(self) -> Option<Seat> {
        Some(match self {
            SeatV1::Player(text) => Seat::Player(PlayerId::from_u128(base58::decode(&text)?)),
            SeatV1::Computer(name) => Seat::Computer(Level::from_name(&name)?),
            SeatV1::Open => Seat::Open,
        })
    }
}

impl From<TimeControl> for ClockV1 {
    fn from(clock: TimeControl) -> Self {
        match clock {
            TimeControl::Increment { initial_s, increment_s } => {
                ClockV1::Increment { initial_s, increment_s }
            }
            TimeControl::DaysPerMove(days) => ClockV1::DaysPerMove(days),
        }
    }
}

impl ClockV1 {
    fn into_clock(self) -> Option<TimeControl> {
        match self {
            ClockV1::Increment { initial_s, increment_s } => {
                TimeControl::increment(initial_s.into(), increment_s.into())
            }
            ClockV1::DaysPerMove(days) => TimeControl::days_per_move(days.into()),
        }
        .ok()
    }
}

impl ConfigV1 {
    fn into_config(self, variant: Variant, created_at: Time) -> Option<GameConfig> {
        let rules = GameRules::new(variant, self.tournament, self.length_limit).ok()?;
        let setup = match self.fen {
            Some(fen) => Some(fen.parse::<Setup>().ok()?),
            None => None,
        };
        let [first, second] = self.seats;
        let seats = BySide { first: first.into_seat()?, second: second.into_seat()? };
        let clock = match self.clock {
            Some(clock) => Some(clock.into_clock()?),
            None => None,
        };
        let [won, lost, draws] = self.score;
        let config = GameConfig::new(variant, rules, setup.as_ref(), seats).ok()?;
        Some(
            config
                .with_clock(clock)
                .with_score(Score { first: won, second: lost, draws })
                .made_at(created_at),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn a_clock() -> impl Strategy<Value = Option<TimeControl>> {
        prop_oneof![
            Just(None),
            (1..=10_800_u32, 0..=180_u32).prop_map(|(a, b)| TimeControl::increment(a, b).ok()),
            (1..=14_u32).prop_map(|days| TimeControl::days_per_move(days).ok()),
        ]
    }

    fn two_seats() -> impl Strategy<Value = BySide<Seat>> {
        let other = prop_oneof![
            Just(Seat::Open),
            prop::sample::select(Level::ALL.to_vec()).prop_map(Seat::Computer),
            (1..u128::MAX).prop_map(|id| Seat::Player(PlayerId::from_u128(id))),
        ];
        (other, any::<bool>()).prop_map(|(other, swap)| {
            let me = Seat::Player(PlayerId::from_u128(0));
            let seats = BySide { first: me, second: other };
            if swap { seats.swapped() } else { seats }
        })
    }

    fn some_rules() -> impl Strategy<Value = (Variant, GameRules)> {
        let international = (any::<bool>(), prop::option::of(any::<NonZeroU16>())).prop_map(
            |(tournament, limit)| {
                let variant = Variant::International;
                (variant, GameRules::new(variant, tournament, limit).expect("rules of this game"))
            },
        );
        prop_oneof![Just((Variant::English, GameRules::STANDARD)), international]
    }

    fn a_config() -> impl Strategy<Value = GameConfig> {
        let fens = [None, Some("W:W21,K30:B1,2"), Some("B:W18,24,K10:B12,16,K22")];
        (
            some_rules(),
            two_seats(),
            a_clock(),
            any::<[u32; 3]>(),
            prop::sample::select(fens.to_vec()),
        )
            .prop_map(|((variant, rules), seats, clock, score, fen)| {
                let setup = fen.map(|fen| fen.parse::<Setup>().expect("a FEN"));
                let [first, second, draws] = score;
                GameConfig::new(variant, rules, setup.as_ref(), seats)
                    .expect("a game that can be played")
                    .with_clock(clock)
                    .with_score(Score { first, second, draws })
            })
    }

    proptest! {
        #[test]
        fn every_configuration_comes_back_from_its_text(config in a_config(), at: u64) {
            let config = config.made_at(Time::from_millis(at));
            let Encoded { form, text } = encode_config(&config);
            let back = decode_config(config.variant(), config.created_at(), form, &text);
            prop_assert_eq!(back, Ok(config), "{}", text);
        }

        #[test]
        fn no_text_makes_the_reader_panic(form in 0..3_i64, text: String) {
            // Either answer is fine; what counts is that there is one.
            let _ = decode_config(Variant::English, Time::ZERO, form, &text);
        }
    }

    #[test]
    fn games_written_by_earlier_programs_stay_readable() {
        let text = r#"{"seats":[{"player":"1111111111111111111112"},"open"]}"#;
        let config = decode_config(Variant::English, Time::ZERO, 1, text).expect("a configuration");
        assert_eq!(config.seats().first, Seat::Player(PlayerId::from_u128(1)));
        assert_eq!(config.seats().second, Seat::Open);
        assert_eq!(encode_config(&config).text, text);
    }

    #[test]
    fn what_no_game_can_have_is_refused() {
        let me = r#"{"player":"1111111111111111111112"}"#;
        for text in [
            String::new(),
            r#"{"seats":["open","open"]}"#.to_owned(),
            format!(r#"{{"seats":[{me},{me}]}}"#),
            format!(r#"{{"seats":[{me},{{"computer":"divine"}}]}}"#),
            format!(r#"{{"seats":[{me},"open"],"tournament":true}}"#),
            format!(r#"{{"seats":[{me},"open"],"fen":"W:W99:B1"}}"#),
            format!(r#"{{"seats":[{me},"open"],"fen":"W:W21:B"}}"#),
            format!(r#"{{"seats":[{me},"open"],"clock":{{"days-per-move":15}}}}"#),
            format!(r#"{{"seats":[{me},"open"],"colour":"green"}}"#),
        ] {
            let back = decode_config(Variant::English, Time::ZERO, 1, &text);
            assert_eq!(back, Err(DecodeError::Config), "{text}");
        }
    }

    #[test]
    fn a_form_of_a_newer_program_is_named() {
        let back = decode_config(Variant::English, Time::ZERO, 7, "{}");
        assert_eq!(back, Err(DecodeError::UnknownForm(7)));
    }
}
