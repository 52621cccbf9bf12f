//! A still picture of the start of a game, for reading and for the first
//! paint.

use std::fmt::Write as _;

use leptos::prelude::*;
use rules::{AnyGame, Color, Variant};

use super::slot::variant_name;
use crate::{
    Lang,
    board::{centre, square_shown_at},
    words::{board, page},
};

/// The start position with these men at the bottom, as an image with a name.
/// Colours and sizes are the style sheet's.
pub(crate) fn diagram(lang: Lang, variant: Variant, bottom: Color) -> impl IntoView {
    let size = variant.board();
    let game = AnyGame::new(variant);
    let turned = bottom == Color::Black;
    let mut squares = String::new();
    for row in 0..size.width() {
        for column in 0..size.width() {
            if square_shown_at(size, turned, row, column).is_some() {
                let _ = write!(squares, "M{column} {row}h1v1h-1z");
            }
        }
    }
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
            <path class="diagram-squares" d=squares />
            {pieces.collect_view()}
        </svg>
    }
}
