//! Effects on the document and the device.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{HtmlElement, HtmlInputElement, ShareData, Window};

use super::{
    dom::{find, focus, later},
    glide::glide,
    machine::Machine,
};
use crate::client::{Effect, Msg};

/// Carries out an effect that needs no answer from the server.
pub(super) fn carry_out(machine: &Machine, effect: Effect) {
    match effect {
        Effect::Glide { path } => {
            let machine = machine.clone();
            // The board is drawn first.
            later(0.0, move || glide(machine.root(), &machine.scene(), &path));
        }
        Effect::Focus(action) => {
            let machine = machine.clone();
            later(0.0, move || {
                let selector = format!("[data-action=\"{}\"]", action.code());
                if let Some(button) = find(machine.root(), &selector) {
                    focus(&button);
                }
            });
        }
        Effect::Copy(text) => copy(machine, text),
        Effect::Share { text, url } => share(machine, &text, url),
        Effect::Address(path) => {
            if let Ok(history) = machine.window().history() {
                let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&path));
            }
        }
        Effect::GoHome => {
            let lang = machine.root().get_attribute("data-lang").unwrap_or_default();
            let _ = machine.window().location().assign(&format!("/{lang}/"));
        }
        Effect::ShowSetup => {
            if let Some(form) = setup_form(machine) {
                form.scroll_into_view();
                if let Some(first) = find(&form, "button") {
                    focus(&first);
                }
            }
        }
        Effect::Paint(skin) => {
            if let Some(html) = machine.document().document_element() {
                let _ = html.set_attribute("data-skin", skin.code());
            }
            let choice = format!("input[name=\"skin\"][value=\"{}\"]", skin.code());
            if let Some(choice) = setup_form(machine).and_then(|form| find(&form, &choice)) {
                choice.unchecked_into::<HtmlInputElement>().set_checked(true);
            }
        }
        Effect::Download(path) => download(machine, &path),
        // These have an answer and are the machine's own.
        Effect::Open { .. }
        | Effect::Close
        | Effect::Send(_)
        | Effect::Create(_)
        | Effect::Check(_)
        | Effect::CancelInvite(_) => {}
    }
}

/// The form that starts a game, where the page has one.
pub(super) fn setup_form(machine: &Machine) -> Option<HtmlElement> {
    let form = machine.document().query_selector("form[data-setup]").ok().flatten();
    form?.dyn_into().ok()
}

fn copy(machine: &Machine, text: String) {
    let machine = machine.clone();
    spawn_local(async move {
        let copied = write(machine.window(), &text).await.is_ok();
        if !copied && let Some(field) = find(machine.root(), "[data-invite-url]") {
            // The reader can copy what is selected.
            field.unchecked_into::<HtmlInputElement>().select();
        }
        machine.dispatch(Msg::Copied(copied));
    });
}

/// The clipboard is missing on pages that did not come over TLS.
async fn write(window: &Window, text: &str) -> Result<(), JsValue> {
    let navigator = window.navigator();
    if js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"))?.is_undefined() {
        return Err(JsValue::UNDEFINED);
    }
    JsFuture::from(navigator.clipboard().write_text(text)).await.map(|_| ())
}

/// Opens the share sheet; without one the link is copied.
fn share(machine: &Machine, text: &str, url: String) {
    let navigator = machine.window().navigator();
    if !js_sys::Reflect::has(&navigator, &JsValue::from_str("share")).unwrap_or(false) {
        copy(machine, url);
        return;
    }
    let data = ShareData::new();
    data.set_text(text);
    data.set_url(&url);
    let sharing = JsFuture::from(navigator.share_with_data(&data));
    spawn_local(async move {
        // Closing the sheet without choosing is no fault.
        let _ = sharing.await;
    });
}

fn download(machine: &Machine, path: &str) {
    let Ok(link) = machine.document().create_element("a") else { return };
    let _ = link.set_attribute("href", path);
    let _ = link.set_attribute("download", "");
    link.unchecked_into::<HtmlElement>().click();
}
