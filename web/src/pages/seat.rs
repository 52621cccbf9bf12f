//! A seat and the links to it: plain forms, which need no program.

use leptos::prelude::*;
use protocol::{SeatLink, SeatLinkKind};

use super::{
    Page,
    document::{Head, document},
    error::notice,
    place::Place,
    qr::qr,
};
use crate::{
    Lang,
    words::{board, page as words},
};

/// What the holder of a seat can do with it.
#[derive(Clone, Copy, Debug)]
pub struct SeatPage<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Whether there is a personal link.
    pub has_saved: bool,
    /// Whether the other side is a person who has come.
    pub with_friend: bool,
    /// Whether that one says that this seat is lost.
    pub is_reported: bool,
    /// Seconds for which that one may object to being said to have lost theirs.
    pub objects_s: u64,
}

/// How a link to a seat stands for the one who opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOffer {
    /// It gives the seat.
    Open,
    /// The old holder can still object.
    Early,
    /// It leads to the seat on the other side of the one who opens it.
    Friends,
    /// The seat has moved since, or was kept.
    Used,
    /// Its time is over.
    Expired,
    /// The game is over.
    Finished,
}

/// A button that posts one wish about a seat.
fn wish(game: &str, lang: Lang, wish: &'static str, label: &'static str) -> impl IntoView + use<> {
    view! {
        <form method="post" action=Place::Seat(game).path(lang)>
            <button class="button" type="submit" name="wish" value=wish>{label}</button>
        </form>
    }
}

/// `/g/ID/seat`.
#[must_use]
pub fn seat(page: &Page<'_>, seat: &SeatPage<'_>) -> String {
    let lang = page.lang;
    let game = seat.game;
    let head =
        Head::new(page, Place::Seat(game), words::seat_title(lang), words::game_description(lang));
    document(page, &head, || {
        let keep = seat.is_reported.then(|| {
            view! {
                <h2>{words::seat_keep_heading(lang)}</h2>
                <p>{words::seat_keep_text(lang)}</p>
                {wish(game, lang, "keep", words::seat_keep_button(lang))}
            }
        });
        let saved = seat.has_saved.then(|| {
            view! {
                <p class="note">{words::seat_saved_note(lang)}</p>
                {wish(game, lang, "revoke", words::seat_revoke(lang))}
            }
        });
        let lost = (seat.with_friend && !seat.is_reported).then(|| {
            view! {
                <h2>{words::seat_lost_heading(lang)}</h2>
                <p>{words::seat_lost_text(lang, &seat.objects_s)}</p>
                {wish(game, lang, "replace", words::seat_lost(lang))}
            }
        });
        view! {
            <div class="card seat">
                <h1>{words::seat_title(lang)}</h1>
                {keep}
                <h2>{words::seat_continue_heading(lang)}</h2>
                <p>{words::seat_continue_text(lang)}</p>
                {wish(game, lang, "continue", words::seat_continue(lang))}
                <h2>{words::seat_save_heading(lang)}</h2>
                <p>{words::seat_save_text(lang)}</p>
                {wish(game, lang, "save", words::seat_save(lang))}
                {saved}
                {lost}
                <p class="actions">
                    <a class="button" href=Place::Game(game).path(lang)>{words::seat_back(lang)}</a>
                </p>
            </div>
        }
    })
}

/// A new link, told once. Copy and share need the program and stay hidden
/// until it has come; the link can be selected without it.
#[must_use]
pub fn seat_link(page: &Page<'_>, game: &str, link: &SeatLink) -> String {
    let (lang, kind, url) = (page.lang, link.kind, &*link.url);
    let (heading, text) = match kind {
        SeatLinkKind::Continue => {
            (words::seat_continue_heading(lang), words::seat_link_continue_text(lang).to_owned())
        }
        SeatLinkKind::Saved => {
            (words::seat_save_heading(lang), words::seat_link_saved_text(lang).to_owned())
        }
        SeatLinkKind::Replacement => {
            (words::seat_lost(lang), words::seat_link_replacement_text(lang, &link.opens_in_s))
        }
    };
    let head =
        Head::new(page, Place::Seat(game), heading, words::game_description(lang)).with_program();
    // A link for another device is not for another person.
    let share = (kind != SeatLinkKind::Continue).then(|| {
        view! {
            <button
                class="button"
                type="button"
                hidden=true
                data-share="link"
                data-text=words::seat_offer_title(lang)
            >
                {board::share(lang)}
            </button>
        }
    });
    document(page, &head, || {
        view! {
            <div class="card">
                <h1>{heading}</h1>
                <p>{text}</p>
                <label class="link-field">
                    <span class="visually-hidden">{heading}</span>
                    <input id="link" type="text" readonly=true value=url.to_owned() />
                </label>
                <p class="actions">
                    <button
                        class="button primary"
                        type="button"
                        hidden=true
                        data-copy="link"
                        data-done=board::copied(lang)
                        data-failed=board::copy_failed(lang)
                    >
                        {board::copy_link(lang)}
                    </button>
                    {share}
                    <a class="button" href=Place::Game(game).path(lang)>{words::seat_back(lang)}</a>
                </p>
                <p role="status" class="note" data-copy-status=""></p>
                {qr(url, words::seat_qr(lang))}
            </div>
        }
    })
}

/// `/s/T` for a token that exists; every state has a way on.
#[must_use]
pub fn seat_offer(page: &Page<'_>, token: &str, game: &str, offer: SeatOffer) -> String {
    let lang = page.lang;
    let place = Place::SeatLink(token);
    let (title, text) = match offer {
        SeatOffer::Open => (words::seat_offer_title(lang), words::seat_offer_text(lang)),
        SeatOffer::Early => (words::seat_early_title(lang), words::seat_early_text(lang)),
        SeatOffer::Friends => (words::seat_friends_title(lang), words::seat_friends_text(lang)),
        SeatOffer::Used => (words::seat_used_title(lang), words::seat_used_text(lang)),
        SeatOffer::Expired => (words::seat_expired_title(lang), words::seat_expired_text(lang)),
        SeatOffer::Finished => (words::finished_title(lang), words::finished_text(lang)),
    };
    let (to_game, to_game_words) = match offer {
        SeatOffer::Friends => (Place::Game(game), words::seat_back(lang)),
        SeatOffer::Finished => (Place::Home, words::start_own(lang)),
        _ => (Place::Game(game), words::watch(lang)),
    };
    document(page, &Head::new(page, place, title, words::game_description(lang)), || {
        let take = (offer == SeatOffer::Open).then(|| {
            view! {
                <form method="post" action=place.path(lang)>
                    <button class="button primary wide" type="submit">{words::seat_take(lang)}</button>
                </form>
            }
        });
        let again = (offer == SeatOffer::Early).then(|| {
            view! {
                <a class="button primary" href=place.path(lang)>{words::seat_early_again(lang)}</a>
            }
        });
        view! {
            <div class="card">
                <h1>{title}</h1>
                <p>{text}</p>
                {take}
                <p class="actions">
                    {again}
                    <a class="button" href=to_game.path(lang)>{to_game_words}</a>
                </p>
            </div>
        }
    })
}

/// `/s/T` for a token that nobody knows, or knows no more.
#[must_use]
pub fn unknown_seat_link(page: &Page<'_>) -> String {
    let lang = page.lang;
    notice(page, Place::Nowhere, words::seat_used_title(lang), words::seat_used_text(lang))
}
