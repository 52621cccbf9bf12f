//! The board by mouse, finger and pen: taps, and drags of own pieces.
//!
//! A tap is the browser's own click, so that sliding off cancels it and a
//! scroll is never one. A drag begins on an own piece that may move, and
//! only there does the page not scroll. Nothing happens before release. Where a
//! finger has been lifted and no click follows, as Chromium has it right after
//! a quick drag or a scroll, the tap is made all the same.

use std::{cell::RefCell, rc::Rc};

use rules::Square;
use web_sys::{HtmlElement, MouseEvent, PointerEvent};

use super::{
    board::square_of,
    dom::{closest, find, later, on},
    machine::Machine,
};
use crate::{
    board::{Aim, Squares, nearest},
    client::Msg,
};

/// A press that moves farther than this is a drag, in CSS pixels.
const SLIP: f64 = 6.0;
/// How long a click may take to follow a finger that was lifted.
const CLICK_WITHIN_MS: f64 = 120.0;

/// A press on the board.
struct Press {
    pointer: i32,
    x: f64,
    y: f64,
    /// The piece that would be dragged.
    piece: Option<Square>,
    dragging: bool,
    /// How a finger was lifted: its click is still to come.
    lifted: Option<PointerEvent>,
}

#[derive(Clone)]
struct Pointer {
    machine: Machine,
    board: HtmlElement,
    press: Rc<RefCell<Option<Press>>>,
    /// The click that follows a drag, or a tap that was made without it, is
    /// not a tap.
    was_drag: Rc<RefCell<bool>>,
}

/// Listens to pointers on a board.
pub(super) fn listen(machine: &Machine, board: &HtmlElement) {
    let pointer = Pointer {
        machine: machine.clone(),
        board: board.clone(),
        press: Rc::default(),
        was_drag: Rc::default(),
    };
    let hear = |name: &str, take: fn(&Pointer, &PointerEvent)| {
        let pointer = pointer.clone();
        on(board, name, move |event: PointerEvent| take(&pointer, &event));
    };
    hear("pointerdown", Pointer::down);
    hear("pointermove", Pointer::moved);
    hear("pointerup", Pointer::up);
    hear("pointercancel", Pointer::cancelled);
    on(board, "click", move |event: MouseEvent| pointer.click(&event));
}

impl Pointer {
    fn down(&self, event: &PointerEvent) {
        if !event.is_primary() || event.button() != 0 {
            return;
        }
        self.make_up();
        self.was_drag.replace(false);
        let piece = closest(event, "[data-movable]").and_then(|_| square_of(event));
        if piece.is_some() {
            // So that the drag goes on outside the board.
            let _ = self.board.set_pointer_capture(event.pointer_id());
        }
        self.press.replace(Some(Press {
            pointer: event.pointer_id(),
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
            piece,
            dragging: false,
            lifted: None,
        }));
    }

    fn moved(&self, event: &PointerEvent) {
        let mut press = self.press.borrow_mut();
        let Some(press) = press.as_mut().filter(|press| press.pointer == event.pointer_id()) else {
            return;
        };
        let Some(piece) = press.piece else { return };
        let (dx, dy) =
            (f64::from(event.client_x()) - press.x, f64::from(event.client_y()) - press.y);
        if !press.dragging {
            if dx.hypot(dy) < SLIP {
                return;
            }
            press.dragging = true;
            self.was_drag.replace(true);
            self.machine.dispatch(Msg::Lift(piece));
        }
        self.carry(piece, Some((dx, dy)));
    }

    fn up(&self, event: &PointerEvent) {
        let Some(mut press) = self.take(event) else { return };
        let (Some(piece), true) = (press.piece, press.dragging) else {
            // Kept for the click that follows.
            let id = press.pointer;
            if event.pointer_type() == "touch" {
                press.lifted = Some(event.clone());
                let pointer = self.clone();
                later(CLICK_WITHIN_MS, move || {
                    if pointer.press.borrow().as_ref().is_some_and(|press| press.pointer == id) {
                        pointer.make_up();
                    }
                });
            }
            self.press.replace(Some(press));
            return;
        };
        self.carry(piece, None);
        let targets = self.machine.droppable();
        match self.aim(event, targets, Squares::EMPTY) {
            Aim::At(square) => self.machine.dispatch(Msg::Drop(Some(square))),
            Aim::Between(first, second) => {
                self.machine.dispatch(Msg::TapBetween(first, second));
            }
            Aim::Nowhere => self.machine.dispatch(Msg::Drop(None)),
        }
    }

    fn cancelled(&self, event: &PointerEvent) {
        let Some(press) = self.take(event) else { return };
        if let (Some(piece), true) = (press.piece, press.dragging) {
            self.carry(piece, None);
            self.machine.dispatch(Msg::Drop(None));
        }
    }

    /// Makes the tap of a lifted finger whose click has not come.
    fn make_up(&self) {
        let lifted = self.press.borrow_mut().take_if(|press| press.lifted.is_some());
        if let Some((press, event)) = lifted.and_then(|mut press| {
            let event = press.lifted.take()?;
            Some((press, event))
        }) {
            self.was_drag.replace(true);
            self.tap(&press, &event);
        }
    }

    fn click(&self, event: &MouseEvent) {
        let press = self.press.take();
        if self.was_drag.replace(false) && event.detail() > 0 {
            return;
        }
        // Keyboards and screen readers click without a place.
        let Some(press) = press.filter(|_| event.detail() > 0) else {
            if let Some(square) = square_of(event) {
                self.machine.dispatch(Msg::Tap(square));
            }
            return;
        };
        self.tap(&press, event);
    }

    fn tap(&self, press: &Press, event: &MouseEvent) {
        let (dx, dy) =
            (f64::from(event.client_x()) - press.x, f64::from(event.client_y()) - press.y);
        if dx.hypot(dy) > self.square_size() / 2.0 {
            return;
        }
        let (live, own) = self.machine.reachable();
        match self.aim(event, live, own) {
            Aim::At(square) => self.machine.dispatch(Msg::Tap(square)),
            Aim::Between(first, second) => {
                self.machine.dispatch(Msg::TapBetween(first, second));
            }
            Aim::Nowhere => self.machine.dispatch(Msg::Escape),
        }
    }

    fn take(&self, event: &PointerEvent) -> Option<Press> {
        let mut press = self.press.borrow_mut();
        if press.as_ref()?.pointer == event.pointer_id() { press.take() } else { None }
    }

    fn aim(&self, event: &MouseEvent, live: Squares, own: Squares) -> Aim {
        let scene = self.machine.scene();
        let bounds = self.board.get_bounding_client_rect();
        let size = self.square_size();
        if size <= 0.0 {
            return Aim::Nowhere;
        }
        let point = (
            (f64::from(event.client_x()) - bounds.left()) / size,
            (f64::from(event.client_y()) - bounds.top()) / size,
        );
        nearest(scene.board(), scene.turned, point, live, own)
    }

    fn square_size(&self) -> f64 {
        let width = self.board.get_bounding_client_rect().width();
        width / f64::from(self.machine.scene().board().width())
    }

    /// Moves the picture of a piece under the finger, or puts it back.
    fn carry(&self, piece: Square, by: Option<(f64, f64)>) {
        let selector = format!("[data-square=\"{piece}\"]");
        let Some(square) = find(&self.board, &selector) else { return };
        let picture = find_style(&square);
        match by {
            Some((dx, dy)) => {
                let _ = square.set_attribute("data-dragging", "");
                if let Some(style) = picture {
                    let (dx, dy) = (dx as i32, dy as i32);
                    let _ = style.set_property("transform", &format!("translate({dx}px,{dy}px)"));
                }
            }
            None => {
                let _ = square.remove_attribute("data-dragging");
                if let Some(style) = picture {
                    let _ = style.remove_property("transform");
                }
            }
        }
    }
}

fn find_style(square: &HtmlElement) -> Option<web_sys::CssStyleDeclaration> {
    use wasm_bindgen::JsCast as _;
    let picture = square.query_selector(".piece").ok().flatten()?;
    Some(picture.unchecked_into::<web_sys::SvgElement>().style())
}
