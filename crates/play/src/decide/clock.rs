//! What the clocks decide: whether a move came in time, when the flag falls,
//! and what is given back after the service was down.

use core::time::Duration;

use super::ended;
use crate::{Actor, Event, Outcome, Refusal, Session, Side, State, Time, WinReason};

/// What the line's delay gives back for a move that arrives now.
pub(super) fn in_time(
    session: &Session,
    side: Side,
    lag: Duration,
    now: Time,
) -> Result<Duration, Refusal> {
    let Some(clock) = &session.clock else { return Ok(Duration::ZERO) };
    let credit = clock.credit(side, lag);
    if clock.is_late(now, credit) { Err(Refusal::GameOver) } else { Ok(credit) }
}

/// Who runs out of time loses, whatever is on the board: any piece may still
/// win a game of draughts.
pub(super) fn flag(session: &Session, actor: Actor, now: Time) -> Result<Vec<Event>, Refusal> {
    of_service(session, actor)?;
    let clock = session.clock.as_ref().ok_or(Refusal::NotAllowed)?;
    if !clock.has_fallen(now) {
        return Err(Refusal::TooEarly);
    }
    ended(Outcome::Win(!session.side_to_move(), WinReason::Flag), now)
}

pub(super) fn hold(
    session: &Session,
    actor: Actor,
    from: Time,
    until: Time,
) -> Result<Vec<Event>, Refusal> {
    of_service(session, actor)?;
    let clock = session.clock.as_ref().ok_or(Refusal::NotAllowed)?;
    let pause = clock.lost(from, until);
    Ok(if pause.is_zero() { Vec::new() } else { vec![Event::ClockHeld { pause, until }] })
}

/// Only the service speaks so, and only while the game goes on.
fn of_service(session: &Session, actor: Actor) -> Result<(), Refusal> {
    match (actor, session.state) {
        (Actor::Player(_) | Actor::Watcher | Actor::Computer, _) => Err(Refusal::NotAPlayer),
        (Actor::Service, State::Waiting) => Err(Refusal::NotStarted),
        (Actor::Service, State::Finished(_) | State::Cancelled(_)) => Err(Refusal::GameOver),
        (Actor::Service, State::Playing) => Ok(()),
    }
}
