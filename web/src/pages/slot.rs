//! The place of a table in a page: the server draws what the page's program
//! will draw, so that nothing moves when it takes over.

use leptos::prelude::*;
use play::GameId;
use rules::{AnyGame, Color, Variant};

use super::place::Place as PagePlace;
use crate::{
    Lang,
    board::Scene,
    client::{App, Memory, Place, TableView, World, table_view, written_moves},
    words::board,
};

/// What is on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot<'a> {
    /// The home page: a new game, ready to be played.
    Home,
    /// A game on the server, as it stands.
    Game {
        /// The public id.
        id: GameId,
        /// The game so far.
        board: &'a AnyGame,
        /// Whose men are at the bottom.
        bottom: Color,
        /// Whether two people play it.
        among_people: bool,
        /// Whether who looks has no seat.
        is_watched: bool,
    },
    /// A game from a record, to be stepped through.
    Recorded {
        /// The game.
        game: &'a AnyGame,
        /// After how many plies it is shown.
        ply: usize,
    },
}

/// The element that the page's program fills, with the table as it stands.
pub(crate) fn slot(lang: Lang, slot: Slot<'_>) -> impl IntoView + use<> {
    let (name, id, variant) = match slot {
        Slot::Home => ("home", None, Variant::English),
        Slot::Game { id, board, .. } => ("game", Some(id.to_string()), board.variant()),
        Slot::Recorded { game, .. } => ("replay", None, game.variant()),
    };
    let record = match slot {
        Slot::Recorded { game, .. } => Some((game.fen_at(0), written_moves(game))),
        Slot::Home | Slot::Game { .. } => None,
    };
    let ply = match slot {
        Slot::Recorded { ply, .. } => Some(ply),
        Slot::Home | Slot::Game { .. } => None,
    };
    let (start, moves) = record.map_or((None, None), |(start, moves)| (start, Some(moves)));
    let from = match slot {
        Slot::Game { board, bottom, is_watched: true, .. }
            if bottom != board.variant().first_mover() =>
        {
            Some("second")
        }
        _ => None,
    };
    let view = drawn(lang, slot);
    let plain = match slot {
        Slot::Home => Some(PagePlace::Home.plain(lang)),
        Slot::Game { id, .. } => Some(PagePlace::Game(&id.to_string()).plain(lang)),
        // Every ply is a button there anyway.
        Slot::Recorded { .. } => None,
    };
    view! {
        <div class="app" data-app=name data-game=id data-from=from data-lang=lang.code() data-variant=variant.name() data-start=start data-moves=moves data-ply=ply>
            {table_view(&view, plain)}
        </div>
    }
}

/// What the program shows before it has heard anything, but with the position
/// that the server knows.
fn drawn(lang: Lang, slot: Slot<'_>) -> TableView {
    let place = match slot {
        Slot::Home => Place::Home,
        Slot::Game { id, .. } => Place::Game(id),
        Slot::Recorded { .. } => Place::Replay,
    };
    // A browser that keeps nothing, at the beginning of its time.
    let mut keep = Memory::default();
    let mut world = World { now: 0.0, keep: &mut keep, chance: &mut || 0 };
    let (app, _) = App::new(lang, place, &mut world);
    if let Slot::Recorded { game, ply } = slot {
        return TableView { ready: false, ..app.replaying(game.clone(), ply).view() };
    }
    let mut view = app.view();
    // Until the program is there nothing answers, so nothing else is true.
    view.status = board::loading(lang).to_owned();
    if let Slot::Game { board, bottom, among_people, .. } = slot {
        view.among_people = among_people;
        view.scene = Scene::of_game(board, None).seen_by(bottom);
        view.voice.variant = board.variant();
    }
    // Nothing answers yet.
    view.ready = false;
    view
}

/// The name of a game.
pub(crate) fn variant_name(lang: Lang, variant: Variant) -> &'static str {
    match variant {
        Variant::English => board::variant_english(lang),
        Variant::International => board::variant_international(lang),
    }
}
