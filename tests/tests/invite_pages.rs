//! What the link of an invite shows to whom, in each of its states.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;
use tests::{Answer, House, Person};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Maria has invited; nobody has come yet.
struct Stand {
    house: House,
    maria: Person,
    game: String,
    token: String,
}

async fn stand() -> Stand {
    let house = House::open().await;
    let maria = Person::at(house.address());
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}, "lang": "hu"});
    let (game, token) = maria.create(&body).await;
    Stand { house, maria, game, token: token.expect("an invite") }
}

impl Stand {
    fn anybody(&self) -> Person {
        Person::at(self.house.address())
    }

    /// The invite's page for somebody who reads Indonesian.
    async fn page(&self, who: &Person) -> Answer {
        let request = who.request(Method::GET, &format!("/i/{}", self.token));
        who.finish(request.header("accept-language", "id-ID")).await
    }

    async fn joined(&self) -> Person {
        let juan = self.anybody();
        let path = format!("/api/invites/{}/accept", self.token);
        assert_eq!(juan.send(Method::POST, &path, None).await.status, StatusCode::OK);
        juan
    }

    /// The page is gone, says so in the visitor's language, and leads on.
    async fn check_gone(&self, heading: &str) {
        let page = self.page(&self.anybody()).await;
        assert_eq!(page.status, StatusCode::GONE);
        assert!(page.text.contains("<html lang=\"id\""), "{}", page.text);
        assert!(page.text.contains(&format!("<h1>{heading}</h1>")), "{}", page.text);
        assert!(page.text.contains("href=\"/id/\""), "a way on");
        assert!(!page.text.contains("<form method=\"post\" action=\"/i/"), "nothing to join");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_who_opens_the_own_invite_waits_and_takes_no_second_seat() {
    let stand = stand().await;
    let page = stand.page(&stand.maria).await;
    assert_eq!(page.status, StatusCode::OK);
    let link = format!("value=\"http://{}/i/{}\"", stand.house.address(), stand.token);
    assert!(page.text.contains(&link), "the link to send, to be selected: {}", page.text);
    assert!(page.text.contains("class=\"qr\""), "and as a picture");
    assert!(page.text.contains(&format!("href=\"/g/{}\"", stand.game)));
    // Neither a reload nor a press in a second tab sits down on the other side.
    let pressed = stand.maria.send(Method::POST, &format!("/i/{}", stand.token), None).await;
    assert_eq!(pressed.status, StatusCode::OK);
    assert_eq!(stand.maria.snapshot(&stand.game).await["state"], "waiting");
    let path = format!("/api/invites/{}/accept", stand.token);
    assert_eq!(stand.maria.send(Method::POST, &path, None).await.code(), "own_invite");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_link_gives_each_player_the_own_seat_again() {
    let stand = stand().await;
    let juan = stand.joined().await;
    for (person, you) in [(&stand.maria, "first"), (&juan, "second")] {
        let page = stand.page(person).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains(&format!("data-game=\"{}\"", stand.game)), "the game itself");
        assert_eq!(person.snapshot(&stand.game).await["you"], you);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_third_visitor_may_watch_or_start_an_own_game() {
    let stand = stand().await;
    stand.joined().await;
    let third = stand.anybody();
    for method in [Method::GET, Method::POST] {
        let page = third.send(method, &format!("/i/{}?lang=id", stand.token), None).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains(&format!("href=\"/g/{}\"", stand.game)));
        assert!(page.text.contains("href=\"/id/\""));
    }
    assert_eq!(third.snapshot(&stand.game).await["you"], "watcher");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_lives_without_its_creator_for_seven_days() {
    let mut stand = stand().await;
    stand.house.wait(6 * DAY);
    // The server too may be another one meanwhile.
    stand.house.close().await;
    stand.house.open_again().await;
    stand.house.wait(DAY - Duration::from_secs(1));
    let juan = stand.joined().await;
    assert_eq!(juan.snapshot(&stand.game).await["you"], "second");
    assert_eq!(stand.maria.snapshot(&stand.game).await["state"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_invite_says_so_and_seats_nobody() {
    let stand = stand().await;
    stand.house.wait(7 * DAY);
    stand.check_gone("Undangan ini sudah kedaluwarsa").await;
    let late = stand.anybody();
    let path = format!("/api/invites/{}/accept", stand.token);
    assert_eq!(late.send(Method::POST, &path, None).await.code(), "invite_expired");
    assert_eq!(late.cookie(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_invite_says_so() {
    let stand = stand().await;
    let path = format!("/api/invites/{}/cancel", stand.token);
    let cancelled = stand.maria.send(Method::POST, &path, None).await;
    assert_eq!(cancelled.status, StatusCode::NO_CONTENT);
    stand.check_gone("Undangan ini dibatalkan").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_invite_of_a_finished_game_says_so() {
    let stand = stand().await;
    stand.joined().await.does(&stand.game, "resign", json!({})).await;
    stand.check_gone("Permainan ini sudah berakhir").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_who_sat_down_and_left_can_be_replaced() {
    let stand = stand().await;
    let juan = stand.joined().await;
    let path = format!("/api/games/{}/seat-links", stand.game);
    let made = stand.maria.post(&path, &json!({"kind": "replacement"})).await.json();
    let token = made["token"].as_str().expect("a token");
    stand.house.wait(Duration::from_secs(60));
    let other = stand.anybody();
    let path = format!("/api/seat-links/{token}/redeem");
    assert_eq!(other.send(Method::POST, &path, None).await.json()["side"], "second");
    assert_eq!(juan.snapshot(&stand.game).await["you"], "watcher");
}
