//! The harness of the stories: a real server, people who talk to it over
//! HTTP and websocket, and a real browser.

pub mod balancer;
pub mod browser;
pub mod chaos;
pub mod clients;
pub mod cluster;
pub mod containers;
pub mod cut;
pub mod driver;
pub mod house;
pub mod person;
pub mod plain_page;
mod pointer;
pub mod proxy;
pub mod push_service;
pub mod raw;
pub mod reader;
pub mod server;
mod session;
pub mod socket;
pub mod wires;

pub use balancer::Balancer;
pub use browser::{Browser, Screen};
pub use cluster::Cluster;
pub use cut::Line;
pub use driver::{Driver, Engine};
pub use house::House;
pub use person::{Answer, Person};
pub use plain_page::PlainPage;
pub use proxy::{Proxy, Websockets};
pub use push_service::PushService;
pub use reader::Reader;
pub use server::Server;
pub use socket::Socket;
pub use wires::Wires;

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

/// Whether the stories about one server are to be told of a cluster of two that
/// looks like one: `DAMA_STORIES=cluster`.
///
/// # Panics
/// When the variable says something else.
#[must_use]
pub fn tells_of_clusters() -> bool {
    match std::env::var("DAMA_STORIES").as_deref() {
        Ok("cluster") => true,
        Ok(other) => panic!("DAMA_STORIES={other} is not understood"),
        Err(_) => false,
    }
}

/// What a story returns: any error ends it.
pub type Story = Result<(), Box<dyn std::error::Error + Send + Sync>>;
