//! `dama bench`: the nodes that the search takes for fixed positions.

use std::io::Write;

use engine::{BENCH_DEPTH, bench};
use serde::Serialize;

use crate::{cpu, fault::Fault, output};

/// Count the nodes that the search takes for fixed positions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The count is the same on every machine; it changes when the search or the
evaluation does. The last line is the sum.

Examples:
  dama bench
  dama bench --json")]
pub(crate) struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    depth: u8,
    nodes: u64,
    /// Seconds of processor time.
    seconds: f64,
    positions: Vec<Position>,
}

#[derive(Serialize)]
struct Position {
    variant: &'static str,
    fen: &'static str,
    nodes: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let start = cpu::seconds();
    let mut positions = Vec::new();
    for benched in bench() {
        if !args.json {
            output::lines([format!("{} {} {}", benched.nodes, benched.variant, benched.fen)])?;
        }
        positions.push(Position {
            variant: benched.variant.name(),
            fen: benched.fen,
            nodes: benched.nodes,
        });
    }
    let report = Report {
        depth: BENCH_DEPTH,
        nodes: positions.iter().map(|position| position.nodes).sum(),
        seconds: cpu::seconds() - start,
        positions,
    };
    if args.json { output::json(&report) } else { write_text(&report) }
}

fn write_text(report: &Report) -> Result<(), Fault> {
    let Report { depth, nodes, seconds, .. } = report;
    // The clock counts nanoseconds; never divide by nothing.
    let rate = *nodes as f64 / seconds.max(1e-9) / 1e6;
    let mut out = output::stdout();
    writeln!(out, "depth {depth} nodes {nodes} seconds {seconds:.2} mnodes/s {rate:.2}")?;
    Ok(out.flush()?)
}
