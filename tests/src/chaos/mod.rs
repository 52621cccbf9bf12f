//! Chaos, in the spirit of Jepsen: people play while what they play on is
//! killed, paused, cut off and started again, and afterwards the log of every game is
//! held against what each of them was told.
//!
//! An operation ends in one of three ways: it was granted, it was refused, or
//! nobody knows. What was granted must stand exactly once; what was refused must
//! not stand; what is unknown may stand, but only once. Everybody must have
//! seen the same events under the same numbers.

mod checker;
mod history;
mod pair;
mod player;
mod system;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

pub use checker::{Fault, Verdict};
pub use history::{Ending, History, Operation};
pub use system::{OneNode, System, TwoNodes};
use tokio::{task::JoinSet, time::timeout};

/// How much chaos.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Faults, one after another.
    pub rounds: u32,
    /// Pairs who play at a time.
    pub pairs: usize,
    /// What all chance begins with. The threads make every run another one all
    /// the same.
    pub seed: u64,
}

/// How long it may take after a fault until every pair gets answers again.
const RECOVERY: Duration = Duration::from_secs(60);
/// One fault of so many cuts something off; the others kill and pause.
const CUTS: u32 = 3;
/// How many operations each pair has granted between two faults, at least.
const PROGRESS: u64 = 5;

/// Plays through a plan and judges.
///
/// # Panics
/// When the system does not come back after a fault, or its store cannot be
/// read in the end.
pub async fn run(mut system: impl System, plan: Plan) -> Verdict {
    let mut chance = fastrand::Rng::with_seed(plan.seed);
    let history = Arc::new(History::new(plan.pairs));
    let over = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    for number in 0..plan.pairs {
        let (history, over) = (history.clone(), over.clone());
        let (addresses, chance) = (system.addresses(), chance.fork());
        playing.spawn(pair::play(number, addresses, chance, history, over));
    }
    history.wait_for_progress(PROGRESS, RECOVERY).await.expect("they play before any fault");
    for round in 1..=plan.rounds {
        let fault = if round % CUTS == 0 {
            system.cut_off(&mut chance).await
        } else {
            system.break_and_heal(&mut chance).await
        };
        let recovered = history.wait_for_progress(PROGRESS, RECOVERY).await;
        let operations = history.len();
        eprintln!("round {round} of {}: {fault}; {operations} operations so far", plan.rounds);
        recovered.unwrap_or_else(|pair| panic!("pair {pair} gets no answers after {fault}"));
    }
    over.store(true, Ordering::Relaxed);
    let ended = async { while playing.join_next().await.is_some() {} };
    timeout(RECOVERY, ended).await.expect("everybody stops");
    let store = system.store_at_rest().await;
    checker::judge(&history, &*store).await
}
