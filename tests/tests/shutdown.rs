//! A server that is told to stop while much is going on.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tests::{
    Person, Server, Socket,
    raw::{Raw, TEXT, frame},
};
use tokio::time::timeout;
use uuid::Uuid;

/// Games that go on when the word comes.
const GAMES: usize = 40;
/// The whole of an orderly end.
const STOPS_WITHIN: Duration = Duration::from_secs(10);

struct Pair {
    maria: Person,
    juan: Person,
    game: String,
    first: Socket,
    second: Socket,
}

async fn pair(server: &Server) -> Pair {
    let (maria, juan) = (Person::new(server), Person::new(server));
    let game = maria.play_with(&juan, "english").await;
    let (mut first, mut second) = (maria.socket(&game, None).await, juan.socket(&game, None).await);
    first.caught_up().await;
    second.caught_up().await;
    Pair { maria, juan, game, first, second }
}

#[tokio::test]
async fn every_socket_is_sent_away_and_no_move_is_lost_or_done_twice() {
    let mut server = Server::start().await;
    let mut pairs = join_all((0..GAMES).map(|_| pair(&server))).await;
    // Everybody's move is on its way when the word comes.
    let mut ids = Vec::new();
    for pair in &mut pairs {
        let id = Uuid::new_v4();
        pair.first.send_as(id, "move", json!({"path": [11, 15]})).await;
        ids.push(id);
    }
    let closed = join_all(pairs.iter_mut().map(|pair| async {
        let codes = tokio::join!(pair.first.closed(), pair.second.closed());
        [codes.0, codes.1].map(|frame| frame.map(|frame| u16::from(frame.code)))
    }));
    let (code, closed) =
        timeout(STOPS_WITHIN, async { tokio::join!(server.stop(), closed) }).await.expect("an end");
    assert_eq!(code, Some(0));
    for codes in closed {
        assert_eq!(codes, [Some(1012), Some(1012)]);
    }
    server.restart().await;
    for (pair, id) in pairs.iter().zip(ids) {
        let mut first = pair.maria.socket(&pair.game, Some(1)).await;
        first.caught_up().await;
        // Not knowing, the client says it again.
        first.send_as(id, "move", json!({"path": [11, 15], "seq": 1})).await;
        let answer = first.answer_to(id).await;
        assert_eq!((answer["type"].as_str(), &answer["seq"]), (Some("accepted"), &json!(2)));
        let snapshot = pair.juan.snapshot(&pair.game).await;
        assert_eq!(snapshot["moves"].as_array().map(Vec::len), Some(1), "{snapshot}");
    }
}

#[tokio::test]
async fn peers_that_never_answer_do_not_hold_it_up() {
    let mut server = Server::start().await;
    let mut one = pair(&server).await;
    let address = server.address().to_owned();
    // Somebody who reads nothing, who stopped within a frame, within a head, and
    // within a body, and somebody whose question waits for news.
    let _deaf = Raw::open_deaf(&address, &one.game).await;
    let mut cut = Raw::open(&address, &one.game).await;
    cut.send(&frame(TEXT, b"{}")[..3]).await;
    let mut head = Raw::connect(&address).await;
    head.send(b"GET / HTTP/1.1\r\nhost:").await;
    let mut body = Raw::connect(&address).await;
    let half = "POST /api/games HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n{";
    body.send(half.as_bytes()).await;
    let polling = {
        let (juan, path) = (one.juan.clone(), format!("/api/games/{}/events", one.game));
        tokio::spawn(async move { juan.get(&format!("{path}?since=1&wait=25")).await.status })
    };
    drop(one.second);
    let id = one.first.send("move", json!({"path": [11, 15]})).await;
    assert_eq!(one.first.answer_to(id).await["type"], "accepted");
    let (code, frame) =
        timeout(STOPS_WITHIN, async { tokio::join!(server.stop(), one.first.closed()) })
            .await
            .expect("an end");
    assert_eq!(code, Some(0));
    assert_eq!(frame.map(|frame| u16::from(frame.code)), Some(1012));
    assert!(polling.await.expect("no panic").is_success(), "who waits for news is answered");
}

#[tokio::test]
async fn many_come_back_at_once_after_a_crash() {
    let mut server = Server::start().await;
    let pairs = join_all((0..GAMES).map(|_| pair(&server))).await;
    server.kill().await;
    server.restart().await;
    let returns = pairs.into_iter().map(|pair| async move {
        let mut first = pair.maria.socket(&pair.game, Some(1)).await;
        let mut second = pair.juan.socket(&pair.game, Some(1)).await;
        assert_eq!((first.caught_up().await, second.caught_up().await), (1, 1));
        let answer = first.play(&[11, 15]).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        second.next_event("moved").await;
    });
    join_all(returns).await;
}
