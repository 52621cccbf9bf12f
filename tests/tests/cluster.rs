//! Stories of a service on two servers, which are processes, with a PostgreSQL
//! and a NATS of their own.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{Cluster, Person, Socket};

fn friend() -> Value {
    json!({"variant": "english"})
}

/// Maria at the first server and Juan at the second, at one table.
async fn two(cluster: &Cluster, body: Value) -> (String, Person, Person) {
    let (maria, juan) = (cluster.person(0), cluster.person(1));
    let game = maria.play_like(&juan, body).await;
    (game, maria, juan)
}

/// The next presence in which a side is so.
async fn until(socket: &mut Socket, side: &str, presence: &str) -> Value {
    loop {
        let told = socket.next_of(&["presence"]).await;
        if told[side] == presence {
            return told;
        }
    }
}

/// The first legal move for whoever is on move.
async fn any_move(person: &Person, game: &str) -> Option<Vec<u8>> {
    let snapshot = person.snapshot(game).await;
    let path = snapshot["legal"].get(0)?["path"].as_array()?.clone();
    path.iter().map(|square| square.as_u64().and_then(|it| u8::try_from(it).ok())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_two_servers_play_a_whole_game() {
    let Some(cluster) = Cluster::start().await else { return };
    let body = json!({"variant": "international", "rules": {"length_limit": 12}});
    let (game, maria, juan) = two(&cluster, body).await;
    let mut sockets = [maria.socket(&game, None).await, juan.socket(&game, None).await];
    for socket in &mut sockets {
        socket.caught_up().await;
    }
    for ply in 0..24 {
        let path = any_move([&maria, &juan][ply % 2], &game).await.expect("a move");
        assert_eq!(sockets[ply % 2].play(&path).await["type"], "accepted", "ply {ply}");
        let told = sockets[(ply + 1) % 2].next_event("moved").await;
        assert_eq!(told["path"].as_array().map(Vec::len), Some(path.len()), "{told}");
    }
    // Whoever made the last move was told before the answer.
    sockets[0].next_event("ended").await;
    let seen = [maria.snapshot(&game).await, juan.snapshot(&game).await];
    assert_eq!(seen[0]["result"]["reason"], "length-limit");
    assert_eq!(seen[0]["fen"], seen[1]["fen"]);
    // The next one is offered at one server and accepted at the other.
    sockets[0].send("offer_rematch", json!({})).await;
    sockets[1].next_event("rematch_offered").await;
    sockets[1].send("answer_rematch", json!({"accept": true})).await;
    let next = sockets[0].next_event("rematch_started").await["game"].clone();
    let next = next.as_str().expect("a game");
    assert_eq!(maria.snapshot(next).await["you"], "second");
    assert_eq!(juan.snapshot(next).await["you"], "first");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_of_one_server_is_accepted_at_the_other_and_raced_for_at_both() {
    let Some(cluster) = Cluster::start().await else { return };
    let maria = cluster.person(0);
    let mut won = [0; 2];
    for _ in 0..tests::races().min(40) {
        let mut body = friend();
        body["opponent"] = json!({"kind": "friend"});
        let (game, token) = maria.create(&body).await;
        let path = format!("/api/invites/{}/accept", token.expect("an invite"));
        let mut watching = maria.socket(&game, None).await;
        watching.caught_up().await;
        let guests = [cluster.person(0), cluster.person(1)];
        let [first, second] = &guests;
        let (here, there) = tokio::join!(
            first.send(Method::POST, &path, None),
            second.send(Method::POST, &path, None),
        );
        let statuses = [here.status, there.status];
        let winner = statuses.iter().position(|status| *status == StatusCode::OK).expect("one");
        assert_eq!(statuses[1 - winner], StatusCode::CONFLICT, "{} {}", here.text, there.text);
        won[winner] += 1;
        watching.next_event("joined").await;
        assert_eq!(guests[winner].snapshot(&game).await["you"], "second");
        assert_eq!(guests[1 - winner].snapshot(&game).await["you"], "watcher");
        // Again, and at the other server: the same answer.
        let again = cluster.at(&guests[winner], 1 - winner);
        assert_eq!(again.send(Method::POST, &path, None).await.status, StatusCode::OK);
    }
    eprintln!("won at the first server {}, at the second {}", won[0], won[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_server_is_killed_goes_on_at_the_other_one() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let (game, maria, juan) = two(&cluster, friend()).await;
    let mut first = maria.socket(&game, None).await;
    first.caught_up().await;
    let id = first.send("move", json!({"path": [11, 15]})).await;
    assert_eq!(first.answer_to(id).await["seq"], 2);
    cluster.nodes[0].kill().await;
    juan.does(&game, "move", json!({"path": [22, 18]})).await;

    let maria = cluster.at(&maria, 1);
    let mut first = maria.socket(&game, Some(2)).await;
    assert_eq!(first.next_event("moved").await["pdn"], "22-18");
    assert_eq!(first.caught_up().await, 3);
    // What was acknowledged there is known here.
    first.send_as(id, "move", json!({"path": [11, 15], "seq": 1})).await;
    assert_eq!(first.answer_to(id).await["seq"], 2);
    let answer = first.play(&[15, 22]).await;
    assert_eq!(answer["type"], "accepted", "{answer}");
    cluster.nodes[0].restart().await;
    let back = cluster.at(&juan, 0);
    assert_eq!(back.snapshot(&game).await["seq"], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_s_turn_is_taken_over_from_a_server_that_dies() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let maria = cluster.person(0);
    let body = json!({"variant": "english", "opponent": {"kind": "computer", "level": "hard"}});
    let (game, _) = maria.create(&body).await;
    let elsewhere = cluster.at(&maria, 1);
    let mut watching = elsewhere.socket(&game, None).await;
    watching.caught_up().await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    assert_eq!(socket.play(&[11, 15]).await["type"], "accepted");
    cluster.nodes[0].kill().await;
    let begun = Instant::now();
    watching.next_event("moved").await;
    let reply = watching.next_event("moved").await;
    eprintln!("answered {:?} after the server was killed", begun.elapsed());
    assert_eq!(reply["side"], "second");
    cluster.nodes[0].restart().await;
    cluster.until_ready(0, true).await;
    assert_eq!(
        watching.play(&any_move(&elsewhere, &game).await.expect("a move")).await["type"],
        "accepted"
    );
    watching.next_event("moved").await;
    let moves = elsewhere.snapshot(&game).await["moves"].as_array().expect("a list").len();
    assert_eq!(moves, 4, "one answer to each move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_though_the_server_that_knew_of_it_died() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let body = json!({"variant": "english", "clock": {"initial_s": 4, "increment_s": 0}});
    let (game, maria, juan) = two(&cluster, body).await;
    let mut second = juan.socket(&game, None).await;
    second.caught_up().await;
    // Both have moved, so the clock of the first side runs; the first server
    // was there first and has the duty.
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    juan.does(&game, "move", json!({"path": [22, 18]})).await;
    cluster.nodes[0].kill().await;
    let begun = Instant::now();
    let ended = loop {
        match second.next_within(Duration::from_secs(30)).await.expect("a connection") {
            Some(protocol::ServerMessage::Event { .. }) => {
                let snapshot = juan.snapshot(&game).await;
                if snapshot["state"] == "finished" {
                    break snapshot;
                }
            }
            Some(_) => {}
            None => panic!("the flag does not fall"),
        }
    };
    eprintln!("the flag fell {:?} after the server was killed", begun.elapsed());
    assert_eq!(ended["result"], json!({"winner": "second", "reason": "flag"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_broker_is_away_nobody_misses_anything() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let (game, maria, juan) = two(&cluster, friend()).await;
    let mut second = juan.socket(&game, None).await;
    second.caught_up().await;
    cluster.nats.kill();
    cluster.until_ready(0, false).await;
    // Played while nobody hears of it, and in turn: each side finds in the
    // store what the other has done.
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    juan.does(&game, "move", json!({"path": [22, 18]})).await;
    maria.does(&game, "move", json!({"path": [15, 22]})).await;
    // A server that starts meanwhile serves, and is not ready.
    assert_eq!(cluster.nodes[0].stop().await, Some(0));
    cluster.nodes[0].restart().await;
    assert_eq!(maria.snapshot(&game).await["seq"], 4);
    cluster.until_ready(0, false).await;
    cluster.nats.start_again();
    for (pdn, seq) in [("11-15", 2), ("22-18", 3), ("15x22", 4)] {
        let told = second.next_of_event("moved").await;
        assert_eq!((&told["event"]["pdn"], &told["seq"]), (&json!(pdn), &json!(seq)));
    }
    for node in 0..2 {
        cluster.until_ready(node, true).await;
    }
    // A broker that stands still is worse than one that is gone: the store is
    // asked now and then.
    cluster.nats.pause();
    juan.does(&game, "move", json!({"path": [25, 18]})).await;
    let mut first = maria.socket(&game, Some(4)).await;
    first.next_event("moved").await;
    maria.does(&game, "move", json!({"path": [12, 16]})).await;
    let seen = async {
        loop {
            let message = second.next_within(Duration::from_secs(30)).await.expect("a connection");
            if let Some(protocol::ServerMessage::Event { seq, .. }) = message
                && seq.get() == 6
            {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), seen).await.expect("the move is told");
    cluster.nats.go_on();
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_database_is_away_moves_are_refused_and_afterwards_all_goes_on() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let (game, maria, juan) = two(&cluster, friend()).await;
    let mut second = juan.socket(&game, None).await;
    second.caught_up().await;
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    second.next_event("moved").await;
    cluster.postgres.crash();
    for node in 0..2 {
        cluster.until_ready(node, false).await;
    }
    let id = uuid::Uuid::new_v4();
    second.send_as(id, "move", json!({"path": [22, 18]})).await;
    let refused = second.answer_to(id).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("busy")));
    let answer = maria.get(&format!("/api/games/{game}")).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.headers.contains_key("retry-after"));

    cluster.postgres.start_again();
    for node in 0..2 {
        cluster.until_ready(node, true).await;
    }
    // The very same command, and nothing of it happened before.
    second.send_as(id, "move", json!({"path": [22, 18]})).await;
    let accepted = second.answer_to(id).await;
    assert_eq!((&accepted["type"], &accepted["seq"]), (&json!("accepted"), &json!(3)));
    let moves = maria.snapshot(&game).await["moves"].as_array().expect("a list").len();
    assert_eq!(moves, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_here_at_one_server_is_here_at_the_other() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let (game, maria, juan) = two(&cluster, friend()).await;
    let mut first = maria.socket(&game, None).await;
    until(&mut first, "second", "away").await;
    let second = juan.socket(&game, None).await;
    until(&mut first, "second", "here").await;
    // The same seat at the other server too; one of the two connections ends.
    let mut both = cluster.at(&juan, 0).socket(&game, None).await;
    assert_eq!(until(&mut both, "first", "here").await["second"], "here");
    drop(second);
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    first.next_event("moved").await;
    assert_eq!(maria.is_refused(&game, "claim", json!({"result": "win"})).await, "too_early");
    drop(both);
    until(&mut first, "second", "away").await;
    // Back, and the server dies with the connection: after a while nobody
    // believes any more that he is there.
    let _second = juan.socket(&game, None).await;
    until(&mut first, "second", "here").await;
    let watcher = cluster.person(1).socket(&game, None).await;
    drop(watcher);
    cluster.nodes[1].kill().await;
    let gone = async {
        loop {
            let message = first.next_within(Duration::from_secs(60)).await.expect("a connection");
            if let Some(protocol::ServerMessage::Presence(view)) = message
                && view.second == Some(protocol::Presence::Away)
            {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), gone).await.expect("away in the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_after_the_other_is_replaced_while_a_game_goes_on() {
    let Some(mut cluster) = Cluster::start().await else { return };
    let (game, maria, juan) = two(&cluster, friend()).await;
    let mut plies = 0;
    for node in [0, 1, 0, 1] {
        assert_eq!(cluster.nodes[node].stop().await, Some(0));
        for _ in 0..2 {
            let mover = cluster.at([&maria, &juan][plies % 2], 1 - node);
            let path = any_move(&mover, &game).await.expect("a move");
            mover.does(&game, "move", json!({"path": path})).await;
            plies += 1;
        }
        cluster.nodes[node].restart().await;
        cluster.until_ready(node, true).await;
        let seen = cluster.at(&maria, node).snapshot(&game).await;
        assert_eq!(seen["moves"].as_array().map(Vec::len), Some(plies));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_moves_at_one_server_has_moved_at_the_other() {
    let Some(cluster) = Cluster::start().await else { return };
    let (game, maria, juan) = two(&cluster, friend()).await;
    let mut old = maria.socket(&game, None).await;
    old.caught_up().await;
    let path = format!("/api/games/{game}/seat-links");
    let made = maria.post(&path, &json!({"kind": "continue"})).await;
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    let phone = cluster.person(1);
    let path = format!("/api/seat-links/{token}/redeem");
    assert_eq!(phone.send(Method::POST, &path, None).await.status, StatusCode::OK);
    assert_eq!(old.next_of(&["snapshot"]).await["game"]["you"], "watcher");
    phone.does(&game, "move", json!({"path": [11, 15]})).await;
    old.next_event("moved").await;
    assert_eq!(maria.is_refused(&game, "resign", json!({})).await, "not_a_player");
    // Whoever erases everything at one server has resigned at the other.
    let mut first = phone.socket(&game, None).await;
    first.caught_up().await;
    let elsewhere = cluster.at(&juan, 0);
    assert_eq!(
        elsewhere.send(Method::POST, "/api/me/erase", None).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(first.next_event("ended").await["result"]["reason"], "resigned");
}
