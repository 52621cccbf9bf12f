//! Links by which a seat comes to another browser.

use play::{GameId, Side};
use rules::Variant;
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InviteViewer, named};

/// What a link to a seat is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatLinkKind {
    /// To go on with on another device, now.
    Continue,
    /// To be kept by the holder, for the day on which the browser forgets.
    Saved,
    /// Made by the opponent, for a friend who has lost the seat.
    Replacement,
}

/// The body of `POST /api/games/ID/seat-links` and of `…/revoke`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatWish {
    /// Which link is wished for, or not wished for any more.
    pub kind: SeatLinkKind,
}

impl SeatWish {
    /// Reads a body.
    ///
    /// # Errors
    /// [`ErrorCode::BadRequest`] when it is not JSON or names no kind.
    pub fn parse(body: &[u8]) -> Result<SeatWish, ErrorCode> {
        serde_json::from_slice(body).map_err(|_| ErrorCode::BadRequest)
    }
}

/// A new link to a seat. Told once: the service keeps only a hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatLink {
    /// What it is for.
    pub kind: SeatLinkKind,
    /// The secret.
    pub token: String,
    /// The whole link.
    pub url: String,
    /// For how many seconds it is good; `null` until the game ends.
    pub expires_in_s: Option<u32>,
    /// After how many seconds it can be used; 0 for at once.
    pub opens_in_s: u32,
}

/// Where a link to a seat stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatLinkState {
    /// It can be used.
    Open,
    /// The one who may have lost the seat can still object.
    Early,
    /// It was used, or its holder has objected.
    Used,
    /// Its time is over.
    Expired,
    /// The game is over.
    Finished,
}

/// The answer to `GET /api/seat-links/T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatLinkView {
    /// Where it stands.
    pub state: SeatLinkState,
    /// What it is for.
    pub kind: SeatLinkKind,
    /// The game.
    #[serde(with = "named")]
    pub game: GameId,
    /// The variant.
    #[serde(with = "named")]
    pub variant: Variant,
    /// The side of the seat.
    #[serde(with = "named")]
    pub side: Side,
    /// `guest` when you have the seat already, `creator` when you have the
    /// other one.
    pub you: InviteViewer,
}

/// The answer to `POST /api/seat-links/T/redeem`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRedeemed {
    /// The game.
    #[serde(with = "named")]
    pub game: GameId,
    /// Your side.
    #[serde(with = "named")]
    pub side: Side,
    /// The next personal link, in the place of the one that was used; `null`
    /// for the other kinds.
    pub next: Option<SeatLink>,
}
