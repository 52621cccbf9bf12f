//! Texts as a reader sees them, without any program.

use serde_json::json;
use tests::{Browser, Screen};

use crate::table::{Scene, check_no_errors};

const LANGS: [&str; 4] = ["en", "fil", "hu", "id"];
const SLUGS: [&str; 9] = [
    "how-to-play",
    "rules/english",
    "rules/international",
    "tips",
    "questions",
    "variants",
    "notation",
    "about",
    "privacy",
];

/// The captions of the first diagram that can be seen.
async fn seen(browser: &Browser) -> String {
    let captions = "[...document.querySelector('.steps').querySelectorAll('li')]\
        .filter(e => getComputedStyle(e).visibility == 'visible').map(e => e.innerText).join('|')";
    browser.eval(captions).await.as_str().expect("text").trim().to_owned()
}

#[tokio::test]
async fn the_moves_of_a_diagram_are_stepped_through_by_tap_and_by_arrow_key_and_nothing_jumps() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/tips").await;
    let height = "document.documentElement.scrollHeight";
    let before = page.eval(height).await;
    assert!(seen(&page).await.starts_with("Your man on 15 stands alone"));
    page.press("label[for=together-1]").await;
    page.until("document.querySelector('#together-1').checked").await;
    assert!(seen(&page).await.starts_with("You step to 10"));
    for kind in ["rawKeyDown", "keyUp"] {
        let key = json!({"type": kind, "key": "ArrowLeft", "code": "ArrowLeft",
                         "windowsVirtualKeyCode": 37});
        page.devtools("Input.dispatchKeyEvent", key).await;
    }
    page.until("document.querySelector('#together-0').checked").await;
    assert!(seen(&page).await.starts_with("Your man on 15 stands alone"));
    assert_eq!(page.eval(height).await, before);
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn no_text_is_wider_than_the_smallest_phone() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/about").await;
    let narrow = json!({"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": true});
    page.devtools("Emulation.setDeviceMetricsOverride", narrow).await;
    for lang in LANGS {
        for slug in SLUGS {
            let path = format!("/{lang}/{slug}");
            page.goto(&scene.server.url(&path)).await;
            let widths = page.eval("[document.documentElement.scrollWidth, innerWidth]").await;
            assert_eq!(widths, json!([320, 320]), "{path}");
            let table = "[...document.querySelectorAll('.wide-table')]\
                .every(e => e.scrollWidth <= e.clientWidth)";
            assert_eq!(page.eval(table).await, true, "{path}: a table has to be scrolled");
        }
    }
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_button_of_the_practice_plan_leads_to_a_board_that_is_ready() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/fil/tips").await;
    page.press("form[action='/fil/new'] button").await;
    page.until("location.pathname.startsWith('/g/')").await;
    page.until("document.querySelector('.table[data-ready]')").await;
    check_no_errors(&page).await;
    page.quit().await;
}
