//! The board by keyboard: one stop of the Tab key, arrows from square to
//! square, Enter and Space as a tap, Escape to put back.

use rules::Square;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::{
    dom::{closest, find, focus, on},
    machine::Machine,
};
use crate::client::Msg;

/// Listens to the keys on a board.
pub(super) fn listen(machine: &Machine, board: &HtmlElement) {
    let keys = machine.clone();
    let grid = board.clone();
    on(board, "keydown", move |event: KeyboardEvent| key(&keys, &grid, &event));
    let reached = machine.clone();
    on(board, "focusin", move |event: Event| {
        if let Some(square) = square_of(&event) {
            reached.dispatch(Msg::Cursor(square));
        }
    });
}

/// The square that an event is about.
pub(super) fn square_of(event: &Event) -> Option<Square> {
    number(&closest(event, "[data-square]")?)
}

fn number(element: &Element) -> Option<Square> {
    element.get_attribute("data-square")?.parse().ok()
}

fn key(machine: &Machine, board: &HtmlElement, event: &KeyboardEvent) {
    let key = event.key();
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let Some(from) = square_of(event) else { return };
    let scene = machine.scene();
    let size = scene.board();
    let (x, y) = crate::board::centre(size, scene.turned, from);
    let (column, row) = (x as i32, y as i32);
    let last = i32::from(size.width()) - 1;
    // Up and down go along the zigzag of the dark squares of a column pair.
    let aside = if column % 2 == 0 { 1 } else { -1 };
    let (column, row) = match key.as_str() {
        "ArrowLeft" => (column - 2, row),
        "ArrowRight" => (column + 2, row),
        "ArrowUp" => (column + aside, row - 1),
        "ArrowDown" => (column + aside, row + 1),
        "Home" => (row_start(row), row),
        "End" => (last - 1 + row_start(row), row),
        _ => return,
    };
    event.prevent_default();
    let to = u8::try_from(row).ok().zip(u8::try_from(column).ok());
    let Some(to) = to.and_then(|(row, column)| scene.shown_at(row, column)) else { return };
    if let Some(square) = find(board, &format!("[data-square=\"{to}\"]")) {
        focus(&square);
    }
}

/// The column of the first dark square of a row: rows begin light at the top.
const fn row_start(row: i32) -> i32 {
    if row % 2 == 0 { 1 } else { 0 }
}
