//! One module for each fuzz target. Each takes any bytes, and asserts more than
//! that nothing panics: what is read is written and read again, and two ways to
//! the same answer agree.
//!
//! A target that fails prints the input; `docs/reliability.md` tells how to run
//! it again.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod answer;
pub mod bodies;
pub mod codec;
pub mod cookies;
pub mod decide;
pub mod fen;
pub mod forwarded;
pub mod hub;
pub mod links;
pub mod message;
pub mod moves;
pub mod net;
pub mod pdn;
pub mod question;
pub mod tables;

// Parts of a program, which has no library of its own, and of a test.
#[path = "../../crates/cli/src/hub/command.rs"]
#[expect(dead_code, reason = "its target only reads")]
mod command;
#[path = "../../crates/cli/src/hub/level.rs"]
mod level;
#[path = "../../crates/cli/src/lines.rs"]
mod lines;
#[path = "../../crates/cli/src/engine/question.rs"]
#[expect(dead_code, reason = "its target only reads")]
mod questions;

/// Stands for the module of the program of which those above want one number.
mod helpers {
    pub(crate) const MOST_THREADS: u8 = 64;
}

#[path = "../../crates/rules/tests/slow/mod.rs"]
mod slow;

/// The text in the bytes; most targets read text alone.
fn text(data: &[u8]) -> Option<&str> {
    core::str::from_utf8(data).ok()
}

/// The lines of the bytes, as header fields stand in a request.
fn fields(data: &[u8]) -> Vec<&[u8]> {
    data.split(|&byte| byte == b'\n').take(8).collect()
}
