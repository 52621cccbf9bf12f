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
    on(machine.root(), "keydown", move |event: KeyboardEvent| {
        if closest(&event, "[data-moves]").is_none() {
            return;
        }
        let action = match event.key().as_str() {
            "ArrowLeft" => Action::Previous,
            "ArrowRight" => Action::Next,
            _ => return,
        };
        event.prevent_default();
        keys.dispatch(Msg::Press(action));
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
