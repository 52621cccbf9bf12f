//! `dama engine --line`: the engine on standard input and output, one line for
//! each question, for match runners.

use std::{
    io::{self, BufRead, Write},
    num::NonZeroU64,
    sync::{Arc, OnceLock},
    thread,
    time::{Duration, Instant},
};

use engine::{HistoryError, Limits, Resources, Table, Tables, game_through, search};
use rules::{AnyGame, Game, Ruleset, Square, Variant};

use crate::{
    args,
    fault::Fault,
    lines::{self, NotALine},
    output,
};

/// The longest thinking time, in milliseconds: an hour.
const LONGEST_MS: u64 = 3_600_000;
const TABLE_BYTES: usize = 64 << 20;

/// Answer questions on standard input with moves.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Questions, one a line:
  new                  forget the last game; no answer
  go MS FEN1 … FENn    think MS milliseconds about the last position; those
                       before it are the game so far
  nodes N              from now on stop after N nodes too, 0 for no such bound;
                       no answer; after `new` the same question then has the
                       same answer on every machine
  quit                 end

Answers: `bestmove 11-15`, for a capture the full route `bestmove 11x18x25`,
`bestmove none` without a legal move, `error CODE` for a bad question (too_long,
bad_command, bad_time, bad_nodes, no_position, too_many_positions, bad_fen).

Example:
  echo 'go 100 B:W21-32:B1-12' | dama engine --line --variant english")]
pub(crate) struct Args {
    /// Speak the line protocol
    #[arg(long, required = true)]
    line: bool,
    /// The variant
    #[arg(long, value_parser = args::variant(), default_value = "english")]
    variant: Variant,
    #[command(flatten)]
    tables: args::TablesArg,
}

/// Why a question cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum BadQuestion {
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

enum Question {
    New,
    Go {
        budget: Duration,
        game: AnyGame,
    },
    /// A bound for all later searches, or none.
    Nodes(Option<NonZeroU64>),
    Quit,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let table = Table::with_bytes(TABLE_BYTES);
    let tables = prepare_tables(args);
    answer_all(&mut io::stdin().lock(), &mut output::stdout(), args.variant, &table, &tables)
}

/// Makes or reads the endgame tables meanwhile, so that the first question need
/// not wait for them.
fn prepare_tables(args: &Args) -> Arc<OnceLock<Tables>> {
    let ready = Arc::new(OnceLock::new());
    let (tables, source, variant) = (ready.clone(), args.tables.tables.clone(), args.variant);
    thread::spawn(move || {
        let made = source.tables(&[variant]).unwrap_or_else(|error| {
            eprintln!("dama: no endgame tables: {error}");
            Tables::none()
        });
        // Nobody else sets it.
        drop(tables.set(made));
    });
    ready
}

fn answer_all(
    input: &mut impl BufRead,
    out: &mut impl Write,
    variant: Variant,
    table: &Table,
    tables: &OnceLock<Tables>,
) -> Result<(), Fault> {
    let mut most_nodes = None;
    while let Some(line) = lines::next(input)? {
        let start = Instant::now();
        match line.map_err(BadQuestion::from).and_then(|line| question(&line, variant)) {
            Ok(None) => continue,
            Ok(Some(Question::Quit)) => break,
            Ok(Some(Question::New)) => {
                table.clear();
                continue;
            }
            Ok(Some(Question::Nodes(nodes))) => {
                most_nodes = nodes;
                continue;
            }
            Ok(Some(Question::Go { budget, game })) => {
                let clock = || start.elapsed();
                let mut limits = Limits::default().with_time(budget, &clock);
                if let Some(nodes) = most_nodes {
                    limits = limits.with_nodes(NonZeroU64::get(nodes));
                }
                // What is counted in nodes must not depend on when the tables
                // were ready; what is counted in time must not wait.
                let tables = match most_nodes {
                    Some(_) => tables.wait(),
                    None => tables.get().unwrap_or(const { &Tables::none() }),
                };
                let resources = Resources::new(table, tables);
                writeln!(out, "bestmove {}", best_move(&game, limits, resources))?;
            }
            Err(error) => writeln!(out, "error {error}")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// What a line asks; `None` for an empty one.
fn question(line: &str, variant: Variant) -> Result<Option<Question>, BadQuestion> {
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

fn best_move(game: &AnyGame, limits: Limits<'_>, resources: Resources<'_>) -> String {
    match game {
        AnyGame::English(game) => best_route(game, limits, resources),
        AnyGame::International(game) => best_route(game, limits, resources),
    }
}

fn best_route<R: Ruleset>(game: &Game<R>, limits: Limits<'_>, resources: Resources<'_>) -> String {
    let Some(found) = search(game, limits, resources, &mut |_| {}) else {
        return "none".to_owned();
    };
    let separator = if found.best.is_capture() { "x" } else { "-" };
    let route = game.position().route(found.best);
    route.iter().map(Square::to_string).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(variant: Variant, input: &[u8], answers: &str) {
        let mut out = Vec::new();
        let table = Table::with_bytes(1 << 16);
        answer_all(&mut &input[..], &mut out, variant, &table, &OnceLock::new())
            .expect("in memory");
        assert_eq!(String::from_utf8(out).expect("text"), answers);
    }

    #[test]
    fn a_forced_capture_is_answered_with_its_full_route() {
        check(Variant::English, b"go 50 B:W18,26:B14\n", "bestmove 14x23x30\n");
        check(Variant::English, b"new\ngo 50 B:W5:B4\nquit\ngo 1 x\n", "bestmove 4-8\n");
    }

    #[test]
    fn without_a_legal_move_there_is_none() {
        check(Variant::English, b"go 50 W:W:B1\n", "bestmove none\n");
        check(Variant::International, b"go 50 W:W:B1", "bestmove none\n");
    }

    #[test]
    fn bad_questions_get_a_code_and_the_next_one_an_answer() {
        check(
            Variant::English,
            b"stop\n\ngo\ngo x B:W32:B1\ngo -1 B:W32:B1\ngo 5\ngo 5 B:W99:B1\ngo 5 B:W1:B2\nquit now\n\xff\ngo 5 B:W18:B14\n",
            "error bad_command\nerror bad_time\nerror bad_time\nerror bad_time\n\
             error no_position\nerror bad_fen\nerror bad_fen\nerror bad_command\n\
             error bad_command\nbestmove 14x23\n",
        );
    }

    #[test]
    fn a_line_without_end_is_refused_and_skipped() {
        let mut input = vec![b'g'; 3 << 20];
        input.extend(b"\ngo 5 B:W18:B14\n");
        check(Variant::English, &input, "error too_long\nbestmove 14x23\n");
    }

    #[test]
    fn a_bound_on_nodes_ends_a_search_that_time_would_not() {
        let mut input = b"nodes 2000\nnodes x\nnodes\n".to_vec();
        input.extend(b"go 3600000 B:W21-32:B1-12\nnew\ngo 3600000 B:W21-32:B1-12\n");
        let mut out = Vec::new();
        let table = Table::with_bytes(1 << 16);
        let tables = OnceLock::from(Tables::none());
        answer_all(&mut &input[..], &mut out, Variant::English, &table, &tables)
            .expect("in memory");
        let text = String::from_utf8(out).expect("text");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[..2], ["error bad_nodes", "error bad_nodes"]);
        assert_eq!(lines[2], lines[3], "the same question has the same answer");
        assert!(lines[2].starts_with("bestmove "));
        check(Variant::English, b"nodes 1\nnodes 0\ngo 50 B:W18,26:B14\n", "bestmove 14x23x30\n");
    }

    #[test]
    fn the_last_of_several_positions_is_the_one_to_think_about() {
        check(Variant::English, b"go 50 W:W22:B14 B:W18:B14\n", "bestmove 14x23\n");
    }
}
