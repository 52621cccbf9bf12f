//! The home page for a browser that runs no program: the running games, and
//! the form that starts another.

use leptos::prelude::*;

use super::{
    GameRow, Page,
    document::{Head, document},
    games::row_view,
    place::Place,
    plain::plain_note,
    setup::setup,
};
use crate::words::page as words;

/// `/{lang}/` for a visitor who plays by plain links and forms. The rows are
/// the running games, in the order in which they are shown.
#[must_use]
pub fn plain_home(page: &Page<'_>, rows: &[GameRow]) -> String {
    let lang = page.lang;
    let head = Head::new(page, Place::Home, words::home_title(lang), words::home_description(lang));
    document(page, &head.plain(), || {
        let running = (!rows.is_empty()).then(|| {
            let rows = rows.iter().map(|row| row_view(page, row)).collect_view();
            view! {
                <h2>{words::plain_running(lang)}</h2>
                <ul class="games">{rows}</ul>
            }
        });
        view! {
            <div class="plain plain-home">
                <h1>{words::home_heading(lang)}</h1>
                <p class="lead">{words::home_description(lang)}</p>
                {running}
                {setup(page)}
                {plain_note(lang, Place::Home)}
            </div>
        }
    })
}
