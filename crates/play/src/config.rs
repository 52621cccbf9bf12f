//! What is fixed when a game is made.

use rules::{
    AnyGame, GameRules, NotInThisVariant, Setup, SetupErrors, StartError, Status, Variant,
};

use crate::{BySide, PlayerId, Score, Side, Time, TimeControl};

/// How strong the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Casual, beatable by a child.
    Easy,
    /// Looks a few moves ahead.
    Medium,
    /// As strong as it can in its time.
    Hard,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    /// `easy`, `medium` or `hard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        }
    }

    /// The level of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// Who sits on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person.
    Player(PlayerId),
    /// The server's computer.
    Computer(Level),
    /// Nobody yet: an invite is out.
    Open,
}

impl Seat {
    /// The level of a computer's seat.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Seat::Computer(level) => Some(level),
            Seat::Player(_) | Seat::Open => None,
        }
    }
}

/// No game has these two seats: at least one side must be a person, and the
/// same person cannot sit on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game has these two seats")]
pub struct SeatsError;

/// Why a game cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The start is no position of the variant.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// The start is a position in which the game is over.
    #[error("the game is over in its first position")]
    AlreadyOver,
    /// The variant does not have these rules.
    #[error(transparent)]
    Rules(#[from] NotInThisVariant),
    /// The seats do not fit together.
    #[error(transparent)]
    Seats(#[from] SeatsError),
}

impl From<StartError> for ConfigError {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Setup(errors) => ConfigError::Setup(errors),
            StartError::Rules(error) => ConfigError::Rules(error),
        }
    }
}

/// What is fixed when a game is made. Always of a game that can be played.
#[derive(Clone, Debug)]
pub struct GameConfig {
    /// The game before its first move; carries variant, rules and start.
    start: AnyGame,
    seats: BySide<Seat>,
    clock: Option<TimeControl>,
    score: Score,
    created_at: Time,
}

impl GameConfig {
    /// A game from a set-up, or from the variant's start, without a clock and
    /// with a score of nought.
    ///
    /// # Errors
    /// When such a game cannot be played.
    pub fn new(
        variant: Variant,
        rules: GameRules,
        setup: Option<&Setup>,
        seats: BySide<Seat>,
    ) -> Result<Self, ConfigError> {
        check_seats(seats)?;
        let start = AnyGame::start(variant, setup, rules)?;
        if start.status() != Status::Ongoing {
            return Err(ConfigError::AlreadyOver);
        }
        Ok(GameConfig {
            start,
            seats,
            clock: None,
            score: Score::default(),
            created_at: Time::ZERO,
        })
    }

    /// The same game with a clock, or without.
    #[must_use]
    pub const fn with_clock(mut self, clock: Option<TimeControl>) -> Self {
        self.clock = clock;
        self
    }

    /// The same game with this score of the pair's earlier games.
    #[must_use]
    pub const fn with_score(mut self, score: Score) -> Self {
        self.score = score;
        self
    }

    /// The same game, made at this time.
    #[must_use]
    pub const fn made_at(mut self, time: Time) -> Self {
        self.created_at = time;
        self
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.start.variant()
    }

    /// The rules chosen at set-up.
    #[must_use]
    pub fn rules(&self) -> GameRules {
        self.start.rules()
    }

    /// The game before its first move.
    #[must_use]
    pub const fn start(&self) -> &AnyGame {
        &self.start
    }

    /// The FEN of the start.
    #[must_use]
    pub fn start_fen(&self) -> String {
        self.start.fen()
    }

    /// Whether the game starts from another position than the variant's own.
    #[must_use]
    pub fn is_set_up(&self) -> bool {
        self.start_fen() != AnyGame::new(self.variant()).fen()
    }

    /// Who sat where when the game was made.
    #[must_use]
    pub const fn seats(&self) -> BySide<Seat> {
        self.seats
    }

    /// The time control, or `None` without a clock.
    #[must_use]
    pub const fn clock(&self) -> Option<TimeControl> {
        self.clock
    }

    /// The score of the pair's earlier games.
    #[must_use]
    pub const fn score(&self) -> Score {
        self.score
    }

    /// When the game was made.
    #[must_use]
    pub const fn created_at(&self) -> Time {
        self.created_at
    }

    /// The same game with other people on its seats.
    ///
    /// # Errors
    /// When the seats do not fit together.
    pub fn with_seats(mut self, seats: BySide<Seat>) -> Result<Self, SeatsError> {
        check_seats(seats)?;
        self.seats = seats;
        Ok(self)
    }

    /// The next game of the same two, who change sides; the score goes with
    /// the people.
    pub(crate) fn rematch(&self, seats: BySide<Seat>, score: Score, now: Time) -> Self {
        GameConfig {
            start: self.start.clone(),
            seats: seats.swapped(),
            clock: self.clock,
            score: score.swapped(),
            created_at: now,
        }
    }
}

fn check_seats(seats: BySide<Seat>) -> Result<(), SeatsError> {
    let people =
        Side::ALL.into_iter().filter(|&side| matches!(seats[side], Seat::Player(_))).count();
    if people == 0 || seats.first == seats.second {
        return Err(SeatsError);
    }
    Ok(())
}

impl PartialEq for GameConfig {
    fn eq(&self, other: &Self) -> bool {
        self.variant() == other.variant()
            && self.rules() == other.rules()
            && self.start_fen() == other.start_fen()
            && self.seats == other.seats
            && self.clock == other.clock
            && self.score == other.score
            && self.created_at == other.created_at
    }
}

impl Eq for GameConfig {}
