//! A seat that goes from one browser to another.

use rules::Square;
use tests::{Browser, Screen};

use crate::table::{Scene, check_no_errors, ready, shows_ply, square};

async fn tap(browser: &Browser, number: u8) {
    browser.press(&square(Square::new(number).expect("a square"))).await;
}

/// Opens the page of the own seat from the table.
async fn go_to_seat(browser: &Browser) {
    browser.press(".table-more summary").await;
    browser.press("a[data-part=seat]").await;
    browser.until("location.pathname.endsWith('/seat')").await;
}

#[tokio::test]
async fn a_game_goes_on_on_another_device() {
    let scene = Scene::set().await;
    let desktop = scene.visit(Screen::Desktop, "/en/").await;
    ready(&desktop).await;
    tap(&desktop, 11).await;
    tap(&desktop, 15).await;
    shows_ply(&desktop, 2).await;
    let at = desktop.eval("document.querySelector('a[data-part=seat]').pathname").await;
    let game = at.as_str().and_then(|path| path.strip_suffix("/seat")).expect("a game's path");
    let game = scene.server.url(game);
    // A second tab stays at the table and sees the seat go.
    desktop.new_tab(&game).await;
    ready(&desktop).await;
    go_to_seat(&desktop).await;
    desktop.shot("seat-desktop").await;
    desktop.press("button[value=continue]").await;
    desktop.until("document.querySelector('#link') && document.querySelector('svg.qr')").await;
    desktop.shot("seat-link-desktop").await;
    let link = desktop.eval("document.querySelector('#link').value").await;

    let phone = Browser::open(&scene.driver, Screen::Phone).await;
    phone.goto(link.as_str().expect("a link")).await;
    phone.shot("seat-offer-phone").await;
    phone.press("main form button").await;
    phone.until("location.pathname.startsWith('/g/')").await;
    assert_eq!(phone.url().await, game, "the secret has left the address bar");
    ready(&phone).await;
    shows_ply(&phone, 2).await;

    desktop.look_at_tab(0, 0).await;
    desktop
        .until("document.querySelector('[data-part=hint]').innerText.includes('another device')")
        .await;
    desktop.until("document.querySelector('a[data-part=seat]').hidden").await;
    desktop.shot("seat-moved-desktop").await;
    assert_eq!(desktop.eval("document.querySelectorAll('[data-movable]').length").await, 0);

    // The phone plays on, and the desktop sees it.
    phone.press("[data-movable]").await;
    phone.until("document.querySelector('[data-target]')").await;
    phone.press("[data-target]").await;
    shows_ply(&phone, 4).await;
    shows_ply(&desktop, 4).await;
    for browser in [desktop, phone] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}

#[tokio::test]
async fn a_friend_who_is_still_here_keeps_the_seat() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Phone, "/en/").await;
    ready(&maria).await;
    maria.press("form[data-setup] button[value=friend]").await;
    maria.until("document.querySelector('[data-invite-url]')?.value.includes('/i/')").await;
    let link = maria.eval("document.querySelector('[data-invite-url]').value").await;
    let juan = Browser::open(&scene.driver, Screen::Phone).await;
    juan.goto(link.as_str().expect("a link")).await;
    juan.press("main form button").await;
    ready(&juan).await;
    maria.until("document.querySelector('.table[data-state=playing]')").await;

    go_to_seat(&maria).await;
    maria.press("button[value=replace]").await;
    maria.until("document.querySelector('#link')").await;
    let link = maria.eval("document.querySelector('#link').value").await;
    juan.until("document.querySelector('[data-action=keep-seat]')").await;
    juan.shot("seat-lost-asked-phone").await;
    juan.press("[data-action=keep-seat]").await;
    juan.until("!document.querySelector('[data-action=keep-seat]')").await;
    let stranger = Browser::open(&scene.driver, Screen::Phone).await;
    stranger.goto(link.as_str().expect("a link")).await;
    stranger.until("document.querySelector('main a[href^=\"/g/\"]')").await;
    assert_eq!(stranger.eval("document.querySelectorAll('main form').length").await, 0);
    check_no_errors(&juan).await;
    for browser in [maria, juan, stranger] {
        browser.quit().await;
    }
}
