//! The web service: the authority on every move.
//!
//! Handlers keep no state of their own; the truth is in the store. A command
//! goes to the desk, which loads the session, decides, appends and only then
//! tells the room. [`run()`] is the whole server; a program only has to read its
//! flags.

mod about;
mod accept;
mod admin;
mod app;
mod asides;
mod askers;
mod audience;
pub mod bus;
mod card;
mod cards;
mod client;
mod computer;
mod config;
mod deadlines;
mod desk;
mod duty;
mod ear;
mod endgame;
mod erase;
mod error;
mod follow;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod headers;
mod http;
mod identity;
mod limits;
mod line;
mod linger;
mod listeners;
mod metrics;
mod networks;
mod origin;
mod pace;
mod pool;
mod presence;
mod push;
mod record;
mod retention;
mod room;
mod run;
mod seats;
mod socket;
mod world;

pub use config::{Config, Limits, NotAnOrigin, Operator, ProxyHeader, PublicUrl, Silence};
pub use ipnet::IpNet;
pub use listeners::Listeners;
pub use metrics::Metrics;
pub use push::Push;
pub use retention::Retention;
pub use run::run;
pub use world::{RealWorld, SharedWorld, World};
