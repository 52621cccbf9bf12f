//! Values of statements.

use play::{GameId, PlayerId, Time};
use uuid::Uuid;

use crate::codec::{blob, number};

/// A value of a statement. What is absent has a type all the same: PostgreSQL
/// asks for it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    /// A number.
    Integer(Option<i64>),
    /// A text.
    Text(Option<&'a str>),
    /// Bytes.
    Bytes(Option<&'a [u8]>),
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(Some(number))
    }
}

impl From<u8> for Value<'_> {
    fn from(number: u8) -> Self {
        i64::from(number).into()
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        i64::from(number).into()
    }
}

impl From<Time> for Value<'_> {
    fn from(time: Time) -> Self {
        time_column(time).into()
    }
}

impl From<Option<Time>> for Value<'_> {
    fn from(time: Option<Time>) -> Self {
        Value::Integer(time.map(time_column))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Some(text))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Value<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Value::Bytes(Some(bytes))
    }
}

/// The bytes of an id that may be absent.
pub(crate) fn optional(id: Option<&[u8; 16]>) -> Value<'_> {
    Value::Bytes(id.map(<[u8; 16]>::as_slice))
}

/// The column of a game's id.
pub(crate) const fn game_column(id: GameId) -> [u8; 16] {
    blob(id.as_u128())
}

/// The column of a player's id.
pub(crate) const fn player_column(id: PlayerId) -> [u8; 16] {
    blob(id.as_u128())
}

/// The column of a command's id.
pub(crate) const fn command_column(id: Uuid) -> [u8; 16] {
    blob(id.as_u128())
}

/// The column of a time.
pub(crate) fn time_column(time: Time) -> i64 {
    number(time.as_millis())
}
