//! Why a measurement could not be made.

use std::{io, path::PathBuf};

use tokio_tungstenite::tungstenite;

/// Why a measurement could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("cannot start: {0}")]
    Start(io::Error),
    #[error("{} is missing: build it with `cargo xtask build`", .0.display())]
    NoBinary(PathBuf),
    #[error("the server did not come up: {0}")]
    NotUp(String),
    #[error("cannot connect: {0}")]
    Connect(io::Error),
    #[error("websocket: {0}")]
    Socket(#[from] tungstenite::Error),
    #[error("HTTP: {0}")]
    Http(#[from] reqwest::Error),
    #[error("the server answered {status}: {text}")]
    Refused { status: u16, text: String },
    #[error("the server said what was not expected: {0}")]
    Unexpected(String),
    #[error("nothing came for {0} seconds")]
    Silent(u64),
    #[error("the process that is measured has ended")]
    Gone,
    #[error("cannot measure the disk: {0}")]
    Disk(io::Error),
}
