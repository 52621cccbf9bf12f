//! A connection that says goodbye.
//!
//! The kernel resets a connection that is closed while bytes of the peer lie
//! unread, and whoever is still writing then may never read the last thing
//! that was said: the answer "too large", the close frame with its code. So
//! the end of a connection is told first, and what still comes is read and
//! thrown away for a moment.

use std::{
    io::{self, ErrorKind, IoSlice},
    net::Shutdown,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::Semaphore,
    time::timeout,
};
use tokio_util::task::TaskTracker;

/// How long what still comes is read.
const LINGER_FOR: Duration = Duration::from_secs(1);
/// Connections that linger at once; further ones are cut.
const LINGERING: usize = 1_000;
/// Bytes thrown away at a time.
const GULP: usize = 4 * 1024;

/// Where connections linger.
#[derive(Clone)]
pub(crate) struct Lobby {
    places: Arc<Semaphore>,
    tasks: TaskTracker,
}

impl Lobby {
    /// A lobby whose waits run on `tasks`.
    pub(crate) fn new(tasks: TaskTracker) -> Self {
        Lobby { places: Arc::new(Semaphore::new(LINGERING)), tasks }
    }

    /// A connection that comes here when it is dropped.
    pub(crate) fn expect(&self, stream: TcpStream) -> Lingering {
        Lingering { stream: Some(stream), lobby: self.clone() }
    }

    fn receive(&self, stream: TcpStream) {
        // The peer may be gone already, or may have said that it is done.
        let told = socket2::SockRef::from(&stream).shutdown(Shutdown::Write);
        if told.is_err() || !is_open(&stream) {
            return;
        }
        let Ok(place) = self.places.clone().try_acquire_owned() else { return };
        self.tasks.spawn(async move {
            let rest = async { while stream.readable().await.is_ok() && is_open(&stream) {} };
            let _ = timeout(LINGER_FOR, rest).await;
            drop(place);
        });
    }
}

/// Throws a gulp of what has come away; whether more may come.
fn is_open(stream: &TcpStream) -> bool {
    match stream.try_read(&mut [0; GULP]) {
        Ok(read) => read > 0,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}

/// A connection that lingers when it is dropped.
pub(crate) struct Lingering {
    /// `None` only while it is dropped.
    stream: Option<TcpStream>,
    lobby: Lobby,
}

impl Lingering {
    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| ErrorKind::NotConnected.into())
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        if let Some(stream) = self.stream.take() {
            self.lobby.receive(stream);
        }
    }
}

impl AsyncRead for Lingering {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(context, into)
    }
}

impl AsyncWrite for Lingering {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }
}
