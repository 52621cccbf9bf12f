//! Browsers that run no program, or not this one: the game opens as plain
//! links and forms by itself.

use serde_json::json;
use tests::{Browser, Screen};

use crate::table::{Scene, check_no_errors, ready};

/// A browser whose reader has switched scripts off.
async fn without_scripts(scene: &Scene, screen: Screen) -> Browser {
    let browser = Browser::open(&scene.driver, screen).await;
    browser.devtools("Emulation.setScriptExecutionDisabled", json!({"value": true})).await;
    browser
}

/// Clicks the first of these, and waits for the page that it leads to.
async fn click(browser: &Browser, selector: &str) {
    let before = browser.eval("performance.timeOrigin").await;
    browser.press(selector).await;
    browser
        .until(&format!(
            "performance.timeOrigin !== {before} && document.readyState === 'complete'"
        ))
        .await;
}

/// From the home page to a game against the computer, by clicking alone.
async fn starts_a_game(page: &Browser, home: &str, lang: &str, variant: &str) {
    page.goto(home).await;
    click(page, &format!("noscript a[href='/{lang}/?plain=1']")).await;
    page.shot(&format!("plain-home-{lang}")).await;
    page.press("form[data-setup] summary").await;
    page.press(&format!("input[name=variant][value={variant}]")).await;
    click(page, "button[value=computer]").await;
}

/// Chooses a piece on the board and a square for it, and waits for the answer.
async fn makes_a_move(page: &Browser) {
    click(page, ".square[data-movable] a.press").await;
    // A chain with a choice is played from the list.
    let on_board = page.eval("!!document.querySelector('button.press')").await == true;
    click(page, if on_board { "button.press" } else { ".plain-moves button" }).await;
    // The computer has answered, or the page looks again by itself.
    page.until("document.querySelector('[data-ending], [data-movable]')").await;
}

#[tokio::test]
async fn without_scripts_a_game_is_won_or_lost_by_clicking_alone() {
    let scene = Scene::set().await;
    let page = without_scripts(&scene, Screen::Phone).await;
    starts_a_game(&page, &scene.server.url("/id/"), "id", "international").await;
    let mut moves = 0;
    while page.eval("!!document.querySelector('[data-ending]')").await == false {
        if page.eval("!!document.querySelector('[data-must]')").await == true {
            page.shot("plain-must-capture-phone").await;
        }
        makes_a_move(&page).await;
        moves += 1;
        assert!(moves < 200, "the game did not end");
    }
    page.shot("plain-result-phone").await;
    assert!(moves > 3, "a game of {moves} moves");
    let wide = page.eval("document.documentElement.scrollWidth <= innerWidth").await;
    assert_eq!(wide, true, "nothing has to be scrolled sideways");
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn without_scripts_a_game_is_resigned_after_a_question() {
    let scene = Scene::set().await;
    let page = without_scripts(&scene, Screen::Desktop).await;
    starts_a_game(&page, &scene.server.url("/hu/"), "hu", "english").await;
    page.shot("plain-turn-desktop").await;
    for _ in 0..3 {
        makes_a_move(&page).await;
    }
    click(&page, ".square[data-movable] a.press").await;
    page.shot("plain-in-hand-desktop").await;
    click(&page, "a[href$='?ask=resign']").await;
    page.shot("plain-question-desktop").await;
    click(&page, ".question button[value=resign]").await;
    let told = page.eval("document.querySelector('[data-ending]').innerText").await;
    assert!(told.as_str().is_some_and(|told| told.contains("Vesztettél")), "{told}");
    page.shot("plain-result-desktop").await;
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn without_scripts_a_link_from_a_chat_leads_to_a_game_that_can_be_played() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Desktop, "/en/").await;
    ready(&maria).await;
    maria.press("form[data-setup] button[value=friend]").await;
    maria.until("document.querySelector('[data-invite-url]')?.value.includes('/i/')").await;
    let link = maria.eval("document.querySelector('[data-invite-url]').value").await;
    let juan = without_scripts(&scene, Screen::Phone).await;
    juan.goto(link.as_str().expect("a link")).await;
    click(&juan, "main form button").await;
    // Nobody told the browser to go there but the page.
    juan.until("document.querySelector('.plain .plain-reload')").await;
    juan.shot("plain-waiting-phone").await;
    ready(&maria).await;
    for (from, to) in [(11, 15), (9, 14)] {
        maria.until("document.querySelector('.table[data-ready] [data-movable]')").await;
        maria.press(&format!(".table [data-square=\"{from}\"]")).await;
        maria.press(&format!(".table [data-square=\"{to}\"]")).await;
        // Juan's page looks again by itself until it is his turn.
        juan.until("document.querySelector('.square[data-movable] a.press')").await;
        click(&juan, ".plain-moves button").await;
    }
    maria.until("document.querySelector('.table[data-ready][data-ply=\"4\"]')").await;
    for browser in [maria, juan] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}

/// A browser in which this script runs before each page.
async fn hindered(scene: &Scene, script: &str) -> Browser {
    let browser = Browser::open(&scene.driver, Screen::Phone).await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": script})).await;
    browser
}

/// The page has gone to its plain twin, says so, and plays.
async fn check_falls_back(browser: &Browser, home: &str) {
    browser.goto(home).await;
    browser.until("location.search === '?plain=1' && document.querySelector('main form')").await;
    let back = browser.eval("document.querySelector('a[href=\"/en/?plain=0\"]').innerText").await;
    assert_eq!(back, "Try the full board");
    click(browser, "button[value=computer]").await;
    click(browser, ".square[data-movable] a.press").await;
    click(browser, "button.press").await;
    browser.until("document.querySelector('.table[data-ply=\"2\"]')").await;
    let game = browser.url().await;
    // The choice holds for the session.
    browser.goto(home).await;
    let path = game.find("/g/").map_or("", |at| &game[at..]);
    browser.until(&format!("document.querySelector('a[href={path:?}]')")).await;
}

#[tokio::test]
async fn a_browser_without_webassembly_gets_the_plain_game_by_itself() {
    let scene = Scene::set().await;
    let browser = hindered(&scene, "delete window.WebAssembly").await;
    check_falls_back(&browser, &scene.server.url("/en/")).await;
    browser.shot("plain-home-running-phone").await;
    browser.quit().await;
}

#[tokio::test]
async fn a_program_that_cannot_be_fetched_compiled_or_started_gives_way_to_the_plain_game() {
    let scene = Scene::set().await;
    // What a damaged file or one from a younger compiler is to a browser.
    let damaged = "const real = window.fetch; \
        window.fetch = (what, how) => String(what).includes('.wasm') \
            ? Promise.resolve(new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 9]), \
                {headers: {'content-type': 'application/wasm'}})) \
            : real(what, how)";
    let stumbling = "Document.prototype.getElementById = () => { throw Error('no') }";
    let other_words = "document.addEventListener('readystatechange', () => \
        document.getElementById('words')?.append('\\none line too many'))";
    for script in [damaged, stumbling, other_words] {
        let browser = hindered(&scene, script).await;
        check_falls_back(&browser, &scene.server.url("/en/")).await;
        browser.quit().await;
    }
    let browser = Browser::open(&scene.driver, Screen::Phone).await;
    browser.devtools("Network.enable", json!({})).await;
    browser.devtools("Network.setBlockedURLs", json!({"urls": ["*.wasm"]})).await;
    check_falls_back(&browser, &scene.server.url("/en/")).await;

    // It was the network: the way back works.
    browser.devtools("Network.setBlockedURLs", json!({"urls": []})).await;
    click(&browser, "a[href='/en/?plain=0']").await;
    ready(&browser).await;
    browser.quit().await;
}

#[tokio::test]
async fn the_plain_twin_of_a_game_is_that_game() {
    let scene = Scene::set().await;
    let browser = scene.visit(Screen::Desktop, "/en/").await;
    ready(&browser).await;
    browser.press(".table [data-movable]").await;
    browser.press(".table [data-target]").await;
    browser.until("document.querySelector('.table[data-ready][data-ply=\"2\"]')").await;
    let seat = browser.eval("document.querySelector('a[data-part=seat]').pathname").await;
    let game = seat.as_str().and_then(|path| path.strip_suffix("/seat")).expect("a game's path");
    let source = json!({"source": "delete window.WebAssembly"});
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", source).await;
    browser.goto(&scene.server.url(game)).await;
    browser.until("location.search === '?plain=1'").await;
    browser.until("document.querySelector('.plain .table[data-ply=\"2\"] [data-movable]')").await;
    browser.shot("plain-turn-english-desktop").await;
    browser.quit().await;
}

#[tokio::test]
async fn who_waits_in_vain_for_the_program_is_shown_the_way() {
    let scene = Scene::set().await;
    // A network that never answers.
    let browser = hindered(&scene, "window.fetch = () => new Promise(() => {})").await;
    browser.goto(&scene.server.url("/en/")).await;
    let seen = "getComputedStyle(document.querySelector('.plain-way')).visibility";
    browser.until(&format!("{seen} === 'hidden'")).await;
    browser.eval("document.querySelector('.plain-way').getAnimations()[0].finish()").await;
    browser.until(&format!("{seen} === 'visible'")).await;
    browser.shot("plain-way-phone").await;
    click(&browser, ".plain-way").await;
    browser.until("document.querySelector('.plain form')").await;
    browser.quit().await;

    // Where it comes, nothing of that is seen and nothing has moved for it.
    let other = scene.visit(Screen::Phone, "/en/").await;
    ready(&other).await;
    assert_eq!(other.eval("document.querySelector('.plain-way').offsetParent").await, json!(null));
    check_no_errors(&other).await;
    other.quit().await;
}

#[tokio::test]
async fn the_script_for_browsers_without_modules_leads_to_the_plain_game() {
    let scene = Scene::set().await;
    let browser = hindered(&scene, "window.fetch = () => new Promise(() => {})").await;
    browser.goto(&scene.server.url("/en/")).await;
    // This one knows modules and leaves it alone, so it is run by hand.
    let source = "(async () => { const r = new XMLHttpRequest(); \
        r.open('GET', document.querySelector('script[nomodule]').src, false); r.send(); \
        return r.responseText })()";
    let source = browser.eval(source).await;
    let source = source.as_str().expect("a script");
    assert!(!source.contains("=>") && !source.contains('`'), "no newer syntax: {source}");
    browser.eval(source.trim_end_matches(';')).await;
    browser.until("location.search === '?plain=1'").await;
    browser.quit().await;
}
