//! One example of every message, for the golden files.

use core::time::Duration;

use play::{
    Actor, BySide, CancelReason, ClaimedResult, Command, Event, Face, GameConfig, GameId, Outcome,
    PlayerId, Refusal, Seat, Seq, Session, Side, Time, TimeControl, WinReason, decide, evolve,
};
use protocol::{
    BadMessage, ClientCommand, ClientMessage, ClockView, Presence, PresenceView, Reaction,
    ReactionView, ServerMessage, Snapshot, Viewer, WireEvent, Wish,
};
use rules::{GameRules, Square, Variant};
use uuid::Uuid;

use crate::http_samples;

pub(crate) const GAME: GameId = GameId::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
pub(crate) const NEXT: GameId = GameId::from_u128(0xfedc_ba98_7654_3210_fedc_ba98_7654_3210);
pub(crate) const COMMAND: Uuid = Uuid::from_u128(0x6f1c_1c0e_97a4_4f6e_8d5a_0a8f_0a3f_6c11);

/// A name and the text of the wire.
pub(crate) type Sample = (String, String);

pub(crate) fn path(text: &str) -> Vec<Square> {
    text.split(['-', 'x']).map(|number| number.parse().expect("a square in a test")).collect()
}

/// A game of two people from a position, with these moves played.
pub(crate) fn played(variant: Variant, fen: Option<&str>, moves: &str) -> Session {
    let setup = fen.map(|fen| fen.parse().expect("a FEN in a test"));
    let players = BySide::new_with(|side| Seat::Player(PlayerId::stand_in(side)));
    let config = GameConfig::new(variant, GameRules::STANDARD, setup.as_ref(), players)
        .expect("a game in a test");
    let mut session = Session::new(config);
    for text in moves.split_whitespace() {
        let actor = Actor::Player(PlayerId::stand_in(session.side_to_move()));
        let (path, seq) = (path(text), session.seq());
        says(&mut session, actor, Command::Move { path, seq, lag: Duration::ZERO });
    }
    session
}

pub(crate) fn says(session: &mut Session, actor: Actor, command: Command) -> Vec<Event> {
    says_at(session, actor, command, Time::ZERO)
}

fn says_at(session: &mut Session, actor: Actor, command: Command, at: Time) -> Vec<Event> {
    let events = decide(session, actor, command, at).expect("granted");
    for event in &events {
        evolve(session, event).expect("fits");
    }
    events
}

/// A game of three minutes and two seconds a move, a little later.
fn clocked() -> Snapshot {
    let seats = BySide::new_with(|side| Seat::Player(PlayerId::stand_in(side)));
    let setup = "B:W22,30:B3,11".parse().expect("a FEN in a test");
    let config = GameConfig::new(Variant::English, GameRules::STANDARD, Some(&setup), seats)
        .expect("a game in a test")
        .with_clock(TimeControl::increment(180, 2).ok());
    let mut session = Session::new(config);
    for (text, at) in [("11-15", 1_000), ("22-17", 2_000), ("15-19", 9_500)] {
        let actor = Actor::Player(PlayerId::stand_in(session.side_to_move()));
        let (path, seq, lag) = (path(text), session.seq(), Duration::from_millis(40));
        says_at(&mut session, actor, Command::Move { path, seq, lag }, Time::from_millis(at));
    }
    Snapshot::at(&session, GAME, Viewer::Seat(Side::Second), Time::from_millis(10_500))
}

pub(crate) const fn face() -> ClockView {
    ClockView { first_ms: 174_540, second_ms: 180_000, running: Some(Side::Second) }
}

pub(crate) const fn presence() -> PresenceView {
    PresenceView {
        first: Some(Presence::Here),
        second: Some(Presence::Away),
        watchers: 3,
        first_away_ms: None,
        second_away_ms: Some(95_000),
        turn_ms: Some(80_000),
        first_face: Some(Face::Carabao),
        second_face: Some(Face::Puli),
    }
}

pub(crate) const fn reaction() -> ReactionView {
    ReactionView { side: Side::Second, reaction: Reaction::NiceMove }
}

/// Messages of a game with a clock.
pub(crate) fn clocked_messages() -> Vec<(String, ServerMessage)> {
    let seq = Seq::new(13);
    let game = clocked();
    let clock = Some(face());
    let messages = [
        ("snapshot", ServerMessage::Snapshot { seq: game.seq, game: Box::new(game) }),
        ("event", ServerMessage::Event { seq, event: moved(), clock }),
        ("caught_up", ServerMessage::CaughtUp { seq, clock }),
    ];
    messages.into_iter().map(|(name, message)| (format!("{name}-clock"), message)).collect()
}

/// A late position after a double capture, so that a snapshot stays short.
fn late_game() -> Session {
    played(Variant::English, Some("B:W15,22,30,32:B3,11"), "11x25 30x21 3-7")
}

pub(crate) fn snapshot(you: Viewer) -> Snapshot {
    let faces = BySide { first: Some(Face::Carabao), second: Some(Face::Puli) };
    Snapshot::of(&late_game(), GAME, you).with_faces(faces)
}

const fn wish_name(wish: &Wish) -> &'static str {
    match wish {
        Wish::Move { .. } => "move",
        Wish::Resign => "resign",
        Wish::OfferDraw => "offer_draw",
        Wish::WithdrawDraw => "withdraw_draw",
        Wish::AnswerDraw { .. } => "answer_draw",
        Wish::RequestTakeback => "request_takeback",
        Wish::WithdrawTakeback => "withdraw_takeback",
        Wish::AnswerTakeback { .. } => "answer_takeback",
        Wish::OfferRematch => "offer_rematch",
        Wish::WithdrawRematch => "withdraw_rematch",
        Wish::AnswerRematch { .. } => "answer_rematch",
        Wish::Undo => "undo",
        Wish::KeepSeat => "keep_seat",
        Wish::Claim { .. } => "claim",
    }
}

pub(crate) fn wishes() -> Vec<Wish> {
    vec![
        Wish::Move { path: path("11x18x25") },
        Wish::Resign,
        Wish::OfferDraw,
        Wish::WithdrawDraw,
        Wish::AnswerDraw { accept: true },
        Wish::RequestTakeback,
        Wish::WithdrawTakeback,
        Wish::AnswerTakeback { accept: false },
        Wish::OfferRematch,
        Wish::WithdrawRematch,
        Wish::AnswerRematch { accept: true },
        Wish::Undo,
        Wish::KeepSeat,
        Wish::Claim { result: ClaimedResult::Draw },
    ]
}

pub(crate) fn client_messages() -> Vec<(String, ClientMessage)> {
    let (id, seq) = (COMMAND, Seq::new(12));
    let commands = wishes().into_iter().map(|wish| {
        let name = wish_name(&wish).to_owned();
        (name, ClientMessage::Command(ClientCommand { id, seq, wish }))
    });
    let ping = ("ping".to_owned(), ClientMessage::Ping { seq });
    let react = ClientMessage::React { id: COMMAND, reaction: Reaction::NiceMove };
    commands.chain([("react".to_owned(), react), ping]).collect()
}

const fn event_name(event: &WireEvent) -> &'static str {
    match event {
        WireEvent::Joined { .. } => "joined",
        WireEvent::Moved { .. } => "moved",
        WireEvent::DrawOffered { .. } => "draw_offered",
        WireEvent::DrawDeclined { .. } => "draw_declined",
        WireEvent::DrawWithdrawn { .. } => "draw_withdrawn",
        WireEvent::TakebackRequested { .. } => "takeback_requested",
        WireEvent::TakebackDeclined { .. } => "takeback_declined",
        WireEvent::TakebackWithdrawn { .. } => "takeback_withdrawn",
        WireEvent::TakenBack { .. } => "taken_back",
        WireEvent::Cancelled { .. } => "cancelled",
        WireEvent::RematchOffered { .. } => "rematch_offered",
        WireEvent::RematchDeclined { .. } => "rematch_declined",
        WireEvent::RematchWithdrawn { .. } => "rematch_withdrawn",
        WireEvent::RematchStarted { .. } => "rematch_started",
        WireEvent::Ended { .. } => "ended",
        WireEvent::SeatMoved { .. } => "seat_moved",
        WireEvent::SeatReportedLost { .. } => "seat_reported_lost",
        WireEvent::SeatKept { .. } => "seat_kept",
        WireEvent::ClockHeld { .. } => "clock_held",
        WireEvent::Unknown => "unknown",
    }
}

/// The move of the walkthrough: a double capture.
fn moved() -> WireEvent {
    let mut session = played(Variant::English, Some("B:W15,22,30,32:B3,11"), "");
    let seq = session.seq();
    let actor = Actor::Player(PlayerId::stand_in(Side::First));
    let path = path("11x25");
    let events = says(&mut session, actor, Command::Move { path, seq, lag: Duration::ZERO });
    WireEvent::from(&events[0])
}

pub(crate) fn events() -> Vec<(String, WireEvent)> {
    let (side, other) = (Side::First, Side::Second);
    let start = || played(Variant::English, None, "").board().fen();
    let events = [
        WireEvent::Joined { side: other },
        moved(),
        WireEvent::DrawOffered { side },
        WireEvent::DrawDeclined { side: other },
        WireEvent::DrawWithdrawn { side },
        WireEvent::TakebackRequested { side, plies: 2 },
        WireEvent::TakebackDeclined { side: other },
        WireEvent::TakebackWithdrawn { side },
        WireEvent::TakenBack { plies: 2, fen: start() },
        WireEvent::Cancelled { reason: CancelReason::Expired },
        WireEvent::RematchOffered { side },
        WireEvent::RematchDeclined { side: other },
        WireEvent::RematchWithdrawn { side },
        WireEvent::RematchStarted { game: NEXT },
        WireEvent::Ended { result: Outcome::Win(Side::First, WinReason::Resigned) },
        WireEvent::SeatMoved { side },
        WireEvent::SeatReportedLost { side: other },
        WireEvent::SeatKept { side },
        WireEvent::ClockHeld { ms: 30_000 },
    ];
    events.into_iter().map(|event| (event_name(&event).to_owned(), event)).collect()
}

const fn server_name(message: &ServerMessage) -> &'static str {
    match message {
        ServerMessage::Snapshot { .. } => "snapshot",
        ServerMessage::Event { .. } => "event",
        ServerMessage::CaughtUp { .. } => "caught_up",
        ServerMessage::Accepted { .. } => "accepted",
        ServerMessage::Refused { id: Some(_), .. } => "refused",
        ServerMessage::Refused { id: None, .. } => "refused-bad_message",
        ServerMessage::Presence { .. } => "presence",
        ServerMessage::Reaction { .. } => "reaction",
        ServerMessage::Pong { .. } => "pong",
        ServerMessage::Unknown => "unknown",
    }
}

pub(crate) fn server_messages() -> Vec<(String, ServerMessage)> {
    let seq = Seq::new(13);
    let game = snapshot(Viewer::Seat(Side::First));
    let messages = [
        ServerMessage::Snapshot { seq: game.seq, game: Box::new(game) },
        ServerMessage::Event { seq, event: moved(), clock: None },
        ServerMessage::CaughtUp { seq, clock: None },
        ServerMessage::Accepted { id: COMMAND, seq },
        ServerMessage::refused(COMMAND, Refusal::MustCapture),
        ServerMessage::bad_message(BadMessage { id: None }),
        ServerMessage::Presence(presence()),
        ServerMessage::Reaction(reaction()),
        ServerMessage::Pong { seq },
    ];
    messages.into_iter().map(|message| (server_name(&message).to_owned(), message)).collect()
}

pub(crate) fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("always JSON")
}

/// Every sample, by the name of its golden file.
pub(crate) fn all() -> Vec<Sample> {
    let mut all = Vec::new();
    for (name, message) in client_messages() {
        all.push((format!("client-{name}"), message.to_text()));
    }
    for (name, message) in server_messages().into_iter().chain(clocked_messages()) {
        all.push((format!("server-{name}"), message.to_text()));
    }
    for (name, event) in events() {
        all.push((format!("event-{name}"), text(&event)));
    }
    for (name, body) in http_samples::create_games() {
        all.push((format!("http-{name}"), text(&body)));
    }
    for (name, body) in http_samples::http_answers() {
        all.push((format!("http-{name}"), body));
    }
    all
}
