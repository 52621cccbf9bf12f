//! `lab`: what makes the engine stronger, and what proves it. Run through
//! `cargo xtask match`, which builds it first.
//!
//! Data goes to standard output, progress and faults to standard error. The
//! exit status is 0 when the work is done, 2 for bad arguments or input.

mod matches;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Matches between engines.
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
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Match(args) => matches::run(&args).map_err(|fault| fault.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("lab: {fault}");
            ExitCode::from(2)
        }
    }
}
