//! The engines of a match: other programs, spoken to and never trusted.

mod child;
mod command;
mod hub;
mod line;

use std::time::{Duration, Instant};

use rules::{AnyGame, LegalMove, Variant};
use serde::{Deserialize, Serialize};

pub(super) use command::Command;

use child::{Child, Silence};
use command::Protocol;

/// What an engine may use for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Budget {
    /// Time, as the clock on the wall has it.
    #[serde(rename = "ms", with = "millis")]
    Time(Duration),
    /// Nodes of its search.
    Nodes(u64),
}

/// The longest that an engine may take for its nodes.
const LONGEST_FOR_NODES: Duration = Duration::from_secs(60);

impl Budget {
    /// What a move may take before it counts as late.
    fn time(self) -> Duration {
        match self {
            Budget::Time(time) => time,
            Budget::Nodes(_) => LONGEST_FOR_NODES,
        }
    }
}

mod millis {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(time.as_millis() as u64)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

/// How long an engine is waited for beyond its budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Until it has started.
    pub(super) start: Duration,
    /// For each answer that is late.
    pub(super) grace: Duration,
}

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlayerFault {
    #[error("{0}")]
    NotStarted(String),
    #[error("it ended")]
    Crash,
    #[error("no answer in time")]
    TimeOut,
    #[error("an answer that means nothing: {0}")]
    BadAnswer(String),
    #[error("an illegal move: {0}")]
    IllegalMove(String),
}

impl PlayerFault {
    /// The reason by which the game is lost.
    pub(super) fn reason(&self) -> &'static str {
        match self {
            PlayerFault::NotStarted(_) => "not-started",
            PlayerFault::Crash => "crash",
            PlayerFault::TimeOut => "time-out",
            PlayerFault::BadAnswer(_) => "bad-answer",
            PlayerFault::IllegalMove(_) => "illegal-move",
        }
    }
}

impl From<Silence> for PlayerFault {
    fn from(silence: Silence) -> Self {
        match silence {
            Silence::TimeOut => PlayerFault::TimeOut,
            Silence::Gone => PlayerFault::Crash,
        }
    }
}

/// One engine, its process kept from game to game.
#[derive(Debug)]
pub(super) struct Player {
    command: Command,
    variant: Variant,
    budget: Budget,
    patience: Patience,
    child: Option<Child>,
}

impl Player {
    pub(super) fn new(
        command: Command,
        variant: Variant,
        budget: Budget,
        patience: Patience,
    ) -> Self {
        Player { command, variant, budget, patience, child: None }
    }

    /// Begins a game, with a new process where there is none.
    pub(super) fn new_game(&mut self) -> Result<(), PlayerFault> {
        let begun = self.try_new_game();
        if begun.is_err() {
            self.child = None;
        }
        begun
    }

    fn try_new_game(&mut self) -> Result<(), PlayerFault> {
        if self.child.is_none() {
            self.child = Some(self.start()?);
        }
        let child = self.child.as_mut().ok_or(PlayerFault::Crash)?;
        Ok(child.say(match self.command.protocol() {
            Protocol::Line => "new",
            Protocol::Hub => "new-game",
        })?)
    }

    fn start(&self) -> Result<Child, PlayerFault> {
        let child = Child::start(self.command.words())
            .map_err(|error| PlayerFault::NotStarted(error.to_string()))?;
        let deadline = Instant::now() + self.patience.start;
        match self.command.protocol() {
            Protocol::Line => line::greet(&child, self.variant, self.budget, deadline)?,
            Protocol::Hub => hub::greet(&child, self.variant, deadline)?,
        }
        Ok(child)
    }

    /// Asks for a move. Whatever goes wrong ends the process: what it says
    /// later must not be taken for an answer to something else.
    pub(super) fn choose(&mut self, game: &AnyGame) -> (Result<LegalMove, PlayerFault>, Duration) {
        let start = Instant::now();
        let deadline = start + self.budget.time() + self.patience.grace;
        let chosen = match &self.child {
            None => Err(PlayerFault::Crash),
            Some(child) => match self.command.protocol() {
                Protocol::Line => line::choose(child, game, self.budget, deadline),
                Protocol::Hub => hub::choose(child, game, self.budget, deadline),
            },
        };
        let used = start.elapsed();
        if chosen.is_err() {
            self.child = None;
        }
        (chosen, used)
    }
}
