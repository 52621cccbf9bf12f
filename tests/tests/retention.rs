//! Stories of what is forgotten because nobody comes back to it.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::json;
use tests::{House, Person, Server};
use tokio::time::timeout;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Waits until a game is gone from its player's list, and then everywhere. (To
/// ask for the game itself would be to use it, and what is in use stays.)
async fn goes(person: &Person, game: &str) {
    let going = async {
        while person.get("/api/me/games").await.text.contains(game) {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(20), going).await.expect("it is forgotten");
    let answer = person.get(&format!("/api/games/{game}")).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_games_go_after_a_month_and_finished_ones_stay() {
    let mut house = House::open().await;
    let [maria, juan] = [(); 2].map(|()| Person::at(house.address()));
    let abandoned = maria.play_with(&juan, "english").await;
    let finished = maria.play_with(&juan, "english").await;
    juan.does(&finished, "resign", json!({})).await;
    let (unjoined, _) =
        maria.create(&json!({"variant": "english", "opponent": {"kind": "friend"}})).await;
    house.close().await;
    house.wait(29 * DAY);
    house.open_again().await;
    assert_eq!(juan.snapshot(&abandoned).await["state"], "playing", "a month is not over");
    house.close().await;
    // That was a visit: the month begins anew, but not for the invite.
    house.wait(3 * DAY);
    house.open_again().await;
    goes(&maria, &unjoined).await;
    assert_eq!(juan.snapshot(&abandoned).await["state"], "playing");
    house.close().await;
    house.wait(40 * DAY);
    house.open_again().await;
    goes(&maria, &abandoned).await;
    let games = maria.get("/api/me/games").await.json();
    assert_eq!(games.as_array().map(Vec::len), Some(1), "{games}");
    assert_eq!(maria.snapshot(&finished).await["state"], "finished");
    house.close().await;
    house.wait(410 * DAY);
    house.open_again().await;
    goes(&maria, &finished).await;
}

#[tokio::test]
async fn the_pages_say_for_how_long_and_who_runs_the_server() {
    let flags =
        ["--keep-finished", "123", "--keep-abandoned", "45", "--operator-name", "Maria & co"];
    let server = Server::start_with(&flags).await;
    let person = Person::new(&server);
    let privacy = person.get("/en/privacy").await.text;
    assert!(privacy.contains("for 123 days") && privacy.contains("after 45 days"), "{privacy}");
    let about = person.get("/en/about").await.text;
    assert!(about.contains("Maria &amp; co"), "{about}");
}
