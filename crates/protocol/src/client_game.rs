//! A client's own copy of a game, which follows the events of the service.

use core::time::Duration;

use play::{
    Actor, BySide, Event, GameConfig, GameId, LogError, Offers, Outcome, PlayerId, Refusal, Seat,
    Seq, Session, Side, Standing, State, Takeback, Time, decide_move, evolve,
};
use rules::{GameRules, Setup, Square, Status};

use crate::{GameState, SeatKind, SeatView, Snapshot, Viewer, WireEvent};

/// A snapshot that tells of no game that there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a snapshot of no possible game")]
pub struct BadSnapshot;

/// The copy cannot follow; the client asks for a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfStep {
    /// Events are missing before this one.
    #[error("events are missing")]
    Gap,
    /// The event does not fit the copy.
    #[error(transparent)]
    Misfit(#[from] LogError),
}

/// What an event did to the copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It was the next one.
    New,
    /// It was known already; nothing changed.
    Known,
}

/// A client's own copy of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientGame {
    /// The game.
    pub id: GameId,
    /// As what this client sees it.
    pub you: Viewer,
    session: Session,
}

impl ClientGame {
    /// The copy that begins with a snapshot.
    ///
    /// # Errors
    /// When no game can stand so.
    pub fn from_snapshot(snapshot: &Snapshot) -> Result<ClientGame, BadSnapshot> {
        Ok(ClientGame { id: snapshot.id, you: snapshot.you, session: session_of(snapshot)? })
    }

    /// The game as it stands.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The last event that was applied.
    #[must_use]
    pub const fn seq(&self) -> Seq {
        self.session.seq()
    }

    /// Takes the next event. One that is known already changes nothing; a kind
    /// that this version does not know is only counted.
    ///
    /// # Errors
    /// When the copy cannot follow; it is unchanged then.
    pub fn apply(&mut self, seq: Seq, event: &WireEvent) -> Result<Applied, OutOfStep> {
        if seq <= self.seq() {
            return Ok(Applied::Known);
        }
        if seq != self.seq().next() {
            return Err(OutOfStep::Gap);
        }
        if matches!(event, WireEvent::SeatMoved { side } if self.you.side() == Some(*side)) {
            self.you = Viewer::Watcher;
        }
        match event.to_event() {
            Some(event) => evolve(&mut self.session, &event)?,
            None => self.session.skip_event(),
        }
        Ok(Applied::New)
    }

    /// The game with the end that its last move brought, while the service has
    /// told the move and not yet the end; `None` at any other time.
    #[must_use]
    pub fn ended_by_board(&self) -> Option<Session> {
        let Status::Ended(outcome) = self.session.board().status() else { return None };
        let outcome = Outcome::of_board(outcome, self.session.variant());
        let mut session = self.session.clone();
        // In any other state the end does not fit.
        evolve(&mut session, &Event::Ended { outcome, at: Time::ZERO }).ok()?;
        Some(session)
    }

    /// The game as it will stand if the service grants this move of the
    /// viewer, to be shown until the answer comes.
    ///
    /// # Errors
    /// Why the service would refuse it.
    pub fn after_own_move(&self, path: &[Square]) -> Result<Session, Refusal> {
        let side = self.you.side().ok_or(Refusal::NotAPlayer)?;
        let actor = Actor::Player(PlayerId::stand_in(side));
        let mut session = self.session.clone();
        for event in decide_move(&session, actor, path, self.seq(), Duration::ZERO, Time::ZERO)? {
            evolve(&mut session, &event).map_err(|_| Refusal::IllegalMove)?;
        }
        Ok(session)
    }
}

fn session_of(snapshot: &Snapshot) -> Result<Session, BadSnapshot> {
    let rules =
        GameRules::new(snapshot.variant, snapshot.rules.tournament, snapshot.rules.length_limit)
            .map_err(|_| BadSnapshot)?;
    let setup: Setup = snapshot.start_fen.parse().map_err(|_| BadSnapshot)?;
    let views = BySide::from(snapshot.seats);
    let seats = BySide {
        first: seat_of(views.first, Side::First)?,
        second: seat_of(views.second, Side::Second)?,
    };
    let score = snapshot.score.into();
    let score = match snapshot.result {
        Some(outcome) => play::Score::without(score, outcome),
        None => score,
    };
    let config = GameConfig::new(snapshot.variant, rules, Some(&setup), seats)
        .map_err(|_| BadSnapshot)?
        .with_score(score);
    let standing = Standing {
        config,
        moves: snapshot.moves.iter().map(|mv| mv.path.clone()).collect(),
        seq: snapshot.seq,
        state: state_of(snapshot)?,
        offers: Offers {
            draw: snapshot.offers.draw,
            takeback: snapshot
                .offers
                .takeback
                .map(|request| Takeback { side: request.side, plies: request.plies }),
            rematch: snapshot.offers.rematch,
        },
        rematch: snapshot.rematch,
        reported_lost: snapshot.reported_lost,
    };
    Session::restore(standing).map_err(|_| BadSnapshot)
}

fn seat_of(view: SeatView, side: Side) -> Result<Seat, BadSnapshot> {
    match view.kind {
        SeatKind::Player => Ok(Seat::Player(PlayerId::stand_in(side))),
        SeatKind::Computer => view.level.map(Seat::Computer).ok_or(BadSnapshot),
        SeatKind::Open => Ok(Seat::Open),
    }
}

fn state_of(snapshot: &Snapshot) -> Result<State, BadSnapshot> {
    Ok(match snapshot.state {
        GameState::Waiting => State::Waiting,
        GameState::Playing => State::Playing,
        GameState::Finished => State::Finished(snapshot.result.ok_or(BadSnapshot)?),
        GameState::Cancelled => {
            State::Cancelled(snapshot.cancelled.unwrap_or(play::CancelReason::Cancelled))
        }
    })
}
