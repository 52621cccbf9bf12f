//! Games of two.

use std::{io::Write, sync::Arc, time::Duration};

use serde::Serialize;

use crate::{
    crowd, disk::Disk, fault::Fault, latency::Percentiles, machine::Usage, pair::Played,
    script::scripts, server::ServerArgs,
};

/// Games that are played in turns by all pairs.
pub(crate) const SCRIPTS: usize = 64;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games at a time
    #[arg(long, default_value_t = 256)]
    games: usize,
    /// Seconds of play
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Moves a second in all [default: as fast as they are answered]
    #[arg(long)]
    rate: Option<f64>,
    #[command(flatten)]
    server: ServerArgs,
}

/// What a crowd of pairs has done, and what that took.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) games: usize,
    pub(crate) moves: u64,
    pub(crate) moves_per_second: f64,
    /// Processor time of the server for each move, making games included.
    pub(crate) cpu_us_per_move: f64,
    /// Share of one core that the server used.
    pub(crate) cores: f64,
    /// From the sending of a move to its arrival at the other player.
    pub(crate) latency_ms: Percentiles,
    /// The disk's own waits, meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fdatasync_ms: Option<Percentiles>,
    /// Memory of the server at the end.
    pub(crate) memory_mib: f64,
}

impl Report {
    pub(crate) fn new(
        games: usize,
        played: Played,
        seconds: f64,
        before: Usage,
        after: Usage,
    ) -> Report {
        let cpu = (after.cpu - before.cpu).as_secs_f64();
        Report {
            games,
            moves: played.moves,
            moves_per_second: played.moves as f64 / seconds,
            cpu_us_per_move: cpu * 1e6 / played.moves.max(1) as f64,
            cores: cpu / seconds,
            latency_ms: played.latencies.percentiles(),
            fdatasync_ms: None,
            memory_mib: after.memory as f64 / f64::from(1 << 20),
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { games, moves, moves_per_second, cpu_us_per_move, cores, memory_mib, .. } =
            self;
        writeln!(f, "{games} games, {moves} moves, {moves_per_second:.0} a second")?;
        writeln!(
            f,
            "server: {cpu_us_per_move:.1} us of CPU a move, {cores:.2} cores, {memory_mib:.0} MiB"
        )?;
        write!(f, "a move arrives after {}", self.latency_ms)?;
        if let Some(disk) = self.fdatasync_ms {
            write!(f, "\nfdatasync beside it {disk}")?;
        }
        Ok(())
    }
}

pub(crate) async fn run(args: Args) -> Result<(), Fault> {
    let server = Arc::new(args.server.start().await?);
    let scripts = Arc::new(scripts(SCRIPTS));
    let pairs = crowd::seat_at(&server, 0, args.games).await?;
    let disk = Disk::watch(server.folder.path())?;
    let before = server.usage()?;
    let duration = Duration::from_secs(args.seconds);
    let played = crowd::play(pairs, &scripts, duration, args.rate).await?;
    let mut report =
        Report::new(args.games, played, duration.as_secs_f64(), before, server.usage()?);
    report.fdatasync_ms = Some(disk.end()?);
    tell(&report, args.server.json);
    Ok(())
}

/// Writes a report for people or as JSON.
pub(crate) fn tell(report: &(impl Serialize + std::fmt::Display), json: bool) {
    if json {
        say(&serde_json::to_string_pretty(report).unwrap_or_default());
    } else {
        say(&report.to_string());
    }
}

/// Writes a line to standard output; nobody may be listening any more.
pub(crate) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
