//! `dama`: the server and the tools of the rules, in one command.
//!
//! Data goes to standard output, faults to standard error. The exit status is
//! 0 when all is well, 1 when a fault was found in what was checked, 2 for bad
//! arguments or input.

mod analyse;
mod args;
mod backup;
mod bench;
mod check;
mod cpu;
mod database;
mod doctor;
mod engine;
mod export;
mod fault;
mod helpers;
mod hub;
mod import;
mod lines;
mod migrate;
mod moves;
mod output;
mod pdn;
mod perft;
mod progress;
mod replay;
mod restore;
mod serve;
mod tables;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use fault::Fault;

/// Draughts: the server and its tools.
#[derive(Debug, Parser)]
#[command(name = "dama", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// One variant for each file of the same name.
#[derive(Debug, Subcommand)]
enum Command {
    Perft(perft::Args),
    Moves(moves::Args),
    Replay(replay::Args),
    #[command(subcommand)]
    Pdn(pdn::Command),
    Analyse(analyse::Args),
    Engine(engine::Args),
    Hub(hub::Args),
    Bench(bench::Args),
    #[command(subcommand)]
    Tables(tables::Command),
    Serve(serve::Args),
    Check(check::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Migrate(migrate::Args),
    Export(export::Args),
    Import(import::Args),
    Doctor(doctor::Args),
}

impl Command {
    fn run(self) -> Result<(), Fault> {
        match self {
            Command::Perft(args) => perft::run(&args),
            Command::Moves(args) => moves::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Pdn(command) => pdn::run(&command),
            Command::Analyse(args) => analyse::run(&args),
            Command::Engine(args) => engine::run(&args),
            Command::Hub(args) => hub::run(&args),
            Command::Bench(args) => bench::run(&args),
            Command::Tables(command) => tables::run(&command),
            Command::Serve(args) => serve::run(args),
            Command::Check(args) => check::run(&args),
            Command::Backup(args) => backup::run(&args),
            Command::Restore(args) => restore::run(&args),
            Command::Migrate(args) => migrate::run(&args),
            Command::Export(args) => export::run(&args),
            Command::Import(args) => import::run(&args),
            Command::Doctor(args) => doctor::run(&args),
        }
    }
}

fn main() -> ExitCode {
    match Cli::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fault.report(),
    }
}
