//! The engine's side of a conversation: parameters, a position, limits, and at
//! most one search.

use std::{
    io::{self, Write},
    num::NonZeroU8,
    sync::Arc,
    time::Instant,
};

use engine::{
    Table, TableSource, Tables,
    hub::{HubMove, Line, read_position, variant_name},
};
use rules::{AnyGame, AnyRuleset, Game, GameRules, Variant, with_ruleset};

use super::{
    command::{BadCommand, Command, MOST_HASH, Mode, Param},
    level::Level,
    thinking::{Means, Thinking},
};
use crate::helpers::MOST_THREADS;

/// The size of the table before any is set, in mebibytes.
const HASH: usize = 64;

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Quit,
}

/// What is set, and what is going on.
#[derive(Debug)]
pub(super) struct Session {
    variant: Variant,
    hash: usize,
    threads: NonZeroU8,
    /// Made at `init`, or at the first search of those who leave that out.
    table: Option<Arc<Table>>,
    source: TableSource,
    /// Endgame tables of the variant, made when the table is.
    tables: Option<Tables>,
    game: Option<AnyGame>,
    level: Level,
    thinking: Option<Thinking>,
}

impl Session {
    pub(super) fn new(variant: Variant, source: TableSource) -> Self {
        Session {
            variant,
            hash: HASH,
            threads: NonZeroU8::MIN,
            table: None,
            source,
            tables: None,
            game: None,
            level: Level::default(),
            thinking: None,
        }
    }

    /// Does what a command asks. While a search goes on only a few are heard.
    pub(super) fn obey(&mut self, command: Command) -> Result<Next, BadCommand> {
        match command {
            Command::Ping => say(&Line::new("pong")),
            Command::PonderHit => {
                // It may come when the search has just ended.
                if let Some(thinking) = &self.thinking {
                    thinking.ponder_hit();
                }
            }
            Command::Stop => self.end(),
            Command::Quit => return Ok(Next::Quit),
            _ if self.thinking.as_ref().is_some_and(|thinking| !thinking.is_over()) => {
                return Err(BadCommand::Searching);
            }
            Command::Hub => self.introduce(),
            Command::Init => {
                self.table = None;
                self.table();
                self.tables();
                say(&Line::new("ready"));
            }
            Command::NewGame => {
                if let Some(table) = &self.table {
                    table.clear();
                }
            }
            Command::SetParam(param) => self.set(param),
            Command::Pos { pos, moves } => self.game = Some(game(self.variant, &pos, &moves)?),
            Command::Level(level) => self.level = level,
            Command::Go(mode) => self.go(mode)?,
        }
        Ok(Next::GoOn)
    }

    /// Ends the search, if there is one, and waits until it has answered.
    pub(super) fn end(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
        }
    }

    fn introduce(&self) {
        let names = Variant::ALL.map(variant_name);
        let id = Line::new("id").with("name", "Dama").with("version", env!("CARGO_PKG_VERSION"));
        say(&id.with("author", "the Dama authors"));
        let param = |name: &str| Line::new("param").with("name", name);
        say(&param("variant")
            .with("value", variant_name(self.variant))
            .with("type", "enum")
            .with("values", names.join(" ")));
        say(&param("hash")
            .with("value", self.hash)
            .with("type", "int")
            .with("min", 1)
            .with("max", MOST_HASH));
        say(&param("threads")
            .with("value", self.threads)
            .with("type", "int")
            .with("min", 1)
            .with("max", MOST_THREADS));
        say(&Line::new("wait"));
    }

    fn set(&mut self, param: Param) {
        match param {
            Param::Variant(variant) if variant != self.variant => {
                self.variant = variant;
                self.tables = None;
                self.game = None;
            }
            Param::Variant(_) => {}
            Param::Hash(size) => {
                self.hash = size;
                self.table = None;
            }
            Param::Threads(threads) => self.threads = threads,
        }
    }

    fn table(&mut self) -> Arc<Table> {
        let size = self.hash << 20;
        self.table.get_or_insert_with(|| Arc::new(Table::with_bytes(size))).clone()
    }

    /// The endgame tables; without them, said once, the engine plays on.
    fn tables(&mut self) -> Tables {
        let made = || {
            self.source.tables(&[self.variant]).unwrap_or_else(|error| {
                eprintln!("dama: no endgame tables: {error}");
                Tables::none()
            })
        };
        self.tables.get_or_insert_with(made).clone()
    }

    fn go(&mut self, mode: Mode) -> Result<(), BadCommand> {
        let start = Instant::now();
        let game = self.game.clone().ok_or(BadCommand::NoPosition)?;
        if game.legal_moves().is_empty() {
            return Err(BadCommand::NoMove);
        }
        // One that is over still has its thread to be waited for.
        self.end();
        let means = Means { table: self.table(), tables: self.tables(), threads: self.threads };
        self.thinking = Some(Thinking::start(game, self.level, mode, means, start));
        Ok(())
    }
}

/// The game that a position and the moves after it make. Moves go on where our
/// own draw rules would have ended the game: the interface decides that.
fn game(variant: Variant, pos: &str, moves: &[HubMove]) -> Result<AnyGame, BadCommand> {
    let international = variant == Variant::International;
    // The draws that every program of this protocol knows; always possible here.
    let rules = GameRules::new(variant, international, None).unwrap_or_default();
    let setup = read_position(pos, variant.board().size()).map_err(|_| BadCommand::Position)?;
    with_ruleset!(variant, R => {
        let start = setup.position::<R>().map_err(|_| BadCommand::Position)?;
        let mut game = Game::from_position(start, rules);
        for written in moves {
            let legal = game.position().legal_moves();
            let found = legal.into_iter().find(|&mv| written.is(mv));
            game.play_ignoring_the_end(found.ok_or(BadCommand::Move)?);
        }
        Ok(R::wrap(game))
    })
}

/// Says one line. Nobody may be listening any more; then nothing is lost, and
/// the end of the input is near.
pub(super) fn say(line: &Line) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
