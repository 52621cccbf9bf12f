//! Games in files of a bounded number each, so that none is played twice.

use std::{
    fs,
    num::NonZeroUsize,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use engine::{Table, net::Net};
use rules::with_ruleset;

use super::{
    Fault,
    games::{self, Play},
    sample::Sample,
};

/// Games in one file.
const GAMES: u64 = 250;
const TABLE_BYTES: usize = 1 << 20;

/// The positions of all games of a round, played where the folder lacks them.
pub(crate) fn all(
    play: Play,
    net: &Net,
    folder: &Path,
    threads: NonZeroUsize,
) -> Result<Vec<Sample>, Fault> {
    let count = play.games.div_ceil(GAMES);
    let next = AtomicU64::new(0);
    let worker = || -> Result<(), Fault> {
        let table = Table::with_bytes(TABLE_BYTES);
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(name(at));
            if at >= count {
                return Ok(());
            }
            if path.exists() {
                continue;
            }
            let mut bytes = Vec::new();
            for game in at * GAMES..play.games.min((at + 1) * GAMES) {
                let samples = with_ruleset!(play.variant, R => {
                    games::play::<R>(play.first + game, play.nodes, net, &table)
                });
                samples.iter().for_each(|sample| sample.write(&mut bytes));
            }
            keep(&path, &bytes)?;
            eprintln!("{} of {} games", play.games.min((at + 1) * GAMES), play.games);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    let mut samples = Vec::new();
    for at in 0..count {
        samples.extend(read(&folder.join(name(at)))?);
    }
    Ok(samples)
}

fn name(chunk: u64) -> String {
    format!("games-{chunk:05}.samples")
}

fn read(path: &Path) -> Result<Vec<Sample>, Fault> {
    let bytes = fs::read(path).map_err(|source| Fault::File { path: path.into(), source })?;
    Sample::read_all(&bytes).ok_or_else(|| Fault::Damaged { path: path.into() })
}

/// Writes a file as a whole or not at all.
pub(crate) fn keep(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)
        .and_then(|()| fs::rename(&unfinished, path))
        .map_err(|source| Fault::File { path: path.into(), source })
}
