//! "Erase my data": the button on the privacy page, and what is said then.
//!
//! Plain HTML: the first press opens the question, the second one posts. The
//! answer is marked for the page's program, which clears what the browser
//! keeps; only a form of ours leads there, so no link can do it.

use leptos::prelude::*;

use super::{
    Page,
    document::{Head, document},
    place::Place,
};
use crate::{Lang, words::page as words};

/// The button, and the question behind it.
pub(crate) fn erase_form(lang: Lang) -> impl IntoView {
    view! {
        <details class="erase" id="erase">
            <summary>{words::erase(lang)}</summary>
            <p>{words::erase_sure(lang)}</p>
            <form method="post" action=format!("/{lang}/erase")>
                <button class="button" type="submit">{words::erase_yes(lang)}</button>
            </form>
        </details>
    }
}

/// The answer to `POST /{lang}/erase`.
#[must_use]
pub fn erased(page: &Page<'_>) -> String {
    let lang = page.lang;
    let (title, text) = (words::erased_title(lang), words::erased_text(lang));
    let head = Head::new(page, Place::Nowhere, title, text).with_program();
    document(page, &head, || {
        view! {
            <div class="card" data-erased="">
                <h1>{title}</h1>
                <p>{text}</p>
                <p class="actions">
                    <a class="button primary" href=Place::Home.path(lang)>{words::back_home(lang)}</a>
                </p>
            </div>
        }
    })
}
