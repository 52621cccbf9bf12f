//! What only a browser can do and takes promises for: requests, the clipboard,
//! the share sheet, moving pictures, sound. The functions stand in
//! `script/device.js`, which a page has before its program: there a promise is
//! a line, while here it would be a machine of its own in every first visit.

use wasm_bindgen::{JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::{AbortSignal, Element};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = device, js_name = ask)]
    fn ask_for(
        path: &str,
        post: bool,
        body: Option<&str>,
        signal: Option<&AbortSignal>,
        done: JsValue,
    );

    #[wasm_bindgen(js_namespace = device, js_name = copy)]
    fn copy_text(text: &str, done: JsValue);

    /// Whether the device has a share sheet.
    #[wasm_bindgen(js_namespace = device, js_name = shares)]
    pub(crate) fn can_share() -> bool;

    /// Opens the share sheet.
    #[wasm_bindgen(js_namespace = device)]
    pub(crate) fn share(text: &str, url: &str);

    /// Moves a picture along places (CSS transforms between semicolons), in
    /// so many milliseconds.
    #[wasm_bindgen(js_namespace = device)]
    pub(crate) fn glide(picture: &Element, places: &str, ms: f64);

    /// A short sound.
    #[wasm_bindgen(js_namespace = device)]
    pub(crate) fn beep();

    /// Tells the script of faces and signs what the server told.
    #[wasm_bindgen(js_namespace = device)]
    pub(crate) fn hear(text: &str);
}

/// What a request sends.
pub(crate) enum Sends {
    /// Nothing: it only asks.
    Get,
    /// Perhaps a body in JSON.
    Post(Option<String>),
}

/// Sends a request. `done` is told whether it was granted, and the text of the
/// answer unless nobody answered.
pub(crate) fn ask(
    path: &str,
    sends: &Sends,
    signal: Option<&AbortSignal>,
    done: impl FnOnce(bool, Option<String>) + 'static,
) {
    let (post, body) = match sends {
        Sends::Get => (false, None),
        Sends::Post(body) => (true, body.as_deref()),
    };
    ask_for(path, post, body, signal, Closure::once_into_js(done));
}

/// Puts a text on the clipboard; `done` is told whether that worked.
pub(crate) fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    copy_text(text, Closure::once_into_js(done));
}
