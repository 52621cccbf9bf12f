//! What can go wrong in a command, and the exit status that tells of it.

use std::{io, path::PathBuf, process::ExitCode};

use engine::{CheckError, FilesError, SolveError};
use rules::{MoveError, NotInThisVariant, SetupErrors, StartError};

/// Why a command did not end well.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// A move of a replayed game is not possible.
    #[error("ply {ply}, {text}: {error}")]
    Move { ply: usize, text: String, error: MoveError },
    /// A check found faults, which its output lists.
    #[error("{0} faults found")]
    Found(usize),
    /// The FEN is no position of the variant.
    #[error("bad position: {0}")]
    Setup(#[from] SetupErrors),
    /// The variant lacks the rules asked for.
    #[error("{0}")]
    Rules(#[from] NotInThisVariant),
    /// A file could not be read.
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    /// The server could not start or go on.
    #[error("cannot {what}: {cause}")]
    Serve { what: String, cause: String },
    /// The database's URL names no store that this program knows.
    #[error("{0} is no database: it must be sqlite://FILE or postgres://USER@HOST/NAME")]
    Database(String),
    /// The bus's URL names no broker that this program knows.
    #[error("{0} is no bus: it must be `local` or nats://HOST:PORT")]
    Bus(String),
    /// The database is no file, so a file cannot be copied from it or to it.
    #[error(
        "{0} is no file: pg_dump and pg_restore copy a PostgreSQL database, `dama export` and `dama import` move one"
    )]
    NoFile(String),
    /// No table has the position.
    #[error("no table has this position")]
    NoTable,
    /// There can be no such tables.
    #[error("{0}")]
    NoSuchTables(#[from] SolveError),
    /// Endgame tables cannot be read or written.
    #[error("{0}")]
    TableFiles(#[from] FilesError),
    /// An endgame table is wrong.
    #[error("{0}")]
    WrongTable(#[from] CheckError),
    /// The output could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl From<StartError> for Fault {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Setup(errors) => Fault::Setup(errors),
            StartError::Rules(error) => Fault::Rules(error),
        }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Fault::Write(error.into())
    }
}

impl Fault {
    /// What `map_err` needs where the server cannot do `what`.
    pub(crate) fn cannot<E: std::fmt::Display>(what: &str) -> impl FnOnce(E) -> Fault {
        move |cause| Fault::Serve { what: what.to_owned(), cause: cause.to_string() }
    }

    /// Tells standard error, and gives the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        // Whoever reads the output has seen enough: `dama moves … | head -1`.
        if matches!(self, Fault::Write(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("dama: {self}");
        match self {
            Fault::Move { .. } | Fault::Found(_) | Fault::Serve { .. } | Fault::WrongTable(_) => {
                ExitCode::from(1)
            }
            Fault::Database(_)
            | Fault::Bus(_)
            | Fault::NoFile(_)
            | Fault::Setup(_)
            | Fault::Rules(_)
            | Fault::NoTable
            | Fault::NoSuchTables(_)
            | Fault::TableFiles(_)
            | Fault::Read { .. }
            | Fault::Write(_) => ExitCode::from(2),
        }
    }
}
