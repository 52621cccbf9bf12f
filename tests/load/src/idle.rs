//! Sockets on which nothing happens: what each costs in memory.

use std::{sync::Arc, time::Duration};

use serde::Serialize;
use tokio::{task::JoinSet, time::sleep};

use crate::{crowd, fault::Fault, play::tell, server::ServerArgs};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Open sockets: both players of half as many games
    #[arg(long, default_value_t = 10_000)]
    sockets: usize,
    /// Seconds to hold them
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    #[command(flatten)]
    server: ServerArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    sockets: usize,
    /// Resident memory of the server for each socket: its game, session and
    /// room included.
    kib_per_socket: f64,
    /// Processor time of the server for each socket and minute: heartbeats.
    cpu_us_per_socket_minute: f64,
    memory_mib: f64,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { sockets, kib_per_socket, cpu_us_per_socket_minute, memory_mib } = self;
        writeln!(f, "{sockets} sockets, {kib_per_socket:.1} KiB each, {memory_mib:.0} MiB in all")?;
        write!(f, "idle: {cpu_us_per_socket_minute:.0} us of CPU a socket and minute")
    }
}

/// Sockets that warm the server up, so that what it needs once is not counted.
const WARM_UP: usize = 100;

pub(crate) async fn run(args: Args) -> Result<(), Fault> {
    let server = Arc::new(args.server.start().await?);
    let mut listening = JoinSet::new();
    for pair in crowd::seat_at(&server, 0, WARM_UP / 2).await? {
        listening.spawn(pair.listen());
    }
    let before = server.usage()?;
    for pair in crowd::seat_at(&server, WARM_UP, args.sockets / 2).await? {
        listening.spawn(pair.listen());
    }
    let opened = server.usage()?;
    sleep(Duration::from_secs(args.seconds)).await;
    let after = server.usage()?;
    let sockets = args.sockets / 2 * 2;
    let per_socket = |amount: f64| amount / sockets as f64;
    let idle = (after.cpu - opened.cpu).as_secs_f64() * 60.0 / args.seconds as f64;
    let report = Report {
        sockets,
        kib_per_socket: per_socket(after.memory.saturating_sub(before.memory) as f64 / 1_024.0),
        cpu_us_per_socket_minute: per_socket(idle * 1e6),
        memory_mib: after.memory as f64 / f64::from(1 << 20),
    };
    tell(&report, args.server.json);
    Ok(())
}
