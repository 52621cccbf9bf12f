//! `dama analyse`: what the engine thinks of a position.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use engine::{Insight, Limits, MAX_DEPTH, Resources, Table, analyse};
use rules::{AnyGame, GameRules, Setup, Variant};
use serde::Serialize;

use crate::{
    args,
    fault::Fault,
    helpers::{ThreadsArg, with_helpers},
    output,
};

/// Thinking time without `--ms` or `--depth`, in milliseconds.
const DEFAULT_MS: u64 = 1_500;
/// The longest thinking time, in milliseconds: a day.
const LONGEST_MS: u64 = 86_400_000;
const TABLE_BYTES: usize = 64 << 20;

/// Tell what the engine thinks of a position, one line for each depth.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Scores are in centimen (a hundredth of a man) from the side to move; near 30000
or -30000 the game is won or lost by force. Endgame tables are made or read
before the thinking time begins. The line is the best play found.

Examples:
  dama analyse --variant english --ms 1500
  dama analyse --variant english --fen W:WK18,K22:BK1 --depth 12
  dama analyse --variant international --fen W:W31-50:B1-20 --ms 5000 --json")]
pub(crate) struct Args {
    /// The variant
    #[arg(long, value_parser = args::variant())]
    variant: Variant,
    /// The position [default: the start of a game]
    #[arg(long)]
    fen: Option<Setup>,
    /// Thinking time in milliseconds [default: 1500 unless --depth is given]
    #[arg(long, value_parser = clap::value_parser!(u64).range(0..=LONGEST_MS))]
    ms: Option<u64>,
    /// Plies to look ahead
    #[arg(long, conflicts_with = "ms",
          value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,
    #[command(flatten)]
    tables: args::TablesArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Write JSON: a list of the same
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    depth: u8,
    /// Centimen from the side to move.
    score: i32,
    /// Plies to a forced end: positive when the side to move wins.
    plies_to_end: Option<i32>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    pv: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let game = AnyGame::start(args.variant, args.fen.as_ref(), GameRules::STANDARD)?;
    let table = Table::with_bytes(TABLE_BYTES);
    let tables = args.tables.tables.tables(&[args.variant])?;
    let start = Instant::now();
    let clock = || start.elapsed();
    let limits = match args.depth {
        Some(depth) => Limits::default().with_depth(depth),
        None => {
            let budget = Duration::from_millis(args.ms.unwrap_or(DEFAULT_MS));
            Limits::default().with_time(budget, &clock)
        }
    };
    let mut lines = Vec::new();
    let mut written = Ok(());
    let resources = Resources::new(&table, &tables);
    with_helpers(args.threads.threads, &game, resources, || {
        analyse(&game, limits, resources, &mut |insight| {
            let line = Line::new(insight, start.elapsed());
            if args.json {
                lines.push(line);
            } else if written.is_ok() {
                written = write_text(&line);
            }
        })
    });
    written?;
    if args.json { output::json(&lines) } else { Ok(()) }
}

impl Line {
    fn new(insight: &Insight, elapsed: Duration) -> Self {
        // The clock counts nanoseconds; never divide by nothing.
        let seconds = elapsed.as_secs_f64().max(1e-9);
        Line {
            depth: insight.depth,
            score: insight.score.centimen(),
            plies_to_end: insight.score.plies_to_end(),
            nodes: insight.nodes,
            seconds,
            nodes_per_second: (insight.nodes as f64 / seconds) as u64,
            pv: insight.line.clone(),
        }
    }
}

fn write_text(line: &Line) -> Result<(), Fault> {
    let Line { depth, score, nodes, nodes_per_second, .. } = line;
    let mut out = output::stdout();
    let pv = line.pv.join(" ");
    writeln!(out, "depth {depth} score {score} nodes {nodes} nps {nodes_per_second} pv {pv}")?;
    Ok(out.flush()?)
}
