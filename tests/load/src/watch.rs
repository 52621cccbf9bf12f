//! One game with many watchers.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use tokio::task::JoinSet;

use crate::{
    crowd,
    fault::Fault,
    play::{Report as Played, SCRIPTS, tell},
    script::scripts,
    server::ServerArgs,
    socket::Socket,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Sockets that watch
    #[arg(long, default_value_t = 1_000)]
    watchers: usize,
    /// Moves a second
    #[arg(long, default_value_t = 5.0)]
    rate: f64,
    /// Seconds of play with watchers, and before that without
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    #[command(flatten)]
    server: ServerArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    watchers: usize,
    alone: Played,
    watched: Played,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "alone: {}", self.alone)?;
        write!(f, "with {} watchers: {}", self.watchers, self.watched)
    }
}

pub(crate) async fn run(args: Args) -> Result<(), Fault> {
    let server = Arc::new(args.server.start().await?);
    let scripts = Arc::new(scripts(SCRIPTS));
    let duration = Duration::from_secs(args.seconds);
    let mut watching = JoinSet::new();
    let mut reports = Vec::new();
    for watchers in [0, args.watchers] {
        let pairs = crowd::seat_at(&server, watchers, 1).await?;
        let game = pairs[0].seats().map(|seats| seats.game.clone()).unwrap_or_default();
        let coming = (0..watchers).map(|_| Socket::of_game(&server.address, &game, None, None));
        let sockets: Vec<_> = stream::iter(coming).buffer_unordered(32).try_collect().await?;
        for mut socket in sockets {
            socket.caught_up().await?;
            watching.spawn(socket.listen());
        }
        let before = server.usage()?;
        let played = crowd::play(pairs, &scripts, duration, Some(args.rate)).await?;
        let seconds = duration.as_secs_f64();
        reports.push(Played::new(1, played, seconds, before, server.usage()?));
    }
    if let [alone, watched] = &reports[..] {
        let (alone, watched) = (alone.clone(), watched.clone());
        tell(&Report { watchers: args.watchers, alone, watched }, args.server.json);
    }
    Ok(())
}
