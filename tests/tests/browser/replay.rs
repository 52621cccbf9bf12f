//! Looking back: earlier positions, records as text, and what the page shows
//! before it knows better.

use rules::Variant;
use serde_json::json;
use tests::Screen;

use crate::{
    bad_network::{plain_game, two_friends},
    table::{By, Scene, check_no_errors, make, ready, shows_ply},
};

#[tokio::test]
async fn arrow_keys_step_through_the_game_while_it_goes_on() {
    let scene = Scene::set().await;
    let home = scene.server.url("/en/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Desktop).await;
    let moves = plain_game();
    for (ply, mv) in moves.iter().take(3).enumerate() {
        make(if ply % 2 == 0 { &maria } else { &juan }, mv, By::Taps).await;
        for browser in [&maria, &juan] {
            shows_ply(browser, ply + 1).await;
        }
    }
    maria.key("ArrowLeft").await;
    maria.key("ArrowLeft").await;
    shows_ply(&maria, 1).await;
    // Juan's move is told and throws nobody out of the past.
    make(&juan, &moves[3], By::Taps).await;
    shows_ply(&juan, 4).await;
    maria.until("document.querySelector('.hint')?.innerText.length > 0").await;
    maria.until("document.querySelectorAll('[data-part=move-list] li').length === 4").await;
    assert_eq!(maria.eval("document.querySelector('.table').dataset.ply").await, "1");
    maria.press("[data-part=moves] summary").await;
    maria.shot("replay-desktop").await;
    let ways_back =
        "document.querySelectorAll('.table [data-action=latest]:not(:disabled)').length";
    assert_eq!(maria.eval(ways_back).await, 1);
    maria.press("[data-action=latest]").await;
    shows_ply(&maria, 4).await;
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}

#[tokio::test]
async fn a_local_game_is_copied_pasted_and_stepped_through() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/").await;
    ready(&page).await;
    page.press("form[data-setup] button[value=device]").await;
    page.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    for (ply, mv) in plain_game().iter().take(4).enumerate() {
        make(&page, mv, By::Taps).await;
        shows_ply(&page, ply + 1).await;
    }
    // A browser that gives no clipboard shows the text, selected.
    page.eval("delete Navigator.prototype.clipboard").await;
    page.press(".table-more summary").await;
    page.press("[data-action=copy-pdn]").await;
    page.until("document.querySelector('[data-part=by-hand]:not([hidden]) textarea').value").await;
    let selected = page.eval("document.getSelection().toString()").await;
    let record = page.eval("document.querySelector('[data-part=by-hand] textarea').value").await;
    let record = record.as_str().expect("a text").to_owned();
    assert!(record.contains("[GameType \"21\"]"), "{record}");
    assert_eq!(selected, record.as_str());
    page.shot("copy-by-hand-phone").await;

    page.press("footer a[href$='/replay']").await;
    page.until("document.querySelector('form.record textarea')").await;
    let value = json!(record);
    page.eval(&format!("document.querySelector('textarea').value = {value}")).await;
    page.shot("paste-phone").await;
    page.press("form.record button[type=submit]").await;
    page.until("document.querySelector('.table[data-state=recorded][data-ready][data-ply=\"0\"]')")
        .await;
    for ply in 1..=4 {
        page.press("[data-action=next]").await;
        shows_ply(&page, ply).await;
    }
    page.shot("recorded-phone").await;
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_game_that_goes_on_shows_no_other_position_before_it_is_there() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/").await;
    ready(&page).await;
    page.press("form[data-setup] button[value=device]").await;
    let moves = plain_game();
    make(&page, &moves[0], By::Taps).await;
    shows_ply(&page, 1).await;
    // From the first frame on: which squares have a piece to be seen.
    let source = "addEventListener('DOMContentLoaded', () => { window.seen = new Set(); \
        (function look() { const table = document.querySelector('.table'); \
        const hides = [...table.querySelectorAll('.piece')] \
            .every(piece => getComputedStyle(piece).visibility === 'hidden'); \
        const resumes = 'resumes' in document.documentElement.dataset; \
        if (resumes) window.seen.add(hides ? 'nothing' : table.dataset.ply); \
        requestAnimationFrame(look); })(); });";
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": source})).await;
    page.reload().await;
    shows_ply(&page, 1).await;
    page.until("window.seen.has('1')").await;
    assert_eq!(page.eval("window.seen.has('0')").await, false, "never the start of a game");
    page.quit().await;
}

#[tokio::test]
async fn on_a_phone_on_its_side_the_whole_board_is_on_the_screen() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Landscape, "/en/").await;
    ready(&page).await;
    for variant in Variant::ALL {
        if variant == Variant::International {
            page.press("form[data-setup] summary").await;
            page.press("form[data-setup] input[value=international]").await;
        }
        page.press("form[data-setup] button[value=device]").await;
        let name = variant.name();
        page.until(&format!("document.querySelector('.table[data-ready][data-variant={name}]')"))
            .await;
        page.eval("scrollTo(0, 0)").await;
        let fits = "(() => { const b = document.querySelector('.board').getBoundingClientRect(); \
            return b.top >= 0 && b.bottom <= innerHeight && b.width >= 250; })()";
        page.until(fits).await;
        page.until("document.documentElement.scrollWidth <= innerWidth").await;
        page.shot(&format!("{name}-landscape")).await;
        page.eval("document.querySelector('.table-side').scrollIntoView()").await;
    }
    page.quit().await;
}

#[tokio::test]
async fn two_face_to_face_have_the_far_sides_pieces_and_buttons_turned() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/").await;
    ready(&page).await;
    page.press("form[data-setup] button[value=device]").await;
    page.press(".table-more summary").await;
    page.press("[data-action=turn-board]").await;
    page.press("[data-action=turn-board]").await;
    page.until("document.querySelector('.table[data-facing=both]')").await;
    make(&page, &plain_game()[0], By::Taps).await;
    page.until("document.querySelector('.table[data-facing=far]')").await;
    let turned = "getComputedStyle(document.querySelector('[data-part=actions]')).rotate";
    assert_eq!(page.eval(turned).await, "180deg");
    page.eval("scrollTo(0, 0)").await;
    page.shot("face-to-face-phone").await;
    page.quit().await;
}

#[tokio::test]
async fn my_games_lead_to_a_rematch_with_the_same_friend() {
    let scene = Scene::set().await;
    let home = scene.server.url("/en/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Phone).await;
    make(&maria, &plain_game()[0], By::Taps).await;
    shows_ply(&juan, 1).await;
    juan.press("[data-action=resign]").await;
    // A question takes no answer right after the press that asked it.
    let answered = "(document.querySelector('[data-action=yes]')?.click(), \
                    document.querySelector('.table[data-state=finished]'))";
    juan.until(answered).await;
    maria.until("document.querySelector('.table[data-state=finished] [data-ending]')").await;
    juan.goto(&scene.server.url("/en/games")).await;
    juan.until("document.querySelector('.games [data-friend=here]')").await;
    juan.shot("my-games-phone").await;
    juan.press(".games form button").await;
    juan.until("document.querySelector('.table[data-ready] [data-action=withdraw-rematch]')").await;
    maria.press("[data-action=accept-rematch]").await;
    for browser in [&maria, &juan] {
        browser.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
        shows_ply(browser, 0).await;
    }
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}
