//! The wire: every message of HTTP and of the websocket, as types.
//!
//! The contract in words is `docs/protocol.md`; the examples there are the
//! golden files that the tests read. This is the only crate that knows how the
//! values of `rules` and `play` look in JSON, and it has no other task: text
//! becomes types at the door, and types become text when they leave.
//!
//! ```
//! use protocol::{ClientMessage, Wish};
//!
//! let text = r#"{"type":"resign","id":"6f1c1c0e-97a4-4f6e-8d5a-0a8f0a3f6c11","seq":12}"#;
//! let Ok(ClientMessage::Command(command)) = ClientMessage::parse(text) else {
//!     panic!("a good message");
//! };
//! assert_eq!(command.wish, Wish::Resign);
//! assert!(ClientMessage::parse(r#"{"type":"resign","id":1,"seq":12}"#).is_err());
//! ```

mod client_game;
mod client_message;
mod code;
mod create;
mod event;
mod fields;
mod http;
mod named;
mod reaction;
mod saved;
mod seat_link;
mod server_message;
mod snapshot;
mod views;

pub use client_game::{Applied, BadSnapshot, ClientGame, OutOfStep};
pub use client_message::{BadMessage, Circumstances, ClientCommand, ClientMessage, Wish};
pub use code::{ErrorBody, ErrorCode, ErrorDetail};
pub use create::{Clock, CreateGame, Created, InviteLink, Lang, Opponent, SideChoice};
pub use event::WireEvent;
pub use fields::MAX_PATH;
pub use http::{
    EventsPage, FaceWish, InviteState, InviteView, InviteViewer, MyGame, NumberedEvent, PushEnd,
    PushKey, PushKeys, PushWish, Seated,
};
pub use reaction::{Reaction, ReactionView};
pub use saved::{BadSave, load_local_game, save_local_game};
pub use seat_link::{SeatLink, SeatLinkKind, SeatLinkState, SeatLinkView, SeatRedeemed, SeatWish};
pub use server_message::{Presence, PresenceView, ServerMessage};
pub use snapshot::{GameState, Snapshot, Viewer};
pub use views::{
    BySideWire, ClockView, CountersView, LegalMoveView, MoveView, OffersView, RulesView, ScoreView,
    SeatKind, SeatView, TakebackView,
};

/// The largest websocket message in bytes; the service closes with 1009 above it.
pub const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// The largest body of an HTTP request in bytes.
pub const MAX_BODY_BYTES: usize = 16 * 1024;

/// The websocket subprotocol; whoever offers any must offer this one.
pub const SUBPROTOCOL: &str = "dama.v1";
