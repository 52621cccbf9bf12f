//! Whole games without a screen and without a mouse, in every language.

mod answers;
mod reader;

use rules::{LegalMove, Variant};
use serde_json::json;
use tests::Screen;

use self::reader::{Reader, number};
use crate::table::{Scene, check_no_errors, ready, shows_ply, whole_game};

/// What is to be heard, in a language: the name of the button that starts a
/// game of two on one device, and then every sentence of that game.
fn expected(lang: &str) -> (&'static str, Vec<&'static str>) {
    let text = match lang {
        "en" => include_str!("spoken.en.txt"),
        "fil" => include_str!("spoken.fil.txt"),
        "hu" => include_str!("spoken.hu.txt"),
        "id" => include_str!("spoken.id.txt"),
        other => panic!("no language {other}"),
    };
    let mut lines = text.lines();
    (lines.next().expect("a button"), lines.collect())
}

/// A short game with captures and a king, won on the board.
fn game() -> Vec<LegalMove> {
    whole_game(Variant::English, |moves| {
        let plain = |mv: &LegalMove| {
            mv.from != mv.to && (mv.captures.is_empty() || mv.pdn.matches('x').count() == 1)
        };
        moves.len() < 50 && moves.iter().any(|mv| mv.promotes) && moves.iter().all(plain)
    })
}

async fn check(lang: &str) {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Desktop, &format!("/{lang}/")).await;
    ready(&page).await;
    let reader = Reader(&page);
    let (button, sentences) = expected(lang);
    reader.tabs_to(|thing| thing.role == "button" && thing.name.starts_with(button)).await;
    reader.presses("Enter").await;
    page.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    // The board is one stop of the Tab key, from either side.
    reader.presses("Shift+Tab").await;
    while number(&reader.at().await).is_none() {
        reader.presses("Shift+Tab").await;
    }
    let here = reader.square().await;
    reader.presses("Tab").await;
    assert_eq!(number(&reader.at().await), None, "the board is one stop");
    reader.presses("Shift+Tab").await;
    assert_eq!(reader.square().await, here, "the board keeps its place");

    let mut heard = Vec::new();
    let mut last = reader.hears().await;
    for (ply, mv) in game().iter().enumerate() {
        reader.goes_to(mv.from.number()).await;
        // Enter and the space bar do the same.
        let key = if ply % 2 == 0 { "Enter" } else { " " };
        reader.presses(key).await;
        assert_eq!(reader.square().await, mv.from.number(), "the focus stays on the man");
        reader.goes_to(mv.to.number()).await;
        reader.presses(key).await;
        last = reader.waits_to_hear(|words| !words.is_empty() && words != last).await;
        heard.push(last.clone());
        shows_ply(&page, ply + 1).await;
        if ply + 1 < game().len() {
            assert_eq!(reader.square().await, mv.to.number(), "the focus stays on the board");
        }
    }
    assert_eq!(heard, sentences, "heard in {lang}:\n{}", heard.join("\n"));
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_game_is_played_to_its_end_by_ear_and_keys_in_english() {
    check("en").await;
}

#[tokio::test]
async fn a_game_is_played_to_its_end_by_ear_and_keys_in_filipino() {
    check("fil").await;
}

#[tokio::test]
async fn a_game_is_played_to_its_end_by_ear_and_keys_in_hungarian() {
    check("hu").await;
}

#[tokio::test]
async fn a_game_is_played_to_its_end_by_ear_and_keys_in_indonesian() {
    check("id").await;
}

#[tokio::test]
async fn escape_puts_a_man_back_and_the_computer_s_moves_are_heard() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Desktop, "/en/").await;
    ready(&page).await;
    let reader = Reader(&page);
    reader.tabs_to(|thing| number(thing).is_some()).await;
    reader.goes_to(11).await;
    reader.presses("Enter").await;
    assert_eq!(reader.at().await.name, "11, your man, selected");
    reader.presses("Escape").await;
    assert_eq!(reader.at().await.name, "11, your man, can move");
    reader.presses("Enter").await;
    reader.goes_to(15).await;
    assert_eq!(reader.at().await.name, "15, empty, can go here");
    reader.presses("Enter").await;
    reader.waits_to_hear(|words| words.starts_with("Red · computer: ")).await;
    shows_ply(&page, 2).await;
    assert_eq!(reader.square().await, 15, "the answer does not take the focus");
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn the_program_takes_over_the_drawn_board_and_leaves_the_focus_where_it_is() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/about").await;
    // In the moment in which the page has been read and no module has run.
    let source = "document.addEventListener('readystatechange', () => { \
        const square = document.querySelector('.board [tabindex=\"0\"]'); \
        if (!square || self.early) return; square.focus(); scrollTo(0, 120); \
        self.early = { square, ready: !!document.querySelector('.table[data-ready]') }; });";
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": source})).await;
    page.goto(&scene.server.url("/en/")).await;
    ready(&page).await;
    assert_eq!(page.eval("self.early.ready").await, false, "the focus came before the program");
    assert_eq!(page.eval("self.early.square === document.activeElement").await, true);
    assert_eq!(page.eval("Math.round(scrollY)").await, 120);
    page.quit().await;
}

#[tokio::test]
async fn the_focus_is_seen_at_every_stop_of_the_home_page() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Desktop, "/en/").await;
    ready(&page).await;
    let reader = Reader(&page);
    let looks = "(() => { const it = document.activeElement; const around = \
        it.matches('input') ? it.closest('label') ?? it : it; \
        return [it, around].some(e => { const style = getComputedStyle(e); \
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2; }); })()";
    let mut stops = 0;
    loop {
        reader.presses("Tab").await;
        let thing = reader.at().await;
        if thing.role.is_empty()
            || page.eval("document.activeElement === document.body").await == true
        {
            break;
        }
        assert_eq!(page.eval(looks).await, true, "{thing:?}");
        stops += 1;
        assert!(stops < 120, "the stops have no end");
    }
    assert!(stops > 10, "only {stops} stops");
    page.quit().await;
}
