//! Messages at random.

use play::{CancelReason, ClaimedResult, Face, GameId, Level, Outcome, Seq, Side, TimeControl};
use proptest::{collection::vec, option, prelude::*, sample::select};
use protocol::{
    ClientCommand, ClientMessage, Clock, ClockView, CreateGame, ErrorCode, Lang, Opponent,
    Presence, PresenceView, Reaction, ReactionView, RulesView, ServerMessage, SideChoice, Viewer,
    WireEvent, Wish,
};
use rules::{Square, Variant};
use serde_json::Map;
use uuid::Uuid;

use crate::samples;

pub(crate) fn side() -> impl Strategy<Value = Side> {
    select(Side::ALL.to_vec())
}

fn squares(most: usize) -> impl Strategy<Value = Vec<Square>> {
    let square = (1u8..=50).prop_map(|number| Square::new(number).expect("in range"));
    vec(square, 0..=most)
}

pub(crate) fn seq() -> impl Strategy<Value = Seq> {
    any::<u64>().prop_map(Seq::new)
}

pub(crate) fn game_id() -> impl Strategy<Value = GameId> {
    any::<u128>().prop_map(GameId::from_u128)
}

fn uuid() -> impl Strategy<Value = Uuid> {
    any::<u128>().prop_map(Uuid::from_u128)
}

pub(crate) fn outcome() -> impl Strategy<Value = Outcome> {
    select(Outcome::all().collect::<Vec<_>>())
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        squares(protocol::MAX_PATH).prop_map(|path| Wish::Move { path }),
        select(samples::wishes()),
        any::<bool>().prop_map(|accept| Wish::AnswerDraw { accept }),
        any::<bool>().prop_map(|accept| Wish::AnswerTakeback { accept }),
        any::<bool>().prop_map(|accept| Wish::AnswerRematch { accept }),
        select(ClaimedResult::ALL.to_vec()).prop_map(|result| Wish::Claim { result }),
    ]
}

pub(crate) fn client_message() -> impl Strategy<Value = ClientMessage> {
    prop_oneof![
        1 => seq().prop_map(|seq| ClientMessage::Ping { seq }),
        1 => (uuid(), select(Reaction::ALL.to_vec()))
            .prop_map(|(id, reaction)| ClientMessage::React { id, reaction }),
        9 => (uuid(), seq(), wish())
            .prop_map(|(id, seq, wish)| ClientMessage::Command(ClientCommand { id, seq, wish })),
    ]
}

pub(crate) fn event() -> impl Strategy<Value = WireEvent> {
    let moved = (side(), squares(21), squares(20), ".{0,40}", ".{0,80}").prop_map(
        |(side, path, captures, pdn, fen)| WireEvent::Moved { side, path, captures, pdn, fen },
    );
    let events = samples::events().into_iter().map(|(_, event)| event);
    prop_oneof![
        moved,
        select(events.collect::<Vec<_>>()),
        outcome().prop_map(|result| WireEvent::Ended { result }),
        (any::<u8>(), ".{0,80}").prop_map(|(plies, fen)| WireEvent::TakenBack { plies, fen }),
        (side(), any::<u8>())
            .prop_map(|(side, plies)| WireEvent::TakebackRequested { side, plies }),
        game_id().prop_map(|game| WireEvent::RematchStarted { game }),
        any::<u64>().prop_map(|ms| WireEvent::ClockHeld { ms }),
        select(CancelReason::ALL.to_vec()).prop_map(|reason| WireEvent::Cancelled { reason }),
        Just(WireEvent::Unknown),
    ]
}

pub(crate) fn face() -> impl Strategy<Value = ClockView> {
    (any::<u64>(), any::<u64>(), option::of(side()))
        .prop_map(|(first_ms, second_ms, running)| ClockView { first_ms, second_ms, running })
}

fn look() -> impl Strategy<Value = Face> {
    select(Face::ALL.to_vec())
}

pub(crate) fn reaction() -> impl Strategy<Value = ReactionView> {
    (side(), select(Reaction::ALL.to_vec()))
        .prop_map(|(side, reaction)| ReactionView { side, reaction })
}

pub(crate) fn presence() -> impl Strategy<Value = PresenceView> {
    let here = || option::of(select(vec![Presence::Here, Presence::Away]));
    let ms = || any::<Option<u64>>();
    let faces = (option::of(look()), option::of(look()));
    (here(), here(), any::<u32>(), ms(), ms(), ms(), faces).prop_map(
        |(first, second, watchers, first_away_ms, second_away_ms, turn_ms, faces)| PresenceView {
            first,
            second,
            watchers,
            first_away_ms,
            second_away_ms,
            turn_ms,
            first_face: faces.0,
            second_face: faces.1,
        },
    )
}

pub(crate) fn server_message() -> impl Strategy<Value = ServerMessage> {
    let snapshots = samples::server_messages().into_iter().chain(samples::clocked_messages());
    let snapshots = snapshots.map(|(_, message)| message);
    prop_oneof![
        (seq(), event(), option::of(face())).prop_map(|(seq, event, clock)| ServerMessage::Event {
            seq,
            event,
            clock
        }),
        (seq(), option::of(face())).prop_map(|(seq, clock)| ServerMessage::CaughtUp { seq, clock }),
        seq().prop_map(|seq| ServerMessage::Pong { seq }),
        (uuid(), seq()).prop_map(|(id, seq)| ServerMessage::Accepted { id, seq }),
        (option::of(uuid()), select(ErrorCode::all().collect::<Vec<_>>()))
            .prop_map(|(id, code)| ServerMessage::Refused { id, code, details: Map::new() }),
        presence().prop_map(ServerMessage::Presence),
        reaction().prop_map(ServerMessage::Reaction),
        select(snapshots.collect::<Vec<_>>()),
    ]
}

pub(crate) fn viewer() -> impl Strategy<Value = Viewer> {
    option::of(side()).prop_map(Viewer::from)
}

pub(crate) fn clock() -> impl Strategy<Value = Clock> {
    prop_oneof![
        (1u32..=10_800, 0u32..=180)
            .prop_map(|(initial, increment)| TimeControl::increment(initial, increment)
                .expect("in range")),
        (1u32..=14).prop_map(|days| TimeControl::days_per_move(days).expect("in range")),
    ]
    .prop_map(Clock)
}

pub(crate) fn create_game() -> impl Strategy<Value = CreateGame> {
    let opponent = prop_oneof![
        Just(Opponent::Friend),
        select(Level::ALL.to_vec()).prop_map(|level| Opponent::Computer { level }),
    ];
    let sides = vec![SideChoice::First, SideChoice::Second, SideChoice::Random];
    let rules = (any::<bool>(), any::<u16>()).prop_map(|(tournament, limit)| RulesView {
        tournament,
        length_limit: core::num::NonZeroU16::new(limit),
    });
    (
        select(Variant::ALL.to_vec()),
        opponent,
        select(sides),
        rules,
        option::of(clock()),
        option::of(".{0,60}"),
        option::of(select(Lang::ALL.to_vec())),
    )
        .prop_map(|(variant, opponent, side, rules, clock, fen, lang)| CreateGame {
            variant,
            opponent,
            side,
            rules,
            clock,
            fen,
            lang,
        })
}
