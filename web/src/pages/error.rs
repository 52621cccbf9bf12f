//! Pages for what went wrong: honest words and a way on.

use leptos::prelude::*;

use super::{
    Page,
    document::{Head, document},
    place::Place,
};
use crate::{Lang, words::page as words};

/// What went wrong, by the status that the server answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// 400 and 415: not understood.
    BadRequest,
    /// 403: from another site.
    Forbidden,
    /// 404: no such page.
    NotFound,
    /// 409: the state has changed.
    Conflict,
    /// 410: no longer there.
    Gone,
    /// 413: too large.
    TooLarge,
    /// 429: too many requests.
    TooMany,
    /// 503: too much to do.
    Busy,
    /// 500 and everything else: our own fault.
    Server,
}

impl Trouble {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::BadRequest,
        Self::Forbidden,
        Self::NotFound,
        Self::Conflict,
        Self::Gone,
        Self::TooLarge,
        Self::TooMany,
        Self::Busy,
        Self::Server,
    ];

    /// The trouble behind an HTTP status of 400 or more.
    #[must_use]
    pub const fn of_status(status: u16) -> Self {
        match status {
            400 | 405 | 415 => Self::BadRequest,
            403 => Self::Forbidden,
            404 => Self::NotFound,
            409 => Self::Conflict,
            410 => Self::Gone,
            413 => Self::TooLarge,
            429 => Self::TooMany,
            408 | 503 => Self::Busy,
            _ => Self::Server,
        }
    }

    fn words(self, lang: Lang) -> (&'static str, &'static str) {
        match self {
            Self::BadRequest => {
                (words::error_bad_request_title(lang), words::error_bad_request_text(lang))
            }
            Self::Forbidden => {
                (words::error_forbidden_title(lang), words::error_forbidden_text(lang))
            }
            Self::NotFound => {
                (words::error_not_found_title(lang), words::error_not_found_text(lang))
            }
            Self::Conflict => (words::error_conflict_title(lang), words::error_conflict_text(lang)),
            Self::Gone => (words::error_gone_title(lang), words::error_gone_text(lang)),
            Self::TooLarge => {
                (words::error_too_large_title(lang), words::error_too_large_text(lang))
            }
            Self::TooMany => (words::error_too_many_title(lang), words::error_too_many_text(lang)),
            Self::Busy => (words::error_busy_title(lang), words::error_busy_text(lang)),
            Self::Server => (words::error_server_title(lang), words::error_server_text(lang)),
        }
    }
}

/// The page for a request that failed.
#[must_use]
pub fn error(page: &Page<'_>, trouble: Trouble) -> String {
    let (title, text) = trouble.words(page.lang);
    notice(page, Place::Nowhere, title, text)
}

/// A page that says one thing and leads back to the board.
pub(crate) fn notice(
    page: &Page<'_>,
    place: Place<'_>,
    title: &'static str,
    text: &'static str,
) -> String {
    let lang = page.lang;
    document(page, &Head::new(page, place, title, text), || {
        view! {
            <div class="card">
                <h1>{title}</h1>
                <p>{text}</p>
                <p class="actions">
                    <a class="button primary" href=Place::Home.path(lang)>{words::back_home(lang)}</a>
                    <a class="button" href=Place::Games.path(lang)>{words::nav_games(lang)}</a>
                </p>
            </div>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_of_the_contract_has_its_own_page() {
        let statuses = [400, 403, 404, 409, 410, 413, 429, 503, 500];
        for (status, trouble) in statuses.into_iter().zip(Trouble::ALL) {
            assert_eq!(Trouble::of_status(status), trouble);
        }
    }
}
