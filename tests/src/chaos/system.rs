//! What is played on, and how it is broken.

use std::{future::Future, time::Duration};

use rustix::process::Signal;
use store::SharedStore;

use crate::{Cluster, Server};

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

/// Two servers with a PostgreSQL and a NATS, any of which may break.
pub struct TwoNodes(Cluster);

impl TwoNodes {
    /// Starts them; `None`, and told, where PostgreSQL or NATS is missing.
    pub async fn start() -> Option<TwoNodes> {
        Cluster::start().await.map(TwoNodes)
    }
}

impl System for TwoNodes {
    fn addresses(&self) -> Vec<String> {
        self.0.nodes.iter().map(|node| node.address().to_owned()).collect()
    }

    async fn break_and_heal(&mut self, chance: &mut fastrand::Rng) -> String {
        let (pause, node) = (a_while(chance), chance.usize(..2));
        let Cluster { nodes, postgres, nats, .. } = &mut self.0;
        let name = match chance.u8(..10) {
            0..4 => {
                nodes[node].kill().await;
                tokio::time::sleep(pause).await;
                nodes[node].restart().await;
                format!("SIGKILL of server {node}")
            }
            4..6 => {
                nodes[node].signal(Signal::STOP);
                tokio::time::sleep(pause).await;
                nodes[node].signal(Signal::CONT);
                format!("SIGSTOP of server {node}")
            }
            6..8 => {
                postgres.crash();
                tokio::time::sleep(pause).await;
                postgres.start_again();
                "a crash of PostgreSQL".to_owned()
            }
            8 => {
                nats.kill();
                tokio::time::sleep(pause).await;
                nats.start_again();
                "SIGKILL of NATS".to_owned()
            }
            _ => {
                nats.pause();
                tokio::time::sleep(pause).await;
                nats.go_on();
                "SIGSTOP of NATS".to_owned()
            }
        };
        format!("{name}, back after {} ms", pause.as_millis())
    }

    async fn store_at_rest(&mut self) -> SharedStore {
        for node in &mut self.0.nodes {
            assert_eq!(node.stop().await, Some(0), "an orderly end");
        }
        store::open(self.0.database()).await.expect("a store")
    }
}
