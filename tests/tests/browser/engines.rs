//! The stories that must hold in every browser, in those that few of the
//! other stories see: WebKitGTK and Firefox. Run by `cargo xtask test --long`,
//! which names the engines that it has found in `DAMA_ENGINES`.

use rules::LegalMove;
use tests::{Browser, Driver, Engine, Screen, Server};

use crate::{
    bad_network::plain_game,
    table::{By, make, ready, shows_ply},
};

/// The engines of this run.
fn engines() -> Vec<Engine> {
    let names = std::env::var("DAMA_ENGINES").expect("run by `cargo xtask test --long`");
    let engines = names.split(',').map(|name| Engine::from_name(name).expect("an engine"));
    engines.collect()
}

/// A browser with a driver of its own: these drivers have one session each.
struct Window {
    browser: Browser,
    _driver: Driver,
}

async fn open(engine: Engine, screen: Screen, url: &str) -> Window {
    let driver = Driver::start_for(engine).await;
    let browser = Browser::open(&driver, screen).await;
    browser.goto(url).await;
    Window { browser, _driver: driver }
}

async fn play(pages: &[&Browser], line: &[LegalMove], by: By) {
    for (ply, mv) in line.iter().enumerate() {
        make(pages[ply % pages.len()], mv, by).await;
        for page in pages {
            shows_ply(page, ply + 1).await;
        }
    }
}

#[tokio::test]
#[ignore = "long: other browsers, by `cargo xtask test --long`"]
async fn two_friends_play_by_an_invite_link() {
    for engine in engines() {
        let server = Server::start().await;
        let maria = open(engine, Screen::Desktop, &server.url("/en/")).await;
        ready(&maria.browser).await;
        maria.browser.press("form[data-setup] button[value=friend]").await;
        let link = "document.querySelector('[data-invite-url]')";
        maria.browser.until(&format!("{link}?.value.includes('/i/')")).await;
        let link = maria.browser.eval(&format!("{link}.value")).await;
        let juan = open(engine, Screen::Phone, link.as_str().expect("a link")).await;
        juan.browser.press("main form button").await;
        for window in [&maria, &juan] {
            let playing = "document.querySelector('.table[data-ready][data-state=playing]')";
            window.browser.until(playing).await;
        }
        play(&[&maria.browser, &juan.browser], &plain_game()[..8], By::Taps).await;
        for window in [maria, juan] {
            window.browser.shot(&format!("engine-{engine:?}-invite").to_lowercase()).await;
            window.browser.quit().await;
        }
    }
}

#[tokio::test]
#[ignore = "long: other browsers, by `cargo xtask test --long`"]
async fn one_plays_against_the_computer_and_finds_the_game_again() {
    for engine in engines() {
        let server = Server::start().await;
        let Window { browser, _driver } = open(engine, Screen::Phone, &server.url("/fil/")).await;
        ready(&browser).await;
        browser.press(".table [data-movable]").await;
        browser.press(".table [data-target]").await;
        shows_ply(&browser, 2).await;
        browser.reload().await;
        shows_ply(&browser, 2).await;
        browser.press("[data-action=undo]").await;
        shows_ply(&browser, 0).await;
        browser.quit().await;
    }
}

#[tokio::test]
#[ignore = "long: other browsers, by `cargo xtask test --long`"]
async fn men_are_dragged_by_touch() {
    for engine in engines() {
        let server = Server::start().await;
        let Window { browser, _driver } = open(engine, Screen::Phone, &server.url("/id/")).await;
        ready(&browser).await;
        browser.press("form[data-setup] button[value=device]").await;
        browser.until("document.querySelector('.table[data-state=playing]')").await;
        play(&[&browser], &plain_game()[..6], By::Drag).await;
        browser.quit().await;
    }
}

#[tokio::test]
#[ignore = "long: other browsers, by `cargo xtask test --long`"]
async fn a_game_that_was_left_and_gone_back_to_is_alive() {
    for engine in engines() {
        let server = Server::start().await;
        let Window { browser, _driver } = open(engine, Screen::Desktop, &server.url("/hu/")).await;
        ready(&browser).await;
        browser.press(".table [data-movable]").await;
        browser.press(".table [data-target]").await;
        shows_ply(&browser, 2).await;
        browser.goto(&server.url("/hu/about")).await;
        browser.back().await;
        shows_ply(&browser, 2).await;
        let banner = browser.eval("document.querySelector('.banner').hidden").await;
        assert_eq!(banner, true, "{engine:?}: nothing is wrong");
        browser.press(".table [data-movable]").await;
        browser.press(".table [data-target]").await;
        shows_ply(&browser, 4).await;
        browser.quit().await;
    }
}

#[tokio::test]
#[ignore = "long: other browsers, by `cargo xtask test --long`"]
async fn the_plain_game_is_played_by_links_and_buttons() {
    for engine in engines() {
        let server = Server::start().await;
        let home = server.url("/en/?plain=1");
        let Window { browser, _driver } = open(engine, Screen::Phone, &home).await;
        browser.press("button[value=computer]").await;
        for ply in [0, 2, 4] {
            let turn = format!("document.querySelector('.plain .table[data-ply=\"{ply}\"]')");
            browser.until(&turn).await;
            browser.press(".square[data-movable] a.press").await;
            browser.until("document.querySelector('button.press')").await;
            browser.press("button.press").await;
        }
        browser.until("document.querySelector('.plain .table[data-ply=\"6\"]')").await;
        browser.shot(&format!("engine-{engine:?}-plain").to_lowercase()).await;
        browser.quit().await;
    }
}
