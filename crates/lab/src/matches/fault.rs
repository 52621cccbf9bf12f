//! Why a match cannot be played.

use std::{io, path::PathBuf};

use super::{Side, players::PlayerFault};

/// Why a match cannot be played. What an engine does wrong in a game is no
/// fault of the match: it loses the game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// Not two engines.
    #[error("a match needs two --engine, not {0}")]
    TwoEngines(usize),
    /// More budgets than engines.
    #[error("two engines have one budget or two, not {0}")]
    Budgets(usize),
    /// An engine does not even start.
    #[error("engine {side} ({command}) does not start: {fault}")]
    Start { side: Side, command: String, fault: PlayerFault },
    /// A file cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    File { path: PathBuf, source: io::Error },
    /// The file holds another match.
    #[error(
        "{path} keeps another match ({what} differs); choose another --out",
        path = path.display()
    )]
    OtherMatch { path: PathBuf, what: &'static str },
    /// A line of the file is no game.
    #[error("{path}, line {line}: {source}", path = path.display())]
    Record { path: PathBuf, line: usize, source: serde_json::Error },
    /// A line of an opening file is no opening.
    #[error("{name}, line {line}: {why}")]
    Opening { name: String, line: usize, why: &'static str },
    /// A source without an opening.
    #[error("there is no opening in {0}")]
    NoOpening(String),
    /// The ballots belong to English draughts.
    #[error("ballots exist in English draughts only")]
    BallotsElsewhere,
    /// Tournament rules belong to International draughts.
    #[error("--tournament exists in International draughts only")]
    TournamentElsewhere,
    /// Random play does not lead to enough balanced positions.
    #[error("found no further balanced opening of {0} plies")]
    TooFewOpenings(u32),
    /// The result could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// A thread of the match died.
    #[error("a game could not be played to its end")]
    Broken,
}

impl Fault {
    /// Attaches the path to an I/O error.
    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Fault::Write(error.into())
    }
}
