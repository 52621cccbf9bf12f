//! Stories of what goes between the two players: draws, takebacks, rematches
//! and their score.

use reqwest::StatusCode;
use rules::{AnyGame, GameRules, Square, Status, Variant};
use serde_json::{Value, json};
use tests::{House, Person};
use uuid::Uuid;

async fn two(house: &House, body: Value) -> (String, Person, Person) {
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_like(&juan, body).await;
    (game, maria, juan)
}

async fn moves(person: &Person, game: &str, path: [u8; 2]) {
    person.does(game, "move", json!({"path": path})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_offer_is_declined_withdrawn_and_lapses() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, json!({"variant": "english"})).await;
    maria.does(&game, "offer_draw", json!({})).await;
    assert_eq!(maria.is_refused(&game, "offer_draw", json!({})).await, "not_allowed");
    assert_eq!(maria.is_refused(&game, "answer_draw", json!({"accept": true})).await, "no_offer");
    juan.does(&game, "answer_draw", json!({"accept": false})).await;
    maria.does(&game, "offer_draw", json!({})).await;
    maria.does(&game, "withdraw_draw", json!({})).await;
    assert_eq!(juan.is_refused(&game, "answer_draw", json!({"accept": true})).await, "no_offer");
    // An offer stands through the own move, and lapses at the other side's.
    maria.does(&game, "offer_draw", json!({})).await;
    moves(&maria, &game, [11, 15]).await;
    assert_eq!(maria.snapshot(&game).await["offers"]["draw"], "first");
    moves(&juan, &game, [23, 19]).await;
    assert_eq!(maria.snapshot(&game).await["offers"]["draw"], Value::Null);
    // Offering what is offered accepts it.
    juan.does(&game, "offer_draw", json!({})).await;
    maria.does(&game, "offer_draw", json!({})).await;
    let result = maria.snapshot(&game).await["result"].clone();
    assert_eq!(result, json!({"winner": null, "reason": "agreed"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn under_tournament_rules_a_draw_is_offered_only_after_forty_moves_each() {
    let house = House::open().await;
    let body = json!({"variant": "international", "rules": {"tournament": true}});
    let (game, maria, juan) = two(&house, body).await;
    // Lots that are drawn until a game lasts long enough.
    let moves = (1..).find_map(forty_moves_each).expect("one of them does");
    for (ply, path) in moves.iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&maria, &juan) } else { (&juan, &maria) };
        if ply % 20 == 0 || ply == 79 {
            assert_eq!(mover.is_refused(&game, "offer_draw", json!({})).await, "not_allowed");
            assert_eq!(other.is_refused(&game, "offer_draw", json!({})).await, "not_allowed");
        }
        let numbers: Vec<u8> = path.iter().map(|square| square.number()).collect();
        mover.does(&game, "move", json!({"path": numbers})).await;
    }
    maria.does(&game, "offer_draw", json!({})).await;
    juan.does(&game, "answer_draw", json!({"accept": true})).await;
    assert_eq!(juan.snapshot(&game).await["result"]["reason"], "agreed");
}

/// The moves of a game that goes on after forty of each side; by these lots.
fn forty_moves_each(seed: u32) -> Option<Vec<Vec<Square>>> {
    let rules = GameRules::new(Variant::International, true, None).expect("its rules");
    let mut board = AnyGame::start(Variant::International, None, rules).expect("a game");
    let mut lot = seed;
    let mut moves = Vec::new();
    while moves.len() < 80 {
        let legal = board.legal_moves();
        lot = lot.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let path = legal[(lot >> 8) as usize % legal.len()].path.clone();
        board.play_path(&path).expect("legal");
        moves.push(path);
        if board.status() != Status::Ongoing {
            return None;
        }
    }
    Some(moves)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_goes_back_to_the_askers_last_decision_and_says_how_far() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house, json!({"variant": "english"})).await;
    assert_eq!(maria.is_refused(&game, "request_takeback", json!({})).await, "nothing_to_undo");
    for path in [[11, 15], [23, 19], [8, 11], [22, 17]].chunks(2) {
        moves(&maria, &game, path[0]).await;
        moves(&juan, &game, path[1]).await;
    }
    for (asker, other, side, plies, left) in
        [(&maria, &juan, "first", 2, 2), (&juan, &maria, "second", 1, 1)]
    {
        asker.does(&game, "request_takeback", json!({})).await;
        let open = other.snapshot(&game).await["offers"]["takeback"].clone();
        assert_eq!(open, json!({"side": side, "plies": plies}));
        other.does(&game, "answer_takeback", json!({"accept": true})).await;
        let snapshot = other.snapshot(&game).await;
        assert_eq!(snapshot["moves"].as_array().map(Vec::len), Some(left));
        assert_eq!(snapshot["side_to_move"], side);
    }
    // Juan is to move now; declined, nothing changes.
    maria.does(&game, "request_takeback", json!({})).await;
    juan.does(&game, "answer_takeback", json!({"accept": false})).await;
    assert_eq!(juan.snapshot(&game).await["moves"].as_array().map(Vec::len), Some(1));
    maria.does(&game, "request_takeback", json!({})).await;
    maria.does(&game, "withdraw_takeback", json!({})).await;
    let late = juan.is_refused(&game, "answer_takeback", json!({"accept": true})).await;
    assert_eq!(late, "no_offer");
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_swap_the_sides_of_the_same_two_and_keep_their_score() {
    let house = House::open().await;
    let (mut game, maria, juan) = two(&house, json!({"variant": "english"})).await;
    let ends = ["resign", "draw", "resign"];
    for (round, end) in ends.into_iter().enumerate() {
        let side = if round % 2 == 0 { "first" } else { "second" };
        assert_eq!(maria.snapshot(&game).await["you"], side, "round {round}");
        match end {
            "draw" => {
                maria.does(&game, "offer_draw", json!({})).await;
                juan.does(&game, "answer_draw", json!({"accept": true})).await;
            }
            _ => juan.does(&game, "resign", json!({})).await,
        }
        juan.does(&game, "offer_rematch", json!({})).await;
        maria.does(&game, "answer_rematch", json!({"accept": true})).await;
        game = maria.snapshot(&game).await["rematch"].as_str().expect("a game").to_owned();
    }
    // Maria has won twice and is the second side now.
    let snapshot = maria.snapshot(&game).await;
    assert_eq!(snapshot["you"], "second");
    assert_eq!(snapshot["score"], json!({"first": 0, "second": 2, "draws": 1}));
    for side in ["first", "second"] {
        let seat = &snapshot["seats"][side];
        assert_eq!((&seat["kind"], &seat["level"]), (&json!("player"), &Value::Null));
    }
    assert_eq!(Person::at(house.address()).snapshot(&game).await["you"], "watcher");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_offer_a_rematch_at_once_one_game_comes() {
    let house = House::open().await;
    for _ in 0..tests::races() {
        let (game, maria, juan) = two(&house, json!({"variant": "english"})).await;
        maria.does(&game, "resign", json!({})).await;
        let seq = maria.snapshot(&game).await["seq"].clone();
        let path = format!("/api/games/{game}/commands");
        let says = || json!({"type": "offer_rematch", "id": Uuid::new_v4(), "seq": seq});
        let (ones, others) = (says(), says());
        let (one, other) = tokio::join!(maria.post(&path, &ones), juan.post(&path, &others));
        assert_eq!((one.status, other.status), (StatusCode::OK, StatusCode::OK));
        let seqs = [one.json()["seq"].as_u64(), other.json()["seq"].as_u64()];
        assert_ne!(seqs[0], seqs[1], "the second offer accepted the first one");
        let snapshot = maria.snapshot(&game).await;
        let next = snapshot["rematch"].as_str().expect("a game").to_owned();
        assert_eq!(maria.snapshot(&next).await["you"], "second");
        assert_eq!(juan.snapshot(&next).await["you"], "first");
        let games = maria.get("/api/me/games").await.json();
        assert_eq!(games.as_array().map(Vec::len), Some(2), "this one and one more");
    }
}
