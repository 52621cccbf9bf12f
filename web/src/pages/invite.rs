//! An invite in each of its states. Looking changes nothing: joining is a
//! button that posts.

use leptos::prelude::*;
use play::TimeControl;
use rules::{Color, Variant};

use super::{
    Page, Reload,
    diagram::diagram,
    document::{Head, Preview, document},
    error::notice,
    place::Place,
    qr::qr,
    reload::reload_line,
    slot::variant_name,
    time_control::time_control,
};
use crate::{
    Lang,
    words::{self, board, page},
};

/// How an invite stands for the one who looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InviteState<'a> {
    /// The seat is free.
    Open,
    /// The viewer made it; `url` is the whole link, `game` the game's id.
    Own {
        /// What to send to a friend.
        url: &'a str,
        /// Where the maker waits.
        game: &'a str,
        /// Whether the page looks again by itself for a friend who has come.
        reload: Reload,
    },
    /// Somebody else has the seat; the game may be watched.
    Taken {
        /// The game's id.
        game: &'a str,
    },
    /// The maker took it back.
    Cancelled,
    /// Nobody came in time.
    Expired,
    /// The game has been played to its end.
    Finished,
}

/// An invite as its page shows it.
#[derive(Clone, Copy, Debug)]
pub struct Invite<'a> {
    /// The secret in its link.
    pub token: &'a str,
    /// How it stands.
    pub state: InviteState<'a>,
    /// What will be played.
    pub variant: Variant,
    /// The side of the one who joins.
    pub side: Color,
    /// Whether the tournament's draw rules hold.
    pub tournament: bool,
    /// After how many moves of each side the pieces are counted.
    pub length_limit: Option<u16>,
    /// The clock, if there is one.
    pub clock: Option<TimeControl>,
    /// The language of link previews: the inviter's.
    pub preview: Lang,
}

/// `/i/T` for a token that exists.
#[must_use]
pub fn invite(page: &Page<'_>, invite: &Invite<'_>) -> String {
    let lang = page.lang;
    let place = Place::Invite(invite.token);
    match invite.state {
        InviteState::Open => open(page, invite),
        InviteState::Own { url, game, reload } => own(page, invite, url, game, reload),
        InviteState::Taken { game } => taken(page, invite, game),
        InviteState::Cancelled => {
            notice(page, place, page::cancelled_title(lang), page::cancelled_text(lang))
        }
        InviteState::Expired => {
            notice(page, place, page::expired_title(lang), page::expired_text(lang))
        }
        InviteState::Finished => {
            notice(page, place, page::finished_title(lang), page::finished_text(lang))
        }
    }
}

/// `/i/T` for a token that nobody knows.
#[must_use]
pub fn unknown_invite(page: &Page<'_>) -> String {
    let lang = page.lang;
    notice(page, Place::Nowhere, page::unknown_invite_title(lang), page::unknown_invite_text(lang))
}

/// A head whose preview speaks the inviter's language and always invites:
/// the link is previewed before the friend opens it.
fn head<'a>(page: &Page<'_>, invite: &Invite<'a>, title: &'static str) -> Head<'a> {
    let lang = invite.preview;
    let place = Place::Invite(invite.token);
    let mut head = Head::new(page, place, title, page::invite_description(page.lang));
    head.preview = Preview {
        lang,
        title: format!("{} – {}", page::invite_title(lang), variant_name(lang, invite.variant)),
        description: page::invite_description(lang),
        card: Some((format!("{}/card.png", place.path(lang)), page::card_invite_alt(lang))),
    };
    head
}

fn open(page: &Page<'_>, invite: &Invite<'_>) -> String {
    let lang = page.lang;
    let in_app = page.in_app.then(|| {
        view! { <p class="note" data-in-app="">{page::in_app_invite(lang)}</p> }
    });
    document(page, &head(page, invite, page::invite_title(lang)), || {
        view! {
            <div class="card invite">
                <h1>{page::invite_heading(lang)}</h1>
                {details(page, invite)}
                <form method="post" action=Place::Invite(invite.token).path(lang)>
                    <button class="button primary wide" type="submit">{page::join(lang)}</button>
                </form>
                <p class="note">{page::invite_join_note(lang)}</p>
                {in_app}
                {diagram(lang, invite.variant, invite.side)}
            </div>
        }
    })
}

fn details(page: &Page<'_>, invite: &Invite<'_>) -> impl IntoView + use<> {
    let lang = page.lang;
    let side = words::side(lang, page.skin, invite.variant, invite.side);
    let side = if invite.side == invite.variant.first_mover() {
        page::invite_moves_first(lang, &side)
    } else {
        page::invite_moves_second(lang, &side)
    };
    let tournament = invite.tournament.then(|| page::setup_tournament(lang).to_owned());
    let length = invite
        .length_limit
        .map(|n| format!("{}: {}", page::setup_length(lang), page::setup_length_some(lang, &n)));
    let clock = invite
        .clock
        .map(|clock| format!("{}: {}", page::setup_clock(lang), time_control(lang, clock)));
    let options: Vec<String> = clock.into_iter().chain(tournament).chain(length).collect();
    let options = (!options.is_empty()).then(|| {
        view! {
            <dt>{page::invite_options(lang)}</dt>
            <dd>{options.join("; ")}</dd>
        }
    });
    let line = match invite.variant {
        Variant::English => page::setup_english_line(lang),
        Variant::International => page::setup_international_line(lang),
    };
    view! {
        <dl>
            <dt>{page::invite_game(lang)}</dt>
            <dd>
                {variant_name(lang, invite.variant)}
                <small>{line}</small>
            </dd>
            <dt>{page::invite_your_side(lang)}</dt>
            <dd>{side}</dd>
            {options}
        </dl>
    }
}

/// The maker's own view. Copy and share need the program and stay hidden
/// until it has come; the link can be selected without it.
fn own(page: &Page<'_>, invite: &Invite<'_>, url: &str, game: &str, reload: Reload) -> String {
    let lang = page.lang;
    let place = Place::Invite(invite.token);
    let head = head(page, invite, page::own_title(lang));
    let head = if page.plain {
        head.plain()
    } else {
        head.with_program().or_without_scripts(place.plain(lang))
    };
    let url = url.to_owned();
    document(page, &head, move || {
        view! {
            <div class="card">
                <h1>{page::own_heading(lang)}</h1>
                <label class="link-field">
                    <span class="visually-hidden">{board::invite_link(lang)}</span>
                    <input id="link" type="text" readonly=true value=url.clone() />
                </label>
                <p class="actions">
                    {(!page.plain).then(|| hand_over(lang))}
                    <a class="button" href=Place::Game(game).path(lang)>{page::own_go(lang)}</a>
                </p>
                <p role="status" class="note" data-copy-status=""></p>
                {reload_line(lang, &place.path(lang), reload)}
                <p>{page::own_text(lang)}</p>
                {qr(&url, page::seat_qr(lang))}
            </div>
        }
    })
}

/// The buttons that copy and share the link, shown by the program.
fn hand_over(lang: Lang) -> impl IntoView {
    view! {
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
        <button
            class="button"
            type="button"
            hidden=true
            data-share="link"
            data-text=board::share_text(lang)
        >
            {board::share(lang)}
        </button>
    }
}

fn taken(page: &Page<'_>, invite: &Invite<'_>, game: &str) -> String {
    let lang = page.lang;
    document(page, &head(page, invite, page::taken_title(lang)), || {
        view! {
            <div class="card">
                <h1>{page::taken_title(lang)}</h1>
                <p>{page::taken_text(lang)}</p>
                <p class="actions">
                    <a class="button primary" href=Place::Game(game).path(lang)>{page::watch(lang)}</a>
                    <a class="button" href=Place::Home.path(lang)>{page::start_own(lang)}</a>
                </p>
            </div>
        }
    })
}
