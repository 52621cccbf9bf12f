//! A game in its states, from the invite to the result.

use rules::Variant;
use tests::Browser;

use super::{LANGS, LOOKS, Report, take_look, with_axe};
use crate::table::{By, Scene, is_plain_chain, make, ready, shows_ply, square, whole_game};

/// Two people in one language, each in the look of their own.
struct Story {
    scene: Scene,
    lang: &'static str,
    look: usize,
    report: Report,
}

impl Story {
    async fn look(&mut self, page: &Browser, state: &str) {
        let name = format!("{state}, {}", self.lang);
        self.report.look(page, self.look, &name).await;
        // The other half of the looks, on the page as it stands.
        let other = (self.look + 2) % LOOKS.len();
        take_look(page, other).await;
        self.report.look(page, other, &name).await;
        take_look(page, self.look).await;
    }
}

async fn answers_yes(page: &Browser) {
    // A question takes no answer right after the press that asked it.
    page.until(
        "(document.querySelector('[data-action=yes]')?.click(), \
         document.querySelector('.table[data-state=finished]'))",
    )
    .await;
}

async fn an_invite_from_its_making_to_its_end(story: &mut Story, maria: &Browser, juan: &Browser) {
    maria.goto(&story.scene.server.url(&format!("/{}/", story.lang))).await;
    ready(maria).await;
    maria.press("form[data-setup] button[value=friend]").await;
    maria.until("document.querySelector('[data-invite-url]')?.value.includes('/i/')").await;
    story.look(maria, "invite, to who made it").await;
    let link = maria.eval("document.querySelector('[data-invite-url]').value").await;
    let link = link.as_str().expect("a link").to_owned();
    juan.goto(&format!("{link}?lang={}", story.lang)).await;
    story.look(juan, "invite, to the friend").await;
    juan.press("main form button").await;
    for page in [maria, juan] {
        page.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    }
    let third = with_axe(&story.scene, story.look).await;
    third.goto(&format!("{link}?lang={}", story.lang)).await;
    story.look(&third, "invite, to a third").await;
    third.quit().await;
}

async fn a_game_with_an_offer_and_a_result(story: &mut Story, maria: &Browser, juan: &Browser) {
    let moves = whole_game(Variant::English, |moves| {
        let first = moves.iter().position(|mv| !mv.captures.is_empty());
        first.is_some_and(|at| at % 2 == 0 && at < 12)
    });
    story.look(maria, "game, own turn").await;
    story.look(juan, "game, the other's turn").await;
    for (ply, mv) in moves.iter().enumerate() {
        if !mv.captures.is_empty() {
            break;
        }
        make(if ply % 2 == 0 { maria } else { juan }, mv, By::Taps).await;
        for page in [maria, juan] {
            shows_ply(page, ply + 1).await;
        }
    }
    maria.until("document.querySelector('.table [data-must]')").await;
    maria.press(".table [data-must]").await;
    maria.until("document.querySelector('.table [data-target]')").await;
    story.look(maria, "game, must capture, a man chosen").await;
    maria.until("document.querySelector('.later')").await;
    maria.eval("document.querySelectorAll('details').forEach(it => it.open = true)").await;
    story.look(maria, "game, everything unfolded").await;
    juan.press("[data-action=offer-draw]").await;
    maria.until("document.querySelector('[data-action=accept-draw]')").await;
    story.look(maria, "game, a draw is offered").await;
    juan.press("[data-action=resign]").await;
    juan.until("document.querySelector('[data-action=yes]')").await;
    story.look(juan, "game, asked whether to resign").await;
    answers_yes(juan).await;
    maria.until("document.querySelector('.table[data-state=finished] [data-ending]')").await;
    story.look(maria, "game, won").await;
    story.look(juan, "game, lost").await;
    let seat = maria.url().await + "/seat";
    maria.goto(&story.scene.server.url(&format!("/{}/games", story.lang))).await;
    maria.until("document.querySelector('.games [data-friend]')").await;
    story.look(maria, "my games").await;
    maria.goto(&seat).await;
    story.look(maria, "seat").await;
}

async fn a_chain_under_way(story: &mut Story, page: &Browser) {
    page.goto(&story.scene.server.url(&format!("/{}/", story.lang))).await;
    ready(page).await;
    page.press("form[data-setup] button[value=device]").await;
    page.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    let moves = whole_game(Variant::English, |moves| moves.iter().take(30).any(is_plain_chain));
    for (ply, mv) in moves.iter().enumerate() {
        if is_plain_chain(mv) {
            page.press(&square(mv.from)).await;
            page.press(&square(mv.path[1])).await;
            story.look(page, "game, a chain under way").await;
            return;
        }
        make(page, mv, By::Taps).await;
        shows_ply(page, ply + 1).await;
    }
    panic!("the game has a chain");
}

async fn a_dead_invite(story: &mut Story, page: &Browser, other: &Browser) {
    page.goto(&story.scene.server.url(&format!("/{}/", story.lang))).await;
    ready(page).await;
    page.press("form[data-setup] button[value=friend]").await;
    page.until("document.querySelector('[data-invite-url]')?.value.includes('/i/')").await;
    let link = page.eval("document.querySelector('[data-invite-url]').value").await;
    page.press("[data-action=cancel-invite]").await;
    page.until(
        "(document.querySelector('[data-action=yes]')?.click(), \
         document.querySelector('[data-part=invite]').hidden)",
    )
    .await;
    other.goto(&format!("{}?lang={}", link.as_str().expect("a link"), story.lang)).await;
    story.look(other, "invite, called off").await;
}

async fn check(number: usize) {
    let scene = Scene::set().await;
    let look = number % LOOKS.len();
    let maria = with_axe(&scene, look).await;
    let juan = with_axe(&scene, look).await;
    let mut story = Story { scene, lang: LANGS[number], look, report: Report::default() };
    an_invite_from_its_making_to_its_end(&mut story, &maria, &juan).await;
    a_game_with_an_offer_and_a_result(&mut story, &maria, &juan).await;
    a_chain_under_way(&mut story, &maria).await;
    a_dead_invite(&mut story, &juan, &maria).await;
    for page in [maria, juan] {
        page.quit().await;
    }
    story.report.check();
}

#[tokio::test]
async fn a_game_in_english_has_no_hindrances() {
    check(0).await;
}

#[tokio::test]
async fn a_game_in_filipino_has_no_hindrances() {
    check(1).await;
}

#[tokio::test]
async fn a_game_in_hungarian_has_no_hindrances() {
    check(2).await;
}

#[tokio::test]
async fn a_game_in_indonesian_has_no_hindrances() {
    check(3).await;
}
