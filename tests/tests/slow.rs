//! Peers that are slow, silent or gone: each is given up in its time, and costs
//! nobody else anything.

use std::time::Duration;

use serde_json::json;
use server::{Config, Limits, Silence};
use tests::{
    House, Person, Server,
    raw::{PONG, Raw, TEXT, frame},
};
use tokio::time::timeout;

#[tokio::test]
async fn a_connection_that_never_finishes_its_head_is_closed() {
    let server = Server::start().await;
    let address = server.address().to_owned();
    let nothing = async { Raw::connect(&address).await.head().await.is_none() };
    let half = async {
        let mut raw = Raw::connect(&address).await;
        raw.send(b"GET /healthz HTTP/1.1\r\nhost: h\r\nx: ").await;
        raw.head().await.is_none()
    };
    let kept_alive = async {
        let mut raw = Raw::connect(&address).await;
        raw.send(b"GET /healthz HTTP/1.1\r\nhost: h\r\n\r\n").await;
        assert_eq!(raw.head().await.expect("an answer").status, 200);
        raw.head().await.is_none()
    };
    let drop_by_drop = async {
        let mut raw = Raw::connect(&address).await;
        let mut pause = tokio::time::interval(Duration::from_millis(300));
        for byte in b"GET /healthz HTTP/1.1\r\n" {
            pause.tick().await;
            raw.send(&[*byte]).await;
        }
        raw.head().await.is_none()
    };
    let neighbour = async {
        let person = Person::at(&address);
        for _ in 0..50 {
            assert_eq!(person.get("/healthz").await.status.as_u16(), 200);
        }
        true
    };
    let all = tokio::join!(nothing, half, kept_alive, drop_by_drop, neighbour);
    assert_eq!(all, (true, true, true, true, true), "all are closed without an answer");
}

#[tokio::test]
async fn a_head_of_a_megabyte_in_small_pieces_is_refused_early() {
    let server = Server::start().await;
    let mut raw = Raw::connect(server.address()).await;
    raw.send(b"GET /healthz HTTP/1.1\r\nhost: h\r\nx: ").await;
    for _ in 0..10_000 {
        raw.send(&[b'a'; 100]).await;
    }
    let head = raw.head().await;
    // The answer may be lost where the rest of the head comes after it.
    assert!(head.is_none_or(|head| head.status == 431));
}

/// A house that loses patience within seconds.
async fn impatient() -> House {
    let silence =
        Silence { ping_every: Duration::from_millis(300), dead_after: Duration::from_secs(1) };
    House::open_with(Config { limits: Limits::Off, silence, ..Config::default() }).await
}

#[tokio::test]
async fn a_peer_that_has_vanished_is_noticed_and_told_to_the_other() {
    let house = impatient().await;
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_with(&juan, "english").await;
    let mut second = juan.socket(&game, None).await;
    second.caught_up().await;
    // A socket that is open and says nothing, not even to pings: as when the
    // network is gone and nobody has heard of it.
    let mut gone = Raw::connect(house.address()).await;
    let cookie = format!("cookie: {}\r\n", maria.cookie().expect("a cookie"));
    gone.send(tests::raw::upgrade(&game, &cookie).as_bytes()).await;
    assert_eq!(gone.head().await.expect("an answer").status, 101);
    let mut seen = Vec::new();
    while seen.last().map(String::as_str) != Some("away") || seen.len() < 2 {
        let presence = second.next_of(&["presence"]).await;
        seen.push(presence["first"].as_str().expect("a player").to_owned());
    }
    assert!(seen.ends_with(&["here".to_owned(), "away".to_owned()]), "{seen:?}");
    assert_eq!(gone.end().await, None, "closed without a word to nobody");
    // Who answers pings is not silent.
    assert_eq!(maria.snapshot(&game).await["state"], "playing");
    assert_eq!(second.send("offer_draw", json!({})).await.get_version_num(), 4);
    second.next_event("draw_offered").await;
}

#[tokio::test]
async fn who_only_answers_pings_stays() {
    let house = impatient().await;
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_with(&juan, "english").await;
    let mut raw = Raw::open(house.address(), &game).await;
    // Longer than silence would be borne.
    let mut pings = 0;
    while pings < 6 {
        let (first, payload) = raw.frame().await.expect("it is open");
        if first == tests::raw::PING {
            raw.send(&frame(PONG, &payload)).await;
            pings += 1;
        }
    }
    raw.send(&frame(TEXT, br#"{"type":"ping","seq":0}"#)).await;
    loop {
        let (_, payload) = raw.frame().await.expect("it is open");
        if payload.starts_with(br#"{"type":"pong""#) {
            break;
        }
    }
}

#[tokio::test]
async fn a_watcher_who_never_reads_is_let_go_while_the_players_go_on() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let (mut first, mut second) = (maria.socket(&game, None).await, juan.socket(&game, None).await);
    first.caught_up().await;
    second.caught_up().await;
    let _deaf = Raw::open_deaf(server.address(), &game).await;
    loop {
        if second.next_of(&["presence"]).await["watchers"] == 1 {
            break;
        }
    }
    // So much talk that no buffer holds it.
    for _ in 0..1_000 {
        for kind in ["offer_draw", "withdraw_draw"] {
            let id = first.send(kind, json!({})).await;
            assert_eq!(first.answer_to(id).await["type"], "accepted");
            second.next_of(&["event"]).await;
        }
    }
    // Nobody waits for who never reads, and once its last send has taken too
    // long it is not counted any more.
    let path = format!("/api/games/{game}/events?since=2001&wait=5");
    let counted = async { while juan.get(&path).await.json()["presence"]["watchers"] != 0 {} };
    timeout(Duration::from_secs(60), counted).await.expect("it is let go");
    assert_eq!(first.play(&[11, 15]).await["type"], "accepted");
}
