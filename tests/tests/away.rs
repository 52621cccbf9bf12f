//! Stories of who is here, who is away, and what may be claimed then.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};
use tests::{House, Person, Socket};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);

async fn two(house: &House, body: Value) -> (String, Person, Person) {
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_like(&juan, body).await;
    (game, maria, juan)
}

fn plain() -> Value {
    json!({"variant": "english"})
}

fn with_clock() -> Value {
    json!({"variant": "english", "clock": {"initial_s": 600, "increment_s": 0}})
}

/// Maria has moved and looks on; Juan, on move, has been here and has left.
async fn juan_has_left(house: &House, body: Value) -> (String, Person, Person, Socket) {
    let (game, maria, juan) = two(house, body).await;
    let mut first = maria.socket(&game, None).await;
    first.caught_up().await;
    let second = juan.socket(&game, None).await;
    while first.next_of(&["presence"]).await["second"] != "here" {}
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    drop(second);
    while first.next_of(&["presence"]).await["second"] != "away" {}
    (game, maria, juan, first)
}

async fn claim(person: &Person, game: &str, result: &str) -> tests::Answer {
    person.say(game, "claim", json!({"result": result})).await
}

async fn too_early(person: &Person, game: &str) {
    for result in ["win", "draw"] {
        let answer = claim(person, game, result).await;
        assert_eq!(answer.code(), "too_early");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_is_claimed_after_a_day_and_a_draw_too() {
    let house = House::open().await;
    for (result, expected) in [
        ("win", json!({"winner": "first", "reason": "abandoned"})),
        ("draw", json!({"winner": null, "reason": "claimed"})),
    ] {
        let (game, maria, _, _socket) = juan_has_left(&house, plain()).await;
        house.wait(24 * HOUR - MINUTE);
        too_early(&maria, &game).await;
        house.wait(MINUTE);
        assert_eq!(claim(&maria, &game, result).await.status, StatusCode::OK);
        assert_eq!(maria.snapshot(&game).await["result"], expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_clock_two_minutes_are_enough() {
    let house = House::open().await;
    let (game, maria, _, _socket) = juan_has_left(&house, with_clock()).await;
    house.wait(2 * MINUTE - Duration::from_secs(1));
    too_early(&maria, &game).await;
    house.wait(Duration::from_secs(1));
    assert_eq!(claim(&maria, &game, "win").await.status, StatusCode::OK);
    assert_eq!(maria.snapshot(&game).await["result"]["reason"], "abandoned");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_is_sent_twice_is_granted_once() {
    let house = House::open().await;
    let (game, maria, _, _socket) = juan_has_left(&house, plain()).await;
    house.wait(25 * HOUR);
    let body = json!({"type": "claim", "id": uuid::Uuid::new_v4(), "seq": 2, "result": "win"});
    let path = format!("/api/games/{game}/commands");
    let answers = [maria.post(&path, &body).await, maria.post(&path, &body).await];
    assert_eq!(answers[0].text, answers[1].text);
    assert_eq!(answers[1].status, StatusCode::OK);
    // A third one, with another name, comes too late.
    assert_eq!(claim(&maria, &game, "win").await.code(), "game_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_is_here_and_thinks_is_not_away() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, plain()).await;
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    let mut thinking = juan.socket(&game, None).await;
    thinking.caught_up().await;
    house.wait(100 * HOUR);
    too_early(&maria, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_is_away_no_more_and_may_move_until_the_claim() {
    let house = House::open().await;
    let (game, maria, juan, mut first) = juan_has_left(&house, plain()).await;
    house.wait(23 * HOUR);
    let back = juan.socket(&game, None).await;
    while first.next_of(&["presence"]).await["second"] != "here" {}
    house.wait(2 * HOUR);
    too_early(&maria, &game).await;
    drop(back);
    while first.next_of(&["presence"]).await["second"] != "away" {}
    house.wait(23 * HOUR);
    too_early(&maria, &game).await;
    // Away, and yet a move counts.
    juan.does(&game, "move", json!({"path": [23, 19]})).await;
    house.wait(100 * HOUR);
    too_early(&maria, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_connection_s_end_and_a_watcher_s_change_nothing() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, plain()).await;
    let mut first = maria.socket(&game, None).await;
    let old = juan.socket(&game, None).await;
    while first.next_of(&["presence"]).await["second"] != "here" {}
    let mut newer = juan.socket(&game, None).await;
    newer.caught_up().await;
    drop(old);
    for _ in 0..50 {
        let mut watcher = Person::at(house.address()).socket(&game, None).await;
        watcher.caught_up().await;
    }
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    house.wait(25 * HOUR);
    too_early(&maria, &game).await;
    let snapshot = maria.snapshot(&game).await;
    assert_eq!(snapshot["state"], "playing");
    let watcher = Person::at(house.address()).socket(&game, None).await;
    let mut told = first.next_of(&["presence"]).await;
    while told["watchers"] != 1 {
        told = first.next_of(&["presence"]).await;
    }
    assert_eq!((told["first"].as_str(), told["second"].as_str()), (Some("here"), Some("here")));
    drop(watcher);
}

#[tokio::test(flavor = "multi_thread")]
async fn since_when_somebody_is_away_is_told_and_survives_a_restart() {
    let mut house = House::open().await;
    let (game, maria, _, first) = juan_has_left(&house, plain()).await;
    house.wait(20 * HOUR);
    drop(first);
    house.close().await;
    // Nobody can come back while the server is down, so that is not counted.
    house.wait(10 * HOUR);
    house.open_again().await;
    let mut first = maria.socket(&game, None).await;
    let told = first.next_of(&["presence"]).await;
    assert_eq!(told["second"], "away");
    let day = 20 * 60 * 60 * 1_000;
    assert_eq!(told["second_away_ms"], day);
    assert_eq!(told["turn_ms"], day + 10 * 60 * 60 * 1_000);
    assert_eq!(told.get("first_away_ms"), None, "who is here is not away");
    house.wait(4 * HOUR - MINUTE);
    too_early(&maria, &game).await;
    house.wait(MINUTE);
    assert_eq!(claim(&maria, &game, "win").await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_makes_nobody_who_was_here_late() {
    let mut house = House::open().await;
    let (game, maria, juan) = two(&house, plain()).await;
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    let mut thinking = juan.socket(&game, None).await;
    thinking.caught_up().await;
    house.wait(30 * HOUR);
    house.close().await;
    house.open_again().await;
    let mut first = maria.socket(&game, None).await;
    let told = first.next_of(&["presence"]).await;
    assert_eq!((told["second"].as_str(), &told["second_away_ms"]), (Some("away"), &json!(0)));
    house.wait(23 * HOUR);
    too_early(&maria, &game).await;
    house.wait(HOUR);
    assert_eq!(claim(&maria, &game, "win").await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_websocket_the_long_poll_shows_that_somebody_is_here() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, plain()).await;
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    let mut first = maria.socket(&game, None).await;
    while first.next_of(&["presence"]).await["second"] != "away" {}
    let path = format!("/api/games/{game}/events?since=2&wait=25");
    let (page, ()) = tokio::join!(juan.get(&path), async {
        while first.next_of(&["presence"]).await["second"] != "here" {}
        // Somebody's coming is news too: the answer does not wait for its time.
        let mut watcher = Person::at(house.address()).socket(&game, None).await;
        watcher.caught_up().await;
    });
    assert_eq!(page.json()["presence"]["second"], "here");
    house.wait(25 * HOUR);
    too_early(&maria, &game).await;
    // A watcher's poll is nobody's presence.
    let watcher = Person::at(house.address());
    let page = watcher.get(&format!("/api/games/{game}/events?since=0")).await.json();
    assert_eq!(page["presence"]["watchers"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn claim_against_return_has_exactly_one_outcome() {
    let house = House::open().await;
    for _ in 0..tests::races() {
        let (game, maria, juan, _socket) = juan_has_left(&house, plain()).await;
        house.wait(25 * HOUR);
        let seq = maria.snapshot(&game).await["seq"].clone();
        let path = format!("/api/games/{game}/commands");
        let says = |kind: &str, fields: Value| {
            let mut body = json!({"type": kind, "id": uuid::Uuid::new_v4(), "seq": seq});
            if let (Some(body), Value::Object(fields)) = (body.as_object_mut(), fields) {
                body.extend(fields);
            }
            body
        };
        let wins = says("claim", json!({"result": "win"}));
        let moves = says("move", json!({"path": [23, 19]}));
        let (claimed, moved) = tokio::join!(maria.post(&path, &wins), juan.post(&path, &moves));
        let (claimed, moved) = (claimed.status == StatusCode::OK, moved.status == StatusCode::OK);
        assert!(claimed ^ moved, "claimed {claimed}, moved {moved}");
        let expected = if claimed { "finished" } else { "playing" };
        assert_eq!(maria.snapshot(&game).await["state"], expected);
    }
}
