//! The parts of a snapshot.

use core::time::Duration;

use play::{BySide, ClockFace, Face, Level, Offers, Score, Seat, Side};
use rules::{GameRules, LegalMove, Square};
use serde::{Deserialize, Serialize};

use crate::{
    fields::{square, squares},
    named,
};

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySideWire<T> {
    /// The first side's value.
    pub first: T,
    /// The second side's value.
    pub second: T,
}

impl<T> From<BySide<T>> for BySideWire<T> {
    fn from(values: BySide<T>) -> Self {
        BySideWire { first: values.first, second: values.second }
    }
}

impl<T> From<BySideWire<T>> for BySide<T> {
    fn from(values: BySideWire<T>) -> Self {
        BySide { first: values.first, second: values.second }
    }
}

/// The rules chosen at set-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesView {
    /// International tournament rules.
    #[serde(default)]
    pub tournament: bool,
    /// Moves by each side after which pieces are counted.
    #[serde(default)]
    pub length_limit: Option<core::num::NonZeroU16>,
}

impl From<GameRules> for RulesView {
    fn from(rules: GameRules) -> Self {
        RulesView { tournament: rules.tournament(), length_limit: rules.length_limit() }
    }
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Player,
    /// The computer.
    Computer,
    /// Nobody yet.
    Open,
}

/// A seat as everybody may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// Who sits there.
    pub kind: SeatKind,
    /// The computer's level; `null` for others.
    #[serde(with = "named::option", default)]
    pub level: Option<Level>,
    /// The player's face; there only where somebody sits who has one.
    #[serde(with = "named::option", default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
}

impl From<Seat> for SeatView {
    fn from(seat: Seat) -> Self {
        let kind = match seat {
            Seat::Player(_) => SeatKind::Player,
            Seat::Computer(_) => SeatKind::Computer,
            Seat::Open => SeatKind::Open,
        };
        SeatView { kind, level: seat.level(), face: None }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveView {
    /// Origin, every landing square, destination.
    #[serde(with = "squares")]
    pub path: Vec<Square>,
    /// Captured pieces, ascending.
    #[serde(with = "squares")]
    pub captures: Vec<Square>,
    /// The shortest unambiguous PDN.
    pub pdn: String,
}

impl From<LegalMove> for MoveView {
    fn from(played: LegalMove) -> Self {
        MoveView { path: played.path, captures: played.captures, pdn: played.pdn }
    }
}

/// A move that can be played, as `dama moves --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalMoveView {
    /// Origin.
    #[serde(with = "square")]
    pub from: Square,
    /// Destination.
    #[serde(with = "square")]
    pub to: Square,
    /// Captured pieces, ascending.
    #[serde(with = "squares")]
    pub captures: Vec<Square>,
    /// Origin, every landing square, destination.
    #[serde(with = "squares")]
    pub path: Vec<Square>,
    /// The shortest unambiguous PDN.
    pub pdn: String,
    /// Whether a man is crowned.
    pub promotes: bool,
}

impl From<LegalMove> for LegalMoveView {
    fn from(legal: LegalMove) -> Self {
        LegalMoveView {
            from: legal.from,
            to: legal.to,
            captures: legal.captures,
            path: legal.path,
            pdn: legal.pdn,
            promotes: legal.promotes,
        }
    }
}

/// The draw counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountersView {
    /// How often the position has occurred, from 1.
    pub repetition: u32,
    /// Plies without a capture and without a move of a man.
    pub quiet_plies: u32,
}

/// A request to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakebackView {
    /// Who asks.
    #[serde(with = "named")]
    pub side: Side,
    /// How many plies.
    pub plies: u8,
}

/// What stands open between the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OffersView {
    /// Who offers a draw.
    #[serde(with = "named::option", default)]
    pub draw: Option<Side>,
    /// Who asks for a takeback.
    #[serde(default)]
    pub takeback: Option<TakebackView>,
    /// Who offers a rematch.
    #[serde(with = "named::option", default)]
    pub rematch: Option<Side>,
}

impl From<Offers> for OffersView {
    fn from(offers: Offers) -> Self {
        OffersView {
            draw: offers.draw,
            takeback: offers
                .takeback
                .map(|request| TakebackView { side: request.side, plies: request.plies }),
            rematch: offers.rematch,
        }
    }
}

/// The clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockView {
    /// The first side's time left, in milliseconds.
    pub first_ms: u64,
    /// The second side's time left, in milliseconds.
    pub second_ms: u64,
    /// Whose clock runs.
    #[serde(with = "named::option", default)]
    pub running: Option<Side>,
}

impl From<ClockFace> for ClockView {
    fn from(face: ClockFace) -> Self {
        ClockView {
            first_ms: millis(face.left.first),
            second_ms: millis(face.left.second),
            running: face.running,
        }
    }
}

/// Whole milliseconds.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The score of the pair, by the sides of now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreView {
    /// Games won by who sits on the first side.
    pub first: u32,
    /// Games won by who sits on the second side.
    pub second: u32,
    /// Drawn games.
    pub draws: u32,
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        ScoreView { first: score.first, second: score.second, draws: score.draws }
    }
}

impl From<ScoreView> for Score {
    fn from(score: ScoreView) -> Self {
        Score { first: score.first, second: score.second, draws: score.draws }
    }
}
