//! A balancer without memory: each connection goes to the next server, whoever
//! it is from.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// A balancer on a port of its own, gone when dropped.
pub struct Balancer {
    address: String,
    task: JoinHandle<()>,
}

impl Balancer {
    /// Starts a balancer before the servers at these addresses. One that takes
    /// no connections is passed over.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start(servers: Vec<String>) -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (servers, next) = (Arc::new(servers), Arc::new(AtomicUsize::new(0)));
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (servers, next) = (servers.clone(), next.clone());
                tokio::spawn(async move { pass_on(client, &servers, &next).await });
            }
        });
        Balancer { address, task }
    }

    /// `127.0.0.1:PORT`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One connection. When it breaks, that is the client's to notice.
async fn pass_on(mut client: TcpStream, servers: &[String], next: &AtomicUsize) {
    for _ in servers {
        let server = &servers[next.fetch_add(1, Ordering::Relaxed) % servers.len()];
        if let Ok(mut server) = TcpStream::connect(server).await {
            let _ = copy_bidirectional(&mut client, &mut server).await;
            return;
        }
    }
}
