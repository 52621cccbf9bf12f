//! Making a game over HTTP.

use play::{
    BySide, ConfigError, GameConfig, GameId, Level, PlayerId, Seat, Side, Time, TimeControl,
    TimeControlError,
};
use rules::{GameRules, Setup, Variant};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{ErrorCode, RulesView, named};

/// Whom somebody wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opponent {
    /// Whoever gets the link.
    Friend,
    /// The computer.
    Computer {
        /// How strong.
        #[serde(with = "named")]
        level: Level,
    },
}

/// Which side somebody wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideChoice {
    /// The first side.
    #[default]
    First,
    /// The second side.
    Second,
    /// Either; the service draws lots.
    Random,
}

impl SideChoice {
    /// The side; `lot` decides where either will do.
    #[must_use]
    pub const fn side(self, lot: Side) -> Side {
        match self {
            SideChoice::First => Side::First,
            SideChoice::Second => Side::Second,
            SideChoice::Random => lot,
        }
    }
}

/// A language that the service speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    /// Filipino.
    Fil,
    /// Indonesian.
    Id,
    /// Hungarian.
    Hu,
    /// English.
    En,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 4] = [Lang::Fil, Lang::Id, Lang::Hu, Lang::En];

    /// `fil`, `id`, `hu` or `en`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Lang::Fil => "fil",
            Lang::Id => "id",
            Lang::Hu => "hu",
            Lang::En => "en",
        }
    }

    /// The language of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.name() == name)
    }
}

/// A time control on the wire: `{"initial_s":300,"increment_s":3}` or
/// `{"days_per_move":3}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ClockFields", into = "ClockFields")]
pub struct Clock(pub TimeControl);

#[derive(Clone, Copy, Serialize, Deserialize)]
struct ClockFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    initial_s: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    increment_s: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    days_per_move: Option<u32>,
}

impl TryFrom<ClockFields> for Clock {
    type Error = TimeControlError;

    fn try_from(fields: ClockFields) -> Result<Self, TimeControlError> {
        match (fields.initial_s, fields.increment_s, fields.days_per_move) {
            (Some(initial), Some(increment), None) => TimeControl::increment(initial, increment),
            (None, None, Some(days)) => TimeControl::days_per_move(days),
            _ => Err(TimeControlError),
        }
        .map(Clock)
    }
}

impl From<Clock> for ClockFields {
    fn from(Clock(control): Clock) -> Self {
        match control {
            TimeControl::Increment { initial_s, increment_s } => ClockFields {
                initial_s: Some(initial_s.into()),
                increment_s: Some(increment_s.into()),
                days_per_move: None,
            },
            TimeControl::DaysPerMove(days) => {
                ClockFields { initial_s: None, increment_s: None, days_per_move: Some(days.into()) }
            }
        }
    }
}

/// The body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateGame {
    /// The variant.
    #[serde(with = "named")]
    pub variant: Variant,
    /// Whom to play.
    pub opponent: Opponent,
    /// The maker's side.
    #[serde(default, deserialize_with = "null_is_default")]
    pub side: SideChoice,
    /// International options.
    #[serde(default, deserialize_with = "null_is_default")]
    pub rules: RulesView,
    /// The time control, `null` without a clock.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// The start, `null` for the variant's own.
    #[serde(default)]
    pub fen: Option<String>,
    /// The language of the invite's preview; `null` for the request's own.
    #[serde(default)]
    pub lang: Option<Lang>,
}

/// Reads `null` like a field that is not there.
fn null_is_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

impl CreateGame {
    /// Reads the body. The caller bounds its size
    /// ([`MAX_BODY_BYTES`](crate::MAX_BODY_BYTES)).
    ///
    /// # Errors
    /// [`ErrorCode::BadRequest`]
    pub fn parse(body: &[u8]) -> Result<CreateGame, ErrorCode> {
        serde_json::from_slice(body).map_err(|_| ErrorCode::BadRequest)
    }

    /// The game that is asked for, with its maker on a side
    /// ([`SideChoice::side`]).
    ///
    /// # Errors
    /// [`ErrorCode::BadRules`] and [`ErrorCode::BadFen`].
    pub fn config(&self, maker: PlayerId, side: Side, now: Time) -> Result<GameConfig, ErrorCode> {
        let rules = GameRules::new(self.variant, self.rules.tournament, self.rules.length_limit)
            .map_err(|_| ErrorCode::BadRules)?;
        let setup: Option<Setup> = match &self.fen {
            Some(fen) => Some(fen.parse().map_err(|_| ErrorCode::BadFen)?),
            None => None,
        };
        let opponent = match self.opponent {
            Opponent::Friend => Seat::Open,
            Opponent::Computer { level } => Seat::Computer(level),
        };
        let seats = BySide::new_with(|it| if it == side { Seat::Player(maker) } else { opponent });
        let config = GameConfig::new(self.variant, rules, setup.as_ref(), seats);
        let clock = self.clock.map(|Clock(control)| control);
        match config {
            Ok(config) => Ok(config.with_clock(clock).made_at(now)),
            Err(ConfigError::Setup(_) | ConfigError::AlreadyOver) => Err(ErrorCode::BadFen),
            Err(ConfigError::Rules(_)) => Err(ErrorCode::BadRules),
            // A maker and somebody else always fit together.
            Err(ConfigError::Seats(_)) => Err(ErrorCode::Internal),
        }
    }
}

/// How a friend comes in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteLink {
    /// The secret of the link.
    pub token: String,
    /// The whole link.
    pub url: String,
}

/// The answer to `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The game.
    #[serde(with = "named")]
    pub game: GameId,
    /// The maker's side.
    #[serde(with = "named")]
    pub side: Side,
    /// The invite, `null` against the computer.
    pub invite: Option<InviteLink>,
}
