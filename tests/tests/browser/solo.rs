//! One person against the computer.

use tests::{Browser, Screen};

use crate::table::{Scene, check_no_errors, ready};

/// Plays the first man that may move to the first square it may go to, until
/// the game has ended; returns how many own moves that took.
async fn play_on(browser: &Browser) -> usize {
    const MINE: &str = "document.querySelector('.table[data-ready] [data-ending], \
                        .table[data-ready] [data-movable]')";
    for moves in 0..200 {
        browser.until(MINE).await;
        if browser.eval("!!document.querySelector('[data-ending]')").await == true {
            return moves;
        }
        let ply = browser.eval("document.querySelector('.table').dataset.ply").await;
        browser.press(".table [data-movable]").await;
        // A chain with a choice asks for one landing square after another.
        let moved = format!(
            "document.querySelector('.table').dataset.ply !== {ply} || \
             document.querySelector('.table[data-ready] [data-target]')"
        );
        loop {
            browser.until(&moved).await;
            if browser.eval("document.querySelector('.table').dataset.ply").await != ply {
                break;
            }
            browser.press(".table [data-target]").await;
        }
    }
    panic!("the game did not end");
}

#[tokio::test]
async fn the_first_tap_on_the_home_page_plays_against_easy_and_the_game_ends() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Phone, "/en/").await;
    ready(&maria).await;
    maria.shot("home-phone").await;
    // No button first: the board is ready, and the first move makes the game.
    let moves = play_on(&maria).await;
    assert!(moves > 3, "a game of {moves} moves");
    maria.until("document.querySelector('[data-ending]')").await;
    maria.shot("computer-result-phone").await;
    check_no_errors(&maria).await;
    maria.quit().await;
}

#[tokio::test]
async fn a_running_game_is_on_the_home_page_again_after_a_reload() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Desktop, "/fil/").await;
    ready(&maria).await;
    maria.press(".table [data-movable]").await;
    maria.press(".table [data-target]").await;
    maria.until("document.querySelector('.table[data-ready][data-ply=\"2\"]')").await;
    maria.reload().await;
    maria.until("document.querySelector('.table[data-ready][data-ply=\"2\"]')").await;
    maria.press("[data-action=undo]").await;
    maria.until("document.querySelector('.table[data-ready][data-ply=\"0\"]')").await;
    check_no_errors(&maria).await;
    maria.quit().await;
}

#[tokio::test]
async fn the_board_stands_still_while_the_computer_thinks() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Phone, "/en/").await;
    ready(&maria).await;
    maria
        .eval(
            "fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'}, \
             body: JSON.stringify({variant: 'english', opponent: {kind: 'computer', level: 'hard'}})}) \
             .then(answer => answer.json()).then(({game}) => { location.href = '/g/' + game }) && 0",
        )
        .await;
    maria.until("location.pathname.startsWith('/g/')").await;
    ready(&maria).await;
    // Every picture of the board between the own move and the reply.
    maria
        .eval(
            "(() => { window.pictures = new Set(); \
             const table = document.querySelector('.table'), board = table.querySelector('.board'); \
             const picture = () => [...board.querySelectorAll('[data-square]')] \
                 .map(it => it.dataset.square + (it.dataset.piece ?? '')).join(); \
             new MutationObserver(() => { \
                 if (table.dataset.ply === '1') window.pictures.add(picture()); \
             }).observe(table, {attributes: true, childList: true, subtree: true}); \
             return 0 })()",
        )
        .await;
    maria.press(".table [data-square='11']").await;
    maria.press(".table [data-square='15']").await;
    maria.until("document.querySelector('.table[data-ready][data-ply=\"2\"]')").await;
    assert_eq!(maria.eval("window.pictures.size").await, 1);
    check_no_errors(&maria).await;
    maria.quit().await;
}
