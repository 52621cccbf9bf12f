//! Lines that can be cut: a proxy that passes bytes on until it is told to hold
//! them, as a network does that has lost its way for a while.

use std::{future::pending, path::PathBuf};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split},
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
    task::JoinHandle,
};

/// Bytes that are on their way at once, in each direction.
const ON_THE_WAY: usize = 16 * 1024;

/// Where a line leads.
#[derive(Clone, Debug)]
pub enum To {
    /// `127.0.0.1:PORT`.
    Address(String),
    /// A socket in the file system.
    Socket(PathBuf),
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    is_cut: bool,
    /// How often all connections were broken.
    breaks: u32,
}

/// A line on a port of its own, gone when dropped.
#[derive(Debug)]
pub struct Line {
    address: String,
    state: watch::Sender<State>,
    task: JoinHandle<()>,
}

impl Line {
    /// Starts a line.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start(to: To) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let (state, seen) = watch::channel(State::default());
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let (to, seen) = (to.clone(), seen.clone());
                tokio::spawn(async move { connect(near, to, seen).await.ok() });
            }
        });
        Line { address, state, task }
    }

    /// `127.0.0.1:PORT`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// From now on nothing arrives: neither bytes nor new connections.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.is_cut = true);
    }

    /// Things go on where they stood, late; or, broken, all connections end and
    /// what was under way is lost.
    pub fn mend(&self, is_broken: bool) {
        self.state.send_modify(|state| {
            state.is_cut = false;
            state.breaks += u32::from(is_broken);
        });
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One connection, until an end closes it or the line is broken.
async fn connect(
    near: TcpStream,
    to: To,
    mut state: watch::Receiver<State>,
) -> std::io::Result<()> {
    let breaks = state.borrow().breaks;
    let mut broken = state.clone();
    let passing = async {
        open(&mut state).await;
        match to {
            To::Address(address) => pass(near, TcpStream::connect(address).await?, &state).await,
            To::Socket(path) => pass(near, UnixStream::connect(path).await?, &state).await,
        }
    };
    tokio::select! {
        ended = passing => ended,
        // An error means that the line itself is gone.
        _ = broken.wait_for(|state| state.breaks != breaks) => Ok(()),
    }
}

async fn pass(
    near: TcpStream,
    far: impl AsyncRead + AsyncWrite,
    state: &watch::Receiver<State>,
) -> std::io::Result<()> {
    let ((near_in, near_out), (far_in, far_out)) = (split(near), split(far));
    tokio::try_join!(
        one_way(near_in, far_out, state.clone()),
        one_way(far_in, near_out, state.clone()),
    )?;
    Ok(())
}

async fn one_way(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
) -> std::io::Result<()> {
    let mut bytes = vec![0; ON_THE_WAY];
    loop {
        let read = from.read(&mut bytes).await?;
        // An end does not arrive either while the line is cut.
        open(&mut state).await;
        if read == 0 {
            return to.shutdown().await;
        }
        to.write_all(&bytes[..read]).await?;
    }
}

/// Waits until the line is not cut.
async fn open(state: &mut watch::Receiver<State>) {
    if state.wait_for(|state| !state.is_cut).await.is_err() {
        pending::<()>().await;
    }
}

#[cfg(test)]
mod unit {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    /// A line to a peer that sends back what it gets.
    async fn line() -> (Line, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        tokio::spawn(async move {
            while let Ok((mut peer, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = peer.split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        let line = Line::start(To::Address(address)).await;
        let near = TcpStream::connect(line.address()).await.expect("a connection");
        (line, near)
    }

    async fn echoes(near: &mut TcpStream) -> bool {
        near.write_all(b"hello").await.expect("sent");
        let mut back = [0; 5];
        near.read_exact(&mut back).await.is_ok() && &back == b"hello"
    }

    #[tokio::test]
    async fn a_cut_line_holds_everything_and_goes_on_with_it() {
        let (line, mut near) = line().await;
        assert!(echoes(&mut near).await);
        line.cut();
        near.write_all(b"late").await.expect("sent");
        let mut back = [0; 4];
        let early = timeout(Duration::from_millis(50), near.read_exact(&mut back)).await;
        assert!(early.is_err(), "nothing arrives");
        line.mend(false);
        near.read_exact(&mut back).await.expect("it arrives late");
        assert_eq!(&back, b"late");
    }

    #[tokio::test]
    async fn a_broken_line_loses_what_was_under_way() {
        let (line, mut near) = line().await;
        assert!(echoes(&mut near).await);
        line.cut();
        near.write_all(b"lost").await.expect("sent");
        line.mend(true);
        let mut back = Vec::new();
        let ended = near.read_to_end(&mut back).await;
        assert!(back.is_empty(), "{ended:?} {back:?}");
        let mut again = TcpStream::connect(line.address()).await.expect("a connection");
        assert!(echoes(&mut again).await);
    }
}
