//! What two people have beside their board: signs for each other, their faces,
//! and a link for watchers.
//!
//! A part of a page and not a whole one. The script of faces and signs fetches
//! it once a game of two people is on the table, so that no other page carries
//! any of it; every word and every name that the script shows stands in here.

use leptos::prelude::*;
use play::{BySide, Face, Side};
use protocol::Reaction;

use super::{
    Page,
    face::picker,
    figure::{address, sign_view},
};
use crate::{
    Lang, assets,
    words::{self, page as text},
};

/// What is beside the board of a game of two people.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The game.
    pub game: &'a str,
    /// The viewer's seat, none for who watches.
    pub you: Option<Side>,
    /// The faces on the two sides.
    pub faces: BySide<Option<Face>>,
    /// The key with which a browser asks to be told of a turn by push; none where
    /// the server tells nobody.
    pub push: Option<&'a str>,
}

/// `/g/ID/beside`.
#[must_use]
pub fn beside(page: &Page<'_>, beside: &Beside<'_>) -> String {
    let owner = Owner::new();
    let html = owner.with(|| part(page, beside).to_html());
    drop(owner);
    html
}

fn part(page: &Page<'_>, beside: &Beside<'_>) -> impl IntoView + use<> {
    let lang = page.lang;
    let own = beside.you.map(|side| beside.faces[side]);
    let name = |side: Side| beside.faces[side].map(Face::name);
    let yours = beside.you.map(|_| yours(page, beside, own.flatten()));
    view! {
        <section
            class="company"
            data-beside=beside.game.to_owned()
            data-you=beside.you.map_or("watcher", Side::name)
            data-first=name(Side::First)
            data-second=name(Side::Second)
            data-figures=address("")
            data-style=assets::path("beside.css")
            data-face-you=text::face_you(lang, &"*")
            data-face-chosen=text::face_chosen(lang, &"*")
            data-face-friend=text::face_friend(lang, &"*")
        >
            {yours}
            <p class="visually-hidden" role="status" data-said=""></p>
            {names(lang)}
        </section>
    }
}

/// What the names of all faces are: for the script, which hears of them by
/// their codes.
fn names(lang: Lang) -> impl IntoView + use<> {
    let name = |face: Face| view! { <data value=face.name()>{words::face(lang, face)}</data> };
    view! { <p hidden="" data-names="">{Face::ALL.map(name).into_iter().collect_view()}</p> }
}

fn yours(page: &Page<'_>, beside: &Beside<'_>, own: Option<Face>) -> impl IntoView + use<> {
    let lang = page.lang;
    let side = beside.you.map_or("", Side::name);
    let watch = format!("{}/g/{}?side={side}", page.origin, beside.game);
    let push = beside.push.map(str::to_owned);
    view! {
        {push.clone().map(|key| offer(lang, key))}
        {signs(lang)}
        <details class="company-more">
            <summary>{text::beside_more(lang)}</summary>
            <p>
                <button type="button" class="button" aria-pressed="true" data-show="">
                    {text::beside_show(lang)}
                </button>
            </p>
            {push.map(|_| push_switch(lang))}
            <p class="watch-link">
                <button type="button" class="button" data-watch=watch data-done=text::watch_copied(lang)>
                    {text::watch_link(lang)}
                </button>
                <small>{text::watch_note(lang)}</small>
            </p>
            <h3>{text::face_choose(lang)}</h3>
            {own.map(|own| picker(lang, own))}
            <p class="note">{text::face_note(lang)}</p>
        </details>
    }
}

/// The offer to tell of a turn by push. The script shows it when its time has
/// come.
fn offer(lang: Lang, key: String) -> impl IntoView {
    view! {
        <div class="push" data-push=key data-script=assets::path("push.js") hidden="">
            <p>{text::push_ask(lang)}</p>
            <p class="push-answers">
                <button type="button" class="button primary" data-push-yes="">
                    {text::push_yes(lang)}
                </button>
                <button type="button" class="button" data-push-no="">{text::push_no(lang)}</button>
            </p>
        </div>
        <p
            class="note push-note"
            role="status"
            data-push-note=""
            data-wait=text::push_wait(lang)
            data-on=text::push_on(lang)
            data-off=text::push_off(lang)
            data-denied=text::push_denied(lang)
            data-failed=text::push_failed(lang)
        ></p>
    }
}

fn push_switch(lang: Lang) -> impl IntoView {
    view! {
        <p>
            <button type="button" class="button" aria-pressed="false" data-push-switch="">
                {text::push_switch(lang)}
            </button>
        </p>
    }
}

/// What a browser says to its reader when it is told of a turn, by name.
#[must_use]
pub fn push_words(lang: Lang) -> [(&'static str, &'static str); 3] {
    [
        ("title", text::push_title(lang)),
        ("body", text::push_body(lang)),
        ("end", text::push_end(lang)),
    ]
}

/// The signs. The script shows them once there is somebody to see them.
fn signs(lang: Lang) -> impl IntoView + use<> {
    let sign = |reaction: Reaction| {
        let said = words::reaction(lang, reaction);
        view! {
            <button
                type="button"
                value=reaction.name()
                data-heard=text::beside_heard(lang, &said)
                data-said=text::beside_said(lang, &said)
            >
                {sign_view(reaction)} <span>{said}</span>
            </button>
        }
    };
    view! {
        <details class="signs" data-signs="" hidden="">
            <summary>{text::beside_say(lang)}</summary>
            <div class="sign-buttons">{Reaction::ALL.map(sign).into_iter().collect_view()}</div>
            <p
                class="note"
                role="status"
                data-trouble=""
                data-too-often=text::beside_too_often(lang)
                data-failed=text::beside_failed(lang)
            ></p>
        </details>
    }
}
