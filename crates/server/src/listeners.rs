//! Where the server listens.

use tokio::net::TcpListener;

/// The listeners of a server.
#[derive(Debug)]
pub struct Listeners {
    /// For everybody.
    pub public: TcpListener,
    /// For those who run it: metrics and health. Nothing there asks who it is,
    /// so it belongs on a loopback or private address.
    pub admin: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(public: TcpListener) -> Self {
        Listeners { public, admin: None }
    }
}
