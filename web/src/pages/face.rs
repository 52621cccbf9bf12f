//! The page on which a face is chosen, without scripts too.

use leptos::prelude::*;
use play::Face;

use super::{
    Page,
    document::{Head, document},
    figure::{face_view, figure_view},
    place::Place,
};
use crate::{
    Lang,
    words::{self, page as text},
};

/// `/{lang}/face`. Nobody has a face before the first game.
#[must_use]
pub fn face(page: &Page<'_>, own: Option<Face>) -> String {
    let lang = page.lang;
    let head = Head::new(page, Place::Face, text::face_title(lang), text::face_description(lang))
        .with_company();
    document(page, &head, || {
        let choice = match own {
            None => view! {
                <p>{text::face_none(lang)}</p>
                <p>
                    <a class="button primary" href=Place::Home.path(lang)>{text::back_home(lang)}</a>
                </p>
            }
            .into_any(),
            Some(own) => view! {
                <p class="own-face">
                    {face_view(lang, own, 72)} <strong>{words::face(lang, own)}</strong>
                </p>
                <p>{text::face_note(lang)}</p>
                <h2>{text::face_choose(lang)}</h2>
                {picker(lang, own)}
            }
            .into_any(),
        };
        view! {
            <div class="text">
                <h1>{text::face_title(lang)}</h1>
                {choice}
            </div>
        }
    })
}

/// All faces, each a button of a plain form.
pub(crate) fn picker(lang: Lang, own: Face) -> impl IntoView + use<> {
    let choice = move |face: Face| {
        let pressed = if face == own { "true" } else { "false" };
        view! {
            <button name="face" value=face.name() aria-pressed=pressed>
                {figure_view(face.name(), 48)} <span>{words::face(lang, face)}</span>
            </button>
        }
    };
    view! {
        <form class="faces" method="post" action=Place::Face.path(lang) data-faces="">
            {Face::ALL.map(choice).into_iter().collect_view()}
        </form>
    }
}
