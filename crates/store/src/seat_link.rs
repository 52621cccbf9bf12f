//! Links to seats that somebody has.

use play::{GameId, Side, Time};

use crate::TokenHash;

/// What a link to a seat is for. A seat has at most one link of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatLinkKind {
    /// To go on with on another device, now.
    Continue,
    /// To be kept by the holder.
    Saved,
    /// Made by the opponent of a holder who may have lost the seat.
    Replacement,
}

impl SeatLinkKind {
    /// Every kind.
    pub const ALL: [SeatLinkKind; 3] =
        [SeatLinkKind::Continue, SeatLinkKind::Saved, SeatLinkKind::Replacement];

    /// The name under which it is kept.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SeatLinkKind::Continue => "continue",
            SeatLinkKind::Saved => "saved",
            SeatLinkKind::Replacement => "replacement",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<SeatLinkKind> {
        SeatLinkKind::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// A link to a seat. Whether it still leads there is for the game's events to
/// say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatLink {
    /// The hash of its token.
    pub token: TokenHash,
    /// The game.
    pub game: GameId,
    /// The side of the seat.
    pub side: Side,
    /// What it is for.
    pub kind: SeatLinkKind,
    /// How often the seat had moved when it was made.
    pub moves: u32,
    /// From when on it is worth nothing; `None` while the game goes on.
    pub expires_at: Option<Time>,
}
