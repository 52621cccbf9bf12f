//! A move: origin, destination and, for a capture, every captured square.

use core::{fmt, str::FromStr};

use rules::{LegalMove, Move, Ruleset, Square};

/// More squares than any move names.
const MOST_SQUARES: usize = 64;

/// A move as the protocol writes it: `32-28`, or `28x19x23` where a piece on
/// 23 is captured from 28 to 19.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubMove {
    from: Square,
    to: Square,
    /// Ascending; empty for a quiet move.
    captures: Vec<Square>,
}

/// The text is not a move of the Hub protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a Hub move")]
pub struct NotAHubMove;

impl HubMove {
    /// How the protocol writes a legal move.
    #[must_use]
    pub fn of<R: Ruleset>(mv: Move<R>) -> Self {
        HubMove { from: mv.from(), to: mv.to(), captures: mv.captures().collect() }
    }

    /// Whether it is this move.
    #[must_use]
    pub fn is<R: Ruleset>(&self, mv: Move<R>) -> bool {
        *self == HubMove::of(mv)
    }

    /// Whether it is this move, of whatever variant.
    #[must_use]
    pub fn is_described(&self, mv: &LegalMove) -> bool {
        (self.from, self.to) == (mv.from, mv.to) && self.captures == mv.captures
    }
}

impl fmt::Display for HubMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.captures.is_empty() { '-' } else { 'x' };
        write!(f, "{}{sign}{}", self.from, self.to)?;
        self.captures.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

impl From<&LegalMove> for HubMove {
    fn from(mv: &LegalMove) -> Self {
        HubMove { from: mv.from, to: mv.to, captures: mv.captures.clone() }
    }
}

impl FromStr for HubMove {
    type Err = NotAHubMove;
    fn from_str(text: &str) -> Result<Self, NotAHubMove> {
        let square = |text: &str| text.parse::<Square>().map_err(|_| NotAHubMove);
        if let Some((from, to)) = text.split_once('-') {
            return Ok(HubMove { from: square(from)?, to: square(to)?, captures: Vec::new() });
        }
        let mut squares = text.split('x').take(MOST_SQUARES).map(square);
        let mut next = || squares.next().unwrap_or(Err(NotAHubMove));
        let (from, to) = (next()?, next()?);
        let mut captures = squares.collect::<Result<Vec<_>, _>>()?;
        captures.sort_unstable();
        if captures.is_empty() {
            return Err(NotAHubMove);
        }
        Ok(HubMove { from, to, captures })
    }
}

#[cfg(test)]
mod tests {
    use rules::{AnyGame, GameRules, Variant};

    use super::*;

    fn check(fen: &str, written: &[&str]) {
        let setup = fen.parse().expect(fen);
        let game = AnyGame::start(Variant::International, Some(&setup), GameRules::STANDARD);
        let moves = game.expect(fen).legal_moves();
        let texts: Vec<_> = moves.iter().map(|mv| HubMove::from(mv).to_string()).collect();
        assert_eq!(texts, written);
        for (mv, text) in moves.iter().zip(&texts) {
            let read: HubMove = text.parse().expect(text);
            assert!(read.is_described(mv), "{text}");
        }
    }

    #[test]
    fn a_capture_names_origin_destination_and_what_is_captured() {
        check("W:W28:B23", &["28x19x23"]);
        check("W:W32:B5", &["32-27", "32-28"]);
        check("W:W48:B42,31", &["48x26x31x42"]);
    }

    #[test]
    fn captured_squares_may_come_in_any_order() {
        let (one, other) = ("48x26x31x42".parse::<HubMove>(), "48x26x42x31".parse::<HubMove>());
        assert_eq!(one, other);
        assert!(one.is_ok());
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["", "32", "32-", "x", "32x28", "a1-b2", "32-28-23", "0-5", "1x2x300"] {
            assert_eq!(text.parse::<HubMove>(), Err(NotAHubMove), "{text}");
        }
    }
}
