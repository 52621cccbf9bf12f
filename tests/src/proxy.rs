//! A proxy between a browser and the server, as some networks have one: it
//! lets plain requests through and has no sense for websockets.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// The longest head of a request that is read.
const LONGEST_HEAD: usize = 16 * 1024;

/// What becomes of a websocket on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Websockets {
    /// It passes.
    Pass,
    /// It is answered with 403.
    Refuse,
    /// It is never answered.
    Hang,
}

/// A proxy on a port of its own, gone when dropped.
pub struct Proxy {
    address: String,
    websockets: watch::Sender<Websockets>,
    stopped: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Starts a proxy before the server at this address.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start(server: &str, websockets: Websockets) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let server = server.to_owned();
        let stopped = Arc::new(AtomicUsize::new(0));
        let (websockets, policy) = watch::channel(websockets);
        let counter = stopped.clone();
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, policy, counter) = (server.clone(), policy.clone(), counter.clone());
                // A connection that breaks is the client's to notice.
                tokio::spawn(async move { serve(client, &server, policy, &counter).await.ok() });
            }
        });
        Proxy { address, websockets, stopped, task }
    }

    /// `http://127.0.0.1:PORT` with this path behind it.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What becomes of websockets from now on.
    ///
    /// # Panics
    /// Never, as long as the proxy lives.
    pub fn set(&self, websockets: Websockets) {
        self.websockets.send(websockets).expect("the proxy listens");
    }

    /// How many websockets did not pass.
    #[must_use]
    pub fn stopped(&self) -> usize {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One connection: the head of its first request decides what becomes of it.
/// Browsers ask for a websocket on a connection of its own.
async fn serve(
    mut client: TcpStream,
    server: &str,
    policy: watch::Receiver<Websockets>,
    stopped: &AtomicUsize,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") && head.len() < LONGEST_HEAD {
        if client.read_buf(&mut head).await? == 0 {
            return Ok(());
        }
    }
    let is_websocket = head.to_ascii_lowercase().windows(18).any(|at| at == b"upgrade: websocket");
    let websockets = *policy.borrow();
    if is_websocket && websockets != Websockets::Pass {
        stopped.fetch_add(1, Ordering::Relaxed);
        if websockets == Websockets::Refuse {
            client.write_all(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n").await?;
        } else {
            // Until the browser has had enough.
            client.read_buf(&mut head).await?;
        }
        return Ok(());
    }
    let mut server = TcpStream::connect(server).await?;
    server.write_all(&head).await?;
    copy_bidirectional(&mut client, &mut server).await?;
    Ok(())
}
