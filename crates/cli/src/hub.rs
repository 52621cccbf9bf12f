//! `dama hub`: the engine on standard input and output, in the Hub protocol of
//! Scan 3.1 and its graphical interfaces, version 2.

mod command;
mod level;
mod session;
mod thinking;

use std::io;

use rules::Variant;

use crate::{args, fault::Fault, lines};
use command::{BadCommand, Command};
use session::{Next, Session};

/// Speak the Hub protocol, version 2, on standard input and output.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For interfaces and match programs that speak the Hub protocol of Scan 3.1. Its
variant `normal` is International draughts; the parameter `variant` also takes
our own names. International games are played by the tournament rules, as the
other programs of this protocol do. Scores are in men from the side to move: ±99.97 is a forced end
in three plies. A bad command is answered `error message=CODE` and changes
nothing. Codes: bad_line, unknown_command, bad_param, bad_position, bad_move,
bad_level, bad_mode, no_position, no_move (the game is over), searching (only
ping, stop, ponder-hit and quit are heard while it thinks).

Example, typed by hand:
  dama hub
  init
  pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"
  level move-time=1
  go think
  quit")]
pub(crate) struct Args {
    /// The variant before any is set by the protocol
    #[arg(long, value_parser = args::variant(), default_value = "international")]
    variant: Variant,
    #[command(flatten)]
    tables: args::TablesArg,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut session = Session::new(args.variant, args.tables.tables.clone());
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input)? {
        let line = match line {
            Ok(line) if line.trim().is_empty() => continue,
            line => line.map_err(|_| BadCommand::Line),
        };
        match line.and_then(|line| Command::parse(&line)).and_then(|command| session.obey(command))
        {
            Ok(Next::GoOn) => {}
            Ok(Next::Quit) => break,
            Err(fault) => session::say(&fault.line()),
        }
    }
    session.end();
    Ok(())
}
