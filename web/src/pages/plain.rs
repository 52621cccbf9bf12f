//! The page of a game without any program: one form, in which everything that
//! can be done is a button, and a link for what only shows.
//!
//! A piece is chosen by a link to the same page with the piece in the address,
//! which changes nothing; a move is a button that posts the whole route. So a
//! page that is loaded twice, left or gone back to does no harm, and a button
//! that is pressed twice is one command: its name comes with the form.

use leptos::prelude::*;
use play::GameId;
use protocol::{PresenceView, Snapshot};
use rules::Square;
use uuid::Uuid;

use super::{
    Page, Reload,
    document::{Head, document},
    game::{preview, title},
    place::Place,
    plain_moves::{moves_so_far, moves_to_choose},
    reload::reload_line,
};
use crate::{
    Lang,
    board::{Control, plain_board},
    client::{
        Action, Button, ButtonKind, PlainTable, Press, TableView, line, player, written_squares,
    },
    words::{board, page as words},
};

/// A game as the plain page shows it.
#[derive(Clone, Copy, Debug)]
pub struct PlainGame<'a> {
    /// The game as its viewer is told it.
    pub snapshot: &'a Snapshot,
    /// Who is there.
    pub presence: PresenceView,
    /// The name of what the form will wish; another one for each page.
    pub command: Uuid,
    /// The squares that have been pressed since the last move.
    pub taps: &'a [Square],
    /// What is to be asked about before it is done: resigning, or calling the
    /// invite off.
    pub ask: Option<Action>,
    /// The code of the refusal, where this page answers a form in vain.
    pub refusal: Option<&'static str>,
    /// Whether the page looks again by itself.
    pub reload: Reload,
    /// The language of link previews.
    pub preview: Lang,
}

/// `/g/ID` for a visitor who plays by plain links and forms.
#[must_use]
pub fn plain_game(page: &Page<'_>, game: &PlainGame<'_>) -> String {
    let (lang, snapshot) = (page.lang, game.snapshot);
    let id = snapshot.id.to_string();
    let place = Place::Game(&id);
    let PlainGame { presence, taps, ask, refusal, .. } = *game;
    let table = PlainTable::new(lang, snapshot, presence, taps, ask, refusal);
    let name = title(lang, snapshot.variant);
    let says = what_is_new(&table.view);
    let heading = if says.is_empty() { name.clone() } else { format!("{says} – {name}") };
    let mut head = Head::new(page, place, heading, words::game_description(lang)).plain();
    head.preview = preview(game.preview, &id, snapshot.variant, snapshot.seq);
    let path = place.path(lang);
    document(page, &head, || {
        view! {
            <div class="play plain">
                <h1 class="visually-hidden">{name}</h1>
                <form class="app" method="post" action=format!("{path}/command")>
                    <input type="hidden" name="id" value=game.command.to_string() />
                    <input type="hidden" name="seq" value=snapshot.seq.to_string() />
                    {table_view(page, game, &table, &path)}
                </form>
                {plain_note(lang, place)}
            </div>
        }
    })
}

/// What the title says first, so that a reader who comes back to the page or
/// hears it read out knows at once.
fn what_is_new(view: &TableView) -> String {
    let ending = view.ending.as_ref().map(|ending| ending.headline.clone());
    ending.unwrap_or_else(|| view.status.clone())
}

/// Why the page is as it is, and the way to the other one.
pub(crate) fn plain_note(lang: Lang, place: Place<'_>) -> impl IntoView + use<> {
    view! {
        <p class="note">
            {words::plain_note(lang)} " "
            <a href=place.not_plain(lang)>{words::plain_back(lang)}</a>
        </p>
    }
}

fn table_view(
    page: &Page<'_>,
    game: &PlainGame<'_>,
    table: &PlainTable,
    path: &str,
) -> impl IntoView + use<> {
    let lang = page.lang;
    let view = &table.view;
    let controls: Vec<_> =
        table.squares.iter().map(|(on, press)| (*on, control(path, press))).collect();
    let ending = view.ending.as_ref().map(|ending| {
        view! {
            <p class="ending" data-ending="true">
                <strong>{ending.headline.clone()}</strong>
                <span>{ending.reason.clone()}</span>
            </p>
        }
    });
    let refusal = game.refusal.map(|_| "true");
    let waiting = is_waiting_for_a_friend(game.snapshot)
        .then(|| view! { <p class="status">{words::plain_waiting(lang)}</p> });
    view! {
        <div
            class="table"
            data-state=view.state
            data-seq=view.seq
            data-ply=view.ply
            data-variant=view.scene.variant.name()
        >
            <div class="table-board">
                {player(&view.top, "top")}
                {plain_board(&view.scene, &view.voice, &controls)}
                {player(&view.bottom, "bottom")}
            </div>
            <div class="table-side">
                <div class="status-lines">
                    {ending}
                    {waiting}
                    {line("status", Some(&view.status))}
                    <p class="hint" data-refusal=refusal>{hint(lang, table)}</p>
                    {line("counters", Some(&view.counters.join(" · ")))}
                </div>
                {question(view, game.ask, path)}
                {moves_to_choose(lang, table, path)}
                {reload_line(lang, path, game.reload)}
                {actions(lang, game.snapshot, view, path)}
                {line("score", view.score.as_deref())}
                {moves_so_far(lang, view)}
                {further(page, view, game.snapshot.id)}
            </div>
        </div>
    }
}

fn control(path: &str, press: &Press) -> Control {
    match press {
        Press::Show(taps) if taps.is_empty() => Control::Link(path.to_owned()),
        Press::Show(taps) => Control::Link(format!("{path}?from={}", written_squares(taps))),
        Press::Play(route) => Control::Path(written_squares(route)),
    }
}

fn is_waiting_for_a_friend(snapshot: &Snapshot) -> bool {
    snapshot.state == protocol::GameState::Waiting && snapshot.you.side().is_some()
}

/// What to do now, where nothing else is to be said.
fn hint(lang: Lang, table: &PlainTable) -> Option<String> {
    let said = table.view.hint.clone();
    let what = match (table.in_hand, table.squares.is_empty()) {
        _ if table.asks_landing => return said,
        (_, true) => return said,
        (None, _) => words::plain_pick(lang),
        (Some(_), _) => words::plain_target(lang),
    };
    Some(said.map_or_else(|| what.to_owned(), |said| format!("{said} {what}")))
}

/// A question with its answers: one of the page's own, or the friend's.
fn question(view: &TableView, ask: Option<Action>, path: &str) -> impl IntoView + use<> {
    let question = view.question.clone()?;
    let answer = |button: &Button| {
        let class = class(button.kind);
        let label = button.label.clone();
        match (button.action, ask) {
            (Action::Yes, Some(action)) => submit(action, label, class, false).into_any(),
            (Action::No, _) => view! { <a class=class href=path.to_owned()>{label}</a> }.into_any(),
            (action, _) => submit(action, label, class, false).into_any(),
        }
    };
    Some(view! {
        <div class="question" role="group">
            <p>{question.text}</p>
            <div class="table-actions">{question.answers.iter().map(answer).collect_view()}</div>
        </div>
    })
}

fn submit(
    action: Action,
    label: String,
    class: &'static str,
    disabled: bool,
) -> impl IntoView + use<> {
    view! {
        <button class=class type="submit" name="action" value=action.code() disabled=disabled>
            {label}
        </button>
    }
}

const fn class(kind: ButtonKind) -> &'static str {
    match kind {
        ButtonKind::Primary => "button primary",
        ButtonKind::Plain | ButtonKind::Switch(_) | ButtonKind::Disabled => "button",
    }
}

/// What else can be done now.
fn actions(lang: Lang, snapshot: &Snapshot, view: &TableView, path: &str) -> impl IntoView + use<> {
    let ask = |action: Action| format!("{path}?ask={}", action.code());
    let rematch = snapshot.rematch.filter(|_| snapshot.you.side().is_some());
    let link = |class: &'static str, href: String, label: String| {
        view! { <a class=class href=href>{label}</a> }.into_any()
    };
    let button = |button: &Button| {
        let (class, label) = (class(button.kind), button.label.clone());
        match button.action {
            Action::NewGame => Some(link(class, Place::Home.path(lang), label)),
            // A rematch that has begun is a link of its own.
            Action::Rematch if rematch.is_some() => None,
            Action::GoToRematch => None,
            Action::Resign => Some(link(class, ask(Action::Resign), label)),
            action => action.wish().map(|_| {
                let disabled = button.kind == ButtonKind::Disabled;
                submit(action, label, class, disabled).into_any()
            }),
        }
    };
    let next = rematch.map(|next| {
        let path = Place::Game(&next.to_string()).path(lang);
        link("button primary", path, board::to_new_game(lang).to_owned())
    });
    let cancel = is_waiting_for_a_friend(snapshot)
        .then(|| link("button", ask(Action::CancelInvite), board::cancel_invite(lang).to_owned()));
    view! {
        <div class="table-actions">
            {next}
            {view.actions.iter().filter_map(button).collect_view()}
            {cancel}
        </div>
    }
}

/// Links that belong to the game and change nothing in it.
fn further(page: &Page<'_>, view: &TableView, id: GameId) -> impl IntoView + use<> {
    let lang = page.lang;
    let seat = view.seat.clone().map(|path| view! { <a href=path>{board::seat_link(lang)}</a> });
    let record = (!view.moves.is_empty()).then(|| {
        let path = format!("/api/games/{id}/pdn");
        view! { <a href=path>{board::download_pdn(lang)}</a> }
    });
    let in_app = page.in_app.then(|| {
        view! { <span data-in-app="">{words::in_app_game(lang)}</span> }
    });
    view! { <p class="note plain-further">{in_app} {seat} {record}</p> }
}
