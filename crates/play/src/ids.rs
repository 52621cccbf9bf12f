//! The names of players and games, and the number of an event.

use core::{fmt, str::FromStr};

use crate::{Side, base58};

/// The store's name for one player (one browser). Not a secret, and never
/// shown to anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerId(u128);

impl PlayerId {
    /// The player of that number.
    #[must_use]
    pub const fn from_u128(number: u128) -> PlayerId {
        PlayerId(number)
    }

    /// The number.
    #[must_use]
    pub const fn as_u128(self) -> u128 {
        self.0
    }

    /// A stand-in where nobody needs a name: two on one device, and a client
    /// that knows only that somebody sits there. Random ids never collide with
    /// it.
    #[must_use]
    pub const fn stand_in(side: Side) -> PlayerId {
        match side {
            Side::First => PlayerId(1),
            Side::Second => PlayerId(2),
        }
    }
}

/// A game's public name: 128 random bits, written as 22 characters of base58.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(u128);

impl GameId {
    /// The game of that number.
    #[must_use]
    pub const fn from_u128(number: u128) -> GameId {
        GameId(number)
    }

    /// The number.
    #[must_use]
    pub const fn as_u128(self) -> u128 {
        self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&base58::encode(self.0))
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({self})")
    }
}

/// The text is not 22 characters of base58.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct NotAnId;

impl FromStr for GameId {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        base58::decode(text).map(GameId).ok_or(NotAnId)
    }
}

/// The number of an event in its game: the first is 1, and there are no gaps.
/// A game without events stands at [`Seq::ZERO`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seq(u64);

impl Seq {
    /// Before the first event.
    pub const ZERO: Seq = Seq(0);

    /// That number.
    #[must_use]
    pub const fn new(number: u64) -> Seq {
        Seq(number)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The number of the event after this one.
    #[must_use]
    pub const fn next(self) -> Seq {
        Seq(self.0.saturating_add(1))
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
