//! Stories of games with a clock, under a clock that the story moves.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use tests::{House, Person, Socket};

const S: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// Five minutes each and three seconds for every move.
fn blitz() -> Value {
    json!({"variant": "english", "clock": {"initial_s": 300, "increment_s": 3}})
}

/// Two at a board with such a game.
async fn two(house: &House, body: Value) -> (String, Person, Person) {
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_like(&juan, body).await;
    (game, maria, juan)
}

async fn moves(person: &Person, game: &str, path: [u8; 2]) {
    person.does(game, "move", json!({"path": path})).await;
}

/// The two first moves, after which the clocks run.
async fn opening(game: &str, maria: &Person, juan: &Person) {
    moves(maria, game, [11, 15]).await;
    moves(juan, game, [23, 19]).await;
}

async fn check_clock(person: &Person, game: &str, first_s: u64, second_s: u64, running: Value) {
    let clock = person.snapshot(game).await["clock"].clone();
    let expected =
        json!({"first_ms": first_s * 1_000, "second_ms": second_s * 1_000, "running": running});
    assert_eq!(clock, expected);
}

async fn watch(person: &Person, game: &str) -> Socket {
    let mut socket = person.socket(game, None).await;
    socket.caught_up().await;
    socket
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_made_with_a_clock_and_the_invite_tells_it() {
    let house = House::open().await;
    let maria = Person::at(house.address());
    for clock in [json!({"initial_s": 300, "increment_s": 3}), json!({"days_per_move": 3})] {
        let body = json!({"variant": "international", "opponent": {"kind": "friend"},
                          "rules": {"tournament": true, "length_limit": 80}, "clock": clock});
        let (game, token) = maria.create(&body).await;
        let token = token.expect("an invite");
        let invite = maria.get(&format!("/api/invites/{token}")).await.json();
        assert_eq!(invite["clock"], clock);
        assert_eq!(invite["rules"], json!({"tournament": true, "length_limit": 80}));
        let snapshot = maria.snapshot(&game).await;
        assert_eq!(snapshot["time_control"], clock);
        assert_eq!(snapshot["clock"]["running"], Value::Null, "nobody is there yet");
    }
    let page = Person::at(house.address());
    let (_, token) = maria
        .create(&json!({"variant": "international", "opponent": {"kind": "friend"},
                        "rules": {"tournament": true, "length_limit": 80},
                        "clock": {"days_per_move": 3}, "lang": "en"}))
        .await;
    let request = page
        .request(reqwest::Method::GET, &format!("/i/{}", token.expect("an invite")))
        .header("accept-language", "en");
    let text = page.finish(request).await.text;
    for words in ["3 days a move", "Tournament draw rules", "80 moves each"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_outside_the_bounds_is_refused() {
    let house = House::open().await;
    let maria = Person::at(house.address());
    for clock in [
        json!({"initial_s": 0, "increment_s": 3}),
        json!({"initial_s": 10_801, "increment_s": 0}),
        json!({"initial_s": 300}),
        json!({"initial_s": 300, "increment_s": 181}),
        json!({"days_per_move": 0}),
        json!({"days_per_move": 15}),
        json!({"days_per_move": 1, "initial_s": 1, "increment_s": 1}),
        json!({}),
        json!("5+3"),
    ] {
        let body = json!({"variant": "english", "opponent": {"kind": "friend"}, "clock": clock});
        let answer = maria.post("/api/games", &body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (400, "bad_request"),
            "{body}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_starts_a_game_with_a_clock() {
    let house = House::open().await;
    let maria = Person::at(house.address());
    let post = async |clock: &str| {
        let form = format!("opponent=computer&variant=english&level=easy&side=first&clock={clock}");
        let request = maria
            .request(reqwest::Method::POST, "/en/new")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form);
        maria.finish(request).await
    };
    let made = post("600%2B5").await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text);
    let path = made.headers["location"].to_str().expect("a path").to_owned();
    let game = path.strip_prefix("/g/").expect("a game");
    let control = maria.snapshot(game).await["time_control"].clone();
    assert_eq!(control, json!({"initial_s": 600, "increment_s": 5}));
    assert_eq!(post("soon").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(post("").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test(flavor = "multi_thread")]
async fn thinking_is_charged_from_the_second_move_of_the_first_side_on() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, blitz()).await;
    let mut watcher = watch(&Person::at(house.address()), &game).await;
    house.wait(100 * S);
    moves(&maria, &game, [11, 15]).await;
    house.wait(100 * S);
    moves(&juan, &game, [23, 19]).await;
    check_clock(&juan, &game, 300, 300, json!("first")).await;
    house.wait(40 * S);
    check_clock(&juan, &game, 260, 300, json!("first")).await;
    moves(&maria, &game, [8, 11]).await;
    check_clock(&juan, &game, 263, 300, json!("second")).await;

    // Each event tells the clocks, so that nobody has to count along.
    let mut told = Vec::new();
    while told.len() < 3 {
        let message = watcher.next_of(&["event"]).await;
        told.push(message["clock"]["running"].clone());
        if told.len() == 3 {
            assert_eq!(message["clock"]["first_ms"], 263_000);
        }
    }
    assert_eq!(told, [Value::Null, json!("first"), json!("second")]);
    // Who comes later is told how they stand now.
    house.wait(7 * S);
    let mut late = Person::at(house.address()).socket(&game, Some(4)).await;
    let caught_up = late.next_of(&["caught_up"]).await;
    assert_eq!(caught_up["clock"]["second_ms"], 293_000);
    let page = maria.get(&format!("/api/games/{game}/events?since=4")).await.json();
    assert_eq!(page["clock"]["second_ms"], 293_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_clock_tells_of_none() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, json!({"variant": "english"})).await;
    let mut socket = maria.socket(&game, Some(1)).await;
    let caught_up = socket.next_of(&["caught_up"]).await;
    assert_eq!(caught_up.get("clock"), None);
    moves(&maria, &game, [11, 15]).await;
    assert_eq!(socket.next_of(&["event"]).await.get("clock"), None);
    house.wait(1_000 * HOUR);
    moves(&juan, &game, [23, 19]).await;
    let snapshot = juan.snapshot(&game).await;
    assert_eq!(snapshot["clock"], Value::Null);
    assert_eq!(snapshot.get("time_control"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_alone_lets_the_flag_fall() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, blitz()).await;
    let mut watcher = watch(&juan, &game).await;
    opening(&game, &maria, &juan).await;
    house.wait(301 * S);
    // Nobody says anything: the server notices by itself.
    let ended = watcher.next_of_event("ended").await;
    assert_eq!(ended["event"]["result"], json!({"winner": "second", "reason": "flag"}));
    let clock = json!({"first_ms": 0, "second_ms": 300_000, "running": null});
    assert_eq!(ended["clock"], clock);
    let snapshot = maria.snapshot(&game).await;
    assert_eq!(snapshot["state"], "finished");
    assert_eq!(snapshot["clock"], clock);
    assert_eq!(snapshot["score"], json!({"first": 0, "second": 1, "draws": 0}));
    assert_eq!(maria.is_refused(&game, "move", json!({"path": [8, 11]})).await, "game_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_comes_after_the_time_is_over_is_refused_and_the_flag_falls() {
    let house = House::open().await;
    for _ in 0..20 {
        let (game, maria, juan) = two(&house, blitz()).await;
        let mut watcher = watch(&juan, &game).await;
        opening(&game, &maria, &juan).await;
        house.wait(301 * S);
        assert_eq!(maria.is_refused(&game, "move", json!({"path": [8, 11]})).await, "game_over");
        watcher.next_event("ended").await;
        assert_eq!(juan.snapshot(&game).await["result"]["reason"], "flag");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn flag_against_move_has_exactly_one_outcome() {
    let house = House::open().await;
    for n in 0..tests::races() {
        let (game, maria, juan) = two(&house, blitz()).await;
        let mut watcher = watch(&juan, &game).await;
        opening(&game, &maria, &juan).await;
        let seq = juan.snapshot(&game).await["seq"].clone();
        // The time runs out while the move is on its way.
        house.wait(299 * S);
        let body = json!({"type": "move", "id": uuid::Uuid::new_v4(), "seq": seq, "path": [8, 11]});
        let path = format!("/api/games/{game}/commands");
        let (answer, ()) = tokio::join!(maria.post(&path, &body), async {
            for _ in 0..n % 4 {
                // Takes about as long as the move does.
                juan.get("/healthz").await;
            }
            house.wait(2 * S);
        });
        if answer.status == StatusCode::OK {
            // The move stands, and the other clock runs.
            let snapshot = juan.snapshot(&game).await;
            assert_eq!(snapshot["moves"].as_array().map(Vec::len), Some(3));
            assert_eq!(snapshot["clock"]["running"], "second");
            assert_eq!(snapshot["state"], "playing");
        } else {
            assert_eq!(answer.code(), "game_over");
            watcher.next_event("ended").await;
            let snapshot = juan.snapshot(&game).await;
            assert_eq!(snapshot["moves"].as_array().map(Vec::len), Some(2));
            assert_eq!(snapshot["result"], json!({"winner": "second", "reason": "flag"}));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_charges_nobody_and_forgets_no_deadline() {
    let mut house = House::open().await;
    let (game, maria, juan) = two(&house, blitz()).await;
    opening(&game, &maria, &juan).await;
    house.wait(60 * S);
    house.close().await;
    house.wait(HOUR);
    house.open_again().await;
    check_clock(&maria, &game, 240, 300, json!("first")).await;
    let page = maria.get(&format!("/api/games/{game}/events?since=3")).await.json();
    assert_eq!(page["events"][0]["event"], json!({"kind": "clock_held", "ms": 3_600_000}));
    // The deadline is there without anybody having looked at the game.
    let mut watcher = watch(&juan, &game).await;
    house.wait(241 * S);
    watcher.next_event("ended").await;
    assert_eq!(juan.snapshot(&game).await["result"]["reason"], "flag");
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_a_crash_not_even_two() {
    let mut house = House::open().await;
    let (game, maria, juan) = two(&house, blitz()).await;
    opening(&game, &maria, &juan).await;
    for _ in 0..2 {
        house.crash();
        house.wait(HOUR);
        house.open_again().await;
    }
    check_clock(&maria, &game, 300, 300, json!("first")).await;
    moves(&maria, &game, [8, 11]).await;
    house.wait(10 * S);
    check_clock(&juan, &game, 303, 290, json!("second")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_ran_out_of_time_unseen_falls_after_the_restart() {
    let mut house = House::open().await;
    let (game, maria, juan) =
        two(&house, json!({"variant": "english", "clock": {"days_per_move": 1}})).await;
    moves(&maria, &game, [11, 15]).await;
    house.wait(24 * HOUR - 5 * S);
    house.close().await;
    house.wait(HOUR);
    house.open_again().await;
    assert_eq!(juan.snapshot(&game).await["state"], "playing", "five seconds are left");
    let mut watcher = watch(&maria, &game).await;
    house.wait(6 * S);
    let ended = watcher.next_event("ended").await;
    assert_eq!(ended["result"], json!({"winner": "first", "reason": "flag"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_takeback_the_clock_of_the_side_to_move_runs() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, blitz()).await;
    opening(&game, &maria, &juan).await;
    moves(&maria, &game, [8, 11]).await;
    moves(&juan, &game, [22, 17]).await;
    for (asker, other, side) in [(&juan, &maria, "second"), (&maria, &juan, "first")] {
        asker.does(&game, "request_takeback", json!({})).await;
        other.does(&game, "answer_takeback", json!({"accept": true})).await;
        let snapshot = maria.snapshot(&game).await;
        assert_eq!(snapshot["side_to_move"], side);
        assert_eq!(snapshot["clock"]["running"], side);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_the_same_clock() {
    let house = House::open().await;
    let (game, maria, juan) =
        two(&house, json!({"variant": "english", "clock": {"days_per_move": 2}})).await;
    maria.does(&game, "resign", json!({})).await;
    maria.does(&game, "offer_rematch", json!({})).await;
    juan.does(&game, "answer_rematch", json!({"accept": true})).await;
    let next = maria.snapshot(&game).await["rematch"].as_str().expect("a game").to_owned();
    let snapshot = maria.snapshot(&next).await;
    assert_eq!(snapshot["time_control"], json!({"days_per_move": 2}));
    assert_eq!(
        (snapshot["you"].as_str(), snapshot["clock"]["running"].as_str()),
        (Some("second"), Some("first"))
    );
    let mut watcher = watch(&maria, &next).await;
    house.wait(49 * HOUR);
    assert_eq!(watcher.next_event("ended").await["result"]["reason"], "flag");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_runs_out_of_time_loses_to_the_computer_too() {
    let house = House::open().await;
    let maria = Person::at(house.address());
    let opponent = json!({"kind": "computer", "level": "easy"});
    let clock = json!({"initial_s": 60, "increment_s": 0});
    let body = json!({"variant": "english", "opponent": opponent, "clock": clock});
    let (game, _) = maria.create(&body).await;
    let mut socket = watch(&maria, &game).await;
    moves(&maria, &game, [11, 15]).await;
    while socket.next_event("moved").await["side"] == "first" {}
    house.wait(61 * S);
    let ended = socket.next_event("ended").await;
    assert_eq!(ended["result"], json!({"winner": "second", "reason": "flag"}));
    assert_eq!(maria.is_refused(&game, "undo", json!({})).await, "not_allowed");
}
