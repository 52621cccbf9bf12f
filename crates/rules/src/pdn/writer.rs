//! Writes a game as PDN 3.0.

use core::fmt::Write;

use crate::{AnyGame, Position, Variant, with_ruleset};

use super::score::Score;

/// The standard's limit for a line of moves.
const LINE_WIDTH: usize = 80;

/// What a record says about a game besides its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headers<'a> {
    /// The occasion.
    pub event: &'a str,
    /// The day, as `2026.11.29`; unknown parts are question marks.
    pub date: &'a str,
    /// Who plays White.
    pub white: &'a str,
    /// Who plays Black.
    pub black: &'a str,
    /// The result; [`Score::of`] gives that of the board alone.
    pub score: Score,
}

impl Default for Headers<'_> {
    fn default() -> Self {
        Headers { event: "?", date: "????.??.??", white: "?", black: "?", score: Score::Open }
    }
}

/// A game as a PDN record, ending with a line break.
///
/// ```
/// use rules::{AnyGame, Variant, pdn};
/// let text = pdn::write(&AnyGame::new(Variant::English), &pdn::Headers::default());
/// assert!(text.contains("[GameType \"21\"]"));
/// assert!(text.ends_with("\n*\n"));
/// ```
#[must_use]
pub fn write(game: &AnyGame, headers: &Headers<'_>) -> String {
    let variant = game.variant();
    let score = headers.score.text(variant).to_string();
    let mut text = String::new();
    for (name, value) in [
        ("Event", headers.event),
        ("Date", headers.date),
        ("White", headers.white),
        ("Black", headers.black),
        ("Result", &score),
        ("GameType", &variant.game_type().to_string()),
    ] {
        write_tag(&mut text, name, value);
    }
    if let Some(fen) = game.fen_at(0).filter(|fen| *fen != usual_start(variant)) {
        write_tag(&mut text, "FEN", &fen);
    }
    text.push('\n');
    write_moves(&mut text, game, &score);
    text
}

fn usual_start(variant: Variant) -> String {
    with_ruleset!(variant, R => Position::<R>::start().to_string())
}

/// A tag value may hold anything; a line break in it would break the record.
fn write_tag(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "[{name} \"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.push_str("\"]\n");
}

fn write_moves(text: &mut String, game: &AnyGame, score: &str) {
    let variant = game.variant();
    let plies = game.ply_count();
    let starter = match plies % 2 {
        0 => game.side_to_move(),
        _ => !game.side_to_move(),
    };
    let skipped = usize::from(starter != variant.first_mover());
    let mut line = 0;
    let mut put = |word: &str| {
        let width = word.chars().count();
        if line > 0 && line + 1 + width > LINE_WIDTH {
            text.push('\n');
            line = 0;
        } else if line > 0 {
            text.push(' ');
            line += 1;
        }
        text.push_str(word);
        line += width;
    };
    for (ply, mv) in game.moves().iter().enumerate() {
        let half = ply + skipped;
        if half.is_multiple_of(2) {
            put(&format!("{}.", half / 2 + 1));
        } else if ply == 0 {
            put("1...");
        }
        put(&mv.pdn);
    }
    put(score);
    text.push('\n');
}
