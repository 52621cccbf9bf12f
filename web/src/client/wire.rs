//! The wire as the page reads and writes it.
//!
//! The types are those of `protocol`; the reading and writing is our own,
//! because the general one would weigh more than the whole game. The tests
//! hold the two together, message by message.

mod json;
mod read;
mod write;

#[cfg(any(feature = "mount", test))]
pub(crate) use read::{created, error_code};
pub(crate) use read::{news, server_message};
pub(crate) use write::{command, create, ping};

#[cfg(test)]
mod tests;
