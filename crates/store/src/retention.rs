//! For how long what nobody comes back to is kept.

use play::{GameId, PlayerId, Time};

/// What was last used before these times is over. A use is an event or a
/// visit, whichever came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutoffs {
    /// For games that have ended.
    pub finished: Time,
    /// For games that go on or wait for a friend, and those that were called
    /// off.
    pub abandoned: Time,
    /// For players.
    pub players: Time,
}

/// What a look at some of the store found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale<Id> {
    /// Those whose time is over.
    pub found: Vec<Id>,
    /// Where to go on; `None` at the end.
    pub next: Option<Id>,
}

impl<Id> Default for Stale<Id> {
    fn default() -> Self {
        Stale { found: Vec::new(), next: None }
    }
}

/// What is forgotten in one transaction. Few, so that a move that waits for it
/// does not wait long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Games with everything that belongs to them.
    Games(Vec<GameId>),
    /// Players: no secret and no seat leads to them any more.
    Players(Vec<PlayerId>),
}
