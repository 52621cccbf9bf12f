//! The board as the server draws it; the living page changes its attributes
//! and nothing else.
//!
//! Every playing square is a button with a name: so the whole game can be
//! played by keyboard and by screen reader on the board itself, and a form
//! around it could be played without any program. The squares never move in
//! the document: when the board is turned, each shows another number. So
//! nothing that a reader has reached is lost.

use leptos::prelude::*;

use super::{Cell, Scene, Voice, variant_name};
use crate::words::board;

/// The board: a grid of named squares, one of them reached by the Tab key.
pub(crate) fn board_view(scene: &Scene, voice: &Voice) -> impl IntoView + use<> {
    let size = scene.board();
    let label = board::board_label(voice.lang, &variant_name(voice.lang, scene.variant));
    let row = |row: u8| {
        let squares = (0..size.width()).filter_map(|column| scene.shown_at(row, column));
        let squares = squares.map(|square| square_view(&Cell::of(scene, voice, square)));
        view! { <div class="row" role="row">{squares.collect_view()}</div> }
    };
    view! {
        <div
            class="board"
            role="grid"
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

/// One square at its place of the screen.
fn square_view(cell: &Cell) -> impl IntoView + use<> {
    let number = cell.square.number();
    let cell = cell.clone();
    let [label, selected, tab, piece, fading, movable, must, target, victim, last, flash] =
        cell.attributes().map(|(_, value)| value.map(str::to_owned));
    view! {
        <button
            type="button"
            class="square"
            role="gridcell"
            name="square"
            value=number
            data-square=number
            aria-label=label
            aria-selected=selected
            tabindex=tab
            data-piece=piece
            data-fading=fading
            data-movable=movable
            data-must=must
            data-target=target
            data-victim=victim
            data-last=last
            data-flash=flash
        >
            <span class="number" aria-hidden="true">{number}</span>
            <svg class="piece" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
                <use href=cell.drawing()/>
            </svg>
            <svg class="mark" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
                <circle class="ring" cx="50" cy="50" r="44"/>
                <circle class="dot" cx="50" cy="50" r="15"/>
                <circle class="landing" cx="50" cy="50" r="30"/>
                <path class="cross-edge" d="M26 26 74 74M74 26 26 74"/>
                <path class="cross" d="M26 26 74 74M74 26 26 74"/>
            </svg>
        </button>
    }
}

/// The drawings that the squares point to. A king is two men, one on the
/// other, with a crown; the rim of the second side is notched, so that the
/// sides differ without their colours.
pub(crate) fn drawings() -> impl IntoView {
    view! {
        <svg class="drawings" width="0" height="0" aria-hidden="true" focusable="false">
            <defs>
                <symbol id="man" viewBox="0 0 100 100">
                    <circle class="shade" cx="50" cy="54" r="38"/>
                    <circle class="disc" cx="50" cy="50" r="38"/>
                    <circle class="rim" cx="50" cy="50" r="31"/>
                    <circle class="groove" cx="50" cy="50" r="18"/>
                </symbol>
                <symbol id="king" viewBox="0 0 100 100">
                    <circle class="shade" cx="50" cy="61" r="36"/>
                    <circle class="disc" cx="50" cy="57" r="36"/>
                    <circle class="disc" cx="50" cy="44" r="36"/>
                    <circle class="rim" cx="50" cy="44" r="30"/>
                    <path class="crown" d="M33 57 30 34 42 44 50 29 58 44 70 34 67 57Z"/>
                </symbol>
            </defs>
        </svg>
    }
}

#[cfg(all(test, feature = "html"))]
#[path = "view_tests.rs"]
mod tests;
