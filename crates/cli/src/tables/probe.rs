//! `dama tables probe`: what the tables say of a position and of its moves.

use std::{io::Write, path::PathBuf};

use engine::{Tables, Verdict};
use rules::{Position, Ruleset, Setup, Variant, with_ruleset};
use serde::Serialize;

use crate::{args, fault::Fault, output};

/// Tell the result of a position with few pieces, and of each of its moves.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The first line is the result for the side to move: `win PLIES`, `draw` or `loss
PLIES`, with the plies to the end of the game when the winner takes the shortest
way and the loser the longest. Then its moves, the best first, each with the
result for who makes it. Draw rules that need the game's history are not in it.

Examples:
  dama tables probe --fen W:WK18,K22:BK1
  dama tables probe --variant international --fen W:WK46:B5,14 --json
  dama tables probe --fen W:W21,22,K30:B1,K10 --dir tables")]
pub(crate) struct Args {
    /// The variant
    #[arg(long, value_parser = args::variant(), default_value = "english")]
    variant: Variant,
    /// The position
    #[arg(long)]
    fen: Setup,
    /// The folder [default: tables made anew in memory]
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Value {
    verdict: &'static str,
    plies: Option<u8>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    value: Value,
    moves: Vec<MoveValue>,
}

#[derive(Serialize)]
struct MoveValue {
    pdn: String,
    #[serde(flatten)]
    value: Value,
}

pub(super) fn run(args: &Args) -> Result<(), Fault> {
    let answer = with_ruleset!(args.variant, R => answer::<R>(args))?;
    if args.json {
        return output::json(&answer);
    }
    let mut out = output::stdout();
    writeln!(out, "{}", text(answer.value))?;
    for MoveValue { pdn, value } in &answer.moves {
        writeln!(out, "{pdn} {}", text(*value))?;
    }
    Ok(out.flush()?)
}

fn answer<R: Ruleset>(args: &Args) -> Result<Answer, Fault> {
    let position: Position<R> = args.fen.position()?;
    let tables = tables(args, &position)?;
    let verdict = tables.probe(&position).ok_or(Fault::NoTable)?;
    let mut moves = Vec::new();
    for described in position.described_moves() {
        let Ok(mv) = position.find_move(&described.path) else { continue };
        let after = position.play(mv);
        let reply = if after.pieces(after.side_to_move()).is_empty() {
            Verdict::Loss(0)
        } else {
            tables.probe(&after).ok_or(Fault::NoTable)?
        };
        moves.push((described.pdn, before(reply)));
    }
    moves.sort_by_key(|(_, verdict)| rank(*verdict));
    let moves = moves.into_iter().map(|(pdn, verdict)| MoveValue { pdn, value: value(verdict) });
    Ok(Answer { value: value(verdict), moves: moves.collect() })
}

/// The tables in the folder, or as small ones as will do.
fn tables<R: Ruleset>(args: &Args, position: &Position<R>) -> Result<Tables, Fault> {
    if let Some(dir) = &args.dir {
        return Ok(Tables::load(dir)?);
    }
    let pieces = u8::try_from(position.occupied().len()).unwrap_or(u8::MAX);
    if pieces > Tables::usual_pieces(R::VARIANT) {
        return Err(Fault::NoTable);
    }
    Ok(Tables::build(R::VARIANT, pieces, &mut |_| {})?)
}

/// The result for who makes a move, from the other side's after it.
const fn before(reply: Verdict) -> Verdict {
    match reply {
        Verdict::Win(plies) => Verdict::Loss(plies + 1),
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss(plies) => Verdict::Win(plies + 1),
    }
}

/// The best first: quick wins, slow wins, draws, slow losses, quick losses.
fn rank(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Win(plies) => i32::from(plies) - 1_000,
        Verdict::Draw => 0,
        Verdict::Loss(plies) => 1_000 - i32::from(plies),
    }
}

const fn value(verdict: Verdict) -> Value {
    match verdict {
        Verdict::Win(plies) => Value { verdict: "win", plies: Some(plies) },
        Verdict::Draw => Value { verdict: "draw", plies: None },
        Verdict::Loss(plies) => Value { verdict: "loss", plies: Some(plies) },
    }
}

fn text(Value { verdict, plies }: Value) -> String {
    plies.map_or_else(|| verdict.to_owned(), |plies| format!("{verdict} {plies}"))
}
