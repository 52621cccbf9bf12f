//! The harness of the stories: a real server, people who talk to it over
//! HTTP and websocket, and a real browser.

pub mod browser;
pub mod driver;
pub mod person;
pub mod proxy;
pub mod server;
pub mod socket;

pub use browser::{Browser, Screen};
pub use driver::Driver;
pub use person::{Answer, Person};
pub use proxy::{Proxy, Websockets};
pub use server::Server;
pub use socket::Socket;

/// What a story returns: any error ends it.
pub type Story = Result<(), Box<dyn std::error::Error + Send + Sync>>;
