//! A diagram of a text: a position and the moves that are played from it.

use std::fmt::Write as _;

use leptos::prelude::*;
use rules::{AnyGame, Board, Color, LegalMove, Role, Square};

use super::{Page, diagram::ground_id};
use crate::{
    Lang, Skin,
    board::centre,
    content::diagrams::{Diagram, Still},
    words::{self, board, page},
};

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
