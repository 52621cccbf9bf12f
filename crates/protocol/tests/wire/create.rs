//! Bodies of `POST /api/games`, and the games that they ask for.

use play::{GameConfig, PlayerId, Seat, Session, Side, State, Time};
use protocol::{CreateGame, ErrorCode, SideChoice};

const MAKER: PlayerId = PlayerId::from_u128(7);

fn made(body: &str) -> Result<GameConfig, ErrorCode> {
    let create = CreateGame::parse(body.as_bytes())?;
    let side = create.side.side(Side::Second);
    create.config(MAKER, side, Time::from_millis(5))
}

fn check_refused(body: &str, code: ErrorCode) {
    assert_eq!(made(body), Err(code), "{body}");
}

#[test]
fn what_is_left_out_has_its_default() {
    let body = br#"{"variant":"english","opponent":{"kind":"friend"}}"#;
    let create = CreateGame::parse(body).expect("a good body");
    assert_eq!(create.side, SideChoice::First);
    assert!(!create.rules.tournament);
    assert_eq!(create.rules.length_limit, None);
    assert_eq!((create.clock, &create.fen, create.lang), (None, &None, None));
    let nulls = br#"{"variant":"english","opponent":{"kind":"friend"},"side":null,"rules":null,
        "clock":null,"fen":null,"lang":null,"mood":"good"}"#;
    assert_eq!(CreateGame::parse(nulls), Ok(create));
}

#[test]
fn against_a_friend_the_other_seat_is_open() {
    let config = made(r#"{"variant":"english","opponent":{"kind":"friend"},"side":"second"}"#);
    let session = Session::new(config.expect("a game"));
    assert_eq!(session.seats().first, Seat::Open);
    assert_eq!(session.seats().second, Seat::Player(MAKER));
    assert_eq!(session.state(), State::Waiting);
    assert_eq!(session.turn_began(), Time::from_millis(5));
}

#[test]
fn against_the_computer_the_game_is_on_at_once() {
    let body = r#"{"variant":"international","opponent":{"kind":"computer","level":"hard"},
        "side":"random","rules":{"tournament":true,"length_limit":60}}"#;
    let session = Session::new(made(body).expect("a game"));
    assert_eq!(session.seats().first, Seat::Computer(play::Level::Hard));
    assert!(session.computer_to_move().is_some());
    assert!(session.rules().tournament());
}

#[test]
fn bodies_that_cannot_be_read_are_bad_requests() {
    for body in [
        "",
        "{}",
        r#"{"variant":"english"}"#,
        r#"{"opponent":{"kind":"friend"}}"#,
        r#"{"variant":"chess","opponent":{"kind":"friend"}}"#,
        r#"{"variant":"english","opponent":{"kind":"foe"}}"#,
        r#"{"variant":"english","opponent":{"kind":"computer"}}"#,
        r#"{"variant":"english","opponent":{"kind":"computer","level":"god"}}"#,
        r#"{"variant":"english","opponent":"friend"}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},"side":"white"}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},"lang":"de"}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},"fen":7}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},"clock":{}}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},"clock":{"initial_s":300}}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},"clock":{"initial_s":0,"increment_s":3}}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},"clock":{"days_per_move":15}}"#,
        r#"{"variant":"english","opponent":{"kind":"friend"},
            "clock":{"initial_s":300,"increment_s":3,"days_per_move":3}}"#,
        r#"{"variant":"international","opponent":{"kind":"friend"},"rules":{"length_limit":0}}"#,
        r#"{"variant":"international","opponent":{"kind":"friend"},"rules":{"length_limit":65536}}"#,
    ] {
        check_refused(body, ErrorCode::BadRequest);
    }
}

#[test]
fn rules_that_english_draughts_does_not_have_are_bad_rules() {
    for rules in [r#"{"tournament":true}"#, r#"{"length_limit":50}"#] {
        let body =
            format!(r#"{{"variant":"english","opponent":{{"kind":"friend"}},"rules":{rules}}}"#);
        check_refused(&body, ErrorCode::BadRules);
    }
}

#[test]
fn a_start_that_is_none_or_already_over_is_a_bad_fen() {
    let over = "B:W21:B";
    for fen in ["", "chess", "B:W33:B1", "B:W1:B2", over, "W:W:B1,2"] {
        let body =
            format!(r#"{{"variant":"english","opponent":{{"kind":"friend"}},"fen":"{fen}"}}"#);
        check_refused(&body, ErrorCode::BadFen);
    }
    let drawn = r#"{"variant":"international","opponent":{"kind":"friend"},"fen":"W:WK48:BK1"}"#;
    check_refused(drawn, ErrorCode::BadFen);
    let long = format!(
        r#"{{"variant":"english","opponent":{{"kind":"friend"}},"fen":"B:W{}"}}"#,
        "1,".repeat(4_000)
    );
    check_refused(&long, ErrorCode::BadFen);
}
