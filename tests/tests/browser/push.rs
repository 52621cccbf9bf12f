//! Being told of a turn by push, as far as a browser without a push service
//! goes: what is offered, when, and what the worker says.

use serde_json::json;
use tests::{Browser, Screen};

use crate::{
    bad_network::{plain_game, two_friends},
    table::{By, Scene, check_no_errors, make, ready, shows_ply},
};

const OFFER: &str = "document.querySelector('[data-push]')";
const NOTE: &str = "document.querySelector('[data-push-note]').textContent";

/// Two friends at a server that tells by push.
async fn friends(scene: &Scene, langs: [&str; 2]) -> [Browser; 2] {
    let homes = langs.map(|lang| scene.server.url(&format!("/{lang}/")));
    let friends = two_friends(scene, [&homes[0], &homes[1]], Screen::Phone).await;
    for (friend, lang) in friends.iter().zip(langs) {
        notices(friend, scene, "prompt").await;
        friend.goto(&format!("{}?lang={lang}", friend.url().await)).await;
        ready(friend).await;
    }
    friends
}

/// What the browser has been told about notices of this site.
async fn notices(browser: &Browser, scene: &Scene, setting: &str) {
    let origin = scene.server.url("");
    let permission = json!({"name": "notifications"});
    let wish = json!({"permission": permission, "setting": setting, "origin": origin});
    browser.devtools("Browser.setPermission", wish).await;
}

async fn play(friends: &[Browser; 2], plies: std::ops::Range<usize>) {
    for ply in plies {
        make(&friends[ply % 2], &plain_game()[ply], By::Taps).await;
        for friend in friends {
            shows_ply(friend, ply + 1).await;
        }
    }
}

/// Whether the script of pushes has been fetched.
async fn has_fetched(browser: &Browser) -> bool {
    let found = "performance.getEntriesByType('resource').some(it => it.name.includes('/push-'))";
    browser.eval(found).await == true
}

#[tokio::test]
async fn to_be_told_is_offered_after_the_second_move_and_a_browser_that_cannot_says_so_kindly() {
    let scene = Scene::set_with(&["--push", "on"]).await;
    let both = friends(&scene, ["en", "hu"]).await;
    play(&both, 0..2).await;
    let [maria, juan] = &both;
    for friend in &both {
        assert_eq!(friend.eval(&format!("{OFFER}.hidden")).await, true, "not at the first move");
        assert!(!has_fetched(friend).await);
    }
    play(&both, 2..4).await;
    for friend in &both {
        friend.until(&format!("{OFFER}.hidden === false")).await;
    }
    maria.shot("push-offer-phone").await;
    let asked = juan.eval(&format!("{OFFER}.innerText")).await;
    assert!(asked.as_str().is_some_and(|text| text.contains("Szóljon")), "{asked}");
    // There is no push service here.
    notices(maria, &scene, "granted").await;
    maria.press("[data-push-yes]").await;
    maria.until(&format!("{NOTE}.startsWith('Notices cannot be switched on')")).await;
    assert_eq!(maria.eval(&format!("{OFFER}.hidden")).await, true);
    maria.shot("push-failed-phone").await;
    // Who says no is not asked again, here or at the next visit.
    juan.press("[data-push-no]").await;
    for friend in &both {
        friend.reload().await;
        ready(friend).await;
    }
    play(&both, 4..8).await;
    for friend in &both {
        assert_eq!(friend.eval(&format!("{OFFER}.hidden")).await, true);
        assert_eq!(
            friend.eval("document.querySelector('[data-push-switch]').ariaPressed").await,
            "false"
        );
    }
    // And finds it where the other switches are.
    notices(juan, &scene, "denied").await;
    juan.press(".company-more > summary").await;
    juan.press("[data-push-switch]").await;
    juan.until(&format!("{NOTE}.includes('nem engedi')")).await;
    check_no_errors(juan).await;
    for friend in both {
        friend.quit().await;
    }
}

/// Lets a page stand in for the worker, and note what it is made to do: no push
/// comes without a push service.
const AS_WORKER: &str = "void (self.shown = [], self.registration = { \
    showNotification: (title, it) => \
        self.shown.push([title, it.body, it.lang, it.tag, it.actions.length].join('|')), \
    pushManager: { getSubscription: async () => ({ endpoint: 'https://push.example/x', \
        unsubscribe: async () => { self.ended = true; } }) } }, \
    self.clients = { matchAll: async () => [], openWindow: (path) => { self.opened = path; } }, \
    import('/sw.js').then(() => { self.works = true; }))";

/// An event that only a worker has.
async fn happens(page: &Browser, kind: &str, fields: &str) {
    let event = format!("Object.assign(new Event('{kind}'), {{ waitUntil() {{}}, {fields} }})");
    page.eval(&format!("self.dispatchEvent({event})")).await;
}

#[tokio::test]
async fn the_worker_says_in_the_reader_s_language_that_it_is_their_turn() {
    let scene = Scene::set_with(&["--push", "on"]).await;
    let page = scene.visit(Screen::Phone, "/hu/").await;
    ready(&page).await;
    page.eval(AS_WORKER).await;
    page.until("self.works").await;
    let tells = async |told: &str, expected: &str| {
        let data = format!("data: {{ json: () => JSON.parse({told:?}) }}");
        happens(&page, "push", &data).await;
        page.until(&format!("self.shown.at(-1) === {expected:?}")).await;
    };
    let hungarian = "Te jössz|A barátod rád vár a táblánál.|hu|abc|1";
    tells(r#"{"game":"abc","lang":"hu"}"#, hungarian).await;
    tells(r#"{"game":"abc","lang":"id"}"#, "Giliranmu|Temanmu menunggumu di papan dam.|id|abc|1")
        .await;
    // A browser takes the permission from whoever shows nothing.
    tells("no JSON", "Te jössz|A barátod rád vár a táblánál.|||1").await;
    // A tap leads to the game, and the other one ends it here and there.
    let notice = "notification: { close() {}, data: 'abc' }";
    happens(&page, "notificationclick", &format!("{notice}, action: ''")).await;
    page.until("self.opened === '/g/abc'").await;
    assert_eq!(page.eval("!!self.ended").await, false);
    happens(&page, "notificationclick", &format!("{notice}, action: 'end'")).await;
    page.until("self.ended").await;
    check_no_errors(&page).await;
    page.quit().await;
}
