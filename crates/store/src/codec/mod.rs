//! The text in which games are kept.
//!
//! Each text stands beside the number of its form. A change of the text gets a
//! new form, written by new programs only, and the old ones stay readable: the
//! types of a form are never edited once games have been written in it.

mod config;
mod event;
mod words;

pub(crate) use config::{decode_config, encode_config};
pub(crate) use event::{decode_event, encode_event};
pub(crate) use words::{
    blob, game_from, level_from, number, player_from, side_from, side_number, state_from,
    state_text, time, variant_from,
};

/// A text and the number of its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    /// In which form it is written.
    pub(crate) form: i64,
    /// JSON.
    pub(crate) text: String,
}

/// Why something that is kept cannot be read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Written by a newer program.
    #[error("form {0} is not known to this program")]
    UnknownForm(i64),
    /// The text of an event is none.
    #[error("an event cannot be read")]
    Event,
    /// The text of a game's configuration is none, or no game can have it.
    #[error("the configuration of a game cannot be read")]
    Config,
    /// A word or number outside what its column can hold.
    #[error("a column holds an unknown value")]
    Column,
    /// The database itself is damaged, or the file is none.
    #[error("the database is damaged or is none")]
    Database,
    /// The events of a game are not numbered from 1 without a gap.
    #[error("an event is missing")]
    Gap,
}
