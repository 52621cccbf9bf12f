//! Stories of seats that come to another browser.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{Answer, House, Person, Server};

/// Maria (first) and Juan at a table, and a phone that nobody knows.
struct Stand {
    house: House,
    maria: Person,
    juan: Person,
    phone: Person,
    game: String,
}

async fn stand() -> Stand {
    let house = House::open().await;
    let [maria, juan, phone] = [(); 3].map(|()| Person::at(house.address()));
    let game = maria.play_with(&juan, "english").await;
    Stand { house, maria, juan, phone, game }
}

impl Stand {
    /// A link that must be made; its token.
    async fn link(&self, who: &Person, kind: &str) -> String {
        let answer = make(who, &self.game, kind).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()["token"].as_str().expect("a token").to_owned()
    }

    async fn you(&self, who: &Person) -> Value {
        who.snapshot(&self.game).await["you"].clone()
    }
}

async fn make(who: &Person, game: &str, kind: &str) -> Answer {
    who.post(&format!("/api/games/{game}/seat-links"), &json!({"kind": kind})).await
}

async fn redeem(who: &Person, token: &str) -> Answer {
    who.send(Method::POST, &format!("/api/seat-links/{token}/redeem"), None).await
}

async fn check_refused(who: &Person, token: &str, status: StatusCode, code: &str) {
    let answer = redeem(who, token).await;
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text);
}

async fn state(who: &Person, token: &str) -> Value {
    who.get(&format!("/api/seat-links/{token}")).await.json()["state"].clone()
}

const MOVE: &str = "move";

fn to(path: [u8; 2]) -> Value {
    json!({ "path": path })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_moves_to_another_device_and_the_old_one_watches() {
    let stand = stand().await;
    let token = stand.link(&stand.maria, "continue").await;
    let mut old = stand.maria.socket(&stand.game, None).await;
    old.caught_up().await;
    let mut opponent = stand.juan.socket(&stand.game, None).await;
    opponent.caught_up().await;

    let answer = redeem(&stand.phone, &token).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let redeemed = answer.json();
    assert_eq!((&redeemed["game"], &redeemed["side"]), (&json!(stand.game), &json!("first")));
    assert!(stand.phone.cookie().is_some(), "the phone is known from now on");
    assert_eq!(stand.you(&stand.phone).await, "first");
    assert_eq!(stand.you(&stand.maria).await, "watcher");

    // The old device's socket lives on, as a watcher's.
    assert_eq!(old.next_event("seat_moved").await["side"], "first");
    assert_eq!(old.next_of(&["snapshot"]).await["game"]["you"], "watcher");
    assert_eq!(opponent.next_event("seat_moved").await["side"], "first");
    let seen = opponent.next_of(&["presence"]).await;
    assert_eq!((&seen["first"], &seen["watchers"]), (&json!("away"), &json!(1)));
    let mut phone = stand.phone.socket(&stand.game, None).await;
    phone.caught_up().await;
    let seen = opponent.next_of(&["presence"]).await;
    assert_eq!((&seen["first"], &seen["watchers"]), (&json!("here"), &json!(1)));

    for (kind, fields) in [(MOVE, to([11, 15])), ("resign", json!({})), ("keep_seat", json!({}))] {
        assert_eq!(stand.maria.is_refused(&stand.game, kind, fields).await, "not_a_player");
    }
    stand.phone.does(&stand.game, MOVE, to([11, 15])).await;
    assert_eq!(old.next_event("moved").await["pdn"], "11-15");
    assert_eq!(stand.maria.get("/api/me/games").await.json(), json!([]));
    assert_eq!(stand.phone.get("/api/me/games").await.json()[0]["game"], json!(stand.game));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watching_page_of_the_new_device_becomes_the_players() {
    let stand = stand().await;
    let other_game = stand.phone.play_with(&stand.juan, "english").await;
    assert_ne!(other_game, stand.game);
    let mut page = stand.phone.socket(&stand.game, None).await;
    page.caught_up().await;
    let token = stand.link(&stand.maria, "continue").await;
    assert_eq!(redeem(&stand.phone, &token).await.status, StatusCode::OK);
    assert_eq!(page.next_event("seat_moved").await["side"], "first");
    assert_eq!(page.next_of(&["snapshot"]).await["game"]["you"], "first");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_after_the_move_is_told_by_a_snapshot() {
    let stand = stand().await;
    let token = stand.link(&stand.maria, "continue").await;
    assert_eq!(redeem(&stand.phone, &token).await.status, StatusCode::OK);
    let mut old = stand.maria.socket(&stand.game, Some(1)).await;
    assert_eq!(old.next_of(&["snapshot"]).await["game"]["you"], "watcher");
    let path = format!("/api/games/{}/events?since=1&wait=0", stand.game);
    let news = stand.maria.get(&path).await.json();
    assert_eq!(news["snapshot"]["you"], "watcher", "{news}");
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_a_link_changes_nothing() {
    let stand = stand().await;
    let token = stand.link(&stand.maria, "continue").await;
    for path in [format!("/s/{token}"), format!("/s/{token}?fbclid=x"), format!("/s/{token}.")] {
        for method in [Method::GET, Method::HEAD] {
            let page = stand.phone.send(method, &path, None).await;
            assert_eq!(page.status, StatusCode::OK, "{path}");
            assert_eq!(stand.phone.cookie(), None);
        }
    }
    assert_eq!(state(&stand.phone, &token).await, "open");
    assert_eq!(stand.you(&stand.maria).await, "first");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_good_for_two_minutes() {
    let stand = stand().await;
    let token = stand.link(&stand.maria, "continue").await;
    stand.house.wait(Duration::from_secs(119));
    assert_eq!(state(&stand.phone, &token).await, "open");
    stand.house.wait(Duration::from_secs(1));
    assert_eq!(state(&stand.phone, &token).await, "expired");
    check_refused(&stand.phone, &token, StatusCode::GONE, "invite_expired").await;
    assert_eq!(stand.phone.cookie(), None, "who gets nothing leaves no trace");
    let page = stand.phone.get(&format!("/s/{token}")).await;
    assert_eq!(page.status, StatusCode::GONE);
    assert!(page.text.contains(&format!("href=\"/g/{}\"", stand.game)), "a way on");
    assert_eq!(stand.you(&stand.maria).await, "first");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_use_a_link_at_once_exactly_one_gets_the_seat() {
    let stand = stand().await;
    for round in 0..10 {
        // Whoever has the seat now gives it on.
        let mut holder = stand.maria.clone();
        if round > 0 {
            holder = Person::at(stand.house.address());
            let token = stand.link(&stand.maria, "continue").await;
            assert_eq!(redeem(&holder, &token).await.status, StatusCode::OK);
        }
        let token = stand.link(&holder, "continue").await;
        let people: Vec<_> = (0..8).map(|_| Person::at(stand.house.address())).collect();
        let tries = people.iter().map(|person| redeem(person, &token));
        let answers = futures_util::future::join_all(tries).await;
        let winners: Vec<_> = answers
            .iter()
            .zip(&people)
            .filter(|(answer, _)| answer.status == StatusCode::OK)
            .map(|(_, person)| person)
            .collect();
        assert_eq!(winners.len(), 1, "round {round}");
        for answer in answers.iter().filter(|answer| answer.status != StatusCode::OK) {
            assert_eq!(answer.code(), "seat_link_used");
            assert_eq!(answer.json()["error"]["details"]["game"], json!(stand.game));
        }
        assert_eq!(stand.you(winners[0]).await, "first");
        assert_eq!(state(&stand.phone, &token).await, "used");
        // The seat goes back to Maria for the next round.
        let token = stand.link(winners[0], "continue").await;
        assert_eq!(redeem(&stand.maria, &token).await.status, StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn using_a_link_again_from_the_same_browser_is_as_good_as_once() {
    let stand = stand().await;
    let token = stand.link(&stand.maria, "continue").await;
    for _ in 0..2 {
        let answer = redeem(&stand.phone, &token).await;
        assert_eq!((answer.status, &answer.json()["side"]), (StatusCode::OK, &json!("first")));
    }
    check_refused(&stand.maria, &token, StatusCode::GONE, "seat_link_used").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_gets_no_second_seat_by_a_link() {
    let stand = stand().await;
    let token = stand.link(&stand.maria, "continue").await;
    check_refused(&stand.juan, &token, StatusCode::CONFLICT, "own_invite").await;
    assert_eq!(stand.you(&stand.maria).await, "first");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_of_a_game_that_goes_on_make_links() {
    let stand = stand().await;
    for kind in ["continue", "saved", "replacement"] {
        let answer = make(&stand.phone, &stand.game, kind).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::FORBIDDEN, "not_a_player")
        );
    }
    for body in [json!({"kind": "other"}), json!({}), json!(7)] {
        let path = format!("/api/games/{}/seat-links", stand.game);
        let answer = stand.maria.post(&path, &body).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::BAD_REQUEST, "bad_request")
        );
    }
    let token = stand.link(&stand.maria, "saved").await;
    stand.juan.does(&stand.game, "resign", json!({})).await;
    let answer = make(&stand.maria, &stand.game, "continue").await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::CONFLICT, "game_over"));
    check_refused(&stand.phone, &token, StatusCode::CONFLICT, "game_over").await;
    let page = stand.phone.get(&format!("/s/{token}")).await;
    assert_eq!(page.status, StatusCode::GONE);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_makers_seat_moves_before_the_friend_has_come() {
    let stand = stand().await;
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}});
    let (game, invite) = stand.maria.create(&body).await;
    let invite = invite.expect("a token");
    let token = make(&stand.maria, &game, "continue").await.json()["token"].clone();
    let token = token.as_str().expect("a token");
    assert_eq!(redeem(&stand.phone, token).await.status, StatusCode::OK);
    let you = stand.phone.get(&format!("/api/invites/{invite}")).await.json()["you"].clone();
    assert_eq!(you, "creator");
    let path = format!("/api/invites/{invite}/cancel");
    let by_old = stand.maria.send(Method::POST, &path, None).await;
    assert_eq!(by_old.code(), "not_a_player");
    let by_new = stand.phone.send(Method::POST, &path, None).await;
    assert_eq!(by_new.status, StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moved_seat_survives_a_crash() {
    let mut stand = stand().await;
    let token = stand.link(&stand.maria, "continue").await;
    let spare = stand.link(&stand.juan, "saved").await;
    assert_eq!(redeem(&stand.phone, &token).await.status, StatusCode::OK);
    stand.house.crash();
    stand.house.open_again().await;
    assert_eq!(stand.you(&stand.phone).await, "first");
    assert_eq!(stand.you(&stand.maria).await, "watcher");
    check_refused(&stand.maria, &token, StatusCode::GONE, "seat_link_used").await;
    assert_eq!(redeem(&stand.maria, &spare).await.json()["side"], "second");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_personal_link_works_until_the_end_and_is_another_after_each_use() {
    let stand = stand().await;
    let first = stand.link(&stand.maria, "saved").await;
    stand.house.wait(Duration::from_secs(90 * 24 * 60 * 60));
    let answer = redeem(&stand.phone, &first).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let next = answer.json()["next"]["token"].as_str().expect("the next link").to_owned();
    assert_ne!(next, first);
    let other = Person::at(stand.house.address());
    let again = redeem(&other, &first).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND, "the next one took its place");
    assert_eq!(redeem(&other, &next).await.status, StatusCode::OK);
    assert_eq!(stand.you(&other).await, "first");
    assert_eq!(stand.you(&stand.phone).await, "watcher");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_personal_link_can_be_switched_off_by_its_owner_alone() {
    let stand = stand().await;
    let token = stand.link(&stand.maria, "saved").await;
    let path = format!("/api/games/{}/seat-links/revoke", stand.game);
    let body = json!({"kind": "saved"});
    assert_eq!(stand.phone.post(&path, &body).await.code(), "not_a_player");
    assert_eq!(stand.juan.post(&path, &body).await.status, StatusCode::NO_CONTENT);
    assert_eq!(state(&stand.phone, &token).await, "open", "Juan's own was meant");
    assert_eq!(stand.maria.post(&path, &body).await.status, StatusCode::NO_CONTENT);
    check_refused(&stand.phone, &token, StatusCode::NOT_FOUND, "not_found").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_who_lost_the_seat_gets_it_back_after_a_minute() {
    let stand = stand().await;
    let mut holder = stand.juan.socket(&stand.game, None).await;
    holder.caught_up().await;
    let token = stand.link(&stand.maria, "replacement").await;
    assert_eq!(holder.next_event("seat_reported_lost").await["side"], "first");
    assert_eq!(stand.juan.snapshot(&stand.game).await["reported_lost"], "second");
    assert_eq!(state(&stand.phone, &token).await, "early");
    check_refused(&stand.phone, &token, StatusCode::CONFLICT, "too_early").await;
    check_refused(&stand.maria, &token, StatusCode::CONFLICT, "own_invite").await;
    stand.house.wait(Duration::from_secs(60));
    assert_eq!(redeem(&stand.phone, &token).await.json()["side"], "second");
    assert_eq!(stand.you(&stand.juan).await, "watcher");
    assert_eq!(stand.phone.snapshot(&stand.game).await["reported_lost"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_objection_voids_the_new_link() {
    let stand = stand().await;
    let mut reporter = stand.maria.socket(&stand.game, None).await;
    reporter.caught_up().await;
    let token = stand.link(&stand.maria, "replacement").await;
    stand.juan.does(&stand.game, "keep_seat", json!({})).await;
    assert_eq!(reporter.next_event("seat_kept").await["side"], "second");
    stand.house.wait(Duration::from_secs(60));
    check_refused(&stand.phone, &token, StatusCode::GONE, "seat_link_used").await;
    assert_eq!(stand.you(&stand.juan).await, "second");
    // A move says the same.
    let token = stand.link(&stand.maria, "replacement").await;
    stand.maria.does(&stand.game, MOVE, to([11, 15])).await;
    stand.juan.does(&stand.game, MOVE, to([22, 18])).await;
    stand.house.wait(Duration::from_secs(60));
    check_refused(&stand.phone, &token, StatusCode::GONE, "seat_link_used").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_loses_no_seat() {
    let stand = stand().await;
    let body = json!({"variant": "english", "opponent": {"kind": "computer", "level": "easy"}});
    let (game, _) = stand.maria.create(&body).await;
    assert_eq!(make(&stand.maria, &game, "replacement").await.code(), "not_allowed");
    let answer = make(&stand.maria, &game, "continue").await;
    let token = answer.json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(redeem(&stand.phone, &token).await.json()["side"], "first");
    stand.phone.does(&game, MOVE, to([11, 15])).await;
}

/// Presses a button of the seat's page.
async fn press(who: &Person, game: &str, wish: &str) -> Answer {
    let request = who
        .request(Method::POST, &format!("/g/{game}/seat"))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("wish={wish}"));
    who.finish(request).await
}

/// The path of the link in a page's field.
fn field(page: &str) -> String {
    let (_, rest) = page.split_once("/s/").expect("a link");
    format!("/s/{}", &rest[..22])
}

#[tokio::test(flavor = "multi_thread")]
async fn it_all_works_by_plain_forms() {
    let stand = stand().await;
    let path = format!("/g/{}/seat", stand.game);
    let watching = stand.phone.get(&path).await;
    assert_eq!(watching.headers["location"], format!("/g/{}", stand.game).as_str());
    let page = stand.maria.get(&path).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    for wish in ["continue", "save", "replace"] {
        assert!(page.text.contains(&format!("value=\"{wish}\"")), "{wish}");
    }
    assert!(!page.text.contains("value=\"revoke\""), "nothing to switch off yet");

    let made = press(&stand.maria, &stand.game, "continue").await;
    assert_eq!(made.status, StatusCode::OK);
    assert_eq!(made.headers["cache-control"], "no-store");
    assert!(made.text.contains("class=\"qr\""), "drawn here");
    let link = field(&made.text);
    let offer = stand.phone.get(&link).await;
    assert!(offer.text.contains(&format!("action=\"{link}\"")), "{}", offer.text);
    let taken = stand.phone.send(Method::POST, &link, None).await;
    assert_eq!(taken.status, StatusCode::SEE_OTHER);
    assert_eq!(taken.headers["location"], format!("/g/{}", stand.game).as_str());
    assert_eq!(stand.you(&stand.phone).await, "first");
    let late = stand.maria.send(Method::POST, &link, None).await;
    assert_eq!(late.status, StatusCode::GONE);

    // The personal link: the next one is shown when it was used.
    let saved = field(&press(&stand.phone, &stand.game, "save").await.text);
    assert!(stand.phone.get(&path).await.text.contains("value=\"revoke\""));
    let used = stand.maria.send(Method::POST, &saved, None).await;
    assert_eq!(used.status, StatusCode::OK);
    assert_ne!(field(&used.text), saved);
    assert_eq!(stand.you(&stand.maria).await, "first");
    assert_eq!(press(&stand.maria, &stand.game, "revoke").await.status, StatusCode::SEE_OTHER);
    let gone = stand.phone.get(&field(&used.text)).await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);

    // The lost seat, and the objection.
    let replacement = field(&press(&stand.maria, &stand.game, "replace").await.text);
    assert!(stand.juan.get(&path).await.text.contains("value=\"keep\""));
    assert_eq!(press(&stand.juan, &stand.game, "keep").await.status, StatusCode::SEE_OTHER);
    assert_eq!(stand.phone.get(&replacement).await.status, StatusCode::GONE);
    assert_eq!(press(&stand.maria, &stand.game, "nonsense").await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn another_site_s_page_moves_no_seat() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let token = make(&maria, &game, "continue").await.json()["token"].clone();
    let token = token.as_str().expect("a token");
    let stranger = Person::new(&server);
    for path in [format!("/s/{token}"), format!("/api/seat-links/{token}/redeem")] {
        let request = stranger.request(Method::POST, &path).header("origin", "http://evil.example");
        assert_eq!(stranger.finish(request).await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(maria.snapshot(&game).await["you"], "first");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_clock_runs_a_lost_seat_is_given_away_no_sooner_than_the_game_can_be_claimed() {
    let house = House::open().await;
    let [maria, juan, phone] = [(); 3].map(|()| Person::at(house.address()));
    for (clock, seconds) in [
        (json!({"initial_s": 900, "increment_s": 5}), 120),
        (json!({"days_per_move": 3}), 60),
        (Value::Null, 60),
    ] {
        let game = maria.play_like(&juan, json!({"variant": "english", "clock": clock})).await;
        let link = make(&maria, &game, "replacement").await.json();
        assert_eq!(link["opens_in_s"], seconds, "{clock}");
        let token = link["token"].as_str().expect("a token");
        house.wait(Duration::from_secs(seconds - 1));
        assert_eq!(state(&phone, token).await, "early", "{clock}");
        check_refused(&phone, token, StatusCode::CONFLICT, "too_early").await;
        house.wait(Duration::from_secs(1));
        assert_eq!(redeem(&phone, token).await.json()["side"], "second", "{clock}");
    }
}
