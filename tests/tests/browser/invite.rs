//! Two friends, each in a browser of their own.

use rules::{Square, Variant};
use tests::{Browser, Screen};

use crate::table::{
    By, Scene, check_no_errors, is_plain_chain, make, ready, shows_ply, square, whole_game,
};

/// The vertical middle of a square on the screen.
async fn height(browser: &Browser, number: u8) -> f64 {
    let selector = square(Square::new(number).expect("a square"));
    browser.middle_of(&selector).await.1
}

#[tokio::test]
async fn two_friends_play_a_whole_game_by_invite_link() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Desktop, "/en/").await;
    ready(&maria).await;
    maria.shot("home-desktop").await;

    // Home to a copied link takes one tap here, and a second one copies it.
    maria.press("form[data-setup] button[value=friend]").await;
    maria.until("document.querySelector('[data-invite-url]')?.value.includes('/i/')").await;
    let link = maria.eval("document.querySelector('[data-invite-url]').value").await;
    maria.shot("invite-creator-desktop").await;

    let juan = Browser::open(&scene.driver, Screen::Phone).await;
    juan.goto(link.as_str().expect("a link")).await;
    juan.shot("invite-friend-phone").await;
    juan.press("main form button").await;
    ready(&juan).await;
    assert!(juan.url().await.contains("/g/"), "the token has left the address bar");
    ready(&maria).await;
    maria.until("document.querySelector('.table[data-state=playing]')").await;

    // Each has the own men at the bottom; the numbers stay on their squares.
    assert!(height(&maria, 1).await > height(&maria, 32).await);
    assert!(height(&juan, 32).await > height(&juan, 1).await);

    // A game with a chain for each of the two.
    let moves = whole_game(Variant::English, |moves| {
        let chain_of = |first: usize| moves.iter().skip(first).step_by(2).any(is_plain_chain);
        let plain =
            moves.iter().all(|mv| mv.captures.is_empty() || mv.pdn.matches('x').count() == 1);
        chain_of(0) && chain_of(1) && plain && moves.len() < 60
    });
    for (ply, mv) in moves.iter().enumerate() {
        let (mover, by) = match ply % 2 {
            0 => (&maria, if is_plain_chain(mv) { By::Drag } else { By::Taps }),
            _ => (&juan, By::Taps),
        };
        make(mover, mv, by).await;
        for browser in [&maria, &juan] {
            shows_ply(browser, ply + 1).await;
        }
        if ply == 9 {
            maria.shot("game-desktop").await;
            juan.shot("game-phone").await;
        }
    }
    for browser in [&maria, &juan] {
        browser.until("document.querySelector('.table[data-state=finished] [data-ending]')").await;
    }
    juan.shot("result-phone").await;
    maria.shot("result-desktop").await;
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}

#[tokio::test]
async fn a_third_visitor_watches_and_a_reload_keeps_the_seat() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Phone, "/en/").await;
    ready(&maria).await;
    maria.press("form[data-setup] button[value=friend]").await;
    maria.until("document.querySelector('[data-invite-url]')?.value.includes('/i/')").await;
    let link = maria.eval("document.querySelector('[data-invite-url]').value").await;
    let link = link.as_str().expect("a link");
    let juan = Browser::open(&scene.driver, Screen::Phone).await;
    juan.goto(link).await;
    juan.press("main form button").await;
    ready(&juan).await;
    let game = juan.url().await;

    let third = Browser::open(&scene.driver, Screen::Desktop).await;
    third.goto(link).await;
    third.until("document.querySelector('main a[href^=\"/g/\"]')").await;
    third.shot("invite-taken-desktop").await;
    third.goto(&game).await;
    ready(&third).await;

    maria.until("document.querySelector('.table[data-state=playing]')").await;
    for _ in 0..20 {
        juan.reload().await;
        ready(&juan).await;
        assert!(height(&juan, 32).await > height(&juan, 1).await, "the own side stays down");
    }
    maria.press(&square(Square::new(11).expect("11"))).await;
    maria.press(&square(Square::new(15).expect("15"))).await;
    for browser in [&maria, &juan, &third] {
        shows_ply(browser, 1).await;
    }
    assert_eq!(third.eval("document.querySelectorAll('[data-movable]').length").await, 0);
    for browser in [maria, juan, third] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}
