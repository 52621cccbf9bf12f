//! A game between two seats as a pure state machine: commands in, events out.
//!
//! [`decide`] says what a wish of somebody leads to, and changes nothing;
//! [`evolve`] applies what has happened. There is no I/O, no clock and no
//! randomness inside: time comes in as an argument, and the names of new
//! things come in with the command. The server, the page and the game of two
//! on one device ([`local`]) all run on it.
//!
//! ```
//! use core::time::Duration;
//!
//! use play::{Actor, BySide, Command, Event, GameConfig, PlayerId, Seat, Session, Side, Time};
//! use rules::{GameRules, Square, Variant};
//!
//! let players = BySide { first: PlayerId::from_u128(1), second: PlayerId::from_u128(2) };
//! let config = GameConfig::new(
//!     Variant::English,
//!     GameRules::STANDARD,
//!     None,
//!     players.map(Seat::Player),
//! )?;
//! let mut session = Session::new(config);
//!
//! let path = [11, 15].into_iter().filter_map(Square::new).collect();
//! let command = Command::Move { path, seq: session.seq(), lag: Duration::ZERO };
//! let events = play::decide(&session, Actor::Player(players.first), command, Time::ZERO)?;
//! for event in &events {
//!     play::evolve(&mut session, event)?;
//! }
//! assert_eq!(session.side_to_move(), Side::Second);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod base58;
mod clock;
mod command;
mod config;
mod decide;
mod event;
mod evolve;
mod face;
mod ids;
pub mod local;
mod offers;
mod outcome;
mod refusal;
mod restore;
mod session;
mod side;
mod time;

pub use clock::{Clock, ClockFace, LAG_PER_MOVE, LAG_QUOTA, LAG_REGAINED};
pub use command::{Actor, ClaimedResult, Command, SeatGiver};
pub use config::{ConfigError, GameConfig, Level, Seat, SeatsError};
pub use decide::{decide, decide_move};
pub use event::{CancelReason, Event};
pub use evolve::{LogError, Misfit, evolve};
pub use face::Face;
pub use ids::{GameId, NotAnId, PlayerId, Seq};
pub use offers::{Offers, Takeback};
pub use outcome::{DrawReason, Outcome, Score, WinReason};
pub use refusal::Refusal;
pub use restore::Standing;
pub use session::{Session, State};
pub use side::{BySide, Side};
pub use time::{
    AWAY_LIMIT_WITH_CLOCK, AWAY_LIMIT_WITHOUT_CLOCK, OBJECT_WITHIN, Time, TimeControl,
    TimeControlError, away_limit, object_within,
};
