//! `dama perft`: counts move sequences, the check of a move generator.

use std::io::Write;

use rules::{PerftOptions, Setup, Variant, divide, perft, with_ruleset};
use serde::Serialize;

use crate::{args, cpu, fault::Fault, output};

/// Deeper counts overflow or never end.
const DEEPEST: i64 = 40;

/// Count the sequences of legal moves of a given length.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dama perft --variant english --depth 6
  dama perft --variant international --depth 5 --divide --json
  dama perft --variant english --fen B:W18,24,K10:B12,K22 --depth 8")]
pub(crate) struct Args {
    /// The variant
    #[arg(long, value_parser = args::variant())]
    variant: Variant,
    /// The position to start from [default: the start of a game]
    #[arg(long)]
    fen: Option<Setup>,
    /// The length in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=DEEPEST))]
    depth: u32,
    /// Show the count under each move first
    #[arg(long)]
    divide: bool,
    /// Play the last ply too instead of counting it
    #[arg(long)]
    no_bulk: bool,
    /// Count every order of capturing the same pieces
    #[arg(long)]
    keep_duplicates: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    depth: u32,
    leaves: u64,
    /// Seconds of processor time.
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
}

#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    pdn: String,
    leaves: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let options = PerftOptions { bulk: !args.no_bulk, keep_duplicates: args.keep_duplicates };
    let report = with_ruleset!(args.variant, R => {
        let position = args::position::<R>(args.fen.as_ref())?;
        let start = cpu::seconds();
        let branches = args.divide.then(|| divide(&position, args.depth, options));
        let leaves = match &branches {
            Some(branches) if args.depth > 0 => branches.iter().map(|(_, leaves)| leaves).sum(),
            _ => perft(&position, args.depth, options),
        };
        Report {
            depth: args.depth,
            leaves,
            seconds: cpu::seconds() - start,
            divide: branches.map(|branches| {
                branches.into_iter().map(|(pdn, leaves)| Branch { pdn, leaves }).collect()
            }),
        }
    });
    if args.json { output::json(&report) } else { write_text(&report) }
}

fn write_text(report: &Report) -> Result<(), Fault> {
    let mut out = output::stdout();
    for branch in report.divide.iter().flatten() {
        writeln!(out, "{} {}", branch.pdn, branch.leaves)?;
    }
    let Report { depth, leaves, seconds, .. } = report;
    // The clock counts nanoseconds; never divide by nothing.
    let rate = *leaves as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "depth {depth} leaves {leaves} seconds {seconds:.2} mleaves/s {rate:.1}")?;
    Ok(out.flush()?)
}
