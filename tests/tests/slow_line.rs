//! Stories of slow lines in games with a clock: what the line takes is not
//! charged, within bounds that nobody gains by.

use std::time::Duration;

use serde_json::{Value, json};
use tests::{House, Person, Socket};

const MS: Duration = Duration::from_millis(1);

/// Five minutes each and nothing for a move; both have moved once.
async fn two(house: &House) -> (String, Person, Person) {
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let clock = json!({"initial_s": 300, "increment_s": 0});
    // Men with a long way before they meet.
    let fen = "W:W46,47,48,49,50:B1,2,3,4,5";
    let body = json!({"variant": "international", "clock": clock, "fen": fen});
    let game = maria.play_like(&juan, body).await;
    (game, maria, juan)
}

/// Opens a line on which the server's ping takes so long there and back. The
/// server pings as soon as it has told everything.
async fn line(house: &House, person: &Person, game: &str, takes: Duration) -> Socket {
    let mut socket = person.socket(game, None).await;
    socket.pinged().await;
    house.wait(takes);
    // The answer goes out with what is said first, before what is said then.
    for _ in 0..2 {
        socket.send_text(r#"{"type":"ping","seq":0}"#).await;
        socket.next_of(&["pong"]).await;
    }
    socket
}

/// What the clock of the first side shows, in milliseconds.
async fn left(person: &Person, game: &str) -> u64 {
    person.snapshot(game).await["clock"]["first_ms"].as_u64().expect("a clock")
}

/// A move of the rearmost man of the side to move.
async fn next_move(person: &Person, game: &str) -> Vec<u8> {
    let snapshot = person.snapshot(game).await;
    let legal = snapshot["legal"].as_array().expect("a list");
    let rear = |mv: &&Value| {
        let from = mv["from"].as_i64().expect("a square");
        if snapshot["side_to_move"] == "first" { from } else { -from }
    };
    let mv = legal.iter().max_by_key(rear).expect("a move");
    serde_json::from_value(mv["path"].clone()).expect("squares")
}

/// Juan moves at once, and by a request.
async fn answers(juan: &Person, game: &str) {
    let path = next_move(juan, game).await;
    juan.does(game, "move", json!({"path": path})).await;
}

/// Maria moves on her slow line.
async fn moves(slow: &mut Socket, maria: &Person, game: &str) {
    let path = next_move(maria, game).await;
    slow.seq = maria.snapshot(game).await["seq"].as_u64().expect("a number");
    let answer = slow.play(&path).await;
    assert_eq!(answer["type"], "accepted", "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_s_time_is_given_back_until_the_quota_is_used_up() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let mut slow = line(&house, &maria, &game, 400 * MS).await;
    // What stands here is the rule of `docs/protocol.md`, counted by hand.
    let (mut quota, mut expected) = (2_000_u64, 300_000_u64);
    let mut given = 0;
    for at in 0..10 {
        house.wait(1_000 * MS);
        moves(&mut slow, &maria, &game).await;
        let is_timed = at > 0;
        if is_timed {
            let back = 400.min(quota);
            given += back;
            expected -= 1_000 - back;
            quota = 2_000.min(quota - back + 100);
        }
        assert_eq!(left(&maria, &game).await, expected, "move {at}");
        answers(&juan, &game).await;
    }
    assert_eq!(given, 2_800, "two seconds, and a tenth for each move but the last");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_only_pretends_to_be_slow_gets_half_a_second_a_move() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let mut slow = line(&house, &maria, &game, 20_000 * MS).await;
    moves(&mut slow, &maria, &game).await;
    answers(&juan, &game).await;
    house.wait(3_000 * MS);
    moves(&mut slow, &maria, &game).await;
    assert_eq!(left(&maria, &game).await, 300_000 - 2_500);
    // A new line does not bring a new quota.
    answers(&juan, &game).await;
    let mut again = line(&house, &maria, &game, 500 * MS).await;
    let before = left(&maria, &game).await;
    assert_eq!(before, 297_000, "the time of the handshake is hers");
    for (at, back) in [500, 500, 500, 400].into_iter().enumerate() {
        let before = left(&maria, &game).await;
        house.wait(1_000 * MS);
        moves(&mut again, &maria, &game).await;
        assert_eq!(left(&maria, &game).await, before - 1_000 + back, "move {at}");
        answers(&juan, &game).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_no_later_than_what_could_still_be_given_back() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let mut slow = line(&house, &maria, &game, 400 * MS).await;
    let mut watcher = Person::at(house.address()).socket(&game, None).await;
    moves(&mut slow, &maria, &game).await;
    answers(&juan, &game).await;
    // The whole time is over, and a move that was sent in time is on its way.
    house.wait(300_300 * MS);
    moves(&mut slow, &maria, &game).await;
    assert_eq!(left(&maria, &game).await, 100);
    answers(&juan, &game).await;
    house.wait(100 * MS + 500 * MS);
    let ended = watcher.next_event("ended").await;
    assert_eq!(ended["result"], json!({"winner": "second", "reason": "flag"}));
    let refused = slow.play(&[36, 31]).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("game_over")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_charged_in_full() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let _slow = line(&house, &maria, &game, 400 * MS).await;
    let path = next_move(&maria, &game).await;
    maria.does(&game, "move", json!({"path": path})).await;
    answers(&juan, &game).await;
    house.wait(1_000 * MS);
    let path = next_move(&maria, &game).await;
    maria.does(&game, "move", json!({"path": path})).await;
    assert_eq!(left(&maria, &game).await, 299_000);
    assert_eq!(maria.snapshot(&game).await["result"], Value::Null);
}
