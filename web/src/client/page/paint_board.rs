//! Brings the squares of the board in line with what they are to show.

use web_sys::{Element, HtmlElement};

use super::dom::{find, plain, set, text};
use crate::{
    board::{Cell, Scene, Voice, variant_name},
    words::board as words,
};

/// The drawn board and what it shows.
pub(super) struct BoardPainter {
    board: HtmlElement,
    /// The squares in the order of the document, and what each shows.
    squares: Vec<(HtmlElement, Option<Cell>)>,
    width: u8,
}

impl BoardPainter {
    /// The board that the server has drawn, if it has.
    pub(super) fn of(board: HtmlElement) -> Option<Self> {
        let width = board.get_attribute("data-width")?.parse().ok()?;
        let mut painter = Self { board, squares: Vec::new(), width };
        painter.gather();
        (!painter.squares.is_empty()).then_some(painter)
    }

    /// The board, to listen to.
    pub(super) fn element(&self) -> &HtmlElement {
        &self.board
    }

    fn gather(&mut self) {
        let list = self.board.query_selector_all(".square");
        let squares = list.map(|list| plain(&list)).unwrap_or_default();
        self.squares = squares.into_iter().map(|square| (square, None)).collect();
    }

    /// Shows a scene.
    pub(super) fn paint(&mut self, scene: &Scene, voice: &Voice) {
        let size = scene.board();
        if size.width() != self.width {
            self.resize(size.width(), size.half());
        }
        let label = words::board_label(voice.lang, &variant_name(voice.lang, scene.variant));
        set(&self.board, "aria-label", Some(&label));
        set(&self.board, "data-variant", Some(scene.variant.name()));
        set(&self.board, "data-numbers", scene.numbers.then_some("true"));
        let places = (0..size.width()).flat_map(|row| (0..size.width()).map(move |at| (row, at)));
        let shown = places.filter_map(|(row, column)| scene.shown_at(row, column));
        for ((element, known), square) in self.squares.iter_mut().zip(shown) {
            let cell = Cell::of(scene, voice, square);
            if known.as_ref() != Some(&cell) {
                paint_square(element, known.as_ref(), &cell);
                *known = Some(cell);
            }
        }
    }

    /// Another game has another board: rows and squares are added or go.
    fn resize(&mut self, width: u8, half: u8) {
        let rows = self.board.query_selector_all(".row");
        let rows: Vec<HtmlElement> = rows.map(|rows| plain(&rows)).unwrap_or_default();
        let Some(model) = rows.first() else { return };
        for row in rows.iter().skip(usize::from(width)) {
            row.remove();
        }
        for row in rows.iter().take(usize::from(width)) {
            fit(row, half);
        }
        for _ in rows.len()..usize::from(width) {
            if let Ok(row) = model.clone_node_with_deep(true) {
                let _ = self.board.append_child(&row);
            }
        }
        set(&self.board, "data-width", Some(&width.to_string()));
        self.width = width;
        self.gather();
    }
}

fn paint_square(element: &Element, known: Option<&Cell>, cell: &Cell) {
    let number = cell.square.number().to_string();
    if known.is_none_or(|known| known.square != cell.square) {
        set(element, "data-square", Some(&number));
        set(element, "value", Some(&number));
        if let Some(shown) = find(element, ".number") {
            text(&shown, &number);
        }
    }
    for (name, value) in cell.attributes() {
        set(element, name, value);
    }
    if let Ok(Some(drawing)) = element.query_selector("use") {
        set(&drawing, "href", Some(cell.drawing()));
    }
}

/// Gives a row as many squares as the board is wide, by half.
fn fit(row: &HtmlElement, half: u8) {
    let half = u32::from(half);
    while row.child_element_count() > half {
        let Some(last) = row.last_element_child() else { break };
        last.remove();
    }
    while row.child_element_count() < half {
        let model = row.first_element_child();
        let Some(Ok(square)) = model.map(|square| square.clone_node_with_deep(true)) else { break };
        if row.append_child(&square).is_err() {
            break;
        }
    }
}
