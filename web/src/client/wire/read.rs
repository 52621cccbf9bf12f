//! From text to the messages of the server.

use core::num::NonZeroU16;

use play::{CancelReason, GameId, Level, Outcome, Seq, Side, TimeControl};
use protocol::{
    BySideWire, Clock, ClockView, CountersView, ErrorCode, GameState, MoveView, OffersView,
    Presence, PresenceView, RulesView, ScoreView, SeatKind, SeatView, ServerMessage, Snapshot,
    TakebackView, Viewer, WireEvent,
};
use rules::{Square, Variant};
use uuid::Uuid;

use super::json::Json;
#[cfg(any(feature = "mount", test))]
use crate::client::Created;

/// A message of the socket. A type or an event of a kind that this version
/// does not know is [`ServerMessage::Unknown`] or [`WireEvent::Unknown`];
/// `None` is what cannot be read.
pub(crate) fn server_message(text: &str) -> Option<ServerMessage> {
    let json = Json::parse(text)?;
    Some(match json.field("type")?.text()? {
        "snapshot" => {
            let game = Box::new(snapshot(json.field("game")?)?);
            ServerMessage::Snapshot { seq: seq(&json)?, game }
        }
        "event" => ServerMessage::Event {
            seq: seq(&json)?,
            event: event(json.field("event")?)?,
            clock: json.some("clock").and_then(clock),
        },
        "caught_up" => {
            ServerMessage::CaughtUp { seq: seq(&json)?, clock: json.some("clock").and_then(clock) }
        }
        "accepted" => ServerMessage::Accepted { id: uuid(json.field("id")?)?, seq: seq(&json)? },
        "refused" => {
            let id = json.some("id").and_then(uuid);
            let code = ErrorCode::from_name(json.field("code")?.text()?)?;
            // The page does not look at the details.
            ServerMessage::Refused { id, code, details: Default::default() }
        }
        "presence" => presences(&json)?,
        "pong" => ServerMessage::Pong { seq: seq(&json)? },
        _ => ServerMessage::Unknown,
    })
}

/// The answer to a request for news, as the messages that a socket would have
/// brought.
pub(crate) fn news(text: &str) -> Option<Vec<ServerMessage>> {
    let json = Json::parse(text)?;
    let mut messages = Vec::new();
    let seq = if let Some(game) = json.some("snapshot") {
        let game = Box::new(snapshot(game)?);
        let seq = game.seq;
        messages.push(ServerMessage::Snapshot { seq, game });
        seq
    } else {
        for numbered in json.field("events")?.list()? {
            let event = event(numbered.field("event")?)?;
            messages.push(ServerMessage::Event { seq: seq(numbered)?, event, clock: None });
        }
        seq(&json)?
    };
    messages.push(ServerMessage::CaughtUp { seq, clock: json.some("clock").and_then(clock) });
    if let Some(who) = json.some("presence") {
        messages.push(presences(who)?);
    }
    Some(messages)
}

/// The answer to the wish for a game.
#[cfg(any(feature = "mount", test))]
pub(crate) fn created(text: &str) -> Option<Created> {
    let json = Json::parse(text)?;
    let invite = match json.some("invite") {
        Some(invite) => {
            let part = |name| Some(invite.field(name)?.text()?.to_owned());
            Some((part("token")?, part("url")?))
        }
        None => None,
    };
    Some(Created { game: id(json.field("game")?)?, side: side(json.field("side")?)?, invite })
}

/// The code of an answer that is an error.
#[cfg(any(feature = "mount", test))]
pub(crate) fn error_code(text: &str) -> Option<String> {
    Some(Json::parse(text)?.field("error")?.field("code")?.text()?.to_owned())
}

fn seq(json: &Json) -> Option<Seq> {
    json.field("seq")?.number().map(Seq::new)
}

fn side(json: &Json) -> Option<Side> {
    Side::from_name(json.text()?)
}

fn id(json: &Json) -> Option<GameId> {
    json.text()?.parse().ok()
}

/// The name of a command: 32 hexadecimal digits, and hyphens between them.
fn uuid(json: &Json) -> Option<Uuid> {
    let mut digits = 0;
    let mut number = 0;
    for c in json.text()?.chars().filter(|c| *c != '-') {
        number = number << 4 | u128::from(c.to_digit(16)?);
        digits += 1;
    }
    (digits == 32).then(|| Uuid::from_u128(number))
}

fn squares(json: &Json) -> Option<Vec<Square>> {
    let list = json.list()?;
    list.iter().map(|number| Square::new(u8::try_from(number.number()?).ok()?)).collect()
}

fn small<T: TryFrom<u64>>(json: &Json) -> Option<T> {
    json.number()?.try_into().ok()
}

fn presences(json: &Json) -> Option<ServerMessage> {
    Some(ServerMessage::Presence(PresenceView {
        first: presence(json.some("first")),
        second: presence(json.some("second")),
        watchers: small(json.field("watchers")?)?,
        first_away_ms: number(json, "first_away_ms"),
        second_away_ms: number(json, "second_away_ms"),
        turn_ms: number(json, "turn_ms"),
        // Faces and signs are shown by a script of their own.
        first_face: None,
        second_face: None,
    }))
}

fn presence(json: Option<&Json>) -> Option<Presence> {
    match json?.text()? {
        "here" => Some(Presence::Here),
        "away" => Some(Presence::Away),
        _ => None,
    }
}

/// A number that may be missing.
fn number(json: &Json, name: &str) -> Option<u64> {
    json.some(name)?.number()
}

fn clock(json: &Json) -> Option<ClockView> {
    Some(ClockView {
        first_ms: number(json, "first_ms")?,
        second_ms: number(json, "second_ms")?,
        running: json.some("running").and_then(side),
    })
}

fn time_control(json: &Json) -> Option<Clock> {
    let count = |name| number(json, name)?.try_into().ok();
    let control = match count("days_per_move") {
        Some(days) => TimeControl::days_per_move(days),
        None => TimeControl::increment(count("initial_s")?, count("increment_s")?),
    };
    control.ok().map(Clock)
}

fn outcome(json: &Json) -> Option<Outcome> {
    let winner = match json.some("winner") {
        Some(winner) => Some(side(winner)?),
        None => None,
    };
    Outcome::from_parts(winner, json.field("reason")?.text()?)
}

fn event(json: &Json) -> Option<WireEvent> {
    let of_side = || side(json.field("side")?);
    let text = |name| Some(json.field(name)?.text()?.to_owned());
    Some(match json.field("kind")?.text()? {
        "joined" => WireEvent::Joined { side: of_side()? },
        "moved" => WireEvent::Moved {
            side: of_side()?,
            path: squares(json.field("path")?)?,
            captures: squares(json.field("captures")?)?,
            pdn: text("pdn")?,
            fen: text("fen")?,
        },
        "draw_offered" => WireEvent::DrawOffered { side: of_side()? },
        "draw_declined" => WireEvent::DrawDeclined { side: of_side()? },
        "draw_withdrawn" => WireEvent::DrawWithdrawn { side: of_side()? },
        "takeback_requested" => {
            WireEvent::TakebackRequested { side: of_side()?, plies: small(json.field("plies")?)? }
        }
        "takeback_declined" => WireEvent::TakebackDeclined { side: of_side()? },
        "takeback_withdrawn" => WireEvent::TakebackWithdrawn { side: of_side()? },
        "taken_back" => {
            WireEvent::TakenBack { plies: small(json.field("plies")?)?, fen: text("fen")? }
        }
        "cancelled" => {
            WireEvent::Cancelled { reason: CancelReason::from_name(json.field("reason")?.text()?)? }
        }
        "rematch_offered" => WireEvent::RematchOffered { side: of_side()? },
        "rematch_declined" => WireEvent::RematchDeclined { side: of_side()? },
        "rematch_withdrawn" => WireEvent::RematchWithdrawn { side: of_side()? },
        "rematch_started" => WireEvent::RematchStarted { game: id(json.field("game")?)? },
        "seat_moved" => WireEvent::SeatMoved { side: of_side()? },
        "seat_reported_lost" => WireEvent::SeatReportedLost { side: of_side()? },
        "seat_kept" => WireEvent::SeatKept { side: of_side()? },
        "ended" => WireEvent::Ended { result: outcome(json.field("result")?)? },
        _ => WireEvent::Unknown,
    })
}

/// A snapshot, without what the page works out by itself: legal moves,
/// captured pieces, counters.
fn snapshot(json: &Json) -> Option<Snapshot> {
    let text = |name| json.field(name)?.text();
    let seats = json.field("seats")?;
    let offers = json.field("offers")?;
    let score = json.field("score")?;
    let count = |name| small(score.field(name)?);
    let moves = json.field("moves")?.list()?;
    let result = match json.some("result") {
        Some(result) => Some(outcome(result)?),
        None => None,
    };
    Some(Snapshot {
        id: id(json.field("id")?)?,
        seq: seq(json)?,
        state: match text("state")? {
            "waiting" => GameState::Waiting,
            "playing" => GameState::Playing,
            "finished" => GameState::Finished,
            "cancelled" => GameState::Cancelled,
            _ => return None,
        },
        variant: Variant::from_name(text("variant")?)?,
        rules: rules(json.field("rules")?),
        start_fen: text("start_fen")?.to_owned(),
        fen: text("fen")?.to_owned(),
        side_to_move: side(json.field("side_to_move")?)?,
        you: Viewer::from_name(text("you")?)?,
        seats: BySideWire {
            first: seat(seats.field("first")?)?,
            second: seat(seats.field("second")?)?,
        },
        moves: moves.iter().map(played).collect::<Option<_>>()?,
        legal: Vec::new(),
        captured: BySideWire::default(),
        counters: CountersView { repetition: 1, quiet_plies: 0 },
        offers: OffersView {
            draw: offers.some("draw").and_then(side),
            takeback: offers.some("takeback").and_then(takeback),
            rematch: offers.some("rematch").and_then(side),
        },
        clock: json.some("clock").and_then(clock),
        time_control: json.some("time_control").and_then(time_control),
        score: ScoreView {
            first: count("first")?,
            second: count("second")?,
            draws: count("draws")?,
        },
        result,
        cancelled: json
            .some("cancelled")
            .and_then(|reason| CancelReason::from_name(reason.text()?)),
        rematch: json.some("rematch").and_then(id),
        reported_lost: json.some("reported_lost").and_then(side),
    })
}

fn rules(json: &Json) -> RulesView {
    RulesView {
        tournament: json.field("tournament") == Some(&Json::Bool(true)),
        length_limit: json.some("length_limit").and_then(|limit| NonZeroU16::new(small(limit)?)),
    }
}

fn seat(json: &Json) -> Option<SeatView> {
    let kind = match json.field("kind")?.text()? {
        "player" => SeatKind::Player,
        "computer" => SeatKind::Computer,
        "open" => SeatKind::Open,
        _ => return None,
    };
    Some(SeatView {
        kind,
        level: json.some("level").and_then(|name| Level::from_name(name.text()?)),
        face: None,
    })
}

fn played(json: &Json) -> Option<MoveView> {
    Some(MoveView {
        path: squares(json.field("path")?)?,
        captures: squares(json.field("captures")?)?,
        pdn: json.field("pdn")?.text()?.to_owned(),
    })
}

fn takeback(json: &Json) -> Option<TakebackView> {
    Some(TakebackView { side: side(json.field("side")?)?, plies: small(json.field("plies")?)? })
}
