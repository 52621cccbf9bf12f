//! A page on which a game or a position that somebody has as text is put on
//! the board. It works without the program: every move is a button.

use leptos::prelude::*;
use rules::{AnyGame, Variant};

use super::{
    Page,
    document::{Head, document},
    place::Place,
    slot::{Slot, slot, variant_name},
};
use crate::{
    Lang,
    words::{board, page as words},
};

/// The longest text that is taken, in bytes.
pub const LONGEST_RECORD: usize = 12 * 1024;

/// What has become of a text.
#[derive(Clone, Copy, Debug)]
pub enum Reading<'a> {
    /// There is none yet.
    Nothing,
    /// There is neither a game nor a position in it.
    Unreadable,
    /// A move of its game cannot be played.
    Faulty {
        /// Its line in the text, from 1.
        line: u32,
        /// Its place in the line, from 1.
        column: u32,
    },
    /// It is a game, or a position, which is a game without moves.
    Game {
        /// The game.
        game: &'a AnyGame,
        /// After how many plies it is shown.
        ply: usize,
    },
}

/// `/{lang}/replay`, with the text that was sent, if any.
#[must_use]
pub fn replay(page: &Page<'_>, text: &str, reading: Reading<'_>) -> String {
    let lang = page.lang;
    let head =
        Head::new(page, Place::Replay, words::replay_title(lang), words::replay_description(lang));
    let head = if let Reading::Game { .. } = reading { head.with_program() } else { head };
    let fault = match reading {
        Reading::Nothing | Reading::Game { .. } => None,
        Reading::Unreadable => Some(words::replay_unreadable(lang).to_owned()),
        Reading::Faulty { line, column } => Some(words::replay_faulty(lang, &line, &column)),
    };
    document(page, &head, || match reading {
        Reading::Game { game, ply } => view! {
            <div class="play">
                {slot(lang, Slot::Recorded { game, ply }).into_any()}
                <div class="beside">
                    <h1>{words::replay_title(lang)}</h1>
                    {form(lang, text, None, Some((game, ply))).into_any()}
                </div>
            </div>
        }
        .into_any(),
        _ => view! {
            <div class="text">
                <h1>{words::replay_title(lang)}</h1>
                <p>{words::replay_description(lang)}</p>
                {form(lang, text, fault, None).into_any()}
            </div>
        }
        .into_any(),
    })
}

fn form(
    lang: Lang,
    text: &str,
    fault: Option<String>,
    shown: Option<(&AnyGame, usize)>,
) -> impl IntoView + use<> {
    let variant = |variant: Variant| {
        view! { <option value=variant.name()>{variant_name(lang, variant)}</option> }
    };
    let is_faulty = fault.is_some();
    view! {
        <form class="record" method="post" action=Place::Replay.path(lang)>
            {fault.map(|fault| view! { <p class="fault" id="fault" role="alert">{fault}</p> })}
            <label>
                <span>{words::replay_field(lang)}</span>
                <textarea
                    name="text"
                    rows="8"
                    maxlength=LONGEST_RECORD
                    required=true
                    spellcheck="false"
                    aria-invalid=is_faulty.then_some("true")
                    aria-describedby=is_faulty.then_some("fault")
                >
                    {escaped(text)}
                </textarea>
            </label>
            <label>
                <span>{words::setup_game(lang)}</span>
                <select name="variant">
                    <option value="">{words::replay_any_game(lang)}</option>
                    {Variant::ALL.map(variant).into_iter().collect_view()}
                </select>
            </label>
            <button class="button primary" type="submit">{words::replay_show(lang)}</button>
            {shown.map(|(game, ply)| plies(lang, game, ply))}
        </form>
    }
}

/// A text as HTML. Leptos escapes what stands in other elements, but writes
/// what stands in a `textarea` as it is.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The moves as buttons of the form, where there is no program.
fn plies(lang: Lang, game: &AnyGame, ply: usize) -> impl IntoView + use<> {
    let button = |at: usize, text: String| {
        let current = (at == ply).then_some("step");
        view! {
            <li>
                <button class="button" name="ply" value=at aria-current=current>{text}</button>
            </li>
        }
    };
    let start = button(0, board::first_position(lang).to_owned());
    let moves = game.moves().into_iter().zip(1..).map(|(mv, at)| button(at, mv.pdn));
    view! {
        <noscript>
            <ol class="plies">{start} {moves.collect_view()}</ol>
        </noscript>
    }
}
