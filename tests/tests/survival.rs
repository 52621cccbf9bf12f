//! Stories of a server that is killed, and of one that stops in order.

use serde_json::json;
use tests::{Person, Server};
use uuid::Uuid;

#[tokio::test]
async fn a_game_goes_on_after_sigkill_with_seats_moves_and_counters() {
    let mut server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut first = maria.socket(&game, None).await;
    first.caught_up().await;
    let id = Uuid::new_v4();
    first.send_as(id, "move", json!({"path": [11, 15]})).await;
    assert_eq!(first.answer_to(id).await["seq"], 2);

    server.kill().await;
    server.restart().await;

    // Nothing acknowledged is lost, and the same command is not done again.
    let mut first = maria.socket(&game, Some(2)).await;
    assert_eq!(first.caught_up().await, 2);
    first.send_as(id, "move", json!({"path": [11, 15], "seq": 1})).await;
    let answer = first.answer_to(id).await;
    assert_eq!((answer["type"].as_str(), &answer["seq"]), (Some("accepted"), &json!(2)));

    let mut second = juan.socket(&game, None).await;
    let snapshot = second.next_of(&["snapshot"]).await;
    assert_eq!(snapshot["game"]["you"], "second");
    second.caught_up().await;
    assert_eq!(second.play(&[22, 18]).await["type"], "accepted");
    assert_eq!(first.next_event("moved").await["pdn"], "22-18");
}

#[tokio::test]
async fn killed_again_and_again_every_acknowledged_move_stands_once() {
    let mut server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut plies = 0;
    for _ in 0..6 {
        for _ in 0..2 {
            let mover = if plies % 2 == 0 { &maria } else { &juan };
            let legal = mover.snapshot(&game).await["legal"][0]["path"].clone();
            let mut socket = mover.socket(&game, None).await;
            socket.caught_up().await;
            let id = socket.send("move", json!({"path": legal})).await;
            assert_eq!(socket.answer_to(id).await["type"], "accepted");
            plies += 1;
        }
        server.kill().await;
        server.restart().await;
        let moves = maria.snapshot(&game).await["moves"].as_array().expect("a list").len();
        assert_eq!(moves, plies);
    }
}

#[tokio::test]
async fn the_computer_s_turn_is_taken_up_after_a_restart() {
    let mut server = Server::start().await;
    let maria = Person::new(&server);
    let body = json!({"variant": "english", "opponent": {"kind": "computer", "level": "hard"}});
    let (game, _) = maria.create(&body).await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    assert_eq!(socket.play(&[11, 15]).await["type"], "accepted");
    // Killed while it thinks: only the job row knows what is owed.
    server.kill().await;
    server.restart().await;
    let mut socket = maria.socket(&game, Some(1)).await;
    socket.caught_up().await;
    if socket.seq < 2 {
        socket.next_event("moved").await;
    }
    let moves = maria.snapshot(&game).await["moves"].as_array().expect("a list").len();
    assert_eq!(moves, 2, "one move each, and no second answer");
}

#[tokio::test]
async fn a_server_that_is_told_to_stop_sends_its_sockets_away_to_come_back() {
    let mut server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    let (code, frame) = tokio::join!(server.stop(), socket.closed());
    assert_eq!(code, Some(0));
    assert_eq!(frame.map(|frame| u16::from(frame.code)), Some(1012));
}
