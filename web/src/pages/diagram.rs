//! Still pictures of boards: the start of a game, the numbers of the squares,
//! and what the diagrams of a text have in common.

use std::fmt::Write as _;

use leptos::prelude::*;
use rules::{AnyGame, Board, Color, Variant};

use super::slot::variant_name;
use crate::{
    Lang,
    board::{centre, drawings, square_shown_at},
    content::{Article, Block},
    words::{board, page},
};

/// The start position with these men at the bottom, as an image with a name.
/// Colours and sizes are the style sheet's.
pub(crate) fn diagram(lang: Lang, variant: Variant, bottom: Color) -> impl IntoView {
    let size = variant.board();
    let game = AnyGame::new(variant);
    let turned = bottom == Color::Black;
    let pieces = size.squares().filter_map(|square| {
        let piece = game.piece_at(square)?;
        let (x, y) = centre(size, turned, square);
        let side =
            if piece.color == variant.first_mover() { "piece-first" } else { "piece-second" };
        Some(view! { <circle class=side cx=x.to_string() cy=y.to_string() r=".36" /> })
    });
    let label = board::board_label(lang, &variant_name(lang, variant));
    let width = size.width();
    view! {
        <svg
            class="diagram"
            data-variant=variant.name()
            viewBox=format!("0 0 {width} {width}")
            role="img"
            aria-label=format!("{label}. {}", page::board_picture(lang))
        >
            <path class="diagram-squares" d=dark_squares(size, turned) />
            {pieces.collect_view()}
        </svg>
    }
}

/// The empty board with the numbers of its squares, seen by the side whose
/// squares have the high numbers, as they are printed.
pub(crate) fn board_with_numbers(lang: Lang, variant: Variant) -> impl IntoView {
    let size = variant.board();
    let label = page::picture_numbers(lang, &variant_name(lang, variant), &size.size());
    let inside = squares(size, false) + &numbers(size, false, Numbers::Middle);
    let width = size.width();
    view! {
        <svg
            class="diagram large-numbers"
            viewBox=format!("0 0 {width} {width}")
            role="img"
            aria-label=label
            inner_html=inside
        ></svg>
    }
}

/// What the diagrams of an article draw again and again: pieces, and the
/// squares and numbers of each board that is needed, once.
pub(crate) fn sprite(article: &Article<'_>) -> Option<impl IntoView + use<>> {
    let mut grounds: Vec<(Board, bool)> = Vec::new();
    for block in &article.blocks {
        if let Block::Diagram { diagram, .. } = block {
            let ground = (diagram.variant.board(), diagram.bottom == Color::Black);
            if !grounds.contains(&ground) {
                grounds.push(ground);
            }
        }
    }
    if grounds.is_empty() {
        return None;
    }
    let mut symbols = String::new();
    for (size, turned) in grounds {
        let (id, width) = (ground_id(size, turned), size.width());
        for (part, inside) in
            [("s", squares(size, turned)), ("n", numbers(size, turned, Numbers::Corner))]
        {
            let _ = write!(
                symbols,
                "<symbol id=\"{id}{part}\" viewBox=\"0 0 {width} {width}\">{inside}</symbol>"
            );
        }
    }
    Some(view! {
        {drawings()}
        <svg class="drawings" width="0" height="0" aria-hidden="true" inner_html=symbols></svg>
    })
}

/// What the symbols of a board are called, up to a letter for their part.
pub(crate) fn ground_id(size: Board, turned: bool) -> String {
    let side = if turned { "b" } else { "w" };
    format!("ground-{}{side}-", size.width())
}

/// Where the numbers of a board stand.
#[derive(Clone, Copy)]
enum Numbers {
    /// In the middle: there is nothing else to see.
    Middle,
    /// In the top left corner, where a piece leaves room.
    Corner,
}

/// The numbers of the squares. Only digits are written, so nothing needs to
/// be escaped. Letters smaller than a pixel of their own picture are not drawn
/// well everywhere, so a square counts a hundred for them.
fn numbers(size: Board, turned: bool, place: Numbers) -> String {
    let (anchor, dx, dy) = match place {
        Numbers::Middle => ("middle", 0.0, 14.0),
        Numbers::Corner => ("start", -47.0, -26.0),
    };
    let mut svg =
        format!("<g class=\"diagram-numbers\" transform=\"scale(.01)\" text-anchor=\"{anchor}\">");
    for square in size.squares() {
        let (x, y) = centre(size, turned, square);
        let (x, y) = (100.0 * x + dx, 100.0 * y + dy);
        let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{square}</text>");
    }
    svg.push_str("</g>");
    svg
}

fn squares(size: Board, turned: bool) -> String {
    format!("<path class=\"diagram-squares\" d=\"{}\"/>", dark_squares(size, turned))
}

fn dark_squares(size: Board, turned: bool) -> String {
    let mut path = String::new();
    for row in 0..size.width() {
        for column in 0..size.width() {
            if square_shown_at(size, turned, row, column).is_some() {
                let _ = write!(path, "M{column} {row}h1v1h-1z");
            }
        }
    }
    path
}
