//! What a line asks.

use std::{num::NonZeroU64, time::Duration};

use engine::{HistoryError, game_through};
use rules::{AnyGame, Variant};

use crate::lines::NotALine;

/// The longest thinking time, in milliseconds: an hour.
const LONGEST_MS: u64 = 3_600_000;

/// Why a question cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadQuestion {
    #[error("too_long")]
    TooLong,
    #[error("bad_command")]
    Command,
    #[error("bad_time")]
    Time,
    #[error("bad_nodes")]
    Nodes,
    #[error("no_position")]
    NoPosition,
    #[error("too_many_positions")]
    TooManyPositions,
    #[error("bad_fen")]
    Fen,
}

impl From<HistoryError> for BadQuestion {
    fn from(error: HistoryError) -> Self {
        match error {
            HistoryError::Empty => BadQuestion::NoPosition,
            HistoryError::TooMany => BadQuestion::TooManyPositions,
            HistoryError::Fen(_) | HistoryError::Setup(_) => BadQuestion::Fen,
        }
    }
}

impl From<NotALine> for BadQuestion {
    fn from(fault: NotALine) -> Self {
        match fault {
            NotALine::TooLong => BadQuestion::TooLong,
            NotALine::NotText => BadQuestion::Command,
        }
    }
}

pub(super) enum Question {
    New,
    Go {
        budget: Duration,
        game: AnyGame,
    },
    /// A bound for all later searches, or none.
    Nodes(Option<NonZeroU64>),
    Quit,
}

/// Reads a line; `None` for an empty one.
pub(super) fn read(line: &str, variant: Variant) -> Result<Option<Question>, BadQuestion> {
    let mut words = line.split_ascii_whitespace();
    let question = match words.next() {
        None => return Ok(None),
        Some("new") => Question::New,
        Some("quit") => Question::Quit,
        Some("go") => {
            let ms = words.next().and_then(|ms| ms.parse().ok());
            let ms = ms.filter(|ms| (0..=LONGEST_MS).contains(ms)).ok_or(BadQuestion::Time)?;
            let game = game_through(variant, words.by_ref())?;
            Question::Go { budget: Duration::from_millis(ms), game }
        }
        Some("nodes") => {
            let nodes = words.next().and_then(|nodes| nodes.parse().ok());
            Question::Nodes(NonZeroU64::new(nodes.ok_or(BadQuestion::Nodes)?))
        }
        Some(_) => return Err(BadQuestion::Command),
    };
    if words.next().is_some() { Err(BadQuestion::Command) } else { Ok(Some(question)) }
}
