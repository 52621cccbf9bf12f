//! The text of the Hub protocol, version 2: lines, positions and moves.
//!
//! After the description that comes with Scan 3.1. Only the words; who says
//! them when is the business of `dama hub` and of the match runner.

mod line;
mod moves;
mod position;

pub use line::{BadLine, Line};
pub use moves::{HubMove, NotAHubMove};
pub use position::{NotAHubPosition, read_position, write_position};

use rules::Variant;

/// The protocol's name of International draughts; it has none for the others,
/// which are called by our own.
const NORMAL: &str = "normal";

/// The name of a variant as a value of the parameter `variant`.
#[must_use]
pub const fn variant_name(variant: Variant) -> &'static str {
    match variant {
        Variant::International => NORMAL,
        Variant::English => variant.name(),
    }
}

/// The variant of a name, ours or the protocol's.
#[must_use]
pub fn variant_from_name(name: &str) -> Option<Variant> {
    if name == NORMAL { Some(Variant::International) } else { Variant::from_name(name) }
}
