//! Several servers on one PostgreSQL and one NATS, all of them processes.

use testbed::{Nats, Postgres};

use crate::{
    Person, Server,
    cut::{Line, To},
};

/// A cluster of its own; everything ends when it is dropped.
pub struct Cluster {
    /// The servers.
    pub nodes: Vec<Server>,
    /// What they keep everything in.
    pub postgres: Postgres,
    /// By what they hear of each other.
    pub nats: Nats,
    database: String,
}

impl Cluster {
    /// Starts two servers; `None`, and told, where PostgreSQL or NATS is
    /// missing.
    ///
    /// # Panics
    /// When one of them does not come up.
    pub async fn start() -> Option<Cluster> {
        let (postgres, nats) = (Postgres::start()?, Nats::start()?);
        let database = postgres.database();
        let mut nodes = Vec::new();
        for _ in 0..2 {
            nodes.push(node(&database, &nats.url()).await);
        }
        Some(Cluster { nodes, postgres, nats, database })
    }

    /// Starts the same with lines between all of it that can be cut: those of
    /// each server.
    ///
    /// # Panics
    /// When one of them does not come up.
    pub async fn start_behind_lines() -> Option<(Cluster, Vec<Lines>)> {
        let (postgres, nats) = (Postgres::start()?, Nats::start()?);
        let database = postgres.database();
        let broker = nats.url().replace("nats://", "");
        let (mut nodes, mut lines) = (Vec::new(), Vec::new());
        // postgres://dama@localhost/NAME?host=FOLDER
        let name = database.split(['/', '?']).nth(3).expect("a name").to_owned();
        for _ in 0..2 {
            let to_postgres = Line::start(To::Socket(postgres.socket())).await;
            let to_nats = Line::start(To::Address(broker.clone())).await;
            let seen = format!("postgres://dama@{}/{name}", to_postgres.address());
            let node = node(&seen, &format!("nats://{}", to_nats.address())).await;
            let clients = Line::start(To::Address(node.address().to_owned())).await;
            lines.push(Lines { clients, postgres: to_postgres, nats: to_nats });
            nodes.push(node);
        }
        Some((Cluster { nodes, postgres, nats, database }, lines))
    }

    /// Somebody whom nobody has seen, at a server.
    ///
    /// # Panics
    /// When there is no such server.
    #[must_use]
    pub fn person(&self, node: usize) -> Person {
        Person::new(&self.nodes[node])
    }

    /// The same person at another server.
    ///
    /// # Panics
    /// When there is no such server.
    #[must_use]
    pub fn at(&self, person: &Person, node: usize) -> Person {
        person.at_node(self.nodes[node].address())
    }

    /// The URL of the database.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.database
    }

    /// Waits until a server says that it is ready, or that it is not.
    ///
    /// # Panics
    /// When there is no such server.
    pub async fn until_ready(&self, node: usize, is_ready: bool) {
        let asking = self.person(node);
        loop {
            let status = asking.get("/readyz").await.status;
            if status.is_success() == is_ready {
                return;
            }
        }
    }
}

/// The lines of one server.
#[derive(Debug)]
pub struct Lines {
    /// Where people connect.
    pub clients: Line,
    /// To the database.
    pub postgres: Line,
    /// To the broker.
    pub nats: Line,
}

/// A server of a cluster, once it serves.
async fn node(database: &str, bus: &str) -> Server {
    let node = Server::start_on(database, &["--limits", "off", "--bus", bus]).await;
    // Until then it looks for others.
    while !Person::new(&node).get("/readyz").await.status.is_success() {}
    node
}
