//! The table as the server draws it: the board with everything around it.
//!
//! Every part that the page may ever fill is there from the beginning, hidden
//! where it is empty, so that the living page only changes what is there.

use leptos::prelude::*;

use super::{Action, Button, ButtonKind, PlayerLine, TableView};
use crate::{
    Lang,
    board::board_view,
    words::{board as words, page},
};

/// The board with its players, the status line and the buttons.
///
/// `plain` is the address of the same without a program, for a browser in
/// which none comes.
pub(crate) fn table_view(table: &TableView, plain: Option<String>) -> impl IntoView + use<> {
    let lang = table.voice.lang;
    let plain = plain.map(|path| {
        view! { <a class="plain-way" data-no-program="" href=path>{page::plain_way(lang)}</a> }
    });
    view! {
        <div
            class="table"
            data-state=table.state
            data-seq=table.seq
            data-ply=table.ply
            data-ready=table.ready.then_some("true")
            data-people=table.among_people.then_some("true")
            data-facing=table.facing.code()
            data-variant=table.scene.variant.name()
        >
            <div class="table-board">
                {player(&table.top, "top")}
                {board_view(&table.scene, &table.voice)}
                {player(&table.bottom, "bottom")}
            </div>
            <div class="table-side">
                <div class="status-lines">
                    {line("banner", table.banner.as_deref())}
                    <p
                        class="ending"
                        data-part="ending"
                        data-ending=table.ending.as_ref().map(|_| "true")
                        hidden=table.ending.is_none()
                    >
                        <strong data-part="headline">
                            {table.ending.as_ref().map(|ending| ending.headline.clone())}
                        </strong>
                        <span data-part="reason">
                            {table.ending.as_ref().map(|ending| ending.reason.clone())}
                        </span>
                    </p>
                    {line("status", Some(&table.status))}
                    {plain}
                    {line("hint", table.hint.as_deref())}
                    {line("counters", Some(&table.counters.join(" · ")))}
                </div>
                <div class="question" role="group" data-part="question" hidden=true>
                    <p data-part="question-text"></p>
                    {buttons("answers", &[])}
                </div>
                {invite(lang)}
                {buttons("actions", &table.actions)}
                {line("score", table.score.as_deref())}
                {moves(lang, table.state == "recorded")}
                <details class="table-more">
                    <summary>{words::more(lang)}</summary>
                    {buttons("more", &table.more)}
                    <a
                        class="button"
                        data-part="seat"
                        href=table.seat.clone()
                        hidden=table.seat.is_none()
                    >
                        {words::seat_link(lang)}
                    </a>
                    {by_hand(lang)}
                </details>
            </div>
            <p class="visually-hidden" role="status" aria-live="polite" data-part="spoken"></p>
        </div>
    }
}

/// A line of text, hidden when there is none.
pub(crate) fn line(part: &'static str, text: Option<&str>) -> impl IntoView + use<> {
    let text = text.filter(|text| !text.is_empty()).map(str::to_owned);
    let is_empty = text.is_none();
    view! {
        <p class=part data-part=part hidden=is_empty>
            {text}
        </p>
    }
}

/// Buttons, by what they do.
fn buttons(part: &'static str, list: &[Button]) -> impl IntoView + use<> {
    let button = |button: &Button| {
        let pressed = match button.kind {
            ButtonKind::Switch(on) => Some(if on { "true" } else { "false" }),
            _ => None,
        };
        let class = if button.kind == ButtonKind::Primary { "button primary" } else { "button" };
        view! {
            <button
                type="button"
                class=class
                data-action=button.action.code()
                disabled=button.kind == ButtonKind::Disabled
                aria-pressed=pressed
            >
                {button.label.clone()}
            </button>
        }
    };
    let buttons = list.iter().map(button).collect_view();
    view! {
        <div class="table-actions" data-part=part>
            {buttons}
        </div>
    }
}

/// One player: colour, name, and how many pieces it has taken.
pub(crate) fn player(player: &PlayerLine, part: &'static str) -> impl IntoView + use<> {
    let clock = player.clock.as_ref();
    view! {
        <p
            class="player"
            data-part=part
            data-side=player.side.name()
            data-to-move=player.to_move.then_some("true")
            data-away=player.away.then_some("true")
        >
            <span class="player-piece" aria-hidden="true"></span>
            <span class="player-name">{player.name.clone()}</span>
            <small class="player-note">{player.note.clone()}</small>
            <span
                class="player-clock"
                data-runs=clock.filter(|clock| clock.runs).map(|_| "true")
                data-little=clock.filter(|clock| clock.little).map(|_| "true")
                hidden=clock.is_none()
            >
                {clock.map(|clock| clock.text.clone())}
            </span>
            <span class="player-taken" data-taken=player.taken>{player.taken_text.clone()}</span>
        </p>
    }
}

/// The link for a friend, with ways to send it.
fn invite(lang: Lang) -> impl IntoView {
    view! {
        <div class="invite-link" data-part="invite" hidden=true>
            <p data-part="invite-text"></p>
            <label class="link-field" data-part="invite-field">
                <span class="visually-hidden">{words::invite_link(lang)}</span>
                <input type="text" readonly=true data-invite-url=""/>
            </label>
            {buttons(
                "invite-actions",
                &[
                    Button::primary(Action::CopyLink, words::copy_link(lang)),
                    Button::plain(Action::ShareLink, words::share(lang)),
                    Button::plain(Action::CancelInvite, words::cancel_invite(lang)),
                ],
            )}
            <p class="note" data-part="copied"></p>
        </div>
    }
}

/// A text for the reader to copy, where the program cannot.
fn by_hand(lang: Lang) -> impl IntoView {
    view! {
        <label class="by-hand" data-part="by-hand" hidden=true>
            <span>{words::text_by_hand(lang)}</span>
            <textarea readonly=true rows="4"></textarea>
        </label>
    }
}

/// The moves so far, each leading to its position.
fn moves(lang: Lang, open: bool) -> impl IntoView {
    let steps = [
        Button::plain(Action::First, words::first_position(lang)),
        Button::plain(Action::Previous, words::previous_move(lang)),
        Button::plain(Action::Next, words::next_move(lang)),
        Button::plain(Action::Latest, words::latest_position(lang)),
    ];
    view! {
        <details class="moves" data-part="moves" open=open hidden=true>
            <summary>{words::moves(lang)}</summary>
            {buttons("steps", &steps)}
            <ol data-part="move-list"></ol>
        </details>
    }
}

#[cfg(all(test, feature = "html"))]
#[path = "view_tests.rs"]
mod tests;
