//! The page of one game on the server: for its players and for watchers.

use leptos::prelude::*;
use play::{GameId, Seq};
use rules::{AnyGame, Color, Variant};

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
    /// Whether two people play it.
    pub among_people: bool,
    /// Whether the viewer has no seat.
    pub is_watched: bool,
    /// The language of link previews: that of the one who made the game.
    pub preview: Lang,
}

/// `/g/ID`.
#[must_use]
pub fn game(page: &Page<'_>, game: &GamePage<'_>) -> String {
    let lang = page.lang;
    let id = game.id.to_string();
    let place = Place::Game(&id);
    let title = title(lang, game.board.variant());
    let mut head = Head::new(page, place, title.clone(), words::game_description(lang))
        .with_program()
        .or_without_scripts(place.plain(lang));
    head.preview = preview(game.preview, &id, game.board.variant(), game.seq);
    if game.is_watched
        && game.bottom != game.board.variant().first_mover()
        && let Some((path, _)) = &mut head.preview.card
    {
        path.push_str("&side=second");
    }
    if game.among_people {
        head = head.with_company();
    }
    let drawn = Slot::Game {
        id: game.id,
        board: game.board,
        bottom: game.bottom,
        among_people: game.among_people,
        is_watched: game.is_watched,
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
                <h1 class="visually-hidden">{title}</h1>
                {slot(lang, drawn)}
                {in_app}
                <noscript>
                    <p class="note">
                        <a href=place.plain(lang)>{words::plain_way(lang)}</a>
                    </p>
                </noscript>
            </div>
        }
    })
}

/// What a game is called.
pub(crate) fn title(lang: Lang, variant: Variant) -> String {
    words::game_title(lang, &variant_name(lang, variant))
}

/// What a link to a game shows before it is opened.
pub(crate) fn preview(lang: Lang, id: &str, variant: Variant, seq: Seq) -> Preview {
    Preview {
        lang,
        title: title(lang, variant),
        description: words::game_description(lang),
        card: Some((format!("/g/{id}/card.png?at={seq}"), words::card_game_alt(lang))),
    }
}
