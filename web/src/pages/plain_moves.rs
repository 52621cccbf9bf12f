//! Moves as lists of a plain page: those that can be made, and those that were.

use leptos::prelude::*;
use rules::LegalMove;

use crate::{
    Lang,
    client::{PlainTable, TableView, written_squares},
    words::{board, page as words},
};

/// Every move as a button: with a piece in hand its own, with the whole chain
/// and what it takes, so that two that end on one square are told apart.
pub(crate) fn moves_to_choose(lang: Lang, table: &PlainTable, path: &str) -> impl IntoView + use<> {
    if table.moves.is_empty() {
        return None;
    }
    let button = |mv: &LegalMove| {
        let takes = (!mv.captures.is_empty()).then(|| {
            let taken: Vec<String> = mv.captures.iter().map(ToString::to_string).collect();
            view! { <small>{words::plain_takes(lang, &taken.join(", "))}</small> }
        });
        view! {
            <li>
                <button class="button" type="submit" name="path" value=written_squares(&mv.path)>
                    {written(mv)}
                    {takes}
                </button>
            </li>
        }
    };
    let other = table.in_hand.map(|_| {
        view! { <a class="button" href=path.to_owned()>{words::plain_put_back(lang)}</a> }
    });
    Some(view! {
        <div class="plain-moves">
            <h2>{words::plain_moves(lang)}</h2>
            <ul>{table.moves.iter().map(button).collect_view()}</ul>
            {other}
        </div>
    })
}

/// A move with every landing square: `18x11x4`.
fn written(mv: &LegalMove) -> String {
    let squares: Vec<String> = mv.path.iter().map(ToString::to_string).collect();
    squares.join(if mv.captures.is_empty() { "-" } else { "x" })
}

/// The moves that were made, in pairs as PDN counts them.
pub(crate) fn moves_so_far(lang: Lang, view: &TableView) -> impl IntoView + use<> {
    if view.moves.is_empty() {
        return None;
    }
    let pairs: Vec<String> = view.moves.chunks(2).map(|pair| pair.join(" ")).collect();
    Some(view! {
        <details class="plain-record">
            <summary>{board::moves(lang)}</summary>
            <ol>{pairs.into_iter().map(|pair| view! { <li>{pair}</li> }).collect_view()}</ol>
        </details>
    })
}
