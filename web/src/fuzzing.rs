//! The page's own reading and writing of the wire, opened to the fuzz targets
//! alone.

use play::Seq;
use protocol::{ClientCommand, ServerMessage};

use crate::client::wire;

/// Reads a message of the server.
#[must_use]
pub fn server_message(text: &str) -> Option<ServerMessage> {
    wire::server_message(text)
}

/// Reads the answer to a long poll.
#[must_use]
pub fn news(text: &str) -> Option<Vec<ServerMessage>> {
    wire::news(text)
}

/// Writes a command.
#[must_use]
pub fn command(command: &ClientCommand) -> String {
    wire::command(command)
}

/// Writes a ping.
#[must_use]
pub fn ping(seq: Seq) -> String {
    wire::ping(seq)
}
