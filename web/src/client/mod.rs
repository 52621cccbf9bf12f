//! The games on the page: against the computer, with a friend, and of two on
//! one device.
//!
//! [`App`] is a pure machine that turns what happens ([`Msg`]) into what is to
//! be done ([`Effect`]) and into what is shown ([`TableView`]). With the
//! feature `mount` the page's own part carries the effects out.

mod action;
mod app;
mod asking;
mod choice;
mod clock;
mod counters;
mod current;
mod games;
mod hearing;
mod input;
mod keep;
mod line;
mod link;
mod local;
mod look;
mod message;
mod offered;
mod online;
#[cfg(feature = "mount")]
mod page;
#[cfg(feature = "html")]
mod plain;
mod press;
mod record;
mod recorded;
mod replay;
mod saved_local;
mod scores;
mod settings;
mod speech;
mod state;
mod table;
#[cfg(feature = "html")]
mod view;
pub(crate) mod wire;
mod wishes;
mod world;

pub use action::Action;
pub use app::{App, Place, World};
pub use choice::Choice;
pub use keep::{Keep, Memory};
pub use link::{Link, Order};
pub use message::{Created, Effect, Msg, Rival};
pub use online::{News, Online};
#[cfg(feature = "mount")]
pub use page::mount;
#[cfg(feature = "html")]
pub(crate) use plain::{PlainTable, Press};
#[cfg(feature = "html")]
pub use plain::{read_squares, written_squares};
#[cfg(feature = "mount")]
pub(crate) use recorded::recorded_game;
#[cfg(feature = "html")]
pub(crate) use recorded::written_moves;
pub use saved_local::SavedLocal;
pub use scores::{Pairing, Point, Scores, Tally};
pub use settings::{Settings, Turning};
pub use table::{
    Button, ButtonKind, ClockLine, Ending, Facing, InviteLink, PlayerLine, Question, TableView,
};
#[cfg(feature = "html")]
pub(crate) use view::{line, player, table_view};

/// How long a piece glides over so many squares, in milliseconds; the longest
/// chain takes less than 1.2 s.
pub(crate) fn glide_ms(squares: usize) -> f64 {
    let hops = squares.saturating_sub(1) as f64;
    (260.0 * hops).min(1_100.0)
}

#[cfg(test)]
mod unit {
    use super::glide_ms;

    #[test]
    fn the_longest_chain_is_shown_within_1200_ms() {
        assert!(glide_ms(1) == 0.0 && glide_ms(2) < glide_ms(4));
        assert!((1..=50).all(|squares| glide_ms(squares) < 1_200.0));
    }
}
