//! Networks that cut, block and hang.

use rules::{LegalMove, Variant};
use serde_json::json;
use tests::{Browser, Proxy, Screen, Websockets};

use crate::table::{By, Scene, check_no_errors, make, ready, shows_ply, whole_game};

/// Two friends at a board, each by the address that reaches them.
pub(crate) async fn two_friends(scene: &Scene, homes: [&str; 2], screen: Screen) -> [Browser; 2] {
    let maria = Browser::open(&scene.driver, screen).await;
    maria.goto(homes[0]).await;
    ready(&maria).await;
    maria.press("form[data-setup] button[value=friend]").await;
    maria.until("document.querySelector('[data-invite-url]')?.value.includes('/i/')").await;
    let link = maria.eval("document.querySelector('[data-invite-url]').value").await;
    let link = link.as_str().expect("a link");
    let path = link.find("/i/").map(|at| &link[at..]).expect("a path");
    let juan = Browser::open(&scene.driver, screen).await;
    let origin = homes[1].split_inclusive('/').take(3).collect::<String>();
    juan.goto(&format!("{}{path}", origin.trim_end_matches('/'))).await;
    juan.press("main form button").await;
    for browser in [&maria, &juan] {
        browser.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    }
    [maria, juan]
}

/// A game each of whose moves is told by its two ends.
pub(crate) fn plain_game() -> Vec<LegalMove> {
    whole_game(Variant::English, |moves| {
        moves.iter().all(|mv| mv.from != mv.to && mv.pdn.matches('x').count() <= 1)
    })
}

#[tokio::test]
async fn where_websockets_are_refused_or_hang_the_game_goes_on_all_the_same() {
    let scene = Scene::set().await;
    let refusing = Proxy::start(scene.server.address(), Websockets::Refuse).await;
    let hanging = Proxy::start(scene.server.address(), Websockets::Hang).await;
    let homes = [refusing.url("/en/"), hanging.url("/en/")];
    let [maria, juan] = two_friends(&scene, [&homes[0], &homes[1]], Screen::Phone).await;
    let moves = plain_game();
    for (ply, mv) in moves.iter().take(8).enumerate() {
        let mover = if ply % 2 == 0 { &maria } else { &juan };
        make(mover, mv, By::Taps).await;
        for browser in [&maria, &juan] {
            shows_ply(browser, ply + 1).await;
        }
    }
    for browser in [&maria, &juan] {
        let away = browser.eval("document.querySelectorAll('.player[data-away]').length").await;
        assert_eq!(away, 0, "both are here");
        let banner = browser.eval("document.querySelector('.banner').hidden").await;
        assert_eq!(banner, true, "nothing is wrong");
    }
    assert!(refusing.stopped() >= 2 && hanging.stopped() >= 2);
    maria.shot("without-websockets-phone").await;
    for browser in [maria, juan] {
        browser.quit().await;
    }
}

#[tokio::test]
async fn a_move_made_offline_goes_out_once_and_what_was_missed_is_there() {
    let scene = Scene::set().await;
    let home = scene.server.url("/en/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Phone).await;
    let moves = plain_game();
    let offline =
        |on| json!({"offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    maria.devtools("Network.enable", json!({})).await;
    maria.devtools("Network.emulateNetworkConditions", offline(true)).await;
    maria.until("!document.querySelector('.banner').hidden").await;
    // The move is on the board, and nowhere else.
    let (from, to) = (crate::table::square(moves[0].from), crate::table::square(moves[0].to));
    maria.press(&from).await;
    maria.press(&to).await;
    maria.until("document.querySelector('.table[data-ply=\"1\"]:not([data-ready])')").await;
    maria.shot("offline-phone").await;
    juan.until("document.querySelector('.player[data-away]')").await;
    assert_eq!(juan.eval("document.querySelector('.table').dataset.ply").await, "0");
    maria.devtools("Network.emulateNetworkConditions", offline(false)).await;
    for browser in [&maria, &juan] {
        shows_ply(browser, 1).await;
    }
    // Now the other way round: Juan moves while Maria is away.
    maria.devtools("Network.emulateNetworkConditions", offline(true)).await;
    maria.until("!document.querySelector('.banner').hidden").await;
    make(&juan, &moves[1], By::Taps).await;
    shows_ply(&juan, 2).await;
    maria.devtools("Network.emulateNetworkConditions", offline(false)).await;
    shows_ply(&maria, 2).await;
    let listed = "document.querySelectorAll('[data-part=move-list] li').length";
    assert_eq!(maria.eval(listed).await, 2, "nothing stands twice");
    for browser in [maria, juan] {
        browser.quit().await;
    }
}

#[tokio::test]
async fn a_page_that_comes_back_by_the_back_button_is_live() {
    let scene = Scene::set().await;
    let home = scene.server.url("/en/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Desktop).await;
    let moves = plain_game();
    maria.eval("window.stayed = true").await;
    make(&maria, &moves[0], By::Taps).await;
    shows_ply(&juan, 1).await;
    maria.goto(&scene.server.url("/en/privacy")).await;
    juan.until("document.querySelector('.player[data-away]')").await;
    make(&juan, &moves[1], By::Taps).await;
    shows_ply(&juan, 2).await;
    maria.back().await;
    shows_ply(&maria, 2).await;
    assert_eq!(maria.eval("window.stayed").await, true, "it came out of the browser's cache");
    assert_eq!(maria.eval("document.querySelector('.banner').hidden").await, true);
    juan.until("!document.querySelector('.player[data-away]')").await;
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}

#[tokio::test]
async fn a_restart_in_mid_game_is_told_until_the_game_is_confirmed() {
    let mut scene = Scene::set().await;
    let home = scene.server.url("/hu/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Desktop).await;
    let moves = plain_game();
    for (ply, mv) in moves.iter().take(3).enumerate() {
        make(if ply % 2 == 0 { &maria } else { &juan }, mv, By::Taps).await;
        for browser in [&maria, &juan] {
            shows_ply(browser, ply + 1).await;
        }
    }
    scene.server.kill().await;
    for browser in [&maria, &juan] {
        browser.until("!document.querySelector('.banner').hidden").await;
    }
    maria.shot("server-gone-desktop").await;
    scene.server.restart().await;
    for browser in [&maria, &juan] {
        shows_ply(browser, 3).await;
        assert_eq!(browser.eval("document.querySelector('.banner').hidden").await, true);
    }
    make(&juan, &moves[3], By::Taps).await;
    for browser in [&maria, &juan] {
        shows_ply(browser, 4).await;
    }
    for browser in [maria, juan] {
        browser.quit().await;
    }
}

#[tokio::test]
async fn a_tab_behind_another_calls_when_it_is_your_turn_and_two_tabs_stay_in_step() {
    let scene = Scene::set().await;
    let home = scene.server.url("/en/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Desktop).await;
    let moves = plain_game();
    let address = maria.url().await;
    maria.new_tab(&address).await;
    ready(&maria).await;
    make(&maria, &moves[0], By::Taps).await;
    shows_ply(&maria, 1).await;
    maria.look_at_tab(0, 1).await;
    shows_ply(&maria, 1).await;
    maria.until("document.hidden").await;
    make(&juan, &moves[1], By::Taps).await;
    maria.until("document.title.startsWith('Your turn')").await;
    maria.until("document.querySelector('link[rel=icon]').href.includes('icon-call')").await;
    maria.look_at_tab(1, 1).await;
    shows_ply(&maria, 2).await;
    assert_eq!(maria.eval("document.title.startsWith('Your turn')").await, false);
    maria.look_at_tab(0, 0).await;
    maria.until("!document.hidden && !document.title.startsWith('Your turn')").await;
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}
