//! Stories of the signs that two players give each other.

use std::time::Duration;

use protocol::Reaction;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tests::{House, Person, Socket};
use uuid::Uuid;

async fn two(house: &House) -> (String, Person, Person) {
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_with(&juan, "english").await;
    (game, maria, juan)
}

async fn at(person: &Person, game: &str) -> Socket {
    let mut socket = person.socket(game, None).await;
    socket.caught_up().await;
    socket
}

/// The next thing that a socket is told which is not who is there.
async fn next(socket: &mut Socket) -> Value {
    loop {
        let told = socket.next().await.expect("the connection stands");
        if told["type"] != "presence" {
            return told;
        }
    }
}

async fn reacts(socket: &mut Socket, reaction: &str) -> Uuid {
    let id = Uuid::new_v4();
    let message = json!({"type": "react", "id": id, "reaction": reaction});
    socket.send_text(&message.to_string()).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_is_told_to_the_two_and_to_no_watcher() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let mut first = at(&maria, &game).await;
    let (mut second, mut other_tab) = (at(&juan, &game).await, at(&juan, &game).await);
    let mut watcher = at(&Person::at(house.address()), &game).await;
    let id = reacts(&mut first, "nice_move").await;
    let sign = json!({"type": "reaction", "side": "first", "reaction": "nice_move"});
    assert_eq!(next(&mut first).await, sign, "before the answer, as everything is");
    assert_eq!(next(&mut first).await, json!({"type": "accepted", "id": id, "seq": 1}));
    assert_eq!(next(&mut second).await, sign);
    assert_eq!(next(&mut other_tab).await, sign);
    // The watcher's next news is a move that came after it.
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    assert_eq!(next(&mut watcher).await["event"]["kind"], "moved");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sign_can_be_given_also_by_a_request() {
    let house = House::open().await;
    for reaction in Reaction::ALL {
        let (game, maria, juan) = two(&house).await;
        let mut first = at(&maria, &game).await;
        juan.does(&game, "react", json!({"reaction": reaction.name()})).await;
        let told = next(&mut first).await;
        assert_eq!((&told["side"], &told["reaction"]), (&json!("second"), &json!(reaction.name())));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_is_no_event_and_kept_nowhere() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let before = juan.snapshot(&game).await;
    maria.does(&game, "react", json!({"reaction": "hello"})).await;
    assert_eq!(juan.snapshot(&game).await, before);
    let page = juan.get(&format!("/api/games/{game}/events?since=0")).await.json();
    assert_eq!(page["events"].as_array().map(Vec::len), Some(1), "the join alone");
    assert_eq!(page.get("reaction"), None, "who was not there does not hear of it");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_websocket_a_sign_comes_with_the_held_request() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let mut first = at(&maria, &game).await;
    let path = format!("/api/games/{game}/events?since=1");
    let long = format!("{path}&wait=25");
    let (page, ()) = tokio::join!(juan.get(&long), async {
        while first.next_of(&["presence"]).await["second"] != "here" {}
        maria.does(&game, "react", json!({"reaction": "wow"})).await;
    });
    let page = page.json();
    assert_eq!(page["reaction"], json!({"side": "first", "reaction": "wow"}));
    assert_eq!((&page["seq"], &page["events"]), (&json!(1), &json!([])));
    let watcher = Person::at(house.address());
    let short = format!("{path}&wait=1");
    let (page, ()) = tokio::join!(watcher.get(&short), async {
        while first.next_of(&["presence"]).await["watchers"] != 1 {}
        maria.does(&game, "react", json!({"reaction": "wow"})).await;
    });
    assert_eq!(page.json().get("reaction"), None, "watchers are not told");
}

#[tokio::test(flavor = "multi_thread")]
async fn three_signs_a_minute_are_enough() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let mut second = at(&juan, &game).await;
    for reaction in ["hello", "good_luck", "laugh"] {
        maria.does(&game, "react", json!({"reaction": reaction})).await;
    }
    let refused = maria.say(&game, "react", json!({"reaction": "oops"})).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "too_many_requests"));
    let wait_ms = refused.json()["error"]["details"]["retry_after_ms"].as_u64().expect("a number");
    let wait_s: u64 =
        refused.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!(
        (1..=60_000).contains(&wait_ms) && wait_s == wait_ms.div_ceil(1_000),
        "{wait_ms} {wait_s}"
    );
    // By the socket the same, and from another socket of the seat too.
    let mut other_tab = at(&maria, &game).await;
    let id = reacts(&mut other_tab, "oops").await;
    let answer = other_tab.answer_to(id).await;
    assert_eq!(
        (&answer["type"], &answer["code"]),
        (&json!("refused"), &json!("too_many_requests"))
    );
    assert!(answer["details"]["retry_after_ms"].as_u64().is_some_and(|ms| ms <= 60_000));
    // The other side has its own three.
    juan.does(&game, "react", json!({"reaction": "thanks"})).await;
    for expected in ["hello", "good_luck", "laugh", "thanks"] {
        assert_eq!(next(&mut second).await["reaction"], expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signs_are_for_two_people_with_a_seat() {
    let house = House::open().await;
    let (game, maria, _) = two(&house).await;
    let hello = || json!({"reaction": "hello"});
    let watcher = Person::at(house.address());
    assert_eq!(watcher.is_refused(&game, "react", hello()).await, "not_a_player");
    let (waiting, token) =
        maria.create(&json!({"variant": "english", "opponent": {"kind": "friend"}})).await;
    assert_eq!(maria.is_refused(&waiting, "react", hello()).await, "not_started");
    let path = format!("/api/invites/{}/cancel", token.expect("an invite"));
    maria.send(reqwest::Method::POST, &path, None).await;
    assert_eq!(maria.is_refused(&waiting, "react", hello()).await, "game_over");
    let computer = json!({"kind": "computer", "level": "easy"});
    let (solo, _) = maria.create(&json!({"variant": "english", "opponent": computer})).await;
    assert_eq!(maria.is_refused(&solo, "react", hello()).await, "not_allowed");
    for bad in [json!({"reaction": "you_lose"}), json!({"reaction": 1}), json!({})] {
        assert_eq!(maria.is_refused(&game, "react", bad).await, "bad_message");
    }
    // After the end there is something to say, too.
    maria.does(&game, "resign", json!({})).await;
    maria.does(&game, "react", json!({"reaction": "good_game"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_does_not_read_holds_nobody_up() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let mut first = at(&maria, &game).await;
    let _deaf: Vec<Socket> = {
        let mut deaf = Vec::new();
        for _ in 0..20 {
            deaf.push(juan.socket(&game, None).await);
        }
        deaf
    };
    let told = tokio::time::timeout(Duration::from_secs(5), async {
        juan.does(&game, "react", json!({"reaction": "hello"})).await;
        next(&mut first).await
    });
    assert_eq!(told.await.expect("at once")["reaction"], "hello");
    assert_eq!(maria.snapshot(&game).await["state"], "playing");
    assert_eq!(StatusCode::OK, maria.get("/healthz").await.status);
}
