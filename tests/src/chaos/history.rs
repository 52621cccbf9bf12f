//! What everybody did and saw.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use play::{GameId, Seq, Side};
use protocol::{WireEvent, Wish};
use tokio::{sync::Notify, time::timeout};

/// How an operation ended, as far as the one who began it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was acknowledged with the number of its last event.
    Granted(Seq),
    /// It was turned down.
    Refused,
    /// No answer came.
    Unknown,
}

/// Something that somebody asked for.
#[derive(Clone, Debug)]
pub struct Operation {
    /// In which game.
    pub game: GameId,
    /// For which side.
    pub side: Side,
    /// The last event that the player knew.
    pub base: Seq,
    /// What.
    pub wish: Wish,
    /// How it ended.
    pub ending: Ending,
}

/// What everybody did and saw, while it goes on.
#[derive(Debug)]
pub struct History {
    operations: Mutex<Vec<Operation>>,
    seen: Mutex<Vec<(GameId, Seq, WireEvent)>>,
    /// Operations granted, of each pair.
    granted: Vec<AtomicU64>,
    progress: Notify,
}

impl History {
    /// Nothing so far, of so many pairs.
    #[must_use]
    pub fn new(pairs: usize) -> History {
        History {
            operations: Mutex::default(),
            seen: Mutex::default(),
            granted: (0..pairs).map(|_| AtomicU64::new(0)).collect(),
            progress: Notify::new(),
        }
    }

    /// Notes an operation that has ended.
    pub fn note(&self, pair: usize, operation: Operation) {
        if matches!(operation.ending, Ending::Granted(_)) {
            self.granted[pair].fetch_add(1, Ordering::Relaxed);
            self.progress.notify_waiters();
        }
        self.operations.lock().unwrap_or_else(PoisonError::into_inner).push(operation);
    }

    /// Notes an event that somebody was told.
    pub fn saw(&self, game: GameId, seq: Seq, event: WireEvent) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).push((game, seq, event));
    }

    /// Operations that have ended.
    #[must_use]
    pub fn len(&self) -> usize {
        self.operations.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether nothing has ended yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Waits until each pair had so many more operations granted.
    ///
    /// # Errors
    /// With the number of a pair that did not, within `patience`.
    pub async fn wait_for_progress(&self, more: u64, patience: Duration) -> Result<(), usize> {
        let now = |pair: &AtomicU64| pair.load(Ordering::Relaxed);
        let goals: Vec<_> = self.granted.iter().map(|pair| now(pair) + more).collect();
        let behind = || self.granted.iter().zip(&goals).position(|(pair, &goal)| now(pair) < goal);
        let reached = async {
            loop {
                let changed = self.progress.notified();
                if behind().is_none() {
                    return;
                }
                changed.await;
            }
        };
        match timeout(patience, reached).await {
            Ok(()) => Ok(()),
            Err(_) => behind().map_or(Ok(()), Err),
        }
    }

    /// All operations, by game, in the order in which they ended.
    pub(super) fn operations(&self) -> BTreeMap<u128, Vec<Operation>> {
        let mut by_game = BTreeMap::<_, Vec<_>>::new();
        for one in self.operations.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            by_game.entry(one.game.as_u128()).or_default().push(one.clone());
        }
        by_game
    }

    /// All events that anybody was told.
    pub(super) fn seen(&self) -> Vec<(GameId, Seq, WireEvent)> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
