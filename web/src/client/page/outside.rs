//! Effects on the document and the device.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, HtmlElement, HtmlInputElement, HtmlTextAreaElement};

use super::{
    dom::{find, focus, later, set},
    glide::glide,
    machine::Machine,
};
use crate::{
    client::{Effect, Msg},
    device,
};

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
        Effect::Copy(text) => copy(machine, &text),
        Effect::Share { text, url } => share(machine, &text, &url),
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
        Effect::Download(path) => download(machine, &path, ""),
        Effect::SaveText(text) => {
            let text = String::from(js_sys::encode_uri_component(&text));
            let url = format!("data:application/x-draughts-pdn;charset=utf-8,{text}");
            download(machine, &url, "dama.pdn");
        }
        Effect::SelectText => {
            if let Some(area) = find(machine.root(), "[data-part=\"by-hand\"] textarea") {
                focus(&area);
                area.unchecked_into::<HtmlTextAreaElement>().select();
            }
        }
        Effect::Beep => device::beep(),
        // These have an answer and are the machine's own.
        Effect::Open { .. }
        | Effect::Close
        | Effect::Send(_)
        | Effect::Poll { .. }
        | Effect::Post { .. }
        | Effect::Create(_)
        | Effect::Check(_)
        | Effect::Fetch(_)
        | Effect::CancelInvite(_) => {}
    }
}

/// Calls the reader by title and icon, or calls no more.
pub(super) fn call(document: &Document, title: &str, call: Option<&str>) {
    let title = match call {
        Some(call) => format!("{call} – {title}"),
        None => title.to_owned(),
    };
    if document.title() == title {
        return;
    }
    document.set_title(&title);
    if let Ok(Some(icon)) = document.query_selector("link[data-call]") {
        let usual = icon.get_attribute("data-usual");
        let calling = icon.get_attribute("data-call");
        set(&icon, "href", if call.is_some() { calling.as_deref() } else { usual.as_deref() });
    }
}

/// The form that starts a game, where the page has one.
pub(super) fn setup_form(machine: &Machine) -> Option<HtmlElement> {
    let form = machine.document().query_selector("form[data-setup]").ok().flatten();
    form?.dyn_into().ok()
}

fn copy(machine: &Machine, text: &str) {
    let page = machine.clone();
    let done = move |copied: bool| {
        let field = "[data-part=\"invite\"]:not([hidden]) input";
        if !copied && let Some(field) = find(page.root(), field) {
            // The reader can copy what is selected.
            field.unchecked_into::<HtmlInputElement>().select();
        }
        page.dispatch(Msg::Copied(copied));
    };
    device::copy(text, done);
}

/// Opens the share sheet; without one the link is copied.
fn share(machine: &Machine, text: &str, url: &str) {
    if device::can_share() {
        device::share(text, url);
    } else {
        copy(machine, url);
    }
}

fn download(machine: &Machine, path: &str, name: &str) {
    let Ok(link) = machine.document().create_element("a") else { return };
    let _ = link.set_attribute("href", path);
    let _ = link.set_attribute("download", name);
    link.unchecked_into::<HtmlElement>().click();
}
