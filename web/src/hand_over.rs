//! Handing a text over to other programs: by the clipboard, or by the share
//! sheet of the device.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ShareData, Window};

/// Puts a text on the clipboard; `done` is told whether that worked. The
/// clipboard is missing on pages that did not come over TLS.
pub(crate) fn copy(window: &Window, text: &str, done: Box<dyn FnOnce(bool)>) {
    let writing = has(window, "clipboard").then(|| window.navigator().clipboard().write_text(text));
    spawn_local(async move {
        let copied = match writing {
            Some(writing) => JsFuture::from(writing).await.is_ok(),
            None => false,
        };
        done(copied);
    });
}

/// Whether the device has a share sheet.
pub(crate) fn can_share(window: &Window) -> bool {
    has(window, "share")
}

/// Opens the share sheet.
pub(crate) fn share(window: &Window, text: &str, url: &str) {
    let data = ShareData::new();
    data.set_text(text);
    data.set_url(url);
    let sharing = JsFuture::from(window.navigator().share_with_data(&data));
    spawn_local(async move {
        // Closing the sheet without choosing is no fault.
        let _ = sharing.await;
    });
}

fn has(window: &Window, name: &str) -> bool {
    let part = js_sys::Reflect::get(&window.navigator(), &JsValue::from_str(name));
    part.is_ok_and(|part| !part.is_undefined())
}
