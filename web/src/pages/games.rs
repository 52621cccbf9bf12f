//! The games of this browser.

use leptos::prelude::*;
use play::{Face, Level};
use rules::{Color, Variant};

use super::{
    Page,
    document::{Head, document},
    figure::face_view,
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

/// Whether there can be another game with the same friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// No: nobody to ask, or it has begun already.
    No,
    /// The friend can be asked.
    CanAsk,
    /// The viewer has asked.
    Asked,
    /// The friend has asked.
    FriendAsks,
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
    /// The friend's face, against a friend who has one.
    pub face: Option<Face>,
    /// How it stands.
    pub state: GameState,
    /// Whether the friend on the other side has a page of the game open.
    pub friend_is_here: bool,
    /// The day on which something last happened: year, month from 1, day.
    pub day: Option<(i32, u8, u8)>,
    /// Whether there can be another game with the same friend.
    pub again: Again,
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
                <p>
                    <a class="button" href=Place::Face.path(lang)>{page::face_title(lang)}</a>
                </p>
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

pub(crate) fn row_view(page: &Page<'_>, row: &GameRow) -> impl IntoView + use<> {
    let lang = page.lang;
    let side = words::side(lang, page.skin, row.variant, row.you);
    let computer = row.level.map(|level| {
        let name = board::computer_level(lang, &level_name(lang, level));
        view! { <span>{name}</span> }
    });
    let face = row.face.map(|face| face_view(lang, face, 28));
    let (tone, state) = state(lang, row.state);
    let friend = row.friend_is_here.then(|| {
        view! { <span data-friend="here">{page::games_friend_here(lang)}</span> }
    });
    let details = format!("{} · {}", variant_name(lang, row.variant), page::games_you(lang, &side));
    let day = row.day.map(|day| {
        let (year, month, number) = day;
        let machine = format!("{year:04}-{month:02}-{number:02}");
        view! { " · " <time datetime=machine>{date(lang, day)}</time> }
    });
    let path = Place::Game(&row.id).path(lang);
    let asked = match row.again {
        Again::No | Again::CanAsk => None,
        Again::Asked => Some(("asked", board::rematch_offered_you(lang))),
        Again::FriendAsks => Some(("asks", board::rematch_offered_friend(lang))),
    };
    let asked = asked.map(|(who, words)| view! { <span data-friend=who>{words}</span> });
    let answer = match row.again {
        Again::No | Again::Asked => None,
        Again::CanAsk => Some(("button", page::games_again(lang))),
        Again::FriendAsks => Some(("button primary", board::accept(lang))),
    };
    let answer = answer.map(|(class, words)| {
        view! {
            <form method="post" action=format!("{path}/rematch")>
                <button class=class>{words}</button>
            </form>
        }
    });
    view! {
        <li>
            <a href=path data-tone=tone>
                <strong>{state}</strong>
                {computer}
                {face}
                {friend}
                {asked}
                <small>{details} {day}</small>
            </a>
            {answer}
        </li>
    }
}

/// A day as people of that language write it.
fn date(lang: Lang, (year, month, day): (i32, u8, u8)) -> String {
    let at = usize::from(month).saturating_sub(1);
    let month = page::date_months(lang).split('|').nth(at).unwrap_or_default();
    page::date(lang, &day, &month, &year)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_each_language_writes_it() {
        let written = Lang::ALL.map(|lang| (lang, date(lang, (2026, 11, 3))));
        for (lang, expected) in [
            (Lang::En, "3 Nov 2026"),
            (Lang::Fil, "Nob 3, 2026"),
            (Lang::Hu, "2026. nov. 3."),
            (Lang::Id, "3 Nov 2026"),
        ] {
            assert!(written.contains(&(lang, expected.to_owned())), "{written:?}");
        }
    }

    #[test]
    fn every_month_has_a_name() {
        for lang in Lang::ALL {
            assert_eq!(page::date_months(lang).split('|').filter(|m| !m.is_empty()).count(), 12);
        }
    }
}
