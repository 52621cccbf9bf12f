//! Stories of games against the computer.

use rules::{AnyGame, Variant};
use serde_json::{Value, json};
use tests::{Person, Server, Socket};

async fn against(
    server: &Server,
    variant: &str,
    level: &str,
    side: &str,
) -> (String, Person, Socket) {
    let person = Person::new(server);
    let opponent = json!({"kind": "computer", "level": level});
    let (game, token) =
        person.create(&json!({"variant": variant, "opponent": opponent, "side": side})).await;
    assert_eq!(token, None);
    let mut socket = person.socket(&game, None).await;
    socket.caught_up().await;
    (game, person, socket)
}

/// The path of a move told by an event.
fn path_of(event: &Value) -> Vec<rules::Square> {
    let numbers = event["path"].as_array().expect("a path");
    numbers.iter().map(|n| rules::Square::new(n.as_u64().unwrap() as u8).unwrap()).collect()
}

#[tokio::test]
async fn a_whole_game_against_easy_ends_with_a_result() {
    let server = Server::start().await;
    for variant in Variant::ALL {
        let (game, person, mut socket) = against(&server, variant.name(), "easy", "first").await;
        let mut board = AnyGame::new(variant);
        loop {
            // Always the first legal move: somebody loses soon.
            let path = board.legal_moves()[0].path.clone();
            let numbers: Vec<u8> = path.iter().map(|square| square.number()).collect();
            assert_eq!(socket.play(&numbers).await["type"], "accepted");
            board.play_path(&path).expect("legal here too");
            if board.status() != rules::Status::Ongoing {
                break;
            }
            // The own move comes as an event too, sometimes still on its way.
            let reply = loop {
                let event = socket.next_event("moved").await;
                if event["side"] == "second" {
                    break event;
                }
            };
            board.play_path(&path_of(&reply)).expect("the computer plays by the rules");
            if board.status() != rules::Status::Ongoing {
                break;
            }
        }
        socket.next_event("ended").await;
        let snapshot = person.snapshot(&game).await;
        assert_eq!(snapshot["state"], "finished");
        let status = board.status().to_string();
        let reason = snapshot["result"]["reason"].as_str().expect("a reason");
        assert!(status.ends_with(reason), "{status} but {reason}");
    }
}

#[tokio::test]
async fn the_computer_begins_when_the_person_chose_the_second_side() {
    let server = Server::start().await;
    let (game, person, mut socket) = against(&server, "english", "easy", "second").await;
    if person.snapshot(&game).await["moves"] == json!([]) {
        socket.next_event("moved").await;
    }
    let snapshot = person.snapshot(&game).await;
    assert_eq!(snapshot["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(snapshot["seats"]["first"], json!({"kind": "computer", "level": "easy"}));
}

#[tokio::test]
async fn undo_takes_back_both_plies_and_a_late_answer_never_lands() {
    let server = Server::start().await;
    let (game, person, mut socket) = against(&server, "english", "hard", "first").await;
    // While it thinks: one ply goes back, and its answer is dropped.
    assert_eq!(socket.play(&[11, 15]).await["type"], "accepted");
    let id = socket.send("undo", json!({})).await;
    assert_eq!(socket.answer_to(id).await["type"], "accepted");
    assert_eq!(person.snapshot(&game).await["moves"], json!([]));
    // After its reply: both plies go back.
    assert_eq!(socket.play(&[9, 14]).await["type"], "accepted");
    loop {
        let event = socket.next_event("moved").await;
        if event["side"] == "second" {
            break;
        }
    }
    assert_eq!(person.snapshot(&game).await["moves"].as_array().map(Vec::len), Some(2));
    let id = socket.send("undo", json!({})).await;
    assert_eq!(socket.answer_to(id).await["type"], "accepted");
    assert_eq!(person.snapshot(&game).await["moves"], json!([]));
    let id = socket.send("undo", json!({})).await;
    assert_eq!(socket.answer_to(id).await["code"], "nothing_to_undo");
}

#[tokio::test]
async fn the_computer_answers_a_draw_offer() {
    let server = Server::start().await;
    let (_, _, mut socket) = against(&server, "english", "easy", "first").await;
    socket.send("offer_draw", json!({})).await;
    socket.next_event("draw_declined").await;
}

/// Numbers that look thrown.
fn lots() -> impl FnMut(u64) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// A game as a socket tells it: each event is the next one and follows by the
/// rules.
struct Heard {
    board: AnyGame,
    moves: Vec<Vec<rules::Square>>,
    seq: u64,
    undone: usize,
}

impl Heard {
    fn hear(&mut self, message: &Value) {
        self.seq += 1;
        assert_eq!(message["seq"], self.seq);
        let event = &message["event"];
        match event["kind"].as_str().expect("a kind") {
            "moved" => {
                assert_eq!(event["side"], if self.is_first_to_move() { "first" } else { "second" });
                self.board.play_path(&path_of(event)).expect("a legal move");
                self.moves.push(path_of(event));
            }
            "taken_back" => {
                let plies = event["plies"].as_u64().expect("a number") as usize;
                self.moves.truncate(self.moves.len() - plies);
                self.board = AnyGame::new(Variant::English);
                for path in &self.moves {
                    self.board.play_path(path).expect("legal before");
                }
                self.undone += 1;
            }
            _ => {}
        }
    }

    const fn is_first_to_move(&self) -> bool {
        self.moves.len().is_multiple_of(2)
    }

    fn is_over(&self) -> bool {
        self.board.status() != rules::Status::Ongoing
    }
}

/// Moves and undos come as fast as a socket takes them, while the computer's
/// answers are on their way: none lands on a position that it was not made for.
#[tokio::test]
async fn five_hundred_moves_and_undos_meet_the_computer_s_answers() {
    let server = Server::start().await;
    let (game, person, mut socket) = against(&server, "english", "easy", "first").await;
    let mut lot = lots();
    let board = AnyGame::new(Variant::English);
    let mut heard = Heard { board, moves: Vec::new(), seq: 0, undone: 0 };
    for _ in 0..500 {
        let moves = heard.is_first_to_move() && !heard.is_over() && lot(3) > 0;
        let id = if moves {
            let legal = heard.board.legal_moves();
            let path = &legal[lot(legal.len() as u64) as usize].path;
            let numbers: Vec<u8> = path.iter().map(|square| square.number()).collect();
            socket.send("move", json!({"path": numbers})).await
        } else {
            socket.send("undo", json!({})).await
        };
        let answer = loop {
            let message = socket.next_of(&["event", "accepted", "refused"]).await;
            if message["type"] != "event" {
                break message;
            }
            heard.hear(&message);
        };
        assert_eq!(answer["id"], id.to_string());
        if answer["type"] == "refused" {
            assert_eq!((moves, answer["code"].as_str()), (false, Some("nothing_to_undo")));
        }
        // Sometimes the reply is waited for, so that the game goes on.
        if moves && lot(2) == 0 {
            while !heard.is_first_to_move() && !heard.is_over() {
                heard.hear(&socket.next_of(&["event"]).await);
            }
        }
    }
    assert!(heard.undone > 50, "{} undos were granted", heard.undone);
    let kept = person.snapshot(&game).await["moves"].clone();
    let kept: Vec<_> = kept.as_array().expect("a list").iter().map(path_of).collect();
    // A reply may have come since the last word.
    assert!(kept.starts_with(&heard.moves) && kept.len() <= heard.moves.len() + 1);
}
