//! Stories of faces: how players without names are told apart.

use play::Face;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{House, Person, Socket};

async fn two(house: &House) -> (String, Person, Person) {
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let game = maria.play_with(&juan, "english").await;
    (game, maria, juan)
}

/// A face other than that one.
fn other(than: &Value) -> &'static str {
    let found = Face::ALL.into_iter().map(Face::name).find(|name| name != than);
    found.expect("there are 24")
}

async fn chooses(person: &Person, face: &str) {
    let answer = person.post("/api/me/face", &json!({"face": face})).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
}

/// The next presence that tells this face of the first side.
async fn told(socket: &mut Socket, face: &str) {
    while socket.next_of(&["presence"]).await["first_face"] != face {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_player_gets_a_face_by_lot_and_everybody_sees_it() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let watcher = Person::at(house.address());
    let seats = maria.snapshot(&game).await["seats"].clone();
    for side in ["first", "second"] {
        let name = seats[side]["face"].as_str().expect("a face");
        assert!(Face::from_name(name).is_some(), "{name}");
    }
    for person in [&juan, &watcher] {
        assert_eq!(person.snapshot(&game).await["seats"], seats);
        let mut socket = person.socket(&game, None).await;
        let presence = socket.next_of(&["presence"]).await;
        assert_eq!(presence["first_face"], seats["first"]["face"]);
        assert_eq!(presence["second_face"], seats["second"]["face"]);
    }
    let mut seen = std::collections::HashSet::new();
    for _ in 0..40 {
        let (game, _) = Person::at(house.address())
            .create(&json!({"variant": "english", "opponent": {"kind": "friend"}}))
            .await;
        let seats = watcher.snapshot(&game).await["seats"].clone();
        assert_eq!(seats["second"].get("face"), None, "nobody sits there");
        seen.insert(seats["first"]["face"].as_str().expect("a face").to_owned());
    }
    assert!(seen.len() > 8, "by lot: {seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_face_is_seen_at_once_wherever_its_player_sits() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    let second_game = maria.play_with(&juan, "international").await;
    let finished = maria.play_with(&juan, "english").await;
    maria.does(&finished, "resign", json!({})).await;
    let mut sockets = Vec::new();
    for game in [&game, &second_game, &finished] {
        let mut socket = juan.socket(game, None).await;
        socket.caught_up().await;
        sockets.push(socket);
    }
    let face = other(&maria.snapshot(&game).await["seats"]["first"]["face"]);
    chooses(&maria, face).await;
    for socket in &mut sockets {
        told(socket, face).await;
    }
    // And whoever comes later.
    assert_eq!(juan.snapshot(&game).await["seats"]["first"]["face"], face);
    // Without a websocket too.
    let next = other(&json!(face));
    let path = format!("/api/games/{game}/events?since=1&wait=25");
    let watcher = Person::at(house.address());
    let (page, ()) = tokio::join!(watcher.get(&path), async {
        while sockets[0].next_of(&["presence"]).await["watchers"] != 1 {}
        chooses(&maria, next).await;
    });
    assert_eq!(page.json()["presence"]["first_face"], next);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_face_outlives_restarts_and_goes_along_to_rematches() {
    let mut house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    chooses(&maria, "puli").await;
    chooses(&juan, "komodo").await;
    house.close().await;
    house.open_again().await;
    let seats = juan.snapshot(&game).await["seats"].clone();
    assert_eq!(
        (&seats["first"]["face"], &seats["second"]["face"]),
        (&json!("puli"), &json!("komodo"))
    );
    maria.does(&game, "resign", json!({})).await;
    maria.does(&game, "offer_rematch", json!({})).await;
    juan.does(&game, "answer_rematch", json!({"accept": true})).await;
    let next = maria.snapshot(&game).await["rematch"].as_str().expect("a game").to_owned();
    let seats = juan.snapshot(&next).await["seats"].clone();
    assert_eq!(
        (&seats["first"]["face"], &seats["second"]["face"]),
        (&json!("komodo"), &json!("puli"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_joins_and_who_takes_over_a_seat_bring_their_own_face() {
    let house = House::open().await;
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    // Each has one from an earlier game.
    for (person, face) in [(&maria, "owl"), (&juan, "fox")] {
        let computer = json!({"kind": "computer", "level": "easy"});
        person.create(&json!({"variant": "english", "opponent": computer})).await;
        chooses(person, face).await;
    }
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}});
    let (game, token) = maria.create(&body).await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    let path = format!("/api/invites/{}/accept", token.expect("an invite"));
    juan.send(Method::POST, &path, None).await;
    let _seat = juan.socket(&game, None).await;
    while socket.next_of(&["presence"]).await["second_face"] != "fox" {}

    let body = json!({"kind": "continue"});
    let link = juan.post(&format!("/api/games/{game}/seat-links"), &body).await.json();
    let phone = Person::at(house.address());
    let computer = json!({"kind": "computer", "level": "easy"});
    phone.create(&json!({"variant": "english", "opponent": computer})).await;
    chooses(&phone, "deer").await;
    let path = format!("/api/seat-links/{}/redeem", link["token"].as_str().expect("a token"));
    assert_eq!(phone.send(Method::POST, &path, None).await.status, StatusCode::OK);
    while socket.next_of(&["presence"]).await["second_face"] != "deer" {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_face_is_one_of_ours_and_belongs_to_a_player() {
    let house = House::open().await;
    let (game, maria, _) = two(&house).await;
    let before = maria.snapshot(&game).await["seats"].clone();
    for body in [json!({"face": "unicorn"}), json!({"face": 7}), json!({}), json!([])] {
        let answer = maria.post("/api/me/face", &body).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "bad_request"));
    }
    let stranger = Person::at(house.address());
    let answer = stranger.post("/api/me/face", &json!({"face": "puli"})).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (403, "not_a_player"));
    let evil = maria
        .request(Method::POST, "/api/me/face")
        .header("origin", "http://evil.example")
        .json(&json!({"face": "puli"}));
    assert_eq!(maria.finish(evil).await.status, StatusCode::FORBIDDEN);
    assert_eq!(maria.snapshot(&game).await["seats"], before);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_to_be_forgotten_has_no_face_any_more() {
    let house = House::open().await;
    let (game, maria, juan) = two(&house).await;
    assert_eq!(
        maria.send(Method::POST, "/api/me/erase", None).await.status,
        StatusCode::NO_CONTENT
    );
    let games = juan.get("/hu/games").await.text;
    assert!(!games.contains("<svg class=\"face\""), "{games}");
    // Once nobody has the game in hand, the store alone says who sits there.
    let seats = juan.snapshot(&game).await["seats"].clone();
    assert_eq!(seats["first"].get("face"), None, "{seats}");
    assert!(seats["second"]["face"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_faces_works_without_scripts() {
    let house = House::open().await;
    let (game, maria, _) = two(&house).await;
    for (lang, names) in [("hu", ["Koboldmaki", "Szürkemarha"]), ("fil", ["Kalabaw", "Haribon"])] {
        let page = maria.get(&format!("/{lang}/face")).await;
        assert_eq!(page.status, StatusCode::OK);
        for name in names {
            assert!(page.text.contains(name), "{name}: {}", page.text);
        }
        assert_eq!(page.text.matches("name=\"face\"").count(), 24);
    }
    let post = async |person: &Person, face: &str| {
        let request = person
            .request(Method::POST, "/id/face")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("face={face}"));
        person.finish(request).await
    };
    let answer = post(&maria, "tarsier").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(answer.headers["location"], "/id/face");
    assert_eq!(maria.snapshot(&game).await["seats"]["first"]["face"], "tarsier");
    assert_eq!(post(&maria, "unicorn").await.status, StatusCode::BAD_REQUEST);
    let stranger = Person::at(house.address());
    assert_eq!(post(&stranger, "tarsier").await.status, StatusCode::FORBIDDEN);
    let page = stranger.get("/en/face").await.text;
    assert!(!page.contains("name=\"face\""), "nobody has a face before the first game");
    assert!(stranger.cookie().is_none(), "and looking makes nobody a player");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_beside_a_board_is_for_two_people_alone() {
    let house = House::open().await;
    let (game, maria, _) = two(&house).await;
    chooses(&maria, "eagle").await;
    let part = maria.get(&format!("/g/{game}/beside?lang=id")).await;
    assert_eq!(
        (part.status, &part.headers["cache-control"]),
        (StatusCode::OK, &"no-store".parse().expect("a value"))
    );
    for words in ["data-you=\"first\"", "data-first=\"eagle\"", "Langkah bagus!", "side=first"] {
        assert!(part.text.contains(words), "{words}: {}", part.text);
    }
    let seen = Person::at(house.address()).get(&format!("/g/{game}/beside?lang=id")).await.text;
    assert!(seen.contains("data-you=\"watcher\"") && seen.contains("data-first=\"eagle\""));
    assert!(!seen.contains("data-signs") && !seen.contains("data-faces"), "watchers say nothing");
    let computer = json!({"kind": "computer", "level": "easy"});
    let (solo, _) = maria.create(&json!({"variant": "english", "opponent": computer})).await;
    assert_eq!(maria.get(&format!("/g/{solo}/beside")).await.status, StatusCode::NOT_FOUND);
}
