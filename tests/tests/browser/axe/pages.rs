//! Pages that are there for everybody.

use super::{LANGS, LOOKS, Report, take_look, with_axe};
use crate::table::{Scene, ready};

/// Addresses below the language.
const PAGES: [&str; 16] = [
    "",
    "?plain=1",
    "how-to-play",
    "rules/english",
    "rules/international",
    "tips",
    "questions",
    "variants",
    "notation",
    "about",
    "privacy",
    "replay",
    "games",
    "face",
    "offline",
    "nowhere",
];

/// An address without a language of its own.
const NO_GAME: &str = "/g/1111111111111111111111?lang=";

/// Every page in every language, and every page in every look.
#[tokio::test]
async fn pages_for_everybody_have_no_hindrances() {
    let scene = Scene::set().await;
    let page = with_axe(&scene, 0).await;
    let mut report = Report::default();
    for (number, path) in PAGES.iter().enumerate() {
        for (at, lang) in LANGS.iter().enumerate() {
            let look = (number + at) % LOOKS.len();
            take_look(&page, look).await;
            page.goto(&scene.server.url(&format!("/{lang}/{path}"))).await;
            if path.is_empty() {
                ready(&page).await;
                open_everything(&page).await;
            }
            report.look(&page, look, &format!("/{lang}/{path}")).await;
            if *path == "?plain=1" {
                page.goto(&scene.server.url(&format!("/{lang}/?plain=0"))).await;
            }
        }
    }
    for (look, lang) in LANGS.iter().enumerate() {
        take_look(&page, look).await;
        page.goto(&scene.server.url(&format!("{NO_GAME}{lang}"))).await;
        report.look(&page, look, &format!("{NO_GAME}{lang}")).await;
    }
    page.quit().await;
    report.check();
}

/// What is folded up is to be looked at too.
async fn open_everything(page: &tests::Browser) {
    page.eval("document.querySelectorAll('details').forEach(it => it.open = true)").await;
}
