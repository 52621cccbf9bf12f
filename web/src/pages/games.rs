//! The games of this browser.

use leptos::prelude::*;
use play::Level;
use rules::{Color, Variant};

use super::{
    Page,
    document::{Head, document},
    place::Place,
    slot::variant_name,
};
use crate::{
    Lang,
    words::{self, board, page},
};

/// How a game stands for the one who looks at the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Nobody has taken the other seat yet.
    Waiting,
    /// It is the viewer's turn.
    YourTurn,
    /// It is the other side's turn.
    TheirTurn,
    /// The viewer has won.
    Won,
    /// The viewer has lost.
    Lost,
    /// Nobody has won.
    Drawn,
    /// It never began.
    Cancelled,
}

/// One line of the list.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The public id.
    pub id: String,
    /// What is played.
    pub variant: Variant,
    /// The viewer's side.
    pub you: Color,
    /// The computer's level; none against a friend, or where it is not known.
    pub level: Option<Level>,
    /// How it stands.
    pub state: GameState,
}

/// `/{lang}/games`. The rows come in the order in which they are shown.
#[must_use]
pub fn games(page: &Page<'_>, rows: &[GameRow]) -> String {
    let lang = page.lang;
    let head =
        Head::new(page, Place::Games, page::games_title(lang), page::games_description(lang));
    document(page, &head, || {
        let list = if rows.is_empty() {
            view! {
                <p>{page::games_none(lang)}</p>
                <p>
                    <a class="button primary" href=Place::Home.path(lang)>{page::back_home(lang)}</a>
                </p>
            }
            .into_any()
        } else {
            let rows = rows.iter().map(|row| row_view(page, row)).collect_view();
            view! {
                <ul class="games">{rows}</ul>
                <p class="note">{page::games_note(lang)}</p>
            }
            .into_any()
        };
        view! {
            <div class="text">
                <h1>{page::games_title(lang)}</h1>
                {list}
            </div>
        }
    })
}

fn row_view(page: &Page<'_>, row: &GameRow) -> impl IntoView + use<> {
    let lang = page.lang;
    let side = words::side(lang, page.skin, row.variant, row.you);
    let computer = row.level.map(|level| {
        let name = board::computer_level(lang, &level_name(lang, level));
        view! { <span>{name}</span> }
    });
    let (tone, state) = state(lang, row.state);
    let details = format!("{} · {}", variant_name(lang, row.variant), page::games_you(lang, &side));
    view! {
        <li>
            <a href=Place::Game(&row.id).path(lang) data-tone=tone>
                <strong>{state}</strong>
                {computer}
                <small>{details}</small>
            </a>
        </li>
    }
}

fn level_name(lang: Lang, level: Level) -> &'static str {
    match level {
        Level::Easy => board::level_easy(lang),
        Level::Medium => board::level_medium(lang),
        Level::Hard => board::level_hard(lang),
    }
}

fn state(lang: Lang, state: GameState) -> (&'static str, &'static str) {
    match state {
        GameState::Waiting => ("open", page::games_waiting(lang)),
        GameState::YourTurn => ("now", page::games_your_turn(lang)),
        GameState::TheirTurn => ("open", page::games_their_turn(lang)),
        GameState::Won => ("over", page::games_won(lang)),
        GameState::Lost => ("over", page::games_lost(lang)),
        GameState::Drawn => ("over", page::games_drawn(lang)),
        GameState::Cancelled => ("over", page::games_cancelled(lang)),
    }
}
