//! Stories of a client without a websocket.

use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tests::{Person, Server};
use tokio::time::timeout;
use uuid::Uuid;

/// Much sooner than a request that is held for its whole time.
const SOON: Duration = Duration::from_secs(15);

async fn news(person: &Person, game: &str, query: &str) -> Value {
    let answer = person.get(&format!("/api/games/{game}/events?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

#[tokio::test]
async fn two_without_websockets_play_and_know_of_each_other() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let whole = news(&maria, &game, "wait=0").await;
    assert_eq!(
        (&whole["snapshot"]["seq"], &whole["snapshot"]["you"]),
        (&json!(1), &json!("first"))
    );
    let presence = &whole["presence"];
    assert_eq!((&presence["first"], &presence["second"]), (&json!("away"), &json!("away")));
    assert_eq!(presence["watchers"], 0);

    // Each asks; the second to come is told to the first at once.
    let asked = timeout(SOON, async {
        tokio::join!(news(&maria, &game, "since=1&wait=25"), async {
            let command = json!({"type": "move", "id": Uuid::new_v4(), "seq": 1, "path": [11, 15]});
            let seen = news(&juan, &game, "since=1&wait=1").await;
            let path = format!("/api/games/{game}/commands");
            let answer = maria.post(&path, &command).await.json();
            assert_eq!((&answer["type"], &answer["seq"]), (&json!("accepted"), &json!(2)));
            seen
        })
    });
    let (first, second) = asked.await.expect("news come at once");
    assert_eq!(first["presence"]["second"], "here");
    assert_eq!(second["presence"]["second"], "here");
    let moved = news(&juan, &game, "since=1&wait=25").await;
    assert_eq!(moved["events"][0]["event"]["pdn"], "11-15");
    assert_eq!(moved["presence"]["first"], "here");
}

#[tokio::test]
async fn who_asks_for_news_is_here_and_who_stops_asking_is_away() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut first = maria.socket(&game, None).await;
    let presence = first.next_of(&["presence"]).await;
    assert_eq!(presence["second"], "away");
    for _ in 0..2 {
        news(&juan, &game, "since=1&wait=1").await;
    }
    let mut told = vec![first.next_of(&["presence"]).await["second"].clone()];
    told.push(first.next_of(&["presence"]).await["second"].clone());
    assert_eq!(told, ["here", "away"], "once each, however often he asked");
}

#[tokio::test]
async fn a_watcher_who_asks_is_counted_and_nobody_s_presence() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut first = maria.socket(&game, None).await;
    let mut told = vec![first.next_of(&["presence"]).await["watchers"].clone()];
    let (third, fourth) = (Person::new(&server), Person::new(&server));
    // Each counts once, however often they ask.
    for _ in 0..3 {
        let seen = news(&third, &game, "since=1&wait=1").await;
        assert_eq!(
            seen["presence"],
            json!({"first": "here", "second": "away", "watchers": 1,
            "second_away_ms": seen["presence"]["second_away_ms"], "turn_ms": seen["presence"]["turn_ms"],
            "first_face": seen["presence"]["first_face"], "second_face": seen["presence"]["second_face"]})
        );
    }
    let (both, _) = tokio::join!(
        news(&third, &game, "since=1&wait=1"),
        news(&fourth, &game, "since=1&wait=1"),
    );
    assert_eq!(both["presence"]["watchers"], 2);
    // Who asks without waiting only looks.
    let seen = news(&Person::new(&server), &game, "since=1").await;
    assert_eq!(seen["presence"]["watchers"], 2);
    while told.last() != Some(&json!(0)) || told.len() < 2 {
        told.push(first.next_of(&["presence"]).await["watchers"].clone());
    }
    told.dedup();
    assert_eq!(told, [0, 1, 2, 1, 0], "nobody comes and goes between two requests");
}

#[tokio::test]
async fn a_page_that_polls_and_is_closed_is_away_long_before_its_request_is_over() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut first = maria.socket(&game, None).await;
    let held = {
        let (juan, game) = (juan.clone(), game.clone());
        tokio::spawn(async move { news(&juan, &game, "since=1&wait=25").await })
    };
    while first.next_of(&["presence"]).await["second"] != "here" {}
    // The connection goes with the page.
    held.abort();
    let gone =
        timeout(SOON, async { while first.next_of(&["presence"]).await["second"] != "away" {} });
    gone.await.expect("the other side is told soon");
    // Who comes back in time was never away.
    let again = tokio::spawn({
        let (juan, game) = (juan.clone(), game.clone());
        async move { news(&juan, &game, "since=1&wait=25").await }
    });
    while first.next_of(&["presence"]).await["second"] != "here" {}
    again.abort();
    news(&juan, &game, "since=1&wait=1").await;
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    let mut between = Vec::new();
    loop {
        let told = first.next().await.expect("the connection stands");
        if told["type"] == "event" {
            break;
        }
        between.push(told);
    }
    assert_eq!(between, [] as [Value; 0], "nothing was told in between");
}

#[tokio::test]
async fn a_game_that_never_began_has_no_news_to_wait_for() {
    let server = Server::start().await;
    let maria = Person::new(&server);
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}});
    let (game, token) = maria.create(&body).await;
    let path = format!("/api/invites/{}/cancel", token.expect("an invite"));
    assert_eq!(maria.send(Method::POST, &path, None).await.status, 204);
    let seen = timeout(SOON, news(&maria, &game, "since=1&wait=25")).await.expect("at once");
    assert_eq!((&seen["seq"], &seen["events"]), (&json!(1), &json!([])));
}
