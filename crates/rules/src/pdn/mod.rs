//! PDN, the Portable Draughts Notation: read as people write it, written as
//! the standard (version 3.0) wants it.
//!
//! Reading has three floors, each in its own file: bytes become tokens with
//! their places, tokens become [`Record`]s, and a record is replayed as a
//! [`Game`](crate::Game) of some variant. Quirks are noted and lived with;
//! only a record whose moves cannot be played is at fault.
//!
//! ```
//! use rules::{English, pdn};
//!
//! let records = pdn::read(b"[Event \"Tea\"] 1. 11-15 22-18 2. 15x22 25x18 1/2-1/2");
//! let replayed = pdn::replay::<English>(&records[0]).expect("legal moves");
//! assert_eq!(replayed.game.ply_count(), 4);
//! ```

mod braces;
mod cursor;
mod guess;
mod lexer;
mod reading;
mod record;
mod replay;
mod score;
mod writer;
mod written;

pub use cursor::Place;
pub use guess::{VariantTag, best_variant};
pub use record::{Record, RecordedMove, Tag, Warning, WarningKind, read};
pub use replay::{FaultKind, Quirk, ReplayFault, Replayed, replay};
pub use score::Score;
pub use writer::{Headers, write};
pub use written::{NotAMove, Separator, SquareName, WrittenMove};
