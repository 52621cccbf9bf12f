//! One example of every body of HTTP, for the golden files.

use play::{DrawReason, Face, Level, Outcome, Refusal, Seq, Side, TimeControl};
use protocol::{
    Clock, CreateGame, Created, ErrorCode, EventsPage, FaceWish, GameState, InviteLink,
    InviteState, InviteView, InviteViewer, Lang, MyGame, NumberedEvent, Opponent, PushEnd, PushKey,
    PushKeys, PushWish, RulesView, SeatLink, SeatLinkKind, SeatLinkState, SeatLinkView,
    SeatRedeemed, SeatWish, Seated, SideChoice, Viewer, WireEvent,
};
use rules::Variant;

use crate::samples::{GAME, NEXT, Sample, face, presence, reaction, snapshot, text};

pub(crate) fn create_games() -> Vec<(String, CreateGame)> {
    let friend = CreateGame {
        variant: Variant::International,
        opponent: Opponent::Friend,
        side: SideChoice::Random,
        rules: RulesView { tournament: true, length_limit: None },
        clock: TimeControl::increment(300, 3).ok().map(Clock),
        fen: None,
        lang: Some(Lang::Hu),
    };
    let computer = CreateGame {
        variant: Variant::English,
        opponent: Opponent::Computer { level: Level::Easy },
        side: SideChoice::First,
        rules: RulesView::default(),
        clock: None,
        fen: Some("W:W18,24,K10:B12,K22".to_owned()),
        lang: None,
    };
    vec![("create-friend".to_owned(), friend), ("create-computer".to_owned(), computer)]
}

/// The answers of HTTP.
pub(crate) fn http_answers() -> Vec<Sample> {
    let token = "8Lx3hGmvTq2ZcRkWbYd5pN".to_owned();
    let created = Created {
        game: GAME,
        side: Side::First,
        invite: Some(InviteLink { url: format!("https://dama.example/i/{token}"), token }),
    };
    let against_computer = Created { invite: None, ..created };
    let invite = InviteView {
        state: InviteState::Open,
        game: GAME,
        variant: Variant::English,
        rules: RulesView::default(),
        clock: Some(Clock(TimeControl::DaysPerMove(3))),
        side: Side::Second,
        you: InviteViewer::None,
    };
    let seated = Seated { game: GAME, side: Side::Second };
    let my_games = [
        MyGame {
            game: GAME,
            variant: Variant::English,
            you: Side::First,
            state: GameState::Playing,
            your_turn: true,
            result: None,
            updated_at: 1_767_225_600_000,
        },
        MyGame {
            game: NEXT,
            variant: Variant::International,
            you: Side::Second,
            state: GameState::Finished,
            your_turn: false,
            result: Some(Outcome::Draw(DrawReason::Agreed)),
            updated_at: 1_767_139_200_000,
        },
    ];
    let page = EventsPage::Events {
        seq: Seq::new(14),
        events: vec![
            NumberedEvent {
                seq: Seq::new(13),
                event: WireEvent::DrawOffered { side: Side::First },
            },
            NumberedEvent {
                seq: Seq::new(14),
                event: WireEvent::DrawDeclined { side: Side::Second },
            },
        ],
        clock: Some(face()),
        presence: Some(presence()),
        reaction: Some(reaction()),
    };
    let gap = EventsPage::Snapshot {
        snapshot: Box::new(snapshot(Viewer::Watcher)),
        presence: Some(presence()),
    };
    let taken = ErrorCode::from(Refusal::InviteTaken).body_with_game(GAME);
    let wish = SeatWish { kind: SeatLinkKind::Continue };
    let link = SeatLink {
        kind: SeatLinkKind::Continue,
        token: "8Lx3hGmvTq2ZcRkWbYd5pN".to_owned(),
        url: "https://dama.example/s/8Lx3hGmvTq2ZcRkWbYd5pN".to_owned(),
        expires_in_s: Some(120),
        opens_in_s: 0,
    };
    let saved = SeatLink { kind: SeatLinkKind::Saved, expires_in_s: None, ..link.clone() };
    let redeemed = SeatRedeemed { game: GAME, side: Side::First, next: Some(saved) };
    let link_view = SeatLinkView {
        state: SeatLinkState::Early,
        kind: SeatLinkKind::Replacement,
        game: GAME,
        variant: Variant::English,
        side: Side::Second,
        you: InviteViewer::None,
    };
    let endpoint = "https://push.example/w/Q0hBUkxJRQ".to_owned();
    let keys = PushKeys {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4".to_owned(),
        auth: "BTBZMqHH6r4Tts7J_aSIgg".to_owned(),
    };
    let push_key = PushKey {
        key: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8".to_owned(),
    };
    let push_wish = PushWish { endpoint: endpoint.clone(), keys, lang: Some(Lang::Hu) };
    [
        ("push-key", text(&push_key)),
        ("push-wish", text(&push_wish)),
        ("push-end", text(&PushEnd { endpoint })),
        ("face-wish", text(&FaceWish { face: Face::Tarsier })),
        ("seat-wish", text(&wish)),
        ("seat-link", text(&link)),
        ("seat-link-view", text(&link_view)),
        ("seat-redeemed", text(&redeemed)),
        ("created-friend", text(&created)),
        ("created-computer", text(&against_computer)),
        ("invite", text(&invite)),
        ("seated", text(&seated)),
        ("my-games", text(&my_games)),
        ("events", text(&page)),
        ("events-snapshot", text(&gap)),
        ("error", text(&ErrorCode::BadFen.body())),
        ("error-invite_taken", text(&taken)),
    ]
    .map(|(name, text)| (name.to_owned(), text))
    .to_vec()
}
