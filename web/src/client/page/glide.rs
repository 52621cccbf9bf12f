//! Pieces that glide: only the picture moves, the board is already what it
//! will be, so that nobody has to wait for it.

use rules::Square;
use web_sys::{Element, Window};

use super::dom::{find, later};
use crate::{
    board::{Scene, centre},
    client::glide_ms,
    device,
};

/// How much later than asked for a movement may end.
const GRACE_MS: f64 = 200.0;

/// Lets the piece at the end of a path come there square by square.
pub(super) fn glide(root: &Element, scene: &Scene, path: &[Square]) {
    let Some(window) = web_sys::window() else { return };
    let Some(&end) = path.last() else { return };
    if prefers_less_motion(&window) {
        return;
    }
    let selector = format!("[data-square=\"{end}\"]");
    let Some(square) = find(root, &selector) else { return };
    let Some(piece) = find_piece(&square) else { return };
    let (x, y) = centre(scene.board(), scene.turned, end);
    let place = |&at: &Square| {
        let (from_x, from_y) = centre(scene.board(), scene.turned, at);
        // Whole squares, so whole numbers.
        let (dx, dy) = (((from_x - x) * 100.0) as i32, ((from_y - y) * 100.0) as i32);
        format!("translate({dx}%,{dy}%)")
    };
    let places: Vec<String> = path.iter().map(place).collect();
    let ms = glide_ms(path.len());
    device::glide(&piece, &places.join(";"), ms);
    let _ = square.set_attribute("data-moving", "");
    // The movement begins with the next frame, which on a busy phone comes
    // late; until it has ended the piece must lie above the other squares.
    later(ms + GRACE_MS, move || {
        let _ = square.remove_attribute("data-moving");
    });
}

fn find_piece(square: &Element) -> Option<Element> {
    square.query_selector(".piece").ok().flatten()
}

fn prefers_less_motion(window: &Window) -> bool {
    let query = window.match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
