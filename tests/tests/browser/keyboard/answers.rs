//! Single keys and typed moves, by ear alone.

use tests::{Browser, Screen};

use super::reader::{Reader, Thing, number};
use crate::table::{Scene, check_no_errors, ready, shows_ply};

/// What is pressed or typed and what is to be heard then, in a language.
fn expected(lang: &str) -> Vec<(&'static str, &'static str)> {
    let text = match lang {
        "en" => include_str!("answers.en.txt"),
        "fil" => include_str!("answers.fil.txt"),
        "hu" => include_str!("answers.hu.txt"),
        "id" => include_str!("answers.id.txt"),
        other => panic!("no language {other}"),
    };
    text.lines().map(|line| line.split_once(" = ").expect("a key and a sentence")).collect()
}

/// The keys and texts of the story.
const KEYS: [&str; 7] = ["m", "o", "c", "l", "s", "d", "t"];
const TYPED: [&str; 9] =
    ["11-15", "22 18", "15-19", "hello", "11-99", "13-17", "15", "22-17", "15 x 22"];

/// The page with a game of two on this device.
async fn at_a_table_of_two(scene: &Scene, lang: &str) -> Browser {
    let page = scene.visit(Screen::Desktop, &format!("/{lang}/")).await;
    ready(&page).await;
    page.press("form[data-setup] button[value=device]").await;
    page.until("document.querySelector('.table[data-ready][data-state=playing]')").await;
    page
}

/// Waits for something else to be said than last.
async fn hears_next(reader: &Reader<'_>, last: &mut String) -> String {
    let heard = reader.waits_to_hear(|words| !words.is_empty() && words != last).await;
    last.clone_from(&heard);
    heard
}

fn is_field(thing: &Thing) -> bool {
    thing.role == "textbox"
}

async fn check(lang: &str) {
    let scene = Scene::set().await;
    let page = at_a_table_of_two(&scene, lang).await;
    let reader = Reader(&page);
    let mut last = reader.hears().await;
    let mut heard = Vec::new();
    for key in KEYS {
        reader.presses(key).await;
        heard.push(format!("{key} = {}", hears_next(&reader, &mut last).await));
    }
    reader.presses("e").await;
    assert!(is_field(&reader.at().await), "E leads to the field");
    for typed in TYPED {
        reader.types(typed).await;
        reader.presses("Enter").await;
        heard.push(format!("{typed} = {}", hears_next(&reader, &mut last).await));
        assert!(is_field(&reader.at().await), "the focus stays in the field");
    }
    shows_ply(&page, 3).await;
    // What is typed is no key: the field had an `e` in it and answered nothing.
    reader.presses("Escape").await;
    assert!(number(&reader.at().await).is_some(), "Escape leads back to the board");
    for key in ["l", "c"] {
        reader.presses(key).await;
        heard.push(format!("{key} = {}", hears_next(&reader, &mut last).await));
    }
    reader.presses("b").await;
    page.until("document.querySelector('.board-words p')").await;
    let words = page.eval("document.querySelector('.board-words').innerText").await;
    let words = words.as_str().expect("words");
    heard.extend(words.lines().filter(|it| !it.is_empty()).map(|line| format!("b = {line}")));
    let sentences: Vec<String> =
        expected(lang).into_iter().map(|(key, words)| format!("{key} = {words}")).collect();
    assert_eq!(heard, sentences, "heard in {lang}:\n{}", heard.join("\n"));
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn keys_and_typed_moves_are_answered_in_english() {
    check("en").await;
}

#[tokio::test]
async fn keys_and_typed_moves_are_answered_in_filipino() {
    check("fil").await;
}

#[tokio::test]
async fn keys_and_typed_moves_are_answered_in_hungarian() {
    check("hu").await;
}

#[tokio::test]
async fn keys_and_typed_moves_are_answered_in_indonesian() {
    check("id").await;
}

#[tokio::test]
async fn the_first_key_is_answered_and_the_keys_can_be_switched_off_for_good() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Desktop, "/en/").await;
    ready(&page).await;
    let reader = Reader(&page);
    // Perhaps before the script has been fetched.
    reader.presses("?").await;
    page.until("document.querySelector('[data-keys]')?.open").await;
    page.until("document.activeElement.matches('[data-keys] summary')").await;
    let named = page.eval("document.querySelectorAll('[data-keys] kbd').length").await;
    assert_eq!(named, 10);
    reader.presses("m").await;
    let heard = reader.waits_to_hear(|words| words.starts_with("Black · you: men 1,")).await;
    let button = reader.tabs_to(|thing| thing.name.ends_with("Answer to these keys")).await;
    assert_eq!(button.role, "button");
    reader.presses("Enter").await;
    page.until("document.querySelector('[data-keys-on][aria-pressed=false]')").await;
    for again in [false, true] {
        if again {
            page.reload().await;
            ready(&page).await;
            page.until("document.querySelector('[data-keys-on][aria-pressed=false]')").await;
        }
        let before = reader.hears().await;
        reader.presses("o").await;
        reader.presses("?").await;
        assert_eq!(reader.hears().await, before, "nothing answers");
    }
    assert_ne!(reader.hears().await, heard, "the page is a new one");
    page.eval("document.querySelector('.table-more').open = true").await;
    page.eval("document.querySelector('[data-keys]').open = true").await;
    page.press("[data-keys-on]").await;
    reader.presses("o").await;
    reader.waits_to_hear(|words| words.starts_with("Red · computer: men 21,")).await;
    check_no_errors(&page).await;
    page.quit().await;
}

#[tokio::test]
async fn a_typed_move_begins_a_game_with_the_computer_and_asks_where_moves_are_confirmed() {
    let scene = Scene::set().await;
    let page = scene.visit(Screen::Phone, "/en/").await;
    ready(&page).await;
    page.press(".table-more > summary").await;
    page.press("[data-action=confirm-moves]").await;
    page.until("document.querySelector('.later [name=move]')").await;
    page.press(".later [name=move]").await;
    let reader = Reader(&page);
    reader.types("11–15").await;
    reader.presses("Enter").await;
    page.until("!document.querySelector('[data-part=question]').hidden").await;
    page.until("document.activeElement.matches('[data-action=yes]')").await;
    reader.presses("Enter").await;
    shows_ply(&page, 2).await;
    check_no_errors(&page).await;
    page.quit().await;
}
