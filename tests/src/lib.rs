//! The harness of the stories: a real server, people who talk to it over
//! HTTP and websocket, and a real browser.

pub mod browser;
pub mod chaos;
pub mod clients;
pub mod driver;
pub mod house;
pub mod person;
pub mod plain_page;
mod pointer;
pub mod proxy;
pub mod raw;
pub mod reader;
pub mod server;
mod session;
pub mod socket;

pub use browser::{Browser, Screen};
pub use driver::{Driver, Engine};
pub use house::House;
pub use person::{Answer, Person};
pub use plain_page::PlainPage;
pub use proxy::{Proxy, Websockets};
pub use reader::Reader;
pub use server::Server;
pub use socket::Socket;

/// How often a story lets two race: 200 times, or as `DAMA_RACES` says.
///
/// # Panics
/// When that is no number.
#[must_use]
pub fn races() -> u32 {
    match std::env::var("DAMA_RACES") {
        Ok(count) => count.parse().expect("DAMA_RACES is a number"),
        Err(_) => 200,
    }
}

/// What a story returns: any error ends it.
pub type Story = Result<(), Box<dyn std::error::Error + Send + Sync>>;
