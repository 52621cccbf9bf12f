//! Faces and signs of two friends, each in a browser of their own.

use tests::{Browser, Proxy, Screen, Websockets};

use crate::{
    bad_network::{plain_game, two_friends},
    table::{By, Scene, check_no_errors, make, ready, shows_ply},
};

/// Opens what is folded up, and presses a button in it.
async fn press_in(browser: &Browser, folded: &str, button: &str) {
    browser.until(&format!("document.querySelector('{folded}')?.hidden === false")).await;
    if browser.eval(&format!("document.querySelector('{folded}').open")).await == false {
        browser.press(&format!("{folded} > summary")).await;
    }
    browser.press(&format!("{folded} {button}")).await;
}

/// Gives a sign.
async fn gives(browser: &Browser, sign: &str) {
    press_in(browser, ".signs", &format!("button[value={sign}]")).await;
}

/// Waits until a face is seen and named on a side of the page.
async fn sees(browser: &Browser, part: &str, words: &str) {
    let face = format!("[...document.querySelectorAll('.player[data-part={part}] .face')]");
    let shown = format!(
        "{face}.some(face => face.checkVisibility() && face.ariaLabel === {words:?} \
         && face.querySelector('use').href.baseVal.includes('#'))"
    );
    browser.until(&shown).await;
}

/// What the page last said of signs, for those who listen.
async fn hears(browser: &Browser, words: &str) {
    browser
        .until(&format!("document.querySelector('p[data-said]')?.textContent.trim() === {words:?}"))
        .await;
}

async fn says_nothing(browser: &Browser) {
    assert_eq!(browser.eval("document.querySelectorAll('.bubble').length").await, 0);
}

#[tokio::test]
async fn two_friends_have_faces_and_give_signs_each_in_their_own_language() {
    let scene = Scene::set().await;
    let homes = [scene.server.url("/en/"), scene.server.url("/hu/")];
    let [maria, juan] = two_friends(&scene, [&homes[0], &homes[1]], Screen::Phone).await;
    juan.goto(&format!("{}?lang=hu", juan.url().await)).await;
    ready(&juan).await;

    // Another face is seen by the other at once, under its name there.
    press_in(&maria, ".company-more", ".faces button[value=tarsier]").await;
    sees(&maria, "bottom", "You: Tarsier").await;
    hears(&maria, "You are now: Tarsier").await;
    sees(&juan, "top", "A barátod: Koboldmaki").await;
    maria.until("document.querySelector('.faces [aria-pressed=true]').value === 'tarsier'").await;
    maria.shot("faces-phone").await;
    maria.press(".company-more > summary").await;

    gives(&maria, "nice_move").await;
    hears(&maria, "You: Nice move!").await;
    hears(&juan, "A barátod: Szép lépés!").await;
    juan.until("document.querySelector('.player[data-part=top] .bubble span')").await;
    juan.shot("sign-phone").await;
    assert_eq!(
        juan.eval("document.querySelector('.player[data-part=top] .bubble').innerText.trim()")
            .await,
        "Szép lépés!"
    );
    // The same again is said again.
    gives(&maria, "nice_move").await;
    juan.until("document.querySelector('p[data-said]').textContent.endsWith('\\u00a0')").await;
    // Then it goes, and the fourth within a minute does not come.
    gives(&maria, "hello").await;
    hears(&juan, "A barátod: Szia!").await;
    gives(&maria, "wow").await;
    maria.until("document.querySelector('[data-trouble]').textContent.startsWith('Three')").await;
    juan.until("!document.querySelector('.bubble')").await;
    hears(&juan, "A barátod: Szia!").await;

    // Who wants none of it turns it off, for good.
    press_in(&maria, ".company-more", "[data-show]").await;
    gives(&juan, "thanks").await;
    hears(&juan, "Te: Köszi!").await;
    make(&maria, &plain_game()[0], By::Taps).await;
    shows_ply(&juan, 1).await;
    says_nothing(&maria).await;
    hears(&maria, "You: Hello!").await;
    maria.reload().await;
    ready(&maria).await;
    sees(&maria, "bottom", "You: Tarsier").await;
    let off = "document.querySelector('[data-show]').ariaPressed === 'false'";
    maria.until(off).await;
    for browser in [maria, juan] {
        // The refusal of the fourth sign stands in the console, as it must.
        let errors = browser.console_errors().await;
        assert!(errors.iter().all(|error| error.contains("429")), "{errors:?}");
        browser.quit().await;
    }
}

#[tokio::test]
async fn watchers_see_faces_from_the_side_of_the_link_and_no_signs() {
    let scene = Scene::set().await;
    let home = scene.server.url("/en/");
    let [maria, juan] = two_friends(&scene, [&home, &home], Screen::Desktop).await;
    press_in(&juan, ".company-more", ".faces button[value=komodo]").await;
    sees(&juan, "bottom", "You: Komodo dragon").await;
    let link = juan.eval("document.querySelector('[data-watch]').dataset.watch").await;
    let link = link.as_str().expect("a link");
    assert!(link.ends_with("?side=second"), "{link}");

    let third = Browser::open(&scene.driver, Screen::Desktop).await;
    third.goto(link).await;
    let below = "document.querySelector('[data-square=\"32\"]').getBoundingClientRect().y > \
                 document.querySelector('[data-square=\"1\"]').getBoundingClientRect().y";
    third.until(below).await;
    ready(&third).await;
    third.until(below).await;
    sees(&third, "bottom", "Komodo dragon").await;
    third.shot("watcher-desktop").await;
    assert_eq!(third.eval("document.querySelectorAll('.signs, .faces').length").await, 0);
    gives(&maria, "hello").await;
    hears(&juan, "Your friend: Hello!").await;
    make(&maria, &plain_game()[0], By::Taps).await;
    shows_ply(&third, 1).await;
    says_nothing(&third).await;
    // Without the word the first side is below, for a seat's holder never.
    third.goto(link.trim_end_matches("?side=second")).await;
    ready(&third).await;
    third.until(&format!("!({below})")).await;
    maria.goto(link).await;
    ready(&maria).await;
    maria.until(&format!("!({below})")).await;
    for browser in [maria, juan, third] {
        check_no_errors(&browser).await;
        browser.quit().await;
    }
}

#[tokio::test]
async fn without_websockets_faces_and_signs_come_all_the_same() {
    let scene = Scene::set().await;
    let refusing = Proxy::start(scene.server.address(), Websockets::Refuse).await;
    let homes = [scene.server.url("/en/"), refusing.url("/en/")];
    let [maria, juan] = two_friends(&scene, [&homes[0], &homes[1]], Screen::Phone).await;
    press_in(&maria, ".company-more", ".faces button[value=puli]").await;
    sees(&juan, "top", "Your friend: Puli").await;
    maria.until("!document.querySelector('.player[data-away]')").await;
    gives(&maria, "wow").await;
    hears(&juan, "Your friend: Wow!").await;
    gives(&juan, "laugh").await;
    hears(&maria, "Your friend: Haha!").await;
    for browser in [maria, juan] {
        browser.quit().await;
    }
}

#[tokio::test]
async fn against_the_computer_nothing_of_it_is_fetched() {
    let scene = Scene::set().await;
    let maria = scene.visit(Screen::Phone, "/en/").await;
    ready(&maria).await;
    make(&maria, &plain_game()[0], By::Taps).await;
    shows_ply(&maria, 2).await;
    let fetched = "performance.getEntriesByType('resource').filter(it => \
                   /beside|figures/.test(it.name)).length";
    assert_eq!(maria.eval(fetched).await, 0);
    check_no_errors(&maria).await;
    maria.quit().await;
}
