//! What is played on, and how it is broken.

use std::{future::Future, time::Duration};

use rustix::process::Signal;
use store::SharedStore;

use crate::{
    Cluster, Server,
    cluster::Lines,
    cut::{Line, To},
};

/// A service of one or more nodes.
pub trait System {
    /// Where people connect: any of these will do at any time.
    fn addresses(&self) -> Vec<String>;

    /// Breaks something by chance, and heals it; tells what it was.
    fn break_and_heal(&mut self, chance: &mut fastrand::Rng) -> impl Future<Output = String>;

    /// Lines that can be cut, and what each of them is.
    fn lines(&self) -> Vec<(String, &Line)>;

    /// Cuts something off by chance, and lets it be reached again: by the same
    /// connections, or only by new ones; tells what it was.
    fn cut_off(&mut self, chance: &mut fastrand::Rng) -> impl Future<Output = String> {
        async {
            let pause = a_while(chance);
            let lines = self.lines();
            let (name, line) = chance.choice(&lines).expect("a line");
            let is_broken = chance.bool();
            line.cut();
            tokio::time::sleep(pause).await;
            line.mend(is_broken);
            let how = if is_broken { "then broken" } else { "then late" };
            format!("{name} cut for {} ms, {how}", pause.as_millis())
        }
    }

    /// Stops everything in order and opens the store.
    fn store_at_rest(&mut self) -> impl Future<Output = SharedStore>;
}

/// One server with its database in a file.
pub struct OneNode(Server, Line);

impl OneNode {
    /// Starts it.
    pub async fn start() -> OneNode {
        let server = Server::start().await;
        let line = Line::start(To::Address(server.address().to_owned())).await;
        OneNode(server, line)
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
        vec![self.1.address().to_owned()]
    }

    fn lines(&self) -> Vec<(String, &Line)> {
        vec![("the line of all people".to_owned(), &self.1)]
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
pub struct TwoNodes(Cluster, Vec<Lines>);

impl TwoNodes {
    /// Starts them; `None`, and told, where PostgreSQL or NATS is missing.
    pub async fn start() -> Option<TwoNodes> {
        Cluster::start_behind_lines().await.map(|(cluster, lines)| TwoNodes(cluster, lines))
    }
}

impl System for TwoNodes {
    fn addresses(&self) -> Vec<String> {
        self.1.iter().map(|lines| lines.clients.address().to_owned()).collect()
    }

    fn lines(&self) -> Vec<(String, &Line)> {
        let mut all = Vec::new();
        for (node, Lines { clients, postgres, nats }) in self.1.iter().enumerate() {
            for (end, line) in [("people", clients), ("PostgreSQL", postgres), ("NATS", nats)] {
                all.push((format!("the line of server {node} to {end}"), line));
            }
        }
        all
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
