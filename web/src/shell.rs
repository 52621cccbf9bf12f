//! What the page's program does outside the board: it brings the apps of the
//! page to life and serves the buttons that copy and share a link.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Document, Element, HtmlElement, HtmlInputElement, ShareData, Window};

use crate::{client, words::board};

/// Brings the page to life; called once, by the page's starter script.
pub fn boot() {
    let Some(window) = web_sys::window() else { return };
    let Some(document) = window.document() else { return };
    // Without the words of the page nothing can be said, so it stays as it is.
    let words = document.get_element_by_id("words").and_then(|words| words.text_content());
    if !words.is_some_and(board::load) {
        return;
    }
    for element in all(&document, "[data-app]") {
        client::mount(&element);
    }
    for button in all(&document, "[data-copy]") {
        offer_copy(&window, &document, &button);
    }
    // Where there is no share sheet the button stays hidden.
    let shares = js_sys::Reflect::has(&window.navigator(), &JsValue::from_str("share"));
    if shares.unwrap_or(false) {
        for button in all(&document, "[data-share]") {
            offer_share(&window, &document, &button);
        }
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
fn offer_copy(window: &Window, document: &Document, button: &HtmlElement) {
    let Some(link) = field(document, button, "data-copy") else { return };
    let status = document.query_selector("[data-copy-status]").ok().flatten();
    let (window, pressed) = (window.clone(), button.clone());
    on_click(button, move || {
        let (window, link) = (window.clone(), link.clone());
        let (button, status) = (pressed.clone(), status.clone());
        spawn_local(async move {
            let copied = copy(&window, &link.value()).await;
            if copied.is_err() {
                link.select();
            }
            let words = if copied.is_ok() { "data-done" } else { "data-failed" };
            if let Some(status) = status {
                status.set_text_content(button.get_attribute(words).as_deref());
            }
        });
    });
}

/// The clipboard is missing on pages that did not come over TLS.
async fn copy(window: &Window, text: &str) -> Result<(), JsValue> {
    let navigator = window.navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"))?;
    if clipboard.is_undefined() {
        return Err(JsValue::UNDEFINED);
    }
    JsFuture::from(navigator.clipboard().write_text(text)).await.map(|_| ())
}

/// Shows the button and lets it open the share sheet of the device.
fn offer_share(window: &Window, document: &Document, button: &HtmlElement) {
    let Some(link) = field(document, button, "data-share") else { return };
    let text = button.get_attribute("data-text").unwrap_or_default();
    let navigator = window.navigator();
    on_click(button, move || {
        let data = ShareData::new();
        data.set_text(&text);
        data.set_url(&link.value());
        let sharing = JsFuture::from(navigator.share_with_data(&data));
        spawn_local(async move {
            // Closing the sheet without choosing is no fault.
            let _ = sharing.await;
        });
    });
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
