//! "Erase my data", in a browser with and without the page's program.

use serde_json::json;
use tests::Screen;

use crate::{
    bad_network::{plain_game, two_friends},
    table::{By, Scene, check_no_errors, make, ready, shows_ply},
};

#[tokio::test]
async fn erasing_clears_the_browser_ends_the_game_and_leaves_a_page_that_plays() {
    let scene = Scene::set().await;
    let home = scene.server.url("/en/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Phone).await;
    let game = maria.url().await;
    make(&maria, &plain_game()[0], By::Taps).await;
    shows_ply(&juan, 1).await;
    maria.press(".table-more summary").await;
    maria.press("[data-action=numbers]").await;
    maria.until("localStorage.length > 0").await;

    maria.goto(&scene.server.url("/en/privacy")).await;
    // It asks before it does anything.
    maria.press("details:has(form[action$='/erase']) > summary").await;
    maria.shot("erase-phone").await;
    maria.press("form[action$='/erase'] button").await;
    maria.until("document.querySelector('[data-erased]')").await;
    maria.until("localStorage.length === 0").await;
    maria.shot("erased-phone").await;
    let cookies = maria.devtools("Network.getCookies", json!({})).await;
    let names = cookies["cookies"].as_array().expect("a list").iter().map(|it| &it["name"]);
    assert!(names.into_iter().all(|name| name == "dama_lang"), "{cookies}");

    // The friend is told how the game ended, and nobody sits there any more.
    juan.until("document.querySelector('.table[data-state=finished] [data-ending]')").await;
    maria.goto(&game).await;
    ready(&maria).await;
    maria
        .until("document.querySelector('[data-part=hint]').textContent.includes('watching')")
        .await;
    maria.goto(&scene.server.url("/en/games")).await;
    assert_eq!(maria.eval("document.querySelectorAll('.games li').length").await, 0);
    maria.goto(&home).await;
    ready(&maria).await;
    make(&maria, &plain_game()[0], By::Taps).await;
    shows_ply(&maria, 2).await;
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}
