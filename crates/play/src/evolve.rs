//! Applying what has happened.

use core::time::Duration;

use rules::{LegalMove, MoveError, Status};

use crate::{
    DrawReason, Event, Offers, Outcome, PlayerId, Seat, Seq, Session, Side, State, Takeback, Time,
    session::Overtaken,
};

/// A log whose events do not follow from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} does not fit: {misfit}")]
pub struct LogError {
    /// The number of the event that does not fit.
    pub seq: Seq,
    /// In what way.
    pub misfit: Misfit,
}

/// In what way an event does not fit the events before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Misfit {
    /// Nothing of that kind can happen where the game stands.
    #[error("it cannot happen here")]
    OutOfPlace,
    /// The move is not one of the position.
    #[error("{0}")]
    Move(MoveError),
    /// The event tells the squares, the notation, the position, the plies or
    /// the outcome otherwise than they are.
    #[error("its details are wrong")]
    Details,
    /// A move ended the game, and the end is not told.
    #[error("the end of the game is missing")]
    EndMissing,
}

/// Applies one event.
///
/// Every event that [`decide`](crate::decide) gave for this session fits, and
/// so do the ones after it in the same answer, in their order.
///
/// # Errors
/// When the event does not follow from the ones before it; the session is
/// unchanged then.
pub fn evolve(session: &mut Session, event: &Event) -> Result<(), LogError> {
    let seq = session.seq.next();
    session.apply(event).map_err(|misfit| LogError { seq, misfit })?;
    session.overtaken = session.overtaken.after(event, seq, session);
    session.seq = seq;
    Ok(())
}

impl Overtaken {
    fn after(self, event: &Event, seq: Seq, session: &Session) -> Overtaken {
        let computer = session.computer().map(|(side, _)| side);
        let by_computer = match event {
            Event::Moved { side, .. } => Some(*side) == computer,
            Event::Ended { .. } => self.after_computers_move,
            _ => false,
        };
        let overtakes = matches!(
            event,
            Event::Joined { .. }
                | Event::Moved { .. }
                | Event::TakenBack { .. }
                | Event::Ended { .. }
        );
        let is_move = matches!(event, Event::Moved { .. });
        Overtaken {
            any: if overtakes { seq } else { self.any },
            undo: if overtakes && !by_computer { seq } else { self.undo },
            after_computers_move: is_move && by_computer,
        }
    }
}

/// Lets an event through only where it can happen.
fn only_if(fits: bool) -> Result<(), Misfit> {
    if fits { Ok(()) } else { Err(Misfit::OutOfPlace) }
}

impl Session {
    /// Refuses a session whose last move ended the game without saying so.
    pub(crate) fn check_end_is_told(&self) -> Result<(), crate::LogError> {
        if self.is_playing() && self.board.status() != Status::Ongoing {
            return Err(LogError { seq: self.seq.next(), misfit: Misfit::EndMissing });
        }
        Ok(())
    }

    fn apply(&mut self, event: &Event) -> Result<(), Misfit> {
        let must_end = self.is_playing() && self.board.status() != Status::Ongoing;
        if must_end && !matches!(event, Event::Ended { .. }) {
            return Err(Misfit::EndMissing);
        }
        match event {
            Event::Joined { side, player, at } => self.apply_join(*side, *player, *at),
            Event::Moved { side, at, lag, .. } => self.apply_move(event, *side, *at, *lag),
            Event::DrawOffered { side } => {
                only_if(self.is_playing() && self.offers.draw.is_none())?;
                self.offers.draw = Some(*side);
                Ok(())
            }
            Event::DrawDeclined { side } => {
                only_if(self.offers.draw == Some(!*side))?;
                self.offers.draw = None;
                Ok(())
            }
            Event::DrawWithdrawn { side } => {
                only_if(self.offers.draw == Some(*side))?;
                self.offers.draw = None;
                Ok(())
            }
            Event::TakebackRequested { side, plies } => self.apply_request(*side, *plies),
            Event::TakebackDeclined { side } => {
                only_if(self.takeback_by(!*side))?;
                self.offers.takeback = None;
                Ok(())
            }
            Event::TakebackWithdrawn { side } => {
                only_if(self.takeback_by(*side))?;
                self.offers.takeback = None;
                Ok(())
            }
            Event::TakenBack { plies, fen, at } => self.apply_takeback(*plies, fen, *at),
            Event::Cancelled { reason } => {
                only_if(self.state == State::Waiting)?;
                self.state = State::Cancelled(*reason);
                Ok(())
            }
            Event::RematchOffered { side } => {
                only_if(self.is_rematch_open() && self.offers.rematch.is_none())?;
                self.offers.rematch = Some(*side);
                Ok(())
            }
            Event::RematchDeclined { side } => {
                only_if(self.offers.rematch == Some(!*side))?;
                self.offers.rematch = None;
                Ok(())
            }
            Event::RematchWithdrawn { side } => {
                only_if(self.offers.rematch == Some(*side))?;
                self.offers.rematch = None;
                Ok(())
            }
            Event::RematchStarted { game } => {
                let agreed = self.offers.rematch.is_some() || self.computer().is_some();
                only_if(self.is_rematch_open() && agreed)?;
                self.offers.rematch = None;
                self.rematch = Some(*game);
                Ok(())
            }
            Event::SeatMoved { side, player } => self.apply_seat_move(*side, *player),
            Event::SeatReportedLost { side, at } => {
                let is_person = matches!(self.seats[!*side], Seat::Player(_));
                only_if(self.is_playing() && is_person && self.reported_lost(*side).is_none())?;
                self.reported_lost = Some((!*side, *at));
                Ok(())
            }
            Event::SeatKept { side } => {
                only_if(self.is_playing() && self.reported_lost(*side).is_some())?;
                self.reported_lost = None;
                Ok(())
            }
            Event::Ended { outcome, at } => self.apply_end(*outcome, *at),
            Event::ClockHeld { pause, until } => self.apply_hold(*pause, *until),
        }
    }

    fn takeback_by(&self, side: Side) -> bool {
        self.offers.takeback.is_some_and(|request| request.side == side)
    }

    const fn is_rematch_open(&self) -> bool {
        matches!(self.state, State::Finished(_)) && self.rematch.is_none()
    }

    fn apply_join(&mut self, side: Side, player: PlayerId, at: Time) -> Result<(), Misfit> {
        let new_here = self.side_of(player).is_none();
        only_if(self.state == State::Waiting && self.seats[side] == Seat::Open && new_here)?;
        self.seats[side] = Seat::Player(player);
        self.state = State::Playing;
        self.turn_began = at;
        self.start_clock(at);
        Ok(())
    }

    fn apply_seat_move(&mut self, side: Side, player: PlayerId) -> Result<(), Misfit> {
        let is_open = matches!(self.state, State::Waiting | State::Playing);
        let is_taken = matches!(self.seats[side], Seat::Player(_));
        only_if(is_open && is_taken && self.side_of(player).is_none())?;
        self.seats[side] = Seat::Player(player);
        self.seat_moves[side] = self.seat_moves[side].saturating_add(1);
        self.keep_seat(side);
        Ok(())
    }

    /// Nobody says any more that this seat is lost.
    fn keep_seat(&mut self, side: Side) {
        self.reported_lost = self.reported_lost.filter(|(lost, _)| *lost != side);
    }

    fn apply_move(
        &mut self,
        event: &Event,
        side: Side,
        at: Time,
        lag: Duration,
    ) -> Result<(), Misfit> {
        only_if(self.is_playing() && self.side_to_move() == side)?;
        let Event::Moved { path, .. } = event else {
            return Err(Misfit::OutOfPlace);
        };
        let played = self.board.play_path(path).map_err(Misfit::Move)?;
        if !tells(event, &played, &self.board.fen()) {
            self.board.undo();
            return Err(Misfit::Details);
        }
        self.offers = self.offers.after_move_by(side);
        // Who moves has not lost the seat.
        self.keep_seat(side);
        self.turn_began = at;
        if let Some(clock) = &mut self.clock {
            clock.moved(side, at, lag);
        }
        self.start_clock(at);
        Ok(())
    }

    fn apply_request(&mut self, side: Side, plies: u8) -> Result<(), Misfit> {
        let open = self.offers.takeback.is_none() && self.computer().is_none();
        only_if(self.is_playing() && open)?;
        if self.plies_to_last_decision(side) != Some(plies) {
            return Err(Misfit::Details);
        }
        self.offers.takeback = Some(Takeback { side, plies });
        Ok(())
    }

    fn apply_takeback(&mut self, plies: u8, fen: &str, at: Time) -> Result<(), Misfit> {
        let asker = match self.computer() {
            Some((computer, _)) if self.rematch.is_none() => !computer,
            Some(_) => return Err(Misfit::OutOfPlace),
            None => {
                only_if(self.is_playing())?;
                self.offers.takeback.ok_or(Misfit::OutOfPlace)?.side
            }
        };
        let left = self.board.ply_count().saturating_sub(usize::from(plies));
        let told = self.plies_to_last_decision(asker) == Some(plies)
            && self.board.fen_at(left).as_deref() == Some(fen);
        if !told {
            return Err(Misfit::Details);
        }
        for _ in 0..plies {
            self.board.undo();
        }
        // Offers were made in a position that no longer stands.
        self.offers = Offers::default();
        self.state = State::Playing;
        self.turn_began = at;
        if let Some(clock) = &mut self.clock {
            clock.taken_back(at);
        }
        self.start_clock(at);
        Ok(())
    }

    fn apply_end(&mut self, outcome: Outcome, at: Time) -> Result<(), Misfit> {
        let agreed = outcome == Outcome::Draw(DrawReason::Agreed);
        only_if(self.is_playing() && (!agreed || self.offers.draw.is_some()))?;
        if !self.can_end_so(outcome) {
            return Err(Misfit::Details);
        }
        self.offers = Offers::default();
        self.reported_lost = None;
        self.state = State::Finished(outcome);
        if let Some(clock) = &mut self.clock {
            clock.stop(at);
        }
        Ok(())
    }

    fn apply_hold(&mut self, pause: Duration, until: Time) -> Result<(), Misfit> {
        only_if(self.is_playing())?;
        self.clock.as_mut().ok_or(Misfit::OutOfPlace)?.hold(pause, until);
        Ok(())
    }

    /// Whether the board allows this end: the one that it gives, or, while it
    /// gives none, any that people bring about.
    pub(crate) fn can_end_so(&self, outcome: Outcome) -> bool {
        match self.board.status() {
            Status::Ended(by_board) => outcome == Outcome::of_board(by_board, self.variant()),
            Status::Ongoing => !outcome.is_of_board(),
        }
    }
}

/// Whether an event tells a move as it was played.
fn tells(event: &Event, played: &LegalMove, now: &str) -> bool {
    match event {
        Event::Moved { path, captures, pdn, fen, .. } => {
            *path == played.path && *captures == played.captures && *pdn == played.pdn && fen == now
        }
        _ => false,
    }
}
