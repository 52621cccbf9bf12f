//! The server against bare relays, in turns, so that what else the machine does
//! meets all of them.

use std::{sync::Arc, time::Duration};

use serde::Serialize;
use tokio::process::Command;

use crate::{
    child::Measured,
    crowd,
    fault::Fault,
    pair::Place,
    play::{Report as Played, SCRIPTS, tell},
    relay::{self, Buffers},
    script::{Script, scripts},
    server::ServerArgs,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games at a time
    #[arg(long, default_value_t = 256)]
    games: usize,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// How often each is measured; the median counts
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// A further relay to compare with: a script that `node` runs and that writes
    /// `listening on http://ADDRESS` (see tests/load/node)
    #[arg(long)]
    node: Option<String>,
    #[command(flatten)]
    server: ServerArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    rounds: usize,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    what: &'static str,
    /// Medians over the rounds.
    moves_per_second: f64,
    cpu_us_per_move: f64,
    p99_ms: f64,
    /// The server's throughput through this one's.
    server_is: f64,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:<24} {:>8} {:>11} {:>9} {:>10}",
            "", "moves/s", "us CPU/move", "p99 ms", "server is"
        )?;
        for row in &self.rows {
            let Row { what, moves_per_second, cpu_us_per_move, p99_ms, server_is } = row;
            write!(
                f,
                "\n{what:<24} {moves_per_second:>8.0} {cpu_us_per_move:>11.1} {p99_ms:>9.2} {server_is:>10.2}"
            )?;
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Contender {
    Server,
    Relay(Buffers),
    Node,
}

impl Contender {
    const fn name(self) -> &'static str {
        match self {
            Contender::Server => "dama serve",
            Contender::Relay(Buffers::Default) => "relay, default buffers",
            Contender::Relay(Buffers::Small) => "relay, 4 KiB buffers",
            Contender::Node => "relay, Node ws + express",
        }
    }
}

pub(crate) async fn run(args: Args) -> Result<(), Fault> {
    let scripts = Arc::new(scripts(SCRIPTS));
    let mut contenders = vec![
        Contender::Relay(Buffers::Default),
        Contender::Server,
        Contender::Relay(Buffers::Small),
    ];
    if args.node.is_some() {
        contenders.push(Contender::Node);
    }
    let mut found: Vec<(Contender, Vec<Played>)> =
        contenders.iter().map(|&contender| (contender, Vec::new())).collect();
    for round in 1..=args.rounds {
        for (contender, played) in &mut found {
            eprintln!("round {round} of {}: {}", args.rounds, contender.name());
            played.push(measure(*contender, &args, &scripts).await?);
        }
    }
    let of_server = found.iter().find(|(contender, _)| *contender == Contender::Server);
    let own = of_server.map_or(0.0, |(_, played)| median(played, |one| one.moves_per_second));
    let rows = found.iter().map(|(contender, played)| {
        let moves_per_second = median(played, |one| one.moves_per_second);
        Row {
            what: contender.name(),
            moves_per_second,
            cpu_us_per_move: median(played, |one| one.cpu_us_per_move),
            p99_ms: median(played, |one| one.latency_ms.p99),
            server_is: own / moves_per_second.max(1.0),
        }
    });
    tell(&Report { rounds: args.rounds, rows: rows.collect() }, args.server.json);
    Ok(())
}

async fn measure(
    contender: Contender,
    args: &Args,
    scripts: &Arc<Vec<Script>>,
) -> Result<Played, Fault> {
    let duration = Duration::from_secs(args.seconds);
    let seconds = duration.as_secs_f64();
    if contender == Contender::Server {
        let server = Arc::new(args.server.start().await?);
        let pairs = crowd::seat_at(&server, 0, args.games).await?;
        let before = server.usage()?;
        let played = crowd::play(pairs, scripts, duration, None).await?;
        return Ok(Played::new(args.games, played, seconds, before, server.usage()?));
    }
    let relay = match contender {
        Contender::Relay(buffers) => relay::start(buffers).await?,
        _ => node(args.node.as_deref().unwrap_or_default()).await?,
    };
    let place = || Place::Relay(relay.address.clone());
    let pairs = crowd::seat(0, args.games, place).await?;
    let before = relay.usage()?;
    let played = crowd::play(pairs, scripts, duration, None).await?;
    Ok(Played::new(args.games, played, seconds, before, relay.usage()?))
}

async fn node(script: &str) -> Result<Measured, Fault> {
    let mut command = Command::new("node");
    command.arg(script);
    Measured::start(command, true).await
}

fn median(played: &[Played], of: impl Fn(&Played) -> f64) -> f64 {
    let mut values: Vec<f64> = played.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
