//! The home page is the game.

use leptos::prelude::*;

use super::{
    Page,
    document::{Head, document},
    place::Place,
    setup::setup,
    slot::{Slot, slot},
    structured,
};
use crate::words::page as words;

/// `/{lang}/`: a board ready to play, and the ways to play. The rules are one
/// tap away at the foot, as on every page.
#[must_use]
pub fn home(page: &Page<'_>) -> String {
    let lang = page.lang;
    let head = Head::new(page, Place::Home, words::home_title(lang), words::home_description(lang));
    let head = head.with_program().with_structured(Some(structured::site(page)));
    document(page, &head, || {
        view! {
            <div class="play">
                {slot(lang, Slot::Home)}
                <div class="beside">
                    <div class="intro">
                        <h1>{words::home_heading(lang)}</h1>
                        <p class="lead">{words::home_description(lang)}</p>
                    </div>
                    {setup(page)}
                </div>
            </div>
        }
    })
}
