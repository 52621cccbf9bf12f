//! The board for a page without a program: what can be pressed is a link or a
//! button of the form around it, and every square says in words what is on it.

use leptos::prelude::*;
use rules::Square;

use super::{Cell, Scene, Voice, drawings, variant_name};
use crate::words::board;

/// What pressing a square sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// It leads to an address.
    Link(String),
    /// It posts the form with this value for `path`.
    Path(String),
}

/// The board, with the controls of those squares that have one.
pub(crate) fn plain_board(
    scene: &Scene,
    voice: &Voice,
    controls: &[(Square, Control)],
) -> impl IntoView + use<> {
    let size = scene.board();
    let label = board::board_label(voice.lang, &variant_name(voice.lang, scene.variant));
    let square = |square| {
        let control = controls.iter().find(|(on, _)| *on == square).map(|(_, control)| control);
        square_view(&Cell::of(scene, voice, square), control.cloned())
    };
    let row = |row: u8| {
        let squares = (0..size.width()).filter_map(|column| scene.shown_at(row, column));
        view! { <div class="row">{squares.map(square).collect_view()}</div> }
    };
    view! {
        <div
            class="board"
            role="group"
            aria-label=label
            data-variant=scene.variant.name()
            data-width=size.width()
            data-numbers=scene.numbers.then_some("true")
        >
            {drawings()}
            {(0..size.width()).map(row).collect_view()}
        </div>
    }
}

fn square_view(cell: &Cell, control: Option<Control>) -> impl IntoView + use<> {
    let number = cell.square.number();
    let [_, selected, _, piece, _, movable, must, target, victim, last, _] =
        cell.attributes().map(|(_, value)| value.map(str::to_owned));
    let selected = selected.filter(|selected| selected == "true");
    // Nothing changes here later, so nothing is drawn that is not seen.
    let is_marked = must.is_some() || target.is_some() || victim.is_some();
    let mark = is_marked.then(|| {
        view! {
            <svg class="mark" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
                <circle class="ring" cx="50" cy="50" r="44"/>
                <circle class="dot" cx="50" cy="50" r="15"/>
                <circle class="landing" cx="50" cy="50" r="30"/>
                <path class="cross-edge" d="M26 26 74 74M74 26 26 74"/>
                <path class="cross" d="M26 26 74 74M74 26 26 74"/>
            </svg>
        }
    });
    let drawing = cell.drawing();
    let drawn = piece.is_some().then(|| {
        view! {
            <svg class="piece" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
                <use href=drawing/>
            </svg>
        }
    });
    let label = view! { <span class="visually-hidden">{cell.label.clone()}</span> };
    let pressed = match control {
        Some(Control::Link(href)) => view! { <a class="press" href=href>{label}</a> }.into_any(),
        Some(Control::Path(path)) => view! {
            <button class="press" type="submit" name="path" value=path>{label}</button>
        }
        .into_any(),
        None => label.into_any(),
    };
    view! {
        <span
            class="square"
            data-square=number
            data-selected=selected
            data-piece=piece
            data-movable=movable
            data-must=must
            data-target=target
            data-victim=victim
            data-last=last
        >
            <span class="number" aria-hidden="true">{number}</span>
            {drawn}
            {mark}
            {pressed}
        </span>
    }
}
