//! `dama replay`: plays moves and tells how the game stands after each.

use std::num::NonZeroU16;

use rules::{AnyGame, GameRules, MoveError, Setup, Variant, pdn::WrittenMove};

use crate::{args, fault::Fault, output};

/// Play moves and show after each how the game stands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The first line is the start, then one line for each ply: ongoing,
win-white:REASON, win-black:REASON or draw:REASON.

Examples:
  dama replay --variant english 11-15 22-18 15x22 25x18
  dama replay --variant english --fen B:W18:B14 14x23
  dama replay --variant international --tournament --length-limit 60 32-28 19-23 28x19")]
pub(crate) struct Args {
    /// The variant
    #[arg(long, value_parser = args::variant())]
    variant: Variant,
    /// The position to start from [default: the start of a game]
    #[arg(long)]
    fen: Option<Setup>,
    /// International: draws by 25 and by 16 moves
    #[arg(long)]
    tournament: bool,
    /// International: count the pieces after so many moves of each side
    #[arg(long, value_name = "N")]
    length_limit: Option<NonZeroU16>,
    /// Write JSON: a list of the same words
    #[arg(long)]
    json: bool,
    /// The moves: 11-15, 15x22, or a full route 11x18x25
    #[arg(value_name = "MOVE")]
    moves: Vec<WrittenMove>,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let rules = GameRules::new(args.variant, args.tournament, args.length_limit)?;
    let mut game = AnyGame::start(args.variant, args.fen.as_ref(), rules)?;
    let mut statuses = vec![game.status().to_string()];
    let mut fault = None;
    for written in &args.moves {
        if let Err(error) = play(&mut game, written) {
            fault =
                Some(Fault::Move { ply: game.ply_count() + 1, text: written.to_string(), error });
            break;
        }
        statuses.push(game.status().to_string());
    }
    if args.json {
        output::json(&statuses)?;
    } else {
        output::lines(&statuses)?;
    }
    fault.map_or(Ok(()), Err)
}

fn play(game: &mut AnyGame, written: &WrittenMove) -> Result<(), MoveError> {
    let path = written.path(game.variant().board()).ok_or(MoveError::Illegal)?;
    game.play_path(&path).map(|_| ())
}
