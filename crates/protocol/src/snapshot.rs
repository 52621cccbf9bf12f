//! A whole game as it stands, for one viewer.

use play::{BySide, CancelReason, Face, GameId, Outcome, Seq, Session, Side, Time};
use rules::Variant;
use serde::{Deserialize, Serialize};

use crate::{
    BySideWire, Clock, ClockView, CountersView, LegalMoveView, MoveView, OffersView, RulesView,
    ScoreView, SeatView,
    fields::{outcome, seq},
    named,
};

/// As what somebody sees a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// As the player on this side.
    Seat(Side),
    /// As one who looks on.
    Watcher,
}

impl Viewer {
    /// `first`, `second` or `watcher`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Viewer::Seat(side) => side.name(),
            Viewer::Watcher => "watcher",
        }
    }

    /// The viewer of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Viewer> {
        match name {
            "watcher" => Some(Viewer::Watcher),
            _ => Side::from_name(name).map(Viewer::Seat),
        }
    }

    /// The viewer's side, `None` for a watcher.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Viewer::Seat(side) => Some(side),
            Viewer::Watcher => None,
        }
    }
}

impl From<Option<Side>> for Viewer {
    fn from(side: Option<Side>) -> Self {
        side.map_or(Viewer::Watcher, Viewer::Seat)
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// An invite is out.
    Waiting,
    /// Going on.
    Playing,
    /// Ended.
    Finished,
    /// Called off before it began.
    Cancelled,
}

impl From<play::State> for GameState {
    fn from(state: play::State) -> Self {
        match state {
            play::State::Waiting => GameState::Waiting,
            play::State::Playing => GameState::Playing,
            play::State::Finished(_) => GameState::Finished,
            play::State::Cancelled(_) => GameState::Cancelled,
        }
    }
}

/// A whole game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The game.
    #[serde(with = "named")]
    pub id: GameId,
    /// Its last event.
    #[serde(with = "seq")]
    pub seq: Seq,
    /// Where it stands.
    pub state: GameState,
    /// The variant.
    #[serde(with = "named")]
    pub variant: Variant,
    /// The rules chosen at set-up.
    pub rules: RulesView,
    /// The position before the first move.
    pub start_fen: String,
    /// The position now.
    pub fen: String,
    /// Who is to move.
    #[serde(with = "named")]
    pub side_to_move: Side,
    /// As what the viewer sees it.
    #[serde(with = "named")]
    pub you: Viewer,
    /// Who sits where.
    pub seats: BySideWire<SeatView>,
    /// The moves that stand.
    pub moves: Vec<MoveView>,
    /// The legal moves; none unless the game is going on.
    pub legal: Vec<LegalMoveView>,
    /// Pieces that each side has taken.
    pub captured: BySideWire<u32>,
    /// The draw counters.
    pub counters: CountersView,
    /// What stands open.
    pub offers: OffersView,
    /// The clocks as they stood when this was told, `null` without.
    pub clock: Option<ClockView>,
    /// The time control; there only in a game with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<Clock>,
    /// The score of the pair.
    pub score: ScoreView,
    /// How it ended, `null` before.
    #[serde(with = "outcome::option", default)]
    pub result: Option<Outcome>,
    /// Why the invite was called off; there only then.
    #[serde(with = "named::option", default, skip_serializing_if = "Option::is_none")]
    pub cancelled: Option<CancelReason>,
    /// The rematch; there only once it has begun.
    #[serde(with = "named::option", default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
    /// The seat that its opponent says is lost; there only then.
    #[serde(with = "named::option", default, skip_serializing_if = "Option::is_none")]
    pub reported_lost: Option<Side>,
}

impl Snapshot {
    /// The game as one viewer sees it now.
    #[must_use]
    pub fn at(session: &Session, id: GameId, you: Viewer, now: Time) -> Snapshot {
        Snapshot {
            clock: session.clock_face(now).map(ClockView::from),
            time_control: session.config().clock().map(Clock),
            ..Snapshot::of(session, id, you)
        }
    }

    /// The same with the players' faces, which are no part of the game.
    #[must_use]
    pub fn with_faces(mut self, faces: BySide<Option<Face>>) -> Snapshot {
        self.seats.first.face = faces.first;
        self.seats.second.face = faces.second;
        self
    }

    /// The game as one viewer sees it, without its clocks.
    #[must_use]
    pub fn of(session: &Session, id: GameId, you: Viewer) -> Snapshot {
        let board = session.board();
        Snapshot {
            id,
            seq: session.seq(),
            state: session.state().into(),
            variant: session.variant(),
            rules: session.rules().into(),
            start_fen: session.config().start_fen(),
            fen: board.fen(),
            side_to_move: session.side_to_move(),
            you,
            seats: session.seats().map(SeatView::from).into(),
            moves: board.moves().into_iter().map(MoveView::from).collect(),
            legal: session.legal_moves().into_iter().map(LegalMoveView::from).collect(),
            captured: session.captured().into(),
            counters: CountersView {
                repetition: board.repetitions(),
                quiet_plies: board.counters().quiet_plies,
            },
            offers: session.offers().into(),
            clock: None,
            time_control: None,
            score: session.score().into(),
            result: session.outcome(),
            cancelled: match session.state() {
                play::State::Cancelled(reason) => Some(reason),
                play::State::Waiting | play::State::Playing | play::State::Finished(_) => None,
            },
            rematch: session.rematch(),
            reported_lost: Side::ALL
                .into_iter()
                .find(|&side| session.reported_lost(side).is_some()),
        }
    }
}
