//! Taking the open seat, and calling the invite off.

use crate::{Actor, CancelReason, Event, PlayerId, Refusal, Seat, Session, Side, State, Time};

pub(super) fn join(session: &Session, actor: Actor, at: Time) -> Result<Vec<Event>, Refusal> {
    let Actor::Player(player) = actor else {
        return Err(Refusal::NotAPlayer);
    };
    if let State::Cancelled(reason) = session.state {
        return Err(called_off(reason));
    }
    if let Some(side) = maker(session, player) {
        debug_assert!(session.seats[side] != Seat::Open);
        return Err(Refusal::OwnInvite);
    }
    if session.side_of(player).is_some() {
        return Ok(Vec::new());
    }
    let side = session.seats.find(|&seat| seat == Seat::Open).ok_or(Refusal::InviteTaken)?;
    Ok(vec![Event::Joined { side, player, at }])
}

pub(super) fn cancel(session: &Session, actor: Actor) -> Result<Vec<Event>, Refusal> {
    let is_maker = match actor {
        Actor::Player(player) => maker(session, player).is_some(),
        Actor::Watcher | Actor::Computer | Actor::Service => false,
    };
    if !is_maker {
        return Err(Refusal::NotAPlayer);
    }
    call_off(session, CancelReason::Cancelled)
}

pub(super) fn expire(session: &Session, actor: Actor) -> Result<Vec<Event>, Refusal> {
    if actor != Actor::Service {
        return Err(Refusal::NotAPlayer);
    }
    call_off(session, CancelReason::Expired)
}

fn call_off(session: &Session, reason: CancelReason) -> Result<Vec<Event>, Refusal> {
    match session.state {
        State::Waiting => Ok(vec![Event::Cancelled { reason }]),
        State::Cancelled(earlier) if earlier == reason => Ok(Vec::new()),
        State::Cancelled(earlier) => Err(called_off(earlier)),
        State::Playing | State::Finished(_) => Err(Refusal::InviteTaken),
    }
}

const fn called_off(reason: CancelReason) -> Refusal {
    match reason {
        CancelReason::Cancelled => Refusal::InviteCancelled,
        CancelReason::Expired => Refusal::InviteExpired,
    }
}

/// The seat of a player who has one that was never open: the maker's, also
/// after it moved to another browser.
fn maker(session: &Session, player: PlayerId) -> Option<Side> {
    let side = session.side_of(player)?;
    (session.config.seats()[side] != Seat::Open).then_some(side)
}
