//! The accept loop.
//!
//! Not `axum::serve`: that never times a half-sent request head out, and it
//! gives no hand on socket buffers. Each connection here has a deadline for
//! its head, small kernel buffers so that a peer that never reads cannot hold
//! megabytes, and a deadline for unacknowledged data.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo, http::Request};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;
use tracing::{debug, warn};

use crate::{
    linger::{Lingering, Lobby},
    metrics::Metrics,
};

/// How long a peer may take to send a request's head.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// The largest request head, in bytes.
const HEADER_BYTES: usize = 16 * 1024;
/// The most header fields in a request.
const HEADERS: usize = 64;
/// Kernel send buffer of a connection, in bytes.
const SEND_BUFFER: usize = 16 * 1024;
/// How long sent data may stay unacknowledged.
const USER_TIMEOUT: Duration = Duration::from_secs(15);
/// Connections at once; further ones wait in the listen queue.
const CONNECTIONS: usize = 60_000;
/// A pause after an error such as "too many open files".
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Accepts and serves connections until `shutdown`, then tells those at work
/// to finish. Connection tasks are spawned on `tasks`.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    tasks: TaskTracker,
    metrics: Option<Metrics>,
    shutdown: CancellationToken,
) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let lobby = Lobby::new(tasks.clone());
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.cancelled() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let counted = metrics.as_ref().map(Metrics::connection);
                if let Err(error) = tune(&stream) {
                    debug!(%error, "cannot set socket options");
                }
                let stream = lobby.expect(stream);
                let connection = connection(stream, peer, router.clone(), shutdown.clone());
                tasks.spawn(async move {
                    connection.await;
                    drop((place, counted));
                });
            }
            Err(error) if is_about_one_peer(&error) => debug!(%error, "connection lost early"),
            Err(error) => {
                warn!(%error, "cannot accept");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

fn is_about_one_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(
    stream: Lingering,
    peer: SocketAddr,
    router: Router,
    shutdown: CancellationToken,
) {
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request.map(Body::new))
    });
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_headers(HEADERS)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(served);
    let outcome = tokio::select! {
        outcome = served.as_mut() => outcome,
        () = shutdown.cancelled() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = outcome {
        debug!(%error, "connection ended");
    }
}

fn tune(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = socket2::SockRef::from(stream);
    socket.set_send_buffer_size(SEND_BUFFER)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(USER_TIMEOUT))?;
    Ok(())
}
