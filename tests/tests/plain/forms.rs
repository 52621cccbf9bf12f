//! What single forms do, and what is refused.

use reqwest::StatusCode;
use serde_json::json;
use tests::{Reader, Server};

use crate::two_friends;

#[tokio::test]
async fn a_form_that_is_sent_twice_is_one_move() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    for _ in 0..2 {
        let answer = maria.press(&page, "path", "11-15").await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let told = maria.snapshot(&page).await;
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(1));
    // Another button of the old page is another wish, and comes too late.
    let late = maria.press(&page, "path", "11-16").await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert_eq!(maria.snapshot(&page).await["seq"], told["seq"]);
}

#[tokio::test]
async fn a_refused_form_says_why_in_the_readers_language_and_shows_the_game_as_it_is() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    let at = format!("/g/{}", page.game());
    for (lang, words) in [
        ("en", "The game had moved on"),
        ("fil", "Nagbago na ang laro"),
        ("hu", "Közben változott az állás"),
        ("id", "Permainan sudah berubah"),
    ] {
        maria.open(&format!("/{lang}/")).await;
        let old = maria.open(&at).await;
        let moves = old.buttons("path");
        maria.press(&old, "path", &moves[0]).await;
        let refused = maria.press(&old, "path", &moves[1]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{lang}");
        let hint = refused.text("hint").unwrap_or_default();
        assert!(hint.starts_with(words), "{lang}: {hint}");
        // It looks for Juan's move like every other page, at the game's address.
        assert!(refused.refresh().is_some_and(|(_, path)| path.starts_with("/g/")));
        let theirs = juan.open(&at).await;
        juan.press(&theirs, "path", &theirs.buttons("path")[0]).await;
    }
}

#[tokio::test]
async fn draws_takebacks_and_resigning_are_asked_and_answered() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    let at = format!("/g/{}", page.game());
    maria.press(&page, "path", "11-15").await;

    // Juan offers a draw and takes it back; offers again, and Maria declines.
    let theirs = juan.open(&at).await;
    let theirs = juan.press(&theirs, "action", "offer-draw").await;
    let theirs = juan.press(&theirs, "action", "withdraw-draw").await;
    juan.press(&theirs, "action", "offer-draw").await;
    let mine = maria.open(&at).await;
    assert!(mine.html.contains("Your friend offers a draw."));
    maria.press(&mine, "action", "decline-draw").await;

    // Maria asks for her move back, and gets it.
    let mine = maria.open(&at).await;
    maria.press(&mine, "action", "ask-takeback").await;
    let theirs = juan.open(&at).await;
    juan.press(&theirs, "action", "accept-takeback").await;
    let mine = maria.open(&at).await;
    assert_eq!(maria.snapshot(&mine).await["moves"], json!([]));

    // Resigning asks first, and asking changes nothing.
    let seq = maria.snapshot(&mine).await["seq"].clone();
    let asks = maria.follow(&mine, &format!("{at}?ask=resign")).await;
    assert!(asks.html.contains("Really resign?"));
    assert_eq!(maria.snapshot(&mine).await["seq"], seq);
    let over = maria.press(&asks, "action", "resign").await;
    assert!(over.html.contains("You resigned."), "{}", over.html);
    let theirs = juan.open(&at).await;
    assert!(theirs.html.contains("Your opponent resigned."));
}

#[tokio::test]
async fn an_invite_is_called_off_from_the_games_page_after_a_question() {
    let server = Server::start().await;
    let (maria, stranger) = (Reader::new(&server), Reader::new(&server));
    let home = maria.open("/en/?plain=1").await;
    let own = maria.press(&home, "opponent", "friend").await;
    let game = maria.follow(&own, "/g/").await;
    assert!(game.html.contains("Waiting for your friend"));
    assert!(game.refresh().is_some());
    let theirs = stranger.open(&format!("{}?plain=1", game.path)).await;
    assert!(theirs.links().iter().all(|link| !link.contains("ask=")), "only its maker may");
    let asks = maria.follow(&game, &format!("{}?ask=cancel-invite", game.path)).await;
    let gone = maria.press(&asks, "action", "cancel-invite").await;
    assert!(gone.html.contains("This invite was cancelled."), "{}", gone.html);
    assert_eq!(gone.refresh(), None);
    assert_eq!(stranger.open(&own.path).await.status, StatusCode::GONE);
}

#[tokio::test]
async fn who_has_no_seat_watches_and_is_told_so_when_trying_more() {
    let server = Server::start().await;
    let (maria, juan, third) = (Reader::new(&server), Reader::new(&server), Reader::new(&server));
    let (page, _) = two_friends(&maria, &juan).await;
    let watched = third.open(&format!("/g/{}?plain=1&lang=en", page.game())).await;
    assert!(watched.html.contains("You are watching."));
    assert_eq!((watched.buttons("path").len(), watched.buttons("action").len()), (0, 0));
    assert!(watched.refresh().is_some(), "a watcher sees the next move too");
    let (action, fields) = page.form_of("path", "11-15", &[]);
    let refused = third.post(&action, &fields).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.html.contains("only its two players"), "{}", refused.html);
    assert_eq!(maria.snapshot(&page).await["seq"], 1, "the friend came, and nothing else");
}

#[tokio::test]
async fn a_page_looks_ever_less_often_and_not_at_all_if_so_wished() {
    let server = Server::start().await;
    let (maria, juan) = (Reader::new(&server), Reader::new(&server));
    let (_, mut page) = two_friends(&maria, &juan).await;
    let mut pauses = Vec::new();
    for _ in 0..12 {
        let (seconds, path) = page.refresh().expect("Maria is to move");
        pauses.push(seconds);
        page = juan.open(&path).await;
    }
    assert!(pauses.is_sorted() && pauses[0] <= 5 && pauses[11] >= 60, "{pauses:?}");
    let quiet = juan.follow(&page, &format!("/g/{}?wait=off", page.game())).await;
    assert_eq!(quiet.refresh(), None);
    let still = juan.follow(&quiet, &format!("/g/{}?wait=off", page.game())).await;
    assert_eq!(still.refresh(), None, "looking by hand does not switch it on");
}

#[tokio::test]
async fn forms_work_without_an_origin_and_not_from_another_site() {
    let server = Server::start().await;
    let mut reader = Reader::new(&server);
    reader.tells_origin = false;
    let home = reader.open("/en/?plain=1").await;
    let page = reader.press(&home, "opponent", "computer").await;
    let page = reader.press(&page, "path", "11-15").await;
    assert_eq!((page.status, page.value("data-ply")), (StatusCode::OK, Some("2")));

    let (action, fields) = page.form_of("action", "undo", &[]);
    let elsewhere = Reader::at("http://evil.example");
    let foreign = elsewhere.post(&server.url(&action), &fields).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_is_no_form_of_ours_is_answered_with_a_page_and_changes_nothing() {
    let server = Server::start().await;
    let reader = Reader::new(&server);
    let home = reader.open("/en/?plain=1").await;
    let page = reader.press(&home, "opponent", "computer").await;
    let (action, fields) = page.form_of("path", "11-15", &[]);
    for (name, value) in [
        ("path", "11-15-"),
        ("path", "0"),
        ("path", &"1-".repeat(2_000)),
        ("seq", "-1"),
        ("id", "1"),
        ("id", ""),
        ("other", "1"),
    ] {
        let mut odd = fields.clone();
        odd.retain(|(known, _)| known != name && (name != "other" || known != "path"));
        odd.push((name.to_owned(), value.to_owned()));
        let answer = reader.post(&action, &odd).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}={value}");
        assert!(answer.html.starts_with("<!DOCTYPE html>"));
    }
    assert_eq!(reader.snapshot(&page).await["seq"], 0);
    let nowhere = reader.post("/g/1111111111111111111111/command", &fields).await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_choice_lasts_for_the_session_and_has_a_way_back() {
    let server = Server::start().await;
    let reader = Reader::new(&server);
    let full = reader.open("/en/").await;
    assert!(full.html.contains("/pkg/app"), "a program");
    let plain = reader.follow(&full, "/en/?plain=1").await;
    assert!(!plain.html.contains("/pkg/app"));
    let page = reader.press(&plain, "opponent", "computer").await;
    assert!(!page.html.contains("/pkg/app"), "also at other addresses");
    let home = reader.open("/en/").await;
    assert!(home.links().contains(&page.path), "the running game is on the home page");
    let full = reader.follow(&page, &format!("{}?plain=0", page.path)).await;
    assert!(full.html.contains("/pkg/app"));
    assert!(reader.open("/en/").await.html.contains("/pkg/app"));
    let mut cookies =
        plain.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let cookie = cookies.find(|cookie| cookie.starts_with("dama_plain=1"));
    let cookie = cookie.expect("the choice is remembered");
    assert!(!cookie.contains("Max-Age") && !cookie.contains("Expires"), "{cookie}");
}
