//! Several servers on one PostgreSQL and one NATS, all of them processes.

use testbed::{Nats, Postgres};

use crate::{Person, Server};

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
            nodes.push(node(&database, &nats).await);
        }
        Some(Cluster { nodes, postgres, nats, database })
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

/// A server of a cluster, once it serves.
async fn node(database: &str, nats: &Nats) -> Server {
    let bus = nats.url();
    let node = Server::start_on(database, &["--limits", "off", "--bus", &bus]).await;
    // Until then it looks for others.
    while !Person::new(&node).get("/readyz").await.status.is_success() {}
    node
}
