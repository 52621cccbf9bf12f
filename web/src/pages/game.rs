//! The page of one game on the server: for its players and for watchers.

use leptos::prelude::*;
use play::{GameId, Seq};
use rules::{AnyGame, Color};

use super::{
    Page,
    document::{Head, Preview, document},
    place::Place,
    slot::{Slot, slot, variant_name},
};
use crate::{
    Lang,
    words::{board, page as words},
};

/// What the page of a game shows at first; everything else comes over the
/// socket.
#[derive(Clone, Copy, Debug)]
pub struct GamePage<'a> {
    /// The public id.
    pub id: GameId,
    /// The game so far.
    pub board: &'a AnyGame,
    /// Its last event.
    pub seq: Seq,
    /// Whose men are at the bottom: the viewer's own, the first mover's for
    /// a watcher.
    pub bottom: Color,
    /// The language of link previews: that of the one who made the game.
    pub preview: Lang,
}

/// `/g/ID`.
#[must_use]
pub fn game(page: &Page<'_>, game: &GamePage<'_>) -> String {
    let lang = page.lang;
    let title = |lang| words::game_title(lang, &variant_name(lang, game.board.variant()));
    let id = game.id.to_string();
    let mut head = Head::new(page, Place::Game(&id), title(lang), words::game_description(lang))
        .with_program();
    head.preview = Preview {
        lang: game.preview,
        title: title(game.preview),
        description: words::game_description(game.preview),
        card: Some((
            format!("/g/{id}/card.png?at={}", game.seq),
            words::card_game_alt(game.preview),
        )),
    };
    let in_app = page.in_app.then(|| {
        view! {
            <p class="note" data-in-app="">
                {words::in_app_game(lang)} " "
                <a href=Place::Seat(&id).path(lang)>{board::seat_link(lang)}</a>
            </p>
        }
    });
    document(page, &head, || {
        view! {
            <div class="play">
                <h1 class="visually-hidden">{title(lang)}</h1>
                {slot(lang, Slot::Game { id: game.id, board: game.board, bottom: game.bottom })}
                {in_app}
                <noscript>
                    <p class="note">{words::needs_program(lang)}</p>
                    <p class="note">
                        <a href=Place::Seat(&id).path(lang)>{board::seat_link(lang)}</a>
                    </p>
                </noscript>
                <p class="note" data-no-program="" hidden="">
                    {words::needs_program(lang)}
                </p>
            </div>
        }
    })
}
