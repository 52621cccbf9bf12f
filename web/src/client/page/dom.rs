//! Small tools over the document.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, Event, EventTarget, HtmlElement, NodeList};

/// Listens for as long as the page lives.
pub(super) fn on<E: JsCast + 'static>(
    target: &EventTarget,
    name: &str,
    mut listener: impl FnMut(E) + 'static,
) {
    // One kind of closure for all of them: each kind is some code of its own.
    listen(target, name, Box::new(move |event: Event| listener(event.unchecked_into())));
}

fn listen(target: &EventTarget, name: &str, listener: Box<dyn FnMut(Event)>) {
    let closure = Closure::wrap(listener);
    let added = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    if added.is_ok() {
        closure.forget();
    }
}

/// The element of an event's target, or the nearest around it, that fits.
pub(super) fn closest(event: &Event, selector: &str) -> Option<Element> {
    let element: Element = event.target()?.dyn_into().ok()?;
    element.closest(selector).ok().flatten()
}

/// The first element inside that fits.
pub(super) fn find(root: &Element, selector: &str) -> Option<HtmlElement> {
    root.query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Moves the focus without moving the page.
pub(super) fn focus(element: &HtmlElement) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    // A hidden element cannot be focused, which is no fault.
    let _ = element.focus_with_options(&options);
}

/// Runs something once, so many milliseconds from now.
pub(super) fn later(ms: f64, action: impl FnOnce() + 'static) -> Option<i32> {
    later_boxed(ms, Box::new(action))
}

fn later_boxed(ms: f64, action: Box<dyn FnOnce()>) -> Option<i32> {
    let action = Closure::once_into_js(action);
    let ms = ms.clamp(0.0, f64::from(i32::MAX)) as i32;
    web_sys::window()?
        .set_timeout_with_callback_and_timeout_and_arguments_0(action.unchecked_ref(), ms)
        .ok()
}

/// Gives an attribute its value, or takes it away; nothing where it is so.
pub(super) fn set(element: &Element, name: &str, value: Option<&str>) {
    if element.get_attribute(name).as_deref() == value {
        return;
    }
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

/// Gives an element its text; nothing where it is so.
pub(super) fn text(element: &Element, words: &str) {
    if element.text_content().as_deref() != Some(words) {
        element.set_text_content(Some(words));
    }
}

/// Shows or hides an element.
pub(super) fn show(element: &HtmlElement, is_shown: bool) {
    if element.hidden() == is_shown {
        element.set_hidden(!is_shown);
    }
}

/// The elements of a list.
pub(super) fn plain(list: &NodeList) -> Vec<HtmlElement> {
    (0..list.length()).filter_map(|at| list.get(at)?.dyn_into().ok()).collect()
}
