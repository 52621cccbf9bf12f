//! The weights that the crate brings along.

use std::sync::LazyLock;

use rules::{Board, Variant};

use super::Net;

static ENGLISH: LazyLock<Net> =
    LazyLock::new(|| read(Board::EIGHT, include_bytes!("../../weights/english.net")));
static INTERNATIONAL: LazyLock<Net> =
    LazyLock::new(|| read(Board::TEN, include_bytes!("../../weights/international.net")));

/// The trained net of a variant.
#[must_use]
pub fn of(variant: Variant) -> &'static Net {
    match variant {
        Variant::English => &ENGLISH,
        Variant::International => &INTERNATIONAL,
    }
}

fn read(board: Board, bytes: &[u8]) -> Net {
    // The files are part of the source; a test reads both.
    Net::from_bytes(board, bytes).expect("weights of the right length")
}
