//! Stories of records: a game as text put on a board, and the list of games
//! that leads to another one with the same friend.

use reqwest::{Method, StatusCode, header::LOCATION};
use tests::{Answer, Person, Server};

/// Sends the form on which a text is pasted.
async fn paste(person: &Person, text: &str, ply: &str) -> Answer {
    let mut body = String::from("text=");
    for byte in text.bytes() {
        body.push_str(&format!("%{byte:02X}"));
    }
    body.push_str("&variant=");
    if !ply.is_empty() {
        body.push_str(&format!("&ply={ply}"));
    }
    let request = person.request(Method::POST, "/en/replay");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(body);
    person.finish(request).await
}

#[tokio::test]
async fn the_record_of_a_game_is_pasted_and_stands_on_a_board() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut first = maria.socket(&game, None).await;
    first.caught_up().await;
    assert_eq!(first.play(&[11, 15]).await["type"], "accepted");
    let record = juan.get(&format!("/api/games/{game}/pdn")).await.text;

    let page = paste(&juan, &record, "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("data-moves=\"11.15\""), "{}", page.text);
    // Without the program each ply is a button, and the board shows it.
    let page = paste(&juan, &record, "1").await;
    assert!(page.text.contains("data-ply=\"1\""));
    assert!(!page.text.contains("data-square=\"11\" aria-label=\"11, man"));
    let page = paste(&juan, "W:W32:BK1", "").await;
    assert!(page.text.contains("data-start=\"W:W32:BK1\""));
}

#[tokio::test]
async fn a_text_that_is_no_record_is_told_so_and_comes_back_to_be_mended() {
    let server = Server::start().await;
    let maria = Person::new(&server);
    let page = paste(&maria, "<b>Hello</b>", "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("role=\"alert\"") && page.text.contains("&lt;b&gt;Hello"));
    let page = paste(&maria, "[GameType \"21\"]\n1. 11-15 9-14", "").await;
    assert!(page.text.contains("line 2, column 10"), "{}", page.text);
    assert_eq!(paste(&maria, &"1. ".repeat(6_000), "").await.status, 413);
}

#[tokio::test]
async fn my_games_lead_to_another_game_with_the_same_friend() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut first = maria.socket(&game, None).await;
    first.caught_up().await;
    // While Maria is there, Juan's list says so.
    assert!(juan.get("/en/games").await.text.contains("data-friend=\"here\""));
    assert!(!maria.get("/en/games").await.text.contains("data-friend"));

    let path = format!("/g/{game}/rematch");
    let asked = juan.send(Method::POST, &path, None).await;
    assert_eq!(asked.headers[LOCATION], format!("/g/{game}"), "it goes on, so nothing is asked");
    assert_eq!(maria.snapshot(&game).await["offers"]["rematch"], serde_json::Value::Null);

    first.send("resign", serde_json::json!({})).await;
    first.next_event("ended").await;
    assert!(juan.get("/en/games").await.text.contains(&path));
    juan.send(Method::POST, &path, None).await;
    assert_eq!(first.next_event("rematch_offered").await["side"], "second");
    // Each list tells who has asked; once it has begun there is nothing to ask.
    assert!(juan.get("/en/games").await.text.contains("data-friend=\"asked\""));
    assert!(maria.get("/en/games").await.text.contains("data-friend=\"asks\""));
    let joined = maria.send(Method::POST, &path, None).await;
    let next = joined.headers[LOCATION].to_str().expect("a path").to_owned();
    assert_ne!(next, format!("/g/{game}"));
    let again = juan.send(Method::POST, &path, None).await;
    assert_eq!(again.headers[LOCATION], next, "both are led to the same game");
    assert!(!maria.get("/en/games").await.text.contains(&path));
    let stranger = Person::new(&server);
    assert_eq!(stranger.send(Method::POST, &path, None).await.headers[LOCATION], next);
}
