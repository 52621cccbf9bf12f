//! `dama engine --line`: the engine on standard input and output, one line for
//! each question, for match runners.

mod player;
mod question;

use std::{
    io::{self, BufRead, Write},
    sync::{Arc, OnceLock},
    thread,
    time::Instant,
};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use engine::{Level, Tables, Technique};
use rules::Variant;

use crate::{args, fault::Fault, helpers::ThreadsArg, lines, output};
use player::Player;
use question::{BadQuestion, Question};

/// Answer questions on standard input with moves.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Questions, one a line:
  new                  forget the last game; no answer
  go MS FEN1 … FENn    think MS milliseconds about the last position; those
                       before it are the game so far
  nodes N              from now on stop after N nodes too, 0 for no such bound;
                       no answer; after `new` the same question then has the
                       same answer on every machine (with one thread)
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
    #[command(flatten)]
    threads: ThreadsArg,
    /// Play as the computer of this level does, with its chance [default: the
    /// best move that the limits allow, without chance]
    #[arg(long, conflicts_with_all = ["threads", "without"], value_parser = level())]
    level: Option<Level>,
    /// What the chance of a level begins with
    #[arg(long, default_value_t = 0, requires = "level")]
    seed: u64,
    /// Search without these techniques, to measure what they are worth
    #[arg(long, value_delimiter = ',', value_parser = technique())]
    without: Vec<Technique>,
}

fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| name.parse::<Level>())
}

fn technique() -> impl TypedValueParser<Value = Technique> {
    PossibleValuesParser::new(Technique::ALL.map(Technique::name))
        .try_map(|name| name.parse::<Technique>())
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut player = Player::new(args, prepare_tables(args));
    answer_all(&mut io::stdin().lock(), &mut output::stdout(), args.variant, &mut player)
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
    player: &mut Player,
) -> Result<(), Fault> {
    while let Some(line) = lines::next(input)? {
        let start = Instant::now();
        match line.map_err(BadQuestion::from).and_then(|line| question::read(&line, variant)) {
            Ok(None) => continue,
            Ok(Some(Question::Quit)) => break,
            Ok(Some(Question::New)) => {
                player.forget();
                continue;
            }
            Ok(Some(Question::Nodes(nodes))) => {
                player.most_nodes = nodes;
                continue;
            }
            Ok(Some(Question::Go { budget, game })) => {
                writeln!(out, "bestmove {}", player.best_move(&game, budget, start))?;
            }
            Err(error) => writeln!(out, "error {error}")?,
        }
        out.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        args: Args,
    }

    /// What is answered with these flags, without endgame tables.
    fn answers(flags: &str, variant: Variant, input: &[u8]) -> String {
        let words = ["engine", "--line"].into_iter().chain(flags.split_whitespace());
        let args = CommandLine::try_parse_from(words).expect(flags).args;
        let mut player = Player::new(&args, Arc::new(OnceLock::from(Tables::none())));
        let mut out = Vec::new();
        answer_all(&mut &input[..], &mut out, variant, &mut player).expect("in memory");
        String::from_utf8(out).expect("text")
    }

    fn check(variant: Variant, input: &[u8], expected: &str) {
        assert_eq!(answers("", variant, input), expected);
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
        let text = answers("", Variant::English, &input);
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

    #[test]
    fn several_threads_answer_with_a_legal_move_and_end() {
        let question = b"nodes 3000\ngo 3600000 B:W21-32:B1-12\ngo 3600000 B:W18,26:B14\n";
        let text = answers("--threads 3", Variant::English, question);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[0].starts_with("bestmove "), "{text}");
        assert_eq!(lines[1], "bestmove 14x23x30");
    }

    #[test]
    fn a_level_plays_with_the_chance_of_its_seed() {
        let question = b"go 3600000 B:W21-32:B1-12\n".repeat(8);
        let play = |flags| answers(flags, Variant::English, &question);
        let easy = play("--level easy --seed 7");
        assert_eq!(easy, play("--level easy --seed 7"));
        assert!(easy.lines().any(|line| Some(line) != easy.lines().next()), "{easy}");
    }

    #[test]
    fn without_its_techniques_it_still_takes_all_it_can() {
        let without = Technique::ALL.map(Technique::name).join(",");
        let text =
            answers(&format!("--without {without}"), Variant::English, b"go 50 B:W18,26:B14\n");
        assert_eq!(text, "bestmove 14x23x30\n");
    }
}
