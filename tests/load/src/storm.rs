//! All sockets drop and come back at once, as after a deploy or when a network
//! is back.

use std::{sync::Arc, time::Instant};

use serde::Serialize;
use tokio::task::JoinSet;

use crate::{
    crowd,
    fault::Fault,
    latency::{Latencies, Percentiles},
    play::tell,
    server::ServerArgs,
    socket::Socket,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Sockets: both players of half as many games
    #[arg(long, default_value_t = 5_000)]
    sockets: usize,
    #[command(flatten)]
    server: ServerArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    sockets: usize,
    /// Until the last one was there again.
    seconds: f64,
    cpu_us_per_socket: f64,
    /// From the first attempt to the word that all missed events were told.
    back_ms: Percentiles,
    /// Attempts that had to be repeated.
    repeated: u64,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { sockets, seconds, cpu_us_per_socket, back_ms, repeated } = self;
        writeln!(
            f,
            "{sockets} sockets were back after {seconds:.2} s, {repeated} attempts repeated"
        )?;
        write!(f, "{cpu_us_per_socket:.0} us of CPU each; each was back after {back_ms}")
    }
}

pub(crate) async fn run(args: Args) -> Result<(), Fault> {
    let server = Arc::new(args.server.start().await?);
    let pairs = crowd::seat_at(&server, 0, args.sockets / 2).await?;
    let seats: Vec<_> = pairs.iter().filter_map(|pair| pair.seats().cloned()).collect();
    let before = server.usage()?;
    let start = Instant::now();
    drop(pairs);
    let mut coming = JoinSet::new();
    for seats in seats {
        for cookie in seats.cookies {
            coming.spawn(come_back(server.address.clone(), seats.game.clone(), cookie));
        }
    }
    let (mut latencies, mut repeated, mut sockets) = (Latencies::default(), 0, Vec::new());
    while let Some(back) = coming.join_next().await {
        let (socket, attempts) = back.map_err(|_| Fault::Gone)??;
        latencies.note(start.elapsed());
        repeated += attempts;
        // Held open: whoever leaves at once makes room for the others.
        sockets.push(socket);
    }
    let seconds = start.elapsed().as_secs_f64();
    let cpu = (server.usage()?.cpu - before.cpu).as_secs_f64();
    let report = Report {
        sockets: sockets.len(),
        seconds,
        cpu_us_per_socket: cpu * 1e6 / sockets.len().max(1) as f64,
        back_ms: latencies.percentiles(),
        repeated,
    };
    tell(&report, args.server.json);
    Ok(())
}

/// Attempts before one gives up.
const ATTEMPTS: u64 = 5;

async fn come_back(address: String, game: String, cookie: String) -> Result<(Socket, u64), Fault> {
    let mut repeated = 0;
    loop {
        let opened = Socket::of_game(&address, &game, Some(&cookie), Some(1)).await;
        match opened {
            Ok(mut socket) => {
                socket.caught_up().await?;
                return Ok((socket, repeated));
            }
            Err(fault) if repeated >= ATTEMPTS => return Err(fault),
            Err(_) => repeated += 1,
        }
    }
}
