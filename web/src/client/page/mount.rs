//! Brings the table to life that the server has drawn.

use rules::Variant;
use web_sys::{Document, Event, HtmlElement, PageTransitionEvent, StorageEvent, Window};

use super::{
    board, buttons,
    dom::on,
    machine::{Machine, Page},
    paint::Painter,
    pointer,
};
use crate::{
    Lang,
    client::{Msg, Place, recorded_game},
};

/// Brings the table in `element` to life. Focus stays where it is, and nothing
/// moves.
///
/// `data-app` says which page this is: `home`, or `game` with the id in
/// `data-game`. An element that says neither stays as it is.
pub fn mount(element: &HtmlElement) {
    let Some(window) = web_sys::window() else { return };
    let Some(document) = window.document() else { return };
    let attribute = |name: &str| element.get_attribute(name);
    let lang: Lang = attribute("data-lang").and_then(|code| code.parse().ok()).unwrap_or_default();
    let place = match attribute("data-app").as_deref() {
        Some("home") => Place::Home,
        Some("game") => match attribute("data-game").and_then(|id| id.parse().ok()) {
            Some(id) => Place::Game(id),
            None => return,
        },
        Some("replay") => Place::Replay,
        _ => return,
    };
    let variant = attribute("data-variant").and_then(|name| Variant::from_name(&name));
    let record = variant.and_then(|variant| {
        recorded_game(variant, &attribute("data-start")?, &attribute("data-moves")?)
    });
    let ply = attribute("data-ply").and_then(|ply| ply.parse().ok()).unwrap_or_default();
    let from_second = attribute("data-from").is_some();
    let page = Page { place, from_second, variant, record: record.map(|game| (game, ply)) };
    // Without the server's drawing there is nothing to bring to life.
    let Some(painter) = Painter::of(document.clone(), element) else { return };
    let grid = painter.board().clone();
    let (machine, effects) = Machine::new(window.clone(), element.clone(), painter, lang, page);
    board::listen(&machine, &grid);
    pointer::listen(&machine, &grid);
    buttons::listen(&machine);
    listen(&window, &document, &machine);
    machine.start(effects);
}

/// Listens to what happens to the page as a whole.
fn listen(window: &Window, document: &Document, machine: &Machine) {
    let tell = |msg: Msg| {
        let machine = machine.clone();
        move |_: Event| machine.dispatch(msg.clone())
    };
    on(window, "online", tell(Msg::Woken));
    on(window, "offline", tell(Msg::Suspended));
    on(window, "pagehide", tell(Msg::Suspended));
    on(document, "resume", tell(Msg::Woken));
    let restored = machine.clone();
    on(window, "pageshow", move |event: PageTransitionEvent| {
        // The first one belongs to the loading of the page.
        if event.persisted() {
            restored.dispatch(Msg::Woken);
        }
    });
    let seen = machine.clone();
    let of = document.clone();
    on(document, "visibilitychange", move |_: Event| {
        seen.dispatch(Msg::Visible(!of.hidden()));
    });
    let kept = machine.clone();
    on(window, "storage", move |_: StorageEvent| kept.dispatch(Msg::Kept));
    // The address may have gone to a game and back without leaving the page.
    let reload = window.clone();
    on(window, "popstate", move |_: Event| {
        let _ = reload.location().reload();
    });
}
