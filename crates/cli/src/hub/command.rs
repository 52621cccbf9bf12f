//! What a line asks for.

use std::num::NonZeroU8;

use engine::hub::{HubMove, Line, variant_from_name};
use rules::Variant;

use super::level::Level;
use crate::helpers::MOST_THREADS;

/// The largest table, in mebibytes.
pub(super) const MOST_HASH: usize = 1_024;

/// One command of the interface.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    Hub,
    Init,
    Ping,
    NewGame,
    SetParam(Param),
    Pos { pos: String, moves: Vec<HubMove> },
    Level(Level),
    Go(Mode),
    PonderHit,
    Stop,
    Quit,
}

/// A parameter with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Param {
    Variant(Variant),
    /// The size of the table, in mebibytes.
    Hash(usize),
    /// Threads that search together.
    Threads(NonZeroU8),
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A move is wanted, and the clock runs.
    Think,
    /// The opponent's clock runs; ours starts at `ponder-hit`.
    Ponder,
    /// Somebody wants to know.
    Analyze,
}

/// Why a command is not obeyed; nothing changes then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadCommand {
    #[error("bad_line")]
    Line,
    #[error("unknown_command")]
    Unknown,
    #[error("bad_param")]
    Param,
    #[error("bad_position")]
    Position,
    #[error("bad_move")]
    Move,
    #[error("bad_level")]
    Level,
    #[error("bad_mode")]
    Mode,
    #[error("no_position")]
    NoPosition,
    #[error("no_move")]
    NoMove,
    #[error("searching")]
    Searching,
}

impl BadCommand {
    /// The answer that tells of it.
    pub(super) fn line(self) -> Line {
        Line::new("error").with("message", self)
    }
}

impl Command {
    /// Reads a line. Arguments that mean nothing to us are ignored, as the
    /// protocol wants.
    pub(super) fn parse(text: &str) -> Result<Command, BadCommand> {
        let line: Line = text.parse().map_err(|_| BadCommand::Line)?;
        Ok(match line.command() {
            "hub" => Command::Hub,
            "init" => Command::Init,
            "ping" => Command::Ping,
            "new-game" => Command::NewGame,
            "set-param" => Command::SetParam(Param::read(&line).ok_or(BadCommand::Param)?),
            "pos" => Command::Pos {
                pos: line.get("pos").ok_or(BadCommand::Position)?.to_owned(),
                moves: moves(line.get("moves").unwrap_or_default())?,
            },
            "level" => Command::Level(Level::read(&line).ok_or(BadCommand::Level)?),
            "go" => Command::Go(Mode::read(&line).ok_or(BadCommand::Mode)?),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => return Err(BadCommand::Unknown),
        })
    }
}

fn moves(text: &str) -> Result<Vec<HubMove>, BadCommand> {
    text.split_whitespace().map(|word| word.parse().map_err(|_| BadCommand::Move)).collect()
}

impl Param {
    fn read(line: &Line) -> Option<Param> {
        let value = line.get("value")?;
        match line.get("name")? {
            "variant" => variant_from_name(value).map(Param::Variant),
            "hash" => {
                let size = value.parse().ok()?;
                (1..=MOST_HASH).contains(&size).then_some(Param::Hash(size))
            }
            "threads" => {
                let threads: NonZeroU8 = value.parse().ok()?;
                (threads.get() <= MOST_THREADS).then_some(Param::Threads(threads))
            }
            _ => None,
        }
    }
}

impl Mode {
    fn read(line: &Line) -> Option<Mode> {
        [("think", Mode::Think), ("ponder", Mode::Ponder), ("analyze", Mode::Analyze)]
            .into_iter()
            .find_map(|(name, mode)| line.has(name).then_some(mode))
    }
}
