//! Buttons around the board, the list of moves, and the set-up form.

use wasm_bindgen::JsCast;
use web_sys::{Event, FormData, HtmlElement, HtmlFormElement, KeyboardEvent, SubmitEvent};

use super::{
    dom::{closest, on},
    machine::Machine,
    outside::setup_form,
};
use crate::client::{Action, Choice, Msg, Rival};

/// Listens to everything that can be pressed.
pub(super) fn listen(machine: &Machine) {
    let pressed = machine.clone();
    on(machine.root(), "click", move |event: Event| {
        if let Some(msg) = press(&event) {
            pressed.dispatch(msg);
        }
    });
    let keys = machine.clone();
    on(machine.document(), "keydown", move |event: KeyboardEvent| {
        // The board and everything that is typed into have their own arrows.
        let is_taken = closest(&event, ".board, input, select, textarea, summary").is_some();
        let held = event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key();
        let msg = match event.key().as_str() {
            "Escape" => Msg::Escape,
            "ArrowLeft" if !is_taken && !held => Msg::Press(Action::Previous),
            "ArrowRight" if !is_taken && !held => Msg::Press(Action::Next),
            _ => return,
        };
        if msg != Msg::Escape {
            event.prevent_default();
        }
        keys.dispatch(msg);
    });
    if let Some(form) = setup_form(machine) {
        listen_to_form(machine, &form);
    }
}

fn press(event: &Event) -> Option<Msg> {
    if let Some(button) = closest(event, "[data-action]") {
        return Action::from_code(&button.get_attribute("data-action")?).map(Msg::Press);
    }
    let entry = closest(event, "[data-show-ply]")?;
    Some(Msg::ShowPly(entry.get_attribute("data-show-ply")?.parse().ok()?))
}

fn listen_to_form(machine: &Machine, form: &HtmlElement) {
    let Ok(form) = form.clone().dyn_into::<HtmlFormElement>() else { return };
    let sent = machine.clone();
    let fields = form.clone();
    on(&form, "submit", move |event: SubmitEvent| {
        let value = event.submitter().and_then(|button| button.get_attribute("value"));
        let rival = match value.as_deref() {
            Some("friend") => Rival::Friend,
            Some("device") => Rival::Device,
            _ => Rival::Computer,
        };
        event.prevent_default();
        if let Some(choice) = choice(&fields) {
            sent.dispatch(Msg::Begin(choice, rival));
        }
        sent.root().scroll_into_view();
    });
    let changed = machine.clone();
    let fields = form.clone();
    on(&form, "change", move |event: Event| {
        let name = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlElement>().ok())
            .and_then(|target| target.get_attribute("name"));
        if name.as_deref() == Some("skin") {
            let skin = field(&fields, "skin").and_then(|code| code.parse().ok());
            if let Some(skin) = skin {
                changed.dispatch(Msg::ChooseSkin(skin));
            }
        } else if let Some(choice) = choice(&fields) {
            changed.dispatch(Msg::Choose(choice));
        }
    });
    // A browser that comes back to a page restores its form.
    if let Some(choice) = choice(&form) {
        machine.dispatch(Msg::Choose(choice));
    }
}

fn choice(form: &HtmlFormElement) -> Option<Choice> {
    let data = FormData::new_with_form(form).ok()?;
    Some(Choice::of_fields(|name| data.get(name).as_string()))
}

fn field(form: &HtmlFormElement, name: &str) -> Option<String> {
    FormData::new_with_form(form).ok()?.get(name).as_string()
}
