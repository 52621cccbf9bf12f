//! More threads for one search.

use std::{
    num::NonZeroU8,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use engine::{Resources, assist};
use rules::AnyGame;

/// How many threads search, as several commands take it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ThreadsArg {
    /// Threads that search together, 1 to 64; with more than one the answer to
    /// the same question may differ from time to time
    #[arg(long, env = "DAMA_THREADS", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroU8,
}

/// The most threads for one search.
pub(crate) const MOST_THREADS: u8 = 64;

fn threads(text: &str) -> Result<NonZeroU8, &'static str> {
    let threads = text.parse().ok().filter(|threads: &NonZeroU8| threads.get() <= MOST_THREADS);
    threads.ok_or("not a number from 1 to 64")
}

/// Runs a search of `game` while the other threads assist it.
pub(crate) fn with_helpers<T>(
    threads: NonZeroU8,
    game: &AnyGame,
    resources: Resources<'_>,
    search: impl FnOnce() -> T,
) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        // Also when the search panics: the scope waits for its threads.
        let _guard = StopAtEnd(&stop);
        for number in 1..usize::from(threads.get()) {
            let stop = &stop;
            scope.spawn(move || assist(game, number, stop, resources));
        }
        search()
    })
}

struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
