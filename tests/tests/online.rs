//! Stories of a game over the websocket.

use serde_json::{Value, json};
use tests::{Person, Server, Socket};
use tokio::{io::AsyncWriteExt, net::TcpStream};
use uuid::Uuid;

/// A game between two, both with an open socket that has caught up.
async fn two_at_a_board(
    server: &Server,
    variant: &str,
) -> (String, Person, Person, Socket, Socket) {
    let (maria, juan) = (Person::new(server), Person::new(server));
    let game = maria.play_with(&juan, variant).await;
    let mut first = maria.socket(&game, None).await;
    let mut second = juan.socket(&game, None).await;
    first.caught_up().await;
    second.caught_up().await;
    (game, maria, juan, first, second)
}

async fn refused(socket: &mut Socket, path: &[u8]) -> String {
    let answer = socket.play(path).await;
    assert_eq!(answer["type"], "refused", "{answer}");
    answer["code"].as_str().expect("a code").to_owned()
}

async fn accepted(socket: &mut Socket, path: &[u8]) -> u64 {
    let answer = socket.play(path).await;
    assert_eq!(answer["type"], "accepted", "{path:?}: {answer}");
    answer["seq"].as_u64().expect("a number")
}

#[tokio::test]
async fn a_move_is_told_to_both_sides_and_to_watchers() {
    let server = Server::start().await;
    let (game, _, _, mut first, mut second) = two_at_a_board(&server, "english").await;
    let mut watcher = Person::new(&server).socket(&game, None).await;
    let snapshot = watcher.next_of(&["snapshot"]).await;
    assert_eq!(snapshot["game"]["you"], "watcher");
    assert_eq!(snapshot["game"]["legal"].as_array().map(Vec::len), Some(7));

    assert_eq!(accepted(&mut first, &[11, 15]).await, 2);
    for socket in [&mut second, &mut watcher] {
        let event = socket.next_event("moved").await;
        assert_eq!(event["pdn"], "11-15");
        assert_eq!(event["side"], "first");
        assert_eq!(event["path"], json!([11, 15]));
        let fen = event["fen"].as_str().expect("a FEN");
        assert!(fen.starts_with("W:W21,"), "{fen}");
    }
}

#[tokio::test]
async fn a_command_s_events_come_before_its_answer() {
    let server = Server::start().await;
    let (_, _, _, mut first, _) = two_at_a_board(&server, "english").await;
    let id = first.send("move", json!({"path": [11, 15]})).await;
    let event = first.next_of(&["event", "accepted"]).await;
    assert_eq!(event["type"], "event");
    let answer = first.next_of(&["event", "accepted"]).await;
    assert_eq!((answer["type"].as_str(), &answer["id"]), (Some("accepted"), &json!(id)));
    assert_eq!(answer["seq"], event["seq"]);
}

#[tokio::test]
async fn what_may_not_be_played_is_refused_by_code_and_changes_nothing() {
    let server = Server::start().await;
    let (game, maria, _, mut first, mut second) = two_at_a_board(&server, "english").await;
    let mut watcher = Person::new(&server).socket(&game, None).await;
    watcher.caught_up().await;
    let before = maria.snapshot(&game).await;

    assert_eq!(refused(&mut second, &[22, 18]).await, "not_your_turn");
    assert_eq!(refused(&mut first, &[22, 18]).await, "illegal_move");
    assert_eq!(refused(&mut first, &[11, 20]).await, "illegal_move");
    assert_eq!(refused(&mut watcher, &[11, 15]).await, "not_a_player");
    assert_eq!(maria.snapshot(&game).await, before);

    accepted(&mut first, &[11, 15]).await;
    second.next_event("moved").await;
    accepted(&mut second, &[22, 18]).await;
    first.next_event("moved").await;
    assert_eq!(refused(&mut first, &[8, 11]).await, "must_capture");
}

#[tokio::test]
async fn the_most_pieces_must_be_taken_in_international_draughts() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let body = json!({"variant": "international", "opponent": {"kind": "friend"},
                      "fen": "W:W32,27:B28,19,21,3"});
    let (game, token) = maria.create(&body).await;
    let token = token.expect("an invite");
    juan.send(reqwest::Method::POST, &format!("/api/invites/{token}/accept"), None).await;
    let mut first = maria.socket(&game, None).await;
    first.caught_up().await;
    assert_eq!(refused(&mut first, &[27, 16]).await, "must_capture_most");
    assert_eq!(refused(&mut first, &[32, 23]).await, "illegal_move");
    accepted(&mut first, &[32, 23, 14]).await;
}

#[tokio::test]
async fn an_ambiguous_capture_asks_for_the_whole_route() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let body = json!({"variant": "english", "opponent": {"kind": "friend"},
                      "fen": "B:W6,7,8,15,16:BK10"});
    let (game, token) = maria.create(&body).await;
    let token = token.expect("an invite");
    juan.send(reqwest::Method::POST, &format!("/api/invites/{token}/accept"), None).await;
    let mut first = maria.socket(&game, None).await;
    first.caught_up().await;
    // The exact route of the single jump wins, as in PDN.
    accepted(&mut first, &[10, 1]).await;
    let event = &maria.snapshot(&game).await["moves"][0];
    assert_eq!(event["captures"], json!([6]));
}

#[tokio::test]
async fn a_command_sent_twice_is_granted_once() {
    let server = Server::start().await;
    let (game, maria, _, mut first, _) = two_at_a_board(&server, "english").await;
    let id = Uuid::new_v4();
    for _ in 0..3 {
        first.send_as(id, "move", json!({"path": [11, 15], "seq": 1})).await;
        let answer = first.answer_to(id).await;
        assert_eq!((answer["type"].as_str(), &answer["seq"]), (Some("accepted"), &json!(2)));
    }
    assert_eq!(maria.snapshot(&game).await["moves"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn who_comes_back_gets_exactly_what_was_missed() {
    let server = Server::start().await;
    let (game, _, juan, mut first, second) = two_at_a_board(&server, "english").await;
    drop(second);
    accepted(&mut first, &[11, 15]).await;
    let mut back = juan.socket(&game, Some(1)).await;
    let event = back.next().await.expect("an event");
    assert_eq!((event["type"].as_str(), &event["seq"]), (Some("event"), &json!(2)));
    assert_eq!(back.next().await.expect("a message"), json!({"type": "caught_up", "seq": 2}));
    // Ahead of the game: only a snapshot can help.
    let mut ahead = juan.socket(&game, Some(99)).await;
    assert_eq!(ahead.next().await.expect("a message")["type"], "snapshot");
}

#[tokio::test]
async fn ten_reconnects_leave_each_move_once() {
    let server = Server::start().await;
    let (game, _, juan, mut first, mut second) = two_at_a_board(&server, "english").await;
    let mut board = rules::AnyGame::new(rules::Variant::English);
    // What `joined` was has been heard.
    let mut seq = 1;
    for ply in 0..20 {
        let path = board.legal_moves()[0].path.clone();
        board.play_path(&path).expect("legal");
        let numbers: Vec<u8> = path.iter().map(|square| square.number()).collect();
        let mover = if ply % 2 == 0 { &mut first } else { &mut second };
        if ply > 0 {
            // Nobody answers a move that was not heard.
            mover.next_event("moved").await;
        }
        accepted(mover, &numbers).await;
        if ply % 2 == 1 {
            // Two moves were made since the last time; each is told once.
            second = juan.socket(&game, Some(seq)).await;
            for _ in 0..2 {
                seq += 1;
                let message = second.next().await.expect("an event");
                assert_eq!(
                    (&message["seq"], message["event"]["kind"].as_str()),
                    (&json!(seq), Some("moved"))
                );
            }
            assert_eq!(second.caught_up().await, seq);
        }
    }
    let moves = juan.snapshot(&game).await["moves"].as_array().map(Vec::len);
    assert_eq!(moves, Some(20));
}

#[tokio::test]
async fn resigning_ends_the_game_for_both() {
    let server = Server::start().await;
    let (game, maria, _, mut first, mut second) = two_at_a_board(&server, "english").await;
    let id = second.send("resign", json!({})).await;
    assert_eq!(second.answer_to(id).await["type"], "accepted");
    let ended = first.next_event("ended").await;
    assert_eq!(ended["result"], json!({"winner": "first", "reason": "resigned"}));
    assert_eq!(refused(&mut first, &[11, 15]).await, "game_over");
    let snapshot = maria.snapshot(&game).await;
    assert_eq!(snapshot["state"], "finished");
    assert_eq!(snapshot["legal"], json!([]));
    assert_eq!(snapshot["score"], json!({"first": 1, "second": 0, "draws": 0}));
}

#[tokio::test]
async fn presence_counts_sockets_and_an_old_one_s_end_changes_nothing() {
    let server = Server::start().await;
    let (game, _, juan, mut first, second) = two_at_a_board(&server, "english").await;
    let seats = juan.snapshot(&game).await["seats"].clone();
    let both = |first: &Value, second: &Value, watchers: u64| {
        json!({"type": "presence", "first": first, "second": second, "watchers": watchers,
               "first_face": seats["first"]["face"], "second_face": seats["second"]["face"]})
    };
    let (here, away) = (json!("here"), json!("away"));
    while first.next_of(&["presence"]).await != both(&here, &here, 0) {}
    let mut newer = juan.socket(&game, None).await;
    newer.caught_up().await;
    drop(second);
    let watcher = Person::new(&server).socket(&game, None).await;
    assert_eq!(first.next_of(&["presence"]).await, both(&here, &here, 1));
    drop(watcher);
    assert_eq!(first.next_of(&["presence"]).await, both(&here, &here, 0));
    drop(newer);
    let told = first.next_of(&["presence"]).await;
    assert_eq!((&told["first"], &told["second"]), (&here, &away));
    assert!(told["second_away_ms"].is_u64() && told["turn_ms"].is_u64(), "{told}");
}

#[tokio::test]
async fn the_third_repetition_ends_the_game_by_itself() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}, "fen": "B:WK32:BK1"});
    let (game, token) = maria.create(&body).await;
    let token = token.expect("an invite");
    juan.send(reqwest::Method::POST, &format!("/api/invites/{token}/accept"), None).await;
    let (mut first, mut second) = (maria.socket(&game, None).await, juan.socket(&game, None).await);
    first.caught_up().await;
    second.caught_up().await;
    for (ply, path) in [[1, 6], [32, 27], [6, 1], [27, 32]].repeat(2).iter().enumerate() {
        let (mover, other) =
            if ply % 2 == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
        accepted(mover, path).await;
        other.next_event("moved").await;
    }
    let ended = first.next_event("ended").await;
    assert_eq!(ended["result"], json!({"winner": null, "reason": "threefold"}));
}

#[tokio::test]
async fn draw_offers_takebacks_and_rematch_go_between_the_two() {
    let server = Server::start().await;
    let (game, maria, _, mut first, mut second) = two_at_a_board(&server, "english").await;
    accepted(&mut first, &[11, 15]).await;
    second.next_event("moved").await;

    first.send("request_takeback", json!({})).await;
    assert_eq!(second.next_event("takeback_requested").await["plies"], 1);
    second.send("answer_takeback", json!({"accept": true})).await;
    first.next_event("taken_back").await;
    assert_eq!(maria.snapshot(&game).await["moves"], json!([]));

    first.send("offer_draw", json!({})).await;
    second.next_event("draw_offered").await;
    second.send("answer_draw", json!({"accept": true})).await;
    assert_eq!(first.next_event("ended").await["result"]["reason"], "agreed");

    first.send("offer_rematch", json!({})).await;
    second.next_event("rematch_offered").await;
    second.send("answer_rematch", json!({"accept": true})).await;
    let next = first.next_event("rematch_started").await["game"].clone();
    let snapshot = maria.snapshot(next.as_str().expect("an id")).await;
    assert_eq!(snapshot["you"], "second", "sides are exchanged");
    assert_eq!(snapshot["score"]["draws"], 1);
}

#[tokio::test]
async fn a_move_whose_sender_is_gone_is_told_all_the_same() {
    let server = Server::start().await;
    for _ in 0..10 {
        let (game, maria, juan, _first, mut second) = two_at_a_board(&server, "english").await;
        let body = json!({"type": "move", "id": Uuid::new_v4(), "seq": 1, "path": [11, 15]});
        let body = body.to_string();
        let request = format!(
            "POST /api/games/{game}/commands HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            server.address(),
            maria.cookie().expect("a cookie"),
            body.len(),
        );
        let mut line = TcpStream::connect(server.address()).await.expect("a connection");
        line.write_all(request.as_bytes()).await.expect("sent");
        drop(line);
        // Taken or not taken, but never taken without a word.
        second.send_text(r#"{"type":"ping","seq":1}"#).await;
        if juan.snapshot(&game).await["moves"] != json!([]) {
            assert_eq!(second.next_event("moved").await["pdn"], "11-15");
        }
    }
}
