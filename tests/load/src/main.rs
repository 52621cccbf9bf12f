//! `load`: many people at once. Drives a real server with games of legal moves,
//! and the same shape of traffic through a bare relay, so that what the referee
//! costs can be told from what the network costs.

mod child;
mod crowd;
mod disk;
mod fault;
mod hard;
mod idle;
mod latency;
mod machine;
mod pair;
mod play;
mod ratio;
mod relay;
mod script;
mod server;
mod socket;
mod storm;
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use fault::Fault;

/// Loads a server and measures what it takes.
///
/// Without --url a server of our own is started on a free port with a database
/// in a temporary folder and ended afterwards; its processor time and memory
/// are measured. Where there is more than one core, server and generator have
/// one each.
#[derive(Debug, Parser)]
#[command(after_help = "\
Examples:
  cargo xtask load play --games 256 --seconds 10
  cargo xtask load play --games 9500 --rate 1500 --seconds 60
  cargo xtask load idle --sockets 10000
  cargo xtask load watch --watchers 1000
  cargo xtask load storm --sockets 5000
  cargo xtask load hard --games 80 --seconds 60
  cargo xtask load ratio --rounds 3 --json")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Games of two, moves as fast as they are answered or at a rate
    Play(play::Args),
    /// Open sockets on which nothing happens
    Idle(idle::Args),
    /// One game with many watchers
    Watch(watch::Args),
    /// All sockets come back at once
    Storm(storm::Args),
    /// Games against the computer at Hard, beside games of two
    Hard(hard::Args),
    /// The server against bare relays, in turns
    Ratio(ratio::Args),
    /// The bare relay itself, until it is killed
    Relay(relay::Args),
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("load: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Fault> {
    machine::raise_descriptor_limit();
    if !matches!(command, Command::Relay(_)) {
        machine::take_last_core();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // The generator has one core: a second thread would only get in the
        // server's way.
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(Fault::Start)?;
    match command {
        Command::Play(args) => runtime.block_on(play::run(args)),
        Command::Idle(args) => runtime.block_on(idle::run(args)),
        Command::Watch(args) => runtime.block_on(watch::run(args)),
        Command::Storm(args) => runtime.block_on(storm::run(args)),
        Command::Hard(args) => runtime.block_on(hard::run(args)),
        Command::Ratio(args) => runtime.block_on(ratio::run(args)),
        Command::Relay(args) => runtime.block_on(relay::run(args)),
    }
}
