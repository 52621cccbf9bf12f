//! `lab`: what makes the engine stronger, and what proves it. Run through
//! `cargo xtask match` and `cargo xtask train`, which build it first.
//!
//! Data goes to standard output, progress and faults to standard error. The
//! exit status is 0 when the work is done, 2 for bad arguments or input.

mod matches;
mod random;
mod train;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Matches between engines, and training.
#[derive(Debug, Parser)]
#[command(name = "lab", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// One variant for each folder of the same subject.
#[derive(Debug, Subcommand)]
enum Command {
    Match(matches::Args),
    Train(train::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Match(args) => matches::run(&args).map_err(|fault| fault.to_string()),
        Command::Train(args) => train::run(&args).map_err(|fault| fault.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("lab: {fault}");
            ExitCode::from(2)
        }
    }
}
