//! Moving a seat to another browser, and giving a lost one anew.

use crate::{Actor, Event, Refusal, Seat, SeatGiver, Session, Side, State, Time, object_within};

/// Who has the seat already is not refused; who has the other one is.
pub(super) fn take(
    session: &Session,
    actor: Actor,
    side: Side,
    moves: u32,
    from: SeatGiver,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    let Actor::Player(player) = actor else {
        return Err(Refusal::NotAPlayer);
    };
    if matches!(session.state, State::Finished(_) | State::Cancelled(_)) {
        return Err(Refusal::GameOver);
    }
    match session.side_of(player) {
        Some(own) if own == side => return Ok(Vec::new()),
        Some(_) => return Err(Refusal::OwnInvite),
        None => {}
    }
    let is_taken = matches!(session.seats[side], Seat::Player(_));
    if !is_taken || session.seat_moves[side] != moves {
        return Err(Refusal::SeatLinkUsed);
    }
    if from == SeatGiver::Opponent {
        let reported = session.reported_lost(side).ok_or(Refusal::SeatLinkUsed)?;
        if now.since(reported) < object_within(session.config.clock()) {
            return Err(Refusal::TooEarly);
        }
    }
    Ok(vec![Event::SeatMoved { side, player }])
}

/// Saying it again gives the other side its time to object anew.
pub(super) fn report_lost(session: &Session, side: Side, at: Time) -> Result<Vec<Event>, Refusal> {
    let is_person = matches!(session.seats[!side], Seat::Player(_));
    // Who is said to have lost the own seat answers that first.
    let is_reported = session.reported_lost(side).is_some();
    if !is_person || is_reported || session.is_long_winded() {
        return Err(Refusal::NotAllowed);
    }
    Ok(vec![Event::SeatReportedLost { side, at }])
}

pub(super) fn keep(session: &Session, side: Side) -> Result<Vec<Event>, Refusal> {
    match session.reported_lost(side) {
        Some(_) => Ok(vec![Event::SeatKept { side }]),
        None => Ok(Vec::new()),
    }
}
