//! One search on a thread of its own, so that `stop` and `ping` are always
//! heard.

use std::{
    num::NonZeroU8,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use engine::{
    Found, Limits, Resources, Score, Table, Tables,
    hub::{HubMove, Line},
    search,
};
use rules::{AnyGame, Game, Move, Ruleset};

use super::{command::Mode, level::Level, session::say};
use crate::helpers::with_helpers;

/// Forced ends lie near this many men, a hundredth nearer for each ply.
const FORCED: i32 = 10_000;
/// An evaluation beyond this, in centimen, would look like a forced end.
const MOST: i32 = 8_999;

/// A search in progress, or one whose answer has not been noticed yet.
#[derive(Debug)]
pub(super) struct Thinking {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

/// What a search may use.
#[derive(Debug)]
pub(super) struct Means {
    pub(super) table: Arc<Table>,
    pub(super) tables: Tables,
    pub(super) threads: NonZeroU8,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    /// Set before the answer is given: whoever has read it may ask anew.
    over: AtomicBool,
    /// When our clock began to run.
    clock: OnceLock<Instant>,
}

impl Thinking {
    /// Starts; the answer goes to standard output.
    pub(super) fn start(
        game: AnyGame,
        level: Level,
        mode: Mode,
        means: Means,
        start: Instant,
    ) -> Thinking {
        let shared = Arc::new(Shared::default());
        if mode != Mode::Ponder {
            let _ = shared.clock.set(start);
        }
        let thread = thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                let resources = Resources::new(&means.table, &means.tables);
                with_helpers(means.threads, &game, resources, || match &game {
                    AnyGame::English(game) => think(game, level, resources, &shared, start),
                    AnyGame::International(game) => think(game, level, resources, &shared, start),
                });
            }
        });
        Thinking { shared, thread }
    }

    /// The opponent played the expected move: our clock runs from now on.
    pub(super) fn ponder_hit(&self) {
        // It runs already when this was no pondering.
        let _ = self.shared.clock.set(Instant::now());
    }

    pub(super) fn is_over(&self) -> bool {
        self.shared.over.load(Ordering::Acquire)
    }

    /// Ends the search and waits for its answer, well under a millisecond.
    pub(super) fn stop(self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.join();
    }
}

fn think<R: Ruleset>(
    game: &Game<R>,
    level: Level,
    resources: Resources<'_>,
    shared: &Shared,
    start: Instant,
) {
    // While it ponders no time passes.
    let clock = || shared.clock.get().map_or(Duration::ZERO, Instant::elapsed);
    let mut limits = Limits::default().with_stop(&shared.stop);
    if let Some(time) = level.time {
        limits = limits.with_time(time, &clock);
    }
    if let Some(nodes) = level.nodes {
        limits = limits.with_nodes(nodes);
    }
    if let Some(depth) = level.depth {
        limits = limits.with_depth(depth);
    }
    let found = search(game, limits, resources, &mut |found| say(&info(found, start.elapsed())));
    shared.over.store(true, Ordering::Release);
    if let Some(found) = found {
        say(&done(&found));
    }
}

fn info<R: Ruleset>(found: &Found<R>, elapsed: Duration) -> Line {
    let seconds = elapsed.as_secs_f64();
    // The clock counts nanoseconds; never divide by nothing.
    let speed = found.nodes as f64 / seconds.max(1e-9) / 1e6;
    Line::new("info")
        .with("depth", found.depth)
        .with("score", in_men(found.score))
        .with("nodes", found.nodes)
        .with("time", format_args!("{seconds:.3}"))
        .with("nps", format_args!("{speed:.2}"))
        .with("pv", written(&found.line).join(" "))
}

fn done<R: Ruleset>(found: &Found<R>) -> Line {
    let done = Line::new("done").with("move", HubMove::of(found.best));
    match &found.line[..] {
        [best, reply, ..] if *best == found.best => done.with("ponder", HubMove::of(*reply)),
        _ => done,
    }
}

fn written<R: Ruleset>(line: &[Move<R>]) -> Vec<String> {
    line.iter().map(|&mv| HubMove::of(mv).to_string()).collect()
}

/// A score in men.
fn in_men(score: Score) -> String {
    let hundredths = match score.plies_to_end() {
        Some(plies) if score > Score::DRAW => FORCED - plies,
        Some(plies) => -FORCED - plies,
        None => score.centimen().clamp(-MOST, MOST),
    };
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_in_men_and_forced_ends_lie_near_a_hundred() {
        for (score, text) in [
            (Score::from_centimen(12), "0.12"),
            (Score::from_centimen(-150), "-1.50"),
            (Score::from_centimen(20_000), "89.99"),
            (Score::win_in(3), "99.97"),
            (Score::loss_in(4), "-99.96"),
            (Score::loss_in(0), "-100.00"),
        ] {
            assert_eq!(in_men(score), text);
        }
    }
}
