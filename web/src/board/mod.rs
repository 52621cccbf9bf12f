//! The board: what it shows, and how a move is made on it.

mod cell;
mod dialogue;
mod marks;
mod nearest;
#[cfg(feature = "html")]
mod plain;
mod scene;
mod squares;
#[cfg(feature = "html")]
mod view;
mod voice;

pub use cell::Cell;
pub use dialogue::{Dialogue, Reply, Why};
pub use marks::Marks;
pub use nearest::{Aim, centre, nearest, square_shown_at};
#[cfg(feature = "html")]
pub(crate) use plain::{Control, plain_board};
pub use scene::Scene;
pub use squares::Squares;
#[cfg(feature = "html")]
pub(crate) use view::{board_view, drawings};
pub use voice::{Voice, Who, variant_name};
