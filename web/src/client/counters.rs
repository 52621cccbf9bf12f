//! What the draw rules count, told once it matters.

use core::num::NonZeroU16;

use play::Session;
use rules::Variant;

use crate::{Lang, words::board};

/// The share of a limit from which on a counter is told: the last half.
const MATTERS: u32 = 2;

/// The counters that matter now, one sentence each; after a draw, how far
/// they had come.
pub(crate) fn counters(lang: Lang, session: &Session) -> Vec<String> {
    let is_drawn = session.outcome().is_some_and(|outcome| outcome.winner().is_none());
    if !session.is_playing() && !is_drawn {
        return Vec::new();
    }
    let game = session.board();
    let counters = game.counters();
    let mut lines = Vec::new();
    if game.repetitions() > 1 {
        lines.push(board::counter_repetition(lang, &game.repetitions()));
    }
    let moves = counters.quiet_plies / 2;
    match session.variant() {
        Variant::English if matters(moves, 40) => {
            lines.push(board::counter_quiet(lang, &moves, &40));
        }
        Variant::International if matters(moves, 25) => {
            lines.push(board::counter_kings(lang, &moves.min(25), &25));
        }
        Variant::English | Variant::International => {}
    }
    if let (true, Some(plies)) = (session.rules().tournament(), counters.three_against_one) {
        lines.push(board::counter_sixteen(lang, &(plies / 2), &16));
    }
    if let Some(limit) = session.rules().length_limit().map(NonZeroU16::get) {
        let n = (game.ply_count() / 2 + 1).min(usize::from(limit));
        lines.push(board::counter_length(lang, &n, &limit));
    }
    lines
}

fn matters(count: u32, limit: u32) -> bool {
    count * MATTERS >= limit
}
