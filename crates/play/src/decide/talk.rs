//! Offers and requests between the two sides.

use super::{ended, take_back};
use crate::{DrawReason, Event, GameId, Outcome, Refusal, Session, Side, State, Time};

fn one(event: Event) -> Result<Vec<Event>, Refusal> {
    Ok(vec![event])
}

/// Refuses unless this side's own offer is open.
fn own(offer: Option<Side>, side: Side) -> Result<(), Refusal> {
    if offer == Some(side) {
        return Ok(());
    }
    Err(Refusal::NoOffer)
}

/// Refuses unless the other side's offer is open.
fn theirs(offer: Option<Side>, side: Side) -> Result<(), Refusal> {
    own(offer, !side)
}

pub(super) fn offer_draw(session: &Session, side: Side, now: Time) -> Result<Vec<Event>, Refusal> {
    if !session.may_offer_draw() {
        return Err(Refusal::NotAllowed);
    }
    match session.offers.draw {
        Some(offered) if offered != side => ended(Outcome::Draw(DrawReason::Agreed), now),
        Some(_) => Err(Refusal::NotAllowed),
        None if session.is_long_winded() => Err(Refusal::NotAllowed),
        None => one(Event::DrawOffered { side }),
    }
}

pub(super) fn withdraw_draw(session: &Session, side: Side) -> Result<Vec<Event>, Refusal> {
    own(session.offers.draw, side)?;
    one(Event::DrawWithdrawn { side })
}

pub(super) fn answer_draw(
    session: &Session,
    side: Side,
    accept: bool,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    theirs(session.offers.draw, side)?;
    if accept {
        ended(Outcome::Draw(DrawReason::Agreed), now)
    } else {
        one(Event::DrawDeclined { side })
    }
}

pub(super) fn request_takeback(session: &Session, side: Side) -> Result<Vec<Event>, Refusal> {
    let unwelcome = session.computer().is_some() || session.offers.takeback.is_some();
    if unwelcome || session.is_long_winded() {
        return Err(Refusal::NotAllowed);
    }
    let plies = session.plies_to_last_decision(side).ok_or(Refusal::NothingToUndo)?;
    one(Event::TakebackRequested { side, plies })
}

pub(super) fn withdraw_takeback(session: &Session, side: Side) -> Result<Vec<Event>, Refusal> {
    own(session.offers.takeback.map(|request| request.side), side)?;
    one(Event::TakebackWithdrawn { side })
}

pub(super) fn answer_takeback(
    session: &Session,
    side: Side,
    accept: bool,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    theirs(session.offers.takeback.map(|request| request.side), side)?;
    if accept { take_back(session, !side, now) } else { one(Event::TakebackDeclined { side }) }
}

/// A rematch belongs to a finished game that has not got one yet.
fn rematch_is_open(session: &Session) -> Result<(), Refusal> {
    match session.state {
        State::Finished(_) if session.rematch.is_none() => Ok(()),
        State::Finished(_) | State::Waiting | State::Playing | State::Cancelled(_) => {
            Err(Refusal::NotAllowed)
        }
    }
}

pub(super) fn offer_rematch(
    session: &Session,
    side: Side,
    next: GameId,
) -> Result<Vec<Event>, Refusal> {
    rematch_is_open(session)?;
    // The computer never wants to stop.
    if session.computer().is_some() {
        return one(Event::RematchStarted { game: next });
    }
    match session.offers.rematch {
        Some(offered) if offered != side => one(Event::RematchStarted { game: next }),
        Some(_) => Err(Refusal::NotAllowed),
        None if session.is_long_winded() => Err(Refusal::NotAllowed),
        None => one(Event::RematchOffered { side }),
    }
}

pub(super) fn withdraw_rematch(session: &Session, side: Side) -> Result<Vec<Event>, Refusal> {
    own(session.offers.rematch, side)?;
    one(Event::RematchWithdrawn { side })
}

pub(super) fn answer_rematch(
    session: &Session,
    side: Side,
    accept: bool,
    next: GameId,
) -> Result<Vec<Event>, Refusal> {
    theirs(session.offers.rematch, side)?;
    if accept {
        one(Event::RematchStarted { game: next })
    } else {
        one(Event::RematchDeclined { side })
    }
}
