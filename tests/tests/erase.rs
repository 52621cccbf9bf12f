//! Stories of a player who asks to be forgotten.

use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};
use tests::{Answer, House, Person};

/// Maria with an open invite, two running games and a finished one.
struct Stand {
    house: House,
    maria: Person,
    juan: Person,
    invite: String,
    running: String,
    against_computer: String,
    finished: String,
}

async fn stand() -> Stand {
    let house = House::open().await;
    let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
    let english = || json!({"variant": "english"});
    let finished = maria.play_like(&juan, english()).await;
    juan.does(&finished, "resign", json!({})).await;
    let running = maria.play_like(&juan, english()).await;
    let (_, token) =
        maria.create(&json!({"variant": "english", "opponent": {"kind": "friend"}})).await;
    let computer = json!({"kind": "computer", "level": "easy"});
    let (against_computer, _) =
        maria.create(&json!({"variant": "english", "opponent": computer})).await;
    let invite = token.expect("an invite");
    Stand { house, maria, juan, invite, running, against_computer, finished }
}

/// The cookie is taken away with this answer.
fn check_cookie_is_gone(answer: &Answer) {
    let fields: Vec<_> = answer.headers.get_all(header::SET_COOKIE).iter().collect();
    let [field] = fields[..] else { panic!("one cookie: {fields:?}") };
    let field = field.to_str().expect("text");
    assert!(field.starts_with("dama_player=;") && field.contains("Max-Age=0"), "{field}");
}

async fn check_is_forgotten(stand: &Stand, cookie: &str) {
    let Stand { house, juan, invite, running, against_computer, finished, .. } = stand;
    let open = juan.get(&format!("/api/invites/{invite}")).await.json();
    assert_eq!(open["state"], "cancelled");
    let result = juan.snapshot(running).await["result"].clone();
    assert_eq!(result, json!({"winner": "second", "reason": "resigned"}));
    let result = juan.snapshot(against_computer).await["result"].clone();
    assert_eq!(result["reason"], "resigned");
    assert_eq!(juan.snapshot(finished).await["state"], "finished");
    // The secret that was leads nowhere, and no seat is anybody's.
    let stranger = Person::at(house.address());
    let ask = |path: &str| stranger.request(Method::GET, path).header(header::COOKIE, cookie);
    let mine = stranger.finish(ask("/api/me/games")).await.json();
    assert_eq!(mine, json!([]));
    let seen = stranger.finish(ask(&format!("/api/games/{finished}"))).await.json();
    assert_eq!(seen["you"], "watcher");
    // The other player has lost nothing.
    let games = juan.get("/api/me/games").await.json();
    assert_eq!(games.as_array().map(Vec::len), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_ends_the_games_and_forgets_the_player() {
    let stand = stand().await;
    let cookie = stand.maria.cookie().expect("a cookie");
    let mut socket = stand.juan.socket(&stand.running, None).await;
    socket.caught_up().await;
    let answer = stand.maria.send(Method::POST, "/api/me/erase", None).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    check_cookie_is_gone(&answer);
    assert_eq!(socket.next_event("ended").await["result"]["reason"], "resigned");
    check_is_forgotten(&stand, &cookie).await;
    // Again, with the cookie that is worth nothing now, and without any.
    for cookie in [Some(cookie.as_str()), None] {
        let stranger = Person::at(stand.house.address());
        let mut request = stranger.request(Method::POST, "/api/me/erase");
        if let Some(cookie) = cookie {
            request = request.header(header::COOKIE, cookie);
        }
        assert_eq!(stranger.finish(request).await.status, StatusCode::NO_CONTENT);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_of_the_privacy_page_erases_without_scripts() {
    let stand = stand().await;
    let cookie = stand.maria.cookie().expect("a cookie");
    let page = stand.maria.get("/hu/privacy").await.text;
    assert!(page.contains("action=\"/hu/erase\""), "{page}");
    assert!(page.contains("<details"), "the button asks before it posts");
    let get = stand.maria.get("/hu/erase").await;
    assert_ne!(get.status, StatusCode::OK, "no link erases anything");
    let answer = stand.maria.send(Method::POST, "/hu/erase", None).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["clear-site-data"], "\"storage\"");
    assert!(answer.text.contains("data-erased"), "the page's program clears what is kept");
    check_cookie_is_gone(&answer);
    check_is_forgotten(&stand, &cookie).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_site_s_page_erases_nobody() {
    let stand = stand().await;
    for path in ["/api/me/erase", "/en/erase"] {
        let request =
            stand.maria.request(Method::POST, path).header("origin", "http://evil.example");
        assert_eq!(stand.maria.finish(request).await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(stand.maria.snapshot(&stand.running).await["state"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_forgotten_begins_anew() {
    let stand = stand().await;
    stand.maria.send(Method::POST, "/api/me/erase", None).await;
    let maria = Person::at(stand.house.address());
    let game = maria.play_like(&stand.juan, json!({"variant": "english"})).await;
    let snapshot = maria.snapshot(&game).await;
    assert_eq!((snapshot["you"].as_str(), &snapshot["result"]), (Some("first"), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_asked_for_a_rematch_with_somebody_who_is_gone() {
    let stand = stand().await;
    let Stand { house: _, maria, juan, finished, .. } = &stand;
    maria.does(finished, "offer_rematch", json!({})).await;
    assert_eq!(juan.snapshot(finished).await["offers"]["rematch"], "first");
    let mut socket = juan.socket(finished, None).await;
    socket.caught_up().await;
    assert_eq!(
        maria.send(Method::POST, "/api/me/erase", None).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(socket.next_event("rematch_withdrawn").await["side"], "first");
    assert_eq!(juan.snapshot(finished).await["offers"]["rematch"], Value::Null);
    let answer = juan.is_refused(finished, "answer_rematch", json!({"accept": true})).await;
    assert_eq!(answer, "no_offer");
}

#[tokio::test(flavor = "multi_thread")]
async fn yes_to_a_rematch_against_its_asker_s_erasing_leaves_no_game_that_goes_on() {
    let house = House::open().await;
    for _ in 0..tests::races() / 10 {
        let (maria, juan) = (Person::at(house.address()), Person::at(house.address()));
        let game = maria.play_like(&juan, json!({"variant": "english"})).await;
        maria.does(&game, "resign", json!({})).await;
        maria.does(&game, "offer_rematch", json!({})).await;
        let seq = juan.snapshot(&game).await["seq"].clone();
        let path = format!("/api/games/{game}/commands");
        let yes = json!({"type": "answer_rematch", "id": uuid::Uuid::new_v4(), "seq": seq, "accept": true});
        let (erased, _) =
            tokio::join!(maria.send(Method::POST, "/api/me/erase", None), juan.post(&path, &yes));
        assert_eq!(erased.status, StatusCode::NO_CONTENT);
        if let Some(next) = juan.snapshot(&game).await["rematch"].as_str() {
            let next = juan.snapshot(next).await;
            assert_eq!(next["result"]["reason"], "resigned", "{next}");
        }
    }
}
