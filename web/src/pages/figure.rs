//! Small pictures out of the one file that holds the faces and the signs, which
//! only pages that show some of them fetch.

use leptos::prelude::*;
use play::Face;
use protocol::Reaction;

use crate::{Lang, assets, words};

/// The address of a picture; none where the assets were not built.
pub(crate) fn address(name: &str) -> Option<String> {
    assets::path("figures.svg").map(|path| format!("{path}#{name}"))
}

/// A face with its name for those who do not see it.
pub(crate) fn face_view(lang: Lang, face: Face, pixels: u8) -> impl IntoView + use<> {
    let size = pixels.to_string();
    view! {
        <svg class="face" width=size.clone() height=size role="img" aria-label=words::face(lang, face)>
            <use href=address(face.name())></use>
        </svg>
    }
}

/// A face or a sign beside its words.
pub(crate) fn figure_view(name: &str, pixels: u8) -> impl IntoView + use<> {
    let size = pixels.to_string();
    view! {
        <svg class="face" width=size.clone() height=size aria-hidden="true">
            <use href=address(name)></use>
        </svg>
    }
}

/// The picture of a sign.
pub(crate) fn sign_view(reaction: Reaction) -> impl IntoView + use<> {
    figure_view(reaction.name(), 28)
}
