//! Clocks on the page: minutes that run out before both players' eyes.

use serde_json::json;
use tests::{Browser, Person, Screen};

use crate::{
    bad_network::plain_game,
    table::{By, Scene, check_no_errors, make, ready, shows_ply},
};

/// The clock that a page shows at one end of the board.
fn clock(part: &str) -> String {
    format!("document.querySelector('.player[data-part={part}] .player-clock')")
}

/// A browser with this person's seat.
async fn seated(scene: &Scene, person: &Person, game: &str, screen: Screen) -> Browser {
    let browser = scene.visit(screen, "/en/privacy").await;
    let cookie = person.cookie().expect("a cookie");
    let (name, value) = cookie.split_once('=').expect("a name and a value");
    let url = scene.server.url("/");
    browser
        .devtools(
            "Network.setCookie",
            json!({"name": name, "value": value, "url": url, "httpOnly": true}),
        )
        .await;
    browser.goto(&scene.server.url(&format!("/g/{game}"))).await;
    ready(&browser).await;
    browser
}

/// Two at a board, each in a browser, with so many seconds on each clock.
async fn two(scene: &Scene, initial_s: u16) -> [Browser; 2] {
    let (maria, juan) = (Person::new(&scene.server), Person::new(&scene.server));
    let clock = json!({"initial_s": initial_s, "increment_s": 0});
    let game = maria.play_like(&juan, json!({"variant": "english", "clock": clock})).await;
    [
        seated(scene, &maria, &game, Screen::Desktop).await,
        seated(scene, &juan, &game, Screen::Phone).await,
    ]
}

#[tokio::test]
async fn a_flag_falls_on_both_pages_and_each_is_told_what_that_means() {
    let scene = Scene::set().await;
    let [maria, juan] = two(&scene, 6).await;
    let moves = plain_game();
    for browser in [&maria, &juan] {
        for part in ["top", "bottom"] {
            browser.until(&format!("{}?.textContent === '0:06'", clock(part))).await;
            assert_eq!(browser.eval(&format!("{}.hidden", clock(part))).await, false);
        }
        assert_eq!(
            browser.eval("document.querySelectorAll('[data-runs]').length").await,
            0,
            "the first move of each side is not timed"
        );
    }
    make(&maria, &moves[0], By::Taps).await;
    shows_ply(&juan, 1).await;
    make(&juan, &moves[1], By::Taps).await;
    shows_ply(&maria, 2).await;
    // Maria's clock runs on both pages, down to nothing; she does not move.
    maria.until(&format!("{}.dataset.runs", clock("bottom"))).await;
    juan.until(&format!("{}.dataset.runs", clock("top"))).await;
    maria.until(&format!("{}.dataset.little", clock("bottom"))).await;
    maria.shot("clock-desktop").await;
    juan.shot("clock-phone").await;
    for (browser, headline) in [(&maria, "You lose"), (&juan, "You win")] {
        browser.until("document.querySelector('.table[data-state=finished] [data-ending]')").await;
        browser
            .until(&format!(
                "document.querySelector('[data-part=headline]').textContent.startsWith({headline:?})"
            ))
            .await;
    }
    maria.until(&format!("{}.textContent === '0:00'", clock("bottom"))).await;
    juan.until(&format!("{}.textContent === '0:00'", clock("top"))).await;
    for browser in [&maria, &juan] {
        let reason = browser.eval("document.querySelector('[data-part=reason]').textContent").await;
        assert!(reason.as_str().is_some_and(|text| text.contains("time")), "{reason}");
        assert_eq!(browser.eval("document.querySelectorAll('[data-movable]').length").await, 0);
        assert_eq!(browser.eval("document.querySelectorAll('[data-runs]').length").await, 0);
    }
    juan.shot("flag-phone").await;
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}

#[tokio::test]
async fn the_own_clock_stands_once_the_move_is_sent_and_a_reload_shows_the_same_time() {
    let scene = Scene::set().await;
    let [maria, juan] = two(&scene, 600).await;
    let moves = plain_game();
    for (ply, mv) in moves.iter().take(3).enumerate() {
        make(if ply % 2 == 0 { &maria } else { &juan }, mv, By::Taps).await;
        for browser in [&maria, &juan] {
            shows_ply(browser, ply + 1).await;
        }
    }
    // It is Juan's turn: his clock alone runs, on both pages.
    maria
        .until(&format!("{}.dataset.runs && !{}.dataset.runs", clock("top"), clock("bottom")))
        .await;
    juan.until(&format!("{}.dataset.runs && !{}.dataset.runs", clock("bottom"), clock("top")))
        .await;
    let left = maria.eval(&format!("{}.textContent", clock("bottom"))).await;
    maria.reload().await;
    ready(&maria).await;
    maria.until(&format!("{}.textContent === {left}", clock("bottom"))).await;
    maria.until(&format!("{}.dataset.runs", clock("top"))).await;
    // A clock that nobody vouches for any more is shown to be unsure.
    let offline =
        json!({"offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    maria.devtools("Network.enable", json!({})).await;
    maria.devtools("Network.emulateNetworkConditions", offline).await;
    maria.until(&format!("'unsure' in {}.dataset", clock("top"))).await;
    for browser in [maria, juan] {
        browser.quit().await;
    }
}
