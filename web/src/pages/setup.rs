//! The form that starts a game: the choices one tap away, and below them
//! three large buttons that start it.
//!
//! It is an ordinary form, `form[data-setup]`, posted to `/{lang}/new`, so
//! that it works before the page's program has come, and without it. The
//! program takes over its `submit` event and reads the same fields:
//! `opponent` (the button: `computer`, `friend`, `device`), `variant`,
//! `level`, `side`, `clock` (as [`TimeControl`] writes it, or empty),
//! `tournament` (`on` or absent), `length_limit` (a number or empty) and
//! `skin`.

use leptos::prelude::*;
use play::TimeControl;
use rules::Variant;

use super::{Page, place::Place, slot::variant_name, time_control::time_control};
use crate::{
    Lang, Skin,
    words::{board, page},
};

/// Moves of each side that a length limit may be set to.
const LENGTHS: [u16; 4] = [30, 50, 80, 120];

/// Clocks that can be chosen, the quickest first.
const CLOCKS: [TimeControl; 7] = [
    TimeControl::Increment { initial_s: 180, increment_s: 2 },
    TimeControl::Increment { initial_s: 300, increment_s: 3 },
    TimeControl::Increment { initial_s: 600, increment_s: 5 },
    TimeControl::Increment { initial_s: 1_800, increment_s: 10 },
    TimeControl::DaysPerMove(1),
    TimeControl::DaysPerMove(3),
    TimeControl::DaysPerMove(7),
];

/// The form, with the choices of a first visit: English draughts, Easy, you
/// move first.
pub(crate) fn setup(page: &Page<'_>) -> impl IntoView + use<> {
    let lang = page.lang;
    // Two at one device and looks are the program's affair.
    let device = (!page.plain)
        .then(|| mode("device", page::play_device(lang), page::play_device_hint(lang)));
    let skins = (!page.plain).then(|| skins(page));
    let by_hand = (!page.plain).then(|| {
        view! {
            <noscript>
                <p class="note">
                    <a href=Place::Home.plain(lang)>{page::plain_way(lang)}</a>
                </p>
            </noscript>
        }
    });
    view! {
        <form class="setup" data-setup="" method="post" action=format!("/{lang}/new")>
            <details class="choices">
                <summary>
                    <span>{page::setup(lang)}</span>
                    <small>{page::setup_hint(lang)}</small>
                </summary>
                {games(lang)}
                {levels(lang)}
                {sides(lang)}
                {clocks(lang)}
                {international(lang)}
                {skins}
            </details>
            <div class="modes">
                {mode("computer", page::play_computer(lang), page::play_computer_hint(lang))}
                {mode("friend", page::play_friend(lang), page::play_friend_hint(lang))}
                {device}
            </div>
            {by_hand}
        </form>
    }
}

fn mode(value: &'static str, title: &'static str, hint: &'static str) -> impl IntoView {
    view! {
        <button class="mode" type="submit" name="opponent" value=value>
            {pieces(value)}
            <span class="mode-title">{title}</span>
            <small>{hint}</small>
        </button>
    }
}

/// A picture of who plays: two pieces, and what lies between them.
fn pieces(value: &str) -> impl IntoView + use<> {
    let between = match value {
        "computer" => view! { <path d="M40 9h10v10H40zM43 6v3m4-3v3m-4 10v3m4-3v3m-7-10h-3m3 4h-3m13-4h3m-3 4h3" /> }.into_any(),
        "friend" => view! { <path d="M20 14h24" stroke-dasharray="2 4" /> }.into_any(),
        _ => ().into_any(),
    };
    let second = match value {
        "computer" => ().into_any(),
        "friend" => view! { <circle class="piece-second" cx="52" cy="14" r="8" /> }.into_any(),
        _ => view! { <circle class="piece-second" cx="35" cy="14" r="8" /> }.into_any(),
    };
    let first = if value == "device" { "25" } else { "12" };
    view! {
        <svg class="mode-picture" viewBox="0 0 64 28" width="64" height="28" aria-hidden="true">
            {between}
            <circle class="piece-first" cx=first cy="14" r="8" />
            {second}
        </svg>
    }
}

/// One choice of several, with a line that explains it.
fn choice(
    name: &'static str,
    value: &'static str,
    checked: bool,
    title: &'static str,
    line: Option<&'static str>,
) -> impl IntoView {
    view! {
        <label class="choice">
            <input type="radio" name=name value=value checked=checked />
            <span>
                {title}
                {line.map(|line| view! { <small>{line}</small> })}
            </span>
        </label>
    }
}

fn games(lang: Lang) -> impl IntoView {
    let line = |variant| match variant {
        Variant::English => page::setup_english_line(lang),
        Variant::International => page::setup_international_line(lang),
    };
    let option = |variant: Variant| {
        let title = variant_name(lang, variant);
        choice("variant", variant.name(), variant == Variant::English, title, Some(line(variant)))
    };
    view! {
        <fieldset>
            <legend>{page::setup_game(lang)}</legend>
            {Variant::ALL.map(option).into_iter().collect_view()}
        </fieldset>
    }
}

fn levels(lang: Lang) -> impl IntoView {
    view! {
        <fieldset>
            <legend>{page::setup_level(lang)}</legend>
            {choice("level", "easy", true, board::level_easy(lang), Some(page::level_easy_line(lang)))}
            {choice("level", "medium", false, board::level_medium(lang), Some(page::level_medium_line(lang)))}
            {choice("level", "hard", false, board::level_hard(lang), Some(page::level_hard_line(lang)))}
        </fieldset>
    }
}

fn sides(lang: Lang) -> impl IntoView {
    view! {
        <fieldset class="in-a-row">
            <legend>{page::setup_side(lang)}</legend>
            {choice("side", "first", true, page::side_first(lang), None)}
            {choice("side", "second", false, page::side_second(lang), None)}
            {choice("side", "random", false, page::side_random(lang), None)}
        </fieldset>
    }
}

fn clocks(lang: Lang) -> impl IntoView {
    let option = |control: TimeControl| {
        view! { <option value=control.to_string()>{time_control(lang, control)}</option> }
    };
    view! {
        <fieldset>
            <legend>{page::setup_clock(lang)}</legend>
            <label class="field">
                <span>
                    {page::setup_clock_each(lang)}
                    <small>{page::setup_clock_line(lang)}</small>
                </span>
                <select name="clock">
                    <option value="">{page::setup_clock_none(lang)}</option>
                    {CLOCKS.map(option).into_iter().collect_view()}
                </select>
            </label>
        </fieldset>
    }
}

fn international(lang: Lang) -> impl IntoView {
    let lengths = LENGTHS.map(
        |n| view! { <option value=n.to_string()>{page::setup_length_some(lang, &n)}</option> },
    );
    view! {
        <fieldset class="only-international">
            <legend>{page::setup_international(lang)}</legend>
            <label class="choice">
                <input type="checkbox" name="tournament" value="on" />
                <span>
                    {page::setup_tournament(lang)}
                    <small>{page::setup_tournament_line(lang)}</small>
                </span>
            </label>
            <label class="field">
                <span>
                    {page::setup_length(lang)}
                    <small>{page::setup_length_line(lang)}</small>
                </span>
                <select name="length_limit">
                    <option value="">{page::setup_length_none(lang)}</option>
                    {lengths.into_iter().collect_view()}
                </select>
            </label>
        </fieldset>
    }
}

fn skins(page: &Page<'_>) -> impl IntoView + use<> {
    let (lang, chosen) = (page.lang, page.skin);
    let title = |skin| match skin {
        Skin::Classic => page::skin_classic(lang),
        Skin::Rose => page::skin_rose(lang),
        Skin::Wood => page::skin_wood(lang),
    };
    let option = |skin: Skin| {
        let swatch = view! {
            <span class="swatch" data-skin=skin.code() aria-hidden="true">
                <i></i>
                <i></i>
            </span>
        };
        view! {
            <label class="choice">
                <input type="radio" name="skin" value=skin.code() checked=skin == chosen />
                <span>{title(skin)}</span>
                {swatch}
            </label>
        }
    };
    view! {
        <fieldset class="in-a-row">
            <legend>{page::setup_skin(lang)}</legend>
            {Skin::ALL.map(option).into_iter().collect_view()}
        </fieldset>
    }
}
