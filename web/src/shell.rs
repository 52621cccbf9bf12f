//! What the page's program does outside the board: it brings the apps of the
//! page to life and serves the buttons that copy and share a link.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Document, Element, HtmlElement, HtmlInputElement, Window};

use crate::{client, device, words::board};

/// Brings the page to life; called once, by the page's starter script. False
/// when the page is not one of this program.
pub fn boot() -> bool {
    let Some(window) = web_sys::window() else { return false };
    let Some(document) = window.document() else { return false };
    if let Ok(Some(_)) = document.query_selector("[data-erased]") {
        forget(&window);
    }
    // Without the words of the page nothing can be said.
    let words = document.get_element_by_id("words").and_then(|words| words.text_content());
    if !words.is_some_and(board::load) {
        return false;
    }
    for element in all(&document, "[data-app]") {
        client::mount(&element);
    }
    for button in all(&document, "[data-copy]") {
        offer_copy(&document, &button);
    }
    // Where there is no share sheet the button stays hidden.
    if device::can_share() {
        for button in all(&document, "[data-share]") {
            offer_share(&document, &button);
        }
    }
    true
}

/// Clears what the browser keeps of this site.
fn forget(window: &Window) {
    if let Ok(Some(storage)) = window.local_storage() {
        let _ = storage.clear();
    }
}

fn all(document: &Document, selector: &str) -> Vec<HtmlElement> {
    let Ok(list) = document.query_selector_all(selector) else { return Vec::new() };
    (0..list.length()).filter_map(|at| list.get(at)?.dyn_into().ok()).collect()
}

/// The field that a button speaks of.
fn field(document: &Document, button: &Element, attribute: &str) -> Option<HtmlInputElement> {
    document.get_element_by_id(&button.get_attribute(attribute)?)?.dyn_into().ok()
}

/// Shows the button and lets it copy its field. Where the clipboard is closed
/// to us the link is selected, for the reader to copy.
fn offer_copy(document: &Document, button: &HtmlElement) {
    let Some(link) = field(document, button, "data-copy") else { return };
    let shown = link.clone();
    let status = document.query_selector("[data-copy-status]").ok().flatten();
    let pressed = button.clone();
    on_click(button, move || {
        let (link, button, status) = (link.clone(), pressed.clone(), status.clone());
        let done = move |copied: bool| {
            if !copied {
                link.select();
            }
            let words = if copied { "data-done" } else { "data-failed" };
            if let Some(status) = &status {
                status.set_text_content(button.get_attribute(words).as_deref());
            }
        };
        device::copy(&shown.value(), done);
    });
}

/// Shows the button and lets it open the share sheet of the device.
fn offer_share(document: &Document, button: &HtmlElement) {
    let Some(link) = field(document, button, "data-share") else { return };
    let text = button.get_attribute("data-text").unwrap_or_default();
    on_click(button, move || device::share(&text, &link.value()));
}

/// Shows the button and listens for as long as the page lives.
fn on_click(button: &HtmlElement, action: impl Fn() + 'static) {
    let listener = Closure::<dyn Fn()>::new(action);
    let listened =
        button.add_event_listener_with_callback("click", listener.as_ref().unchecked_ref());
    if listened.is_ok() {
        listener.forget();
        button.set_hidden(false);
    }
}
