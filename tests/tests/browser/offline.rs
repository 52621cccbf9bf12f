//! Without a network: the board, two on one device, and pages that were read;
//! and a new build, which takes over.

use tests::{Browser, Screen};

use crate::table::{Scene, check_no_errors, ready, shows_ply};

/// Waits until the service worker has everything that it keeps.
async fn is_kept(page: &Browser, lang: &str) {
    page.until("navigator.serviceWorker.controller").await;
    page.eval("self.kept = false").await;
    let look = format!(
        "(caches.match('/{lang}/offline').then(it => it && caches.match('/{lang}/')).then(it => it && caches.keys())\
         .then(names => {{ self.kept = !!names; }}), self.kept)"
    );
    page.until(&look).await;
}

async fn plays_two_moves(page: &Browser) {
    for ply in 1..=2 {
        page.press(".table [data-movable]").await;
        page.press(".table [data-target]").await;
        shows_ply(page, ply).await;
    }
}

async fn check(lang: &str, title: &str) {
    let mut scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, &format!("/{lang}/")).await;
    ready(&page).await;
    is_kept(&page, lang).await;
    page.goto(&scene.server.url(&format!("/{lang}/tips"))).await;
    let heading = page.eval("document.querySelector('h1').innerText").await;
    page.until("(caches.match(location.pathname).then(it => { self.tips = !!it; }), self.tips)")
        .await;
    // No server any more: the surest way to have no network.
    scene.server.stop().await;
    page.goto(&scene.server.url(&format!("/{lang}/tips"))).await;
    assert_eq!(page.eval("document.querySelector('h1').innerText").await, heading);
    page.goto(&scene.server.url("/g/2222222222222222222222")).await;
    page.until("document.querySelector('[data-offline]')").await;
    assert_eq!(page.eval("document.querySelector('h1').innerText").await, title);
    assert_eq!(page.eval("document.documentElement.lang").await, lang);
    page.goto(&scene.server.url("/")).await;
    ready(&page).await;
    assert!(page.url().await.ends_with(&format!("/{lang}/")), "home in the language read last");
    page.press("form[data-setup] button[value=device]").await;
    page.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    plays_two_moves(&page).await;
    page.reload().await;
    shows_ply(&page, 2).await;
    page.until("document.querySelector('.later')").await;
    // What was not there comes by itself with the network.
    page.goto(&scene.server.url(&format!("/{lang}/games"))).await;
    page.until("document.querySelector('[data-offline]')").await;
    scene.server.restart().await;
    page.eval("dispatchEvent(new Event('online'))").await;
    page.until("document.querySelector('h1') && !document.querySelector('[data-offline]')").await;
    page.quit().await;
}

#[tokio::test]
async fn the_board_and_what_was_read_are_there_without_a_network_in_filipino() {
    check("fil", "Wala kang koneksiyon").await;
}

#[tokio::test]
async fn the_board_and_what_was_read_are_there_without_a_network_in_hungarian() {
    check("hu", "Nincs internet").await;
}

#[tokio::test]
async fn a_new_build_takes_over_and_keeps_only_the_one_before_it() {
    let scene = Scene::set().await;
    // A page without the program asks for no worker.
    let page = scene.visit(Screen::Phone, "/en/about").await;
    page.eval(
        "(caches.open('dama-build-1').then(() => caches.open('dama-build-2'))\
         .then(it => it.put('/en/tips', new Response('of an old build')))\
         .then(() => caches.open('somebody-else')).then(() => { self.set = true; }), 0)",
    )
    .await;
    page.until("self.set").await;
    page.goto(&scene.server.url("/en/")).await;
    ready(&page).await;
    is_kept(&page, "en").await;
    let look = "(caches.keys().then(names => { self.names = names.join(' '); }), self.names)";
    page.until(&format!("{look} && !self.names.includes('dama-build-1')")).await;
    let names = page.eval("self.names").await;
    let names: Vec<&str> = names.as_str().expect("names").split(' ').collect();
    assert!(names.contains(&"dama-build-2") && names.contains(&"somebody-else"), "{names:?}");
    assert_eq!(names.len(), 3, "and the new one: {names:?}");
    // What was read before is there in the new build's form.
    let new = names.iter().find(|name| name.len() > 12 && name.starts_with("dama-build-"));
    let new = new.expect("the new build's");
    let fresh = format!(
        "(caches.open('{new}').then(it => it.match('/en/tips')).then(it => it?.text())\
         .then(text => {{ self.tips = text?.includes('<html'); }}), self.tips)"
    );
    page.until(&fresh).await;
    check_no_errors(&page).await;
    page.quit().await;
}
