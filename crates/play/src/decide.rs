//! What a wish leads to.

mod admit;
mod clock;
mod invite;
mod seat;
mod talk;

use core::time::Duration;

use rules::{Square, Status};

use crate::{
    Actor, ClaimedResult, Command, DrawReason, Event, Outcome, Refusal, Seq, Session, Side, Time,
    WinReason, away_limit,
};

/// Decides what a wish leads to: the events that now happen, in their order,
/// or why it is not granted. Changes nothing.
///
/// No events means that the wish is already fulfilled: the player who joins
/// has the seat, the invite that is cancelled was cancelled before.
///
/// # Errors
/// The first reason that holds, in this order: not a player, not started, game
/// over (but undo and rematch go on), stale, not your turn, then the wish's own
/// reasons.
pub fn decide(
    session: &Session,
    actor: Actor,
    command: Command,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::Join => invite::join(session, actor, now),
        Command::Cancel => invite::cancel(session, actor),
        Command::Expire => invite::expire(session, actor),
        Command::TakeSeat { side, moves, from } => {
            seat::take(session, actor, side, moves, from, now)
        }
        Command::ReportLostSeat => seat::report_lost(session, session.admit(actor, now)?, now),
        Command::KeepSeat => seat::keep(session, session.admit(actor, now)?),
        Command::Flag => clock::flag(session, actor, now),
        Command::Hold { from, until } => clock::hold(session, actor, from, until),
        Command::Move { path, seq, lag } => decide_move(session, actor, &path, seq, lag, now),
        Command::Resign => resign(session, actor, now),
        Command::OfferDraw => offer_draw(session, actor, now),
        Command::WithdrawDraw => talk::withdraw_draw(session, session.admit(actor, now)?),
        Command::AnswerDraw { accept, seq } => {
            talk::answer_draw(session, session.admit_at(actor, seq, now)?, accept, now)
        }
        Command::RequestTakeback => talk::request_takeback(session, session.admit(actor, now)?),
        Command::WithdrawTakeback => talk::withdraw_takeback(session, session.admit(actor, now)?),
        Command::AnswerTakeback { accept, seq } => {
            talk::answer_takeback(session, session.admit_at(actor, seq, now)?, accept, now)
        }
        Command::OfferRematch { next } => {
            talk::offer_rematch(session, session.admit_after_end(actor)?, next)
        }
        Command::WithdrawRematch => {
            talk::withdraw_rematch(session, session.admit_after_end(actor)?)
        }
        Command::AnswerRematch { accept, seq, next } => {
            let side = session.admit_after_end_at(actor, seq)?;
            talk::answer_rematch(session, side, accept, next)
        }
        Command::Undo { seq } => {
            let side = session.admit_undo_at(actor, seq)?;
            undo(session, side, now)
        }
        Command::Claim { result, opponent_away_since, seq } => {
            let side = session.admit_at(actor, seq, now)?;
            claim(session, side, result, opponent_away_since, now)
        }
    }
}

/// What [`Command::Move`] leads to.
///
/// A page decides moves ahead of the service and none of the other wishes;
/// by this door it need not hold the code for them.
///
/// # Errors
/// As [`decide`].
pub fn decide_move(
    session: &Session,
    actor: Actor,
    path: &[Square],
    seq: Seq,
    lag: Duration,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    let side = session.admit_at(actor, seq, now)?;
    play(session, side, path, lag, now)
}

/// What [`Command::Resign`] leads to.
pub(crate) fn resign(session: &Session, actor: Actor, now: Time) -> Result<Vec<Event>, Refusal> {
    let side = session.admit(actor, now)?;
    ended(Outcome::Win(!side, WinReason::Resigned), now)
}

/// What [`Command::OfferDraw`] leads to.
pub(crate) fn offer_draw(
    session: &Session,
    actor: Actor,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    talk::offer_draw(session, session.admit(actor, now)?, now)
}

/// What a claim of a draw leads to while the opponent is here.
pub(crate) fn claim_draw(
    session: &Session,
    actor: Actor,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    claim(session, session.admit(actor, now)?, ClaimedResult::Draw, None, now)
}

fn ended(outcome: Outcome, at: Time) -> Result<Vec<Event>, Refusal> {
    Ok(vec![Event::Ended { outcome, at }])
}

fn play(
    session: &Session,
    side: Side,
    path: &[Square],
    lag: Duration,
    at: Time,
) -> Result<Vec<Event>, Refusal> {
    if session.side_to_move() != side {
        return Err(Refusal::NotYourTurn);
    }
    let lag = clock::in_time(session, side, lag, at)?;
    let mut board = session.board.clone();
    let played = board.play_path(path)?;
    let mut events = vec![Event::Moved {
        side,
        path: played.path,
        captures: played.captures,
        pdn: played.pdn,
        fen: board.fen(),
        at,
        lag,
    }];
    if let Status::Ended(outcome) = board.status() {
        let outcome = Outcome::of_board(outcome, session.variant());
        events.push(Event::Ended { outcome, at });
    }
    Ok(events)
}

fn undo(session: &Session, side: Side, now: Time) -> Result<Vec<Event>, Refusal> {
    let against_computer = session.computer().is_some_and(|(it, _)| it != side);
    // Once the rematch has begun, the score that it started with is a fact.
    // Time that has run out cannot be taken back.
    let flagged = matches!(session.outcome(), Some(Outcome::Win(_, WinReason::Flag)));
    if !against_computer || session.rematch.is_some() || session.is_long_winded() || flagged {
        return Err(Refusal::NotAllowed);
    }
    take_back(session, side, now)
}

/// Back to the last decision of a side.
fn take_back(session: &Session, side: Side, at: Time) -> Result<Vec<Event>, Refusal> {
    let plies = session.plies_to_last_decision(side).ok_or(Refusal::NothingToUndo)?;
    let left = session.board.ply_count() - usize::from(plies);
    let fen = session.board.fen_at(left).ok_or(Refusal::NothingToUndo)?;
    Ok(vec![Event::TakenBack { plies, fen, at }])
}

fn claim(
    session: &Session,
    side: Side,
    result: ClaimedResult,
    opponent_away_since: Option<Time>,
    now: Time,
) -> Result<Vec<Event>, Refusal> {
    let away_long = away_limit(session.config.clock()).zip(opponent_away_since);
    let away_long = away_long.is_some_and(|(limit, since)| {
        // Who waits for the claimant's own move is not late, and who came to
        // move only now has not kept anybody waiting.
        session.side_to_move() != side && now.since(since.max(session.turn_began)) >= limit
    });
    match result {
        ClaimedResult::Win if away_long => ended(Outcome::Win(side, WinReason::Abandoned), now),
        ClaimedResult::Draw if away_long || session.board.may_claim_draw() => {
            ended(Outcome::Draw(DrawReason::Claimed), now)
        }
        ClaimedResult::Win | ClaimedResult::Draw => Err(Refusal::TooEarly),
    }
}
