//! What is played on, and how it is broken.

use std::{future::Future, time::Duration};

use rustix::process::Signal;
use store::SharedStore;

use crate::Server;

/// A service of one or more nodes.
pub trait System {
    /// Where people connect: any of these will do at any time.
    fn addresses(&self) -> Vec<String>;

    /// Breaks something by chance, and heals it; tells what it was.
    fn break_and_heal(&mut self, chance: &mut fastrand::Rng) -> impl Future<Output = String>;

    /// Stops everything in order and opens the store.
    fn store_at_rest(&mut self) -> impl Future<Output = SharedStore>;
}

/// One server with its database in a file.
pub struct OneNode(Server);

impl OneNode {
    /// Starts it.
    pub async fn start() -> OneNode {
        OneNode(Server::start().await)
    }
}

/// How long something stays broken, in milliseconds.
const BROKEN: std::ops::Range<u64> = 100..2_000;

/// A time for which something stays broken.
fn a_while(chance: &mut fastrand::Rng) -> Duration {
    Duration::from_millis(chance.u64(BROKEN))
}

impl System for OneNode {
    fn addresses(&self) -> Vec<String> {
        vec![self.0.address().to_owned()]
    }

    async fn break_and_heal(&mut self, chance: &mut fastrand::Rng) -> String {
        let pause = a_while(chance);
        if chance.u8(..4) == 0 {
            self.0.signal(Signal::STOP);
            tokio::time::sleep(pause).await;
            self.0.signal(Signal::CONT);
            return format!("SIGSTOP for {} ms", pause.as_millis());
        }
        self.0.kill().await;
        tokio::time::sleep(pause).await;
        self.0.restart().await;
        format!("SIGKILL, back after {} ms", pause.as_millis())
    }

    async fn store_at_rest(&mut self) -> SharedStore {
        assert_eq!(self.0.stop().await, Some(0), "an orderly end");
        store::open(&self.0.database()).await.expect("a store")
    }
}
