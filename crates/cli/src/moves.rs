//! `dama moves`: the legal moves of a position.

use rules::{LegalMove, Setup, Square, Variant, with_ruleset};
use serde::Serialize;

use crate::{args, fault::Fault, output};

/// List the legal moves of a position, one per line, as PDN writes them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
No draw rule is applied. A side without a legal move has lost: no line.

Examples:
  dama moves --variant english --fen B:W18,24,K10:B12,K22
  dama moves --variant international --fen W:W31-50:B1-20 --json")]
pub(crate) struct Args {
    /// The variant
    #[arg(long, value_parser = args::variant())]
    variant: Variant,
    /// The position
    #[arg(long)]
    fen: Setup,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MoveJson {
    from: u8,
    to: u8,
    captures: Vec<u8>,
    path: Vec<u8>,
    pdn: String,
    promotes: bool,
}

impl From<LegalMove> for MoveJson {
    fn from(mv: LegalMove) -> Self {
        let numbers = |squares: Vec<Square>| squares.into_iter().map(Square::number).collect();
        MoveJson {
            from: mv.from.number(),
            to: mv.to.number(),
            captures: numbers(mv.captures),
            path: numbers(mv.path),
            pdn: mv.pdn,
            promotes: mv.promotes,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let moves = with_ruleset!(args.variant, R => {
        args::position::<R>(Some(&args.fen))?.described_moves()
    });
    if args.json {
        output::json(&moves.into_iter().map(MoveJson::from).collect::<Vec<_>>())
    } else {
        output::lines(moves.iter().map(|mv| &mv.pdn))
    }
}
