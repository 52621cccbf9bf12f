//! Still pictures of boards, for reading and for the first paint.

use std::fmt::Write as _;

use leptos::prelude::*;
use rules::{AnyGame, Board, Color, LegalMove, Role, Square, Variant};

use super::{Page, slot::variant_name};
use crate::{
    Lang, Skin,
    board::{centre, drawings, square_shown_at},
    content::{
        Article, Block,
        diagrams::{Diagram, Still},
    },
    words::{self, board, page},
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
fn ground_id(size: Board, turned: bool) -> String {
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

/// A diagram whose moves are stepped through without any program: each
/// position has a radio button named by the move that leads to it, and the
/// style sheet shows the position that is chosen; without it, or on paper,
/// all are shown one below the other.
pub(crate) fn steps(
    page: &Page<'_>,
    diagram: &'static Diagram,
    title: &'static str,
    captions: Vec<AnyView>,
) -> impl IntoView + use<> {
    let name = diagram.name;
    let stills = diagram.stills();
    let tabs = stills.iter().enumerate().map(|(at, still)| {
        let id = format!("{name}-{at}");
        let label = move_name(page.lang, still);
        view! {
            <input type="radio" name=name id=id.clone() checked=at == 0 />
            <label for=id>{label}</label>
        }
    });
    let panels = stills.iter().zip(captions).enumerate().map(|(at, (still, caption))| {
        view! {
            <li>
                {picture(page, diagram, still, &format!("{name}-{at}"))}
                <p>
                    <b class="move-name">{move_name(page.lang, still)}" "</b>
                    {caption}
                </p>
            </li>
        }
    });
    view! {
        <fieldset class="steps">
            <legend>{title}</legend>
            {tabs.collect_view()}
            <ol>{panels.collect_view()}</ol>
        </fieldset>
    }
}

/// What the position is called: the start, or the move as PDN writes it.
fn move_name(lang: Lang, still: &Still) -> String {
    still.last.as_ref().map_or_else(|| page::picture_start(lang).to_owned(), |mv| mv.pdn.clone())
}

/// A position as an image with a name and its pieces in words.
fn picture(page: &Page<'_>, diagram: &Diagram, still: &Still, id: &str) -> impl IntoView + use<> {
    let size = diagram.variant.board();
    let turned = diagram.bottom == Color::Black;
    let width = size.width();
    let lang = page.lang;
    let turn = words::side(lang, page.skin, diagram.variant, still.game.side_to_move());
    let turn = board::turn_side(lang, &turn);
    let title = format!("{}. {turn}", move_name(lang, still));
    let (title_id, text_id) = (format!("{id}-t"), format!("{id}-d"));
    let ground = ground_id(size, turned);
    let named_by = format!("{title_id} {text_id}");
    view! {
        <svg
            class="diagram"
            data-variant=diagram.variant.name()
            viewBox=format!("0 0 {width} {width}")
            role="img"
            aria-labelledby=named_by
        >
            <title id=title_id>{title}</title>
            <desc id=text_id>{in_words(lang, page.skin, &still.game)}</desc>
            <use href=format!("#{ground}s") width=width height=width />
            {still.last.as_ref().map(|mv| trail(size, turned, mv))}
            {pieces(&still.game, turned)}
            <use href=format!("#{ground}n") width=width height=width />
            {still.last.as_ref().map(|mv| crosses(size, turned, mv))}
            {rings(&still.game, turned)}
        </svg>
    }
}

/// The pieces of a position, side by side: `Black: men on 4, 11.`
fn in_words(lang: Lang, skin: Skin, game: &AnyGame) -> String {
    let variant = game.variant();
    let first = variant.first_mover();
    let mut parts = Vec::new();
    for color in [first, !first] {
        let side = words::side(lang, skin, variant, color);
        let of = |role: Role| {
            let squares = variant.board().squares().filter(|&square| {
                game.piece_at(square).is_some_and(|p| p.color == color && p.role == role)
            });
            squares.map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
        };
        let (men, kings) = (of(Role::Man), of(Role::King));
        if !men.is_empty() {
            parts.push(page::picture_men(lang, &side, &men));
        }
        if !kings.is_empty() {
            parts.push(page::picture_kings(lang, &side, &kings));
        }
    }
    parts.join(" ")
}

fn pieces(game: &AnyGame, turned: bool) -> impl IntoView + use<> {
    let variant = game.variant();
    let size = variant.board();
    let pieces = size.squares().filter_map(|square| {
        let piece = game.piece_at(square)?;
        // A little smaller than on a board to play on, to leave the number in sight.
        let (x, y) = centre(size, turned, square);
        let (x, y) = (format!("{:.2}", x - 0.4), format!("{:.2}", y - 0.38));
        let side = if piece.color == variant.first_mover() { "first" } else { "second" };
        let drawing = match piece.role {
            Role::Man => "#man",
            Role::King => "#king",
        };
        Some(view! { <use class=side href=drawing x=x y=y width=".86" height=".86" /> })
    });
    pieces.collect_view()
}

/// The way of the move that led here.
fn trail(size: Board, turned: bool, mv: &LegalMove) -> impl IntoView + use<> {
    let squares = mv.path.iter().map(|&square| {
        let (x, y) = corner(size, turned, square);
        view! { <rect class="trail" x=x y=y width="1" height="1" /> }
    });
    squares.collect_view()
}

/// Where that move has taken a piece.
fn crosses(size: Board, turned: bool, mv: &LegalMove) -> impl IntoView + use<> {
    let mut path = String::new();
    for &square in &mv.captures {
        let (x, y) = centre(size, turned, square);
        let _ = write!(path, "M{:.2} {:.2}l.4 .4m-.4 0l.4-.4", x - 0.2, y - 0.2);
    }
    (!path.is_empty()).then(|| {
        view! {
            <path class="cross-edge" d=path.clone() />
            <path class="cross" d=path />
        }
    })
}

/// A ring around every piece that must capture now.
fn rings(game: &AnyGame, turned: bool) -> impl IntoView + use<> {
    let size = game.variant().board();
    let mut squares: Vec<Square> = game
        .legal_moves()
        .into_iter()
        .filter(|mv| !mv.captures.is_empty())
        .map(|mv| mv.from)
        .collect();
    squares.dedup();
    let rings = squares.into_iter().map(|square| {
        let (x, y) = centre(size, turned, square);
        let (x, y) = (format!("{:.2}", x + 0.03), format!("{:.2}", y + 0.05));
        view! {
            <circle class="must-halo" cx=x.clone() cy=y.clone() r=".4" />
            <circle class="must" cx=x cy=y r=".4" />
        }
    });
    rings.collect_view()
}

/// The top left corner of a square in the picture.
fn corner(size: Board, turned: bool, square: Square) -> (String, String) {
    let (x, y) = centre(size, turned, square);
    ((x - 0.5).to_string(), (y - 0.5).to_string())
}
