//! Browsers whose storage is missing, throws, is full, or holds what nobody
//! can read: the page plays, and says what it cannot keep.

use serde_json::json;
use tests::{Browser, Screen};

use crate::table::{Scene, check_no_errors, ready, shows_ply};

/// Starts a game of two on this device and makes the first move.
async fn plays_on_one_device(page: &Browser) {
    page.press("form[data-setup] button[value=device]").await;
    page.until("document.querySelector('.table[data-state=playing]')").await;
    page.press(".table [data-movable]").await;
    page.press(".table [data-target]").await;
    shows_ply(page, 1).await;
}

/// With its storage in this state the page plays and says these words.
async fn check_keeps_nothing(scene: &Scene, state: &str, lang: &str, words: &str) {
    let page = Browser::open(&scene.driver, Screen::Phone).await;
    let source = json!({"source": state});
    page.devtools("Page.addScriptToEvaluateOnNewDocument", source).await;
    page.goto(&scene.server.url(&format!("/{lang}/"))).await;
    ready(&page).await;
    plays_on_one_device(&page).await;
    let banner = page.eval("document.querySelector('.banner').innerText").await;
    assert!(banner.as_str().is_some_and(|banner| banner.contains(words)), "{lang}: {banner}");
    page.shot(&format!("storage-off-{lang}")).await;
    // A change that another page tells, and one more move: nothing breaks.
    page.eval("window.dispatchEvent(new StorageEvent('storage'))").await;
    page.press(".table [data-movable]").await;
    page.press(".table [data-target]").await;
    shows_ply(&page, 2).await;
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_browser_that_keeps_nothing_plays_all_the_same_and_says_so() {
    let scene = Scene::set().await;
    let missing = "Object.defineProperty(window, 'localStorage', {value: null})";
    let throwing = "Object.defineProperty(window, 'localStorage', \
        {get() { throw new DOMException('no', 'SecurityError') }})";
    let full = "Storage.prototype.setItem = \
        () => { throw new DOMException('full', 'QuotaExceededError') }";
    check_keeps_nothing(&scene, missing, "fil", "Hindi nagtatago ng data").await;
    check_keeps_nothing(&scene, throwing, "hu", "nem ment adatot").await;
    check_keeps_nothing(&scene, full, "id", "tidak menyimpan data").await;
    check_keeps_nothing(&scene, full, "en", "does not keep data").await;
}

#[tokio::test]
async fn what_is_kept_and_cannot_be_read_is_set_aside_and_told() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/").await;
    ready(&page).await;
    plays_on_one_device(&page).await;
    let whole = page.eval("localStorage['dama.local']").await;
    let whole = whole.as_str().expect("a kept game").to_owned();
    let corrupt = whole[..whole.len() / 2].to_owned();
    let (older, newer) = (whole.replace("local 1", "local 0"), whole.replace("local 1", "local 2"));
    for (number, text) in [corrupt, older, newer].iter().enumerate() {
        page.eval(&format!("localStorage['dama.local'] = {}", json!(text))).await;
        page.reload().await;
        ready(&page).await;
        let hint = page.eval("document.querySelector('[data-part=hint]').innerText").await;
        assert!(hint.as_str().is_some_and(|hint| hint.contains("set aside")), "{hint}");
        page.shot("storage-aside-phone").await;
        plays_on_one_device(&page).await;
        let aside = format!("localStorage['bad{}.local']", number + 1);
        assert_eq!(page.eval(&aside).await, json!(text), "kept as it was");
        let kept = page.eval("localStorage['dama.local']").await;
        assert!(kept.as_str().is_some_and(|kept| kept.starts_with("local 1\n")), "{kept}");
    }
    // The game that was kept since comes back as always.
    page.reload().await;
    shows_ply(&page, 1).await;
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn what_a_younger_page_has_kept_meanwhile_is_not_written_over() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/").await;
    ready(&page).await;
    plays_on_one_device(&page).await;
    // A page of tomorrow, in another tab.
    let text = "local 2\nof tomorrow\n";
    page.eval(&format!("localStorage['dama.local'] = {}", json!(text))).await;
    page.press(".table [data-movable]").await;
    page.press(".table [data-target]").await;
    shows_ply(&page, 2).await;
    assert_eq!(page.eval("localStorage['bad1.local']").await, json!(text));
    check_no_errors(&page).await;
    page.quit().await;
}
