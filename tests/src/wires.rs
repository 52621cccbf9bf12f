//! A bus between servers of this process, good or bad as the story wants it.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use futures_util::{StreamExt as _, stream};
use play::GameId;
use server::bus::{Bus, Subscription};
use tokio::sync::{broadcast, watch};

/// What becomes of what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// It arrives.
    Good,
    /// A third is lost, a third arrives twice, and what arrives comes out of
    /// order.
    Bad,
    /// Nothing arrives, and nobody knows.
    Dead,
}

/// Wires between servers; a clone is another end of the same.
#[derive(Clone)]
pub struct Wires(Arc<Inner>);

struct Inner {
    sender: broadcast::Sender<(GameId, String)>,
    quality: watch::Sender<Quality>,
    chance: Mutex<fastrand::Rng>,
    /// What is held back, to be overtaken.
    held_back: Mutex<VecDeque<(GameId, String)>>,
    gaps: watch::Sender<u64>,
}

impl Wires {
    /// Wires of some quality.
    #[must_use]
    pub fn new(quality: Quality) -> Wires {
        Wires(Arc::new(Inner {
            sender: broadcast::Sender::new(4_096),
            quality: watch::Sender::new(quality),
            chance: Mutex::new(fastrand::Rng::new()),
            held_back: Mutex::default(),
            gaps: watch::Sender::new(0),
        }))
    }

    /// Of what quality they are from now on; servers are told that they may
    /// have missed something if those were dead.
    pub fn set(&self, quality: Quality) {
        let before = self.0.quality.send_replace(quality);
        if before == Quality::Dead && quality != Quality::Dead {
            self.0.gaps.send_modify(|count| *count += 1);
        }
    }
}

#[async_trait]
impl Bus for Wires {
    fn is_shared(&self) -> bool {
        true
    }

    fn publish(&self, game: GameId, text: String) {
        // Nobody listening is no fault.
        let send = |message| drop(self.0.sender.send(message));
        match *self.0.quality.borrow() {
            Quality::Good => send((game, text)),
            Quality::Dead => {}
            Quality::Bad => {
                let mut chance = self.0.chance.lock().expect("no panic elsewhere");
                let mut held_back = self.0.held_back.lock().expect("no panic elsewhere");
                let copies = chance.usize(..3);
                held_back.extend(std::iter::repeat_n((game, text), copies));
                while held_back.len() > 3 {
                    let place = chance.usize(..held_back.len());
                    held_back.remove(place).into_iter().for_each(send);
                }
            }
        }
    }

    async fn subscribe(&self, game: GameId) -> Subscription {
        let receiver = self.0.sender.subscribe();
        stream::unfold(receiver, |mut receiver| async move {
            loop {
                match receiver.recv().await {
                    Ok(message) => return Some((message, receiver)),
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return None,
                }
            }
        })
        .filter_map(move |(of, text)| async move { (of == game).then_some(text) })
        .chain(stream::pending())
        .boxed()
    }

    fn is_up(&self) -> bool {
        true
    }

    fn follow_gaps(&self) -> watch::Receiver<u64> {
        self.0.gaps.subscribe()
    }

    async fn close(&self) {}
}
