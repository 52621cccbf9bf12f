//! Ends that the runner may call before the rules do; off unless asked for.

use rules::{Color, Piece, Role, Square, Variant};
use serde::{Deserialize, Serialize};

/// Plies for which a side must stay ahead.
const AHEAD_PLIES: u32 = 10;

/// What the runner may call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Adjudication {
    /// A draw after so many plies.
    pub(super) draw_after: Option<u32>,
    /// A win for a side that is so many men ahead for ten plies.
    pub(super) win_ahead: Option<u32>,
}

/// An end that the runner calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    Draw,
    Win(Color),
}

/// Watches one game.
#[derive(Debug)]
pub(super) struct Watch {
    rules: Adjudication,
    ahead: Option<(Color, u32)>,
}

impl Watch {
    pub(super) fn new(rules: Adjudication) -> Self {
        Watch { rules, ahead: None }
    }

    /// Looks at the game after one more ply.
    pub(super) fn look(&mut self, game: &rules::AnyGame) -> Option<Call> {
        if self.rules.draw_after.is_some_and(|plies| game.ply_count() >= plies as usize) {
            return Some(Call::Draw);
        }
        let men = self.rules.win_ahead?;
        let lead = lead_of_white(game);
        let leader = if lead > 0 { Color::White } else { Color::Black };
        if lead.unsigned_abs() < 100 * men {
            self.ahead = None;
            return None;
        }
        let plies = match self.ahead {
            Some((same, plies)) if same == leader => plies + 1,
            _ => 1,
        };
        self.ahead = Some((leader, plies));
        (plies >= AHEAD_PLIES).then_some(Call::Win(leader))
    }
}

/// By how many hundredths of a man White is ahead.
fn lead_of_white(game: &rules::AnyGame) -> i32 {
    let king = match game.variant() {
        Variant::English => 150,
        Variant::International => 300,
    };
    let worth = |piece: Piece| {
        let worth = if piece.role == Role::King { king } else { 100 };
        if piece.color == Color::White { worth } else { -worth }
    };
    (1..=game.variant().board().size())
        .filter_map(Square::new)
        .filter_map(|square| game.piece_at(square))
        .map(worth)
        .sum()
}

#[cfg(test)]
mod tests {
    use rules::{AnyGame, GameRules};

    use super::*;

    fn game(fen: &str) -> AnyGame {
        let setup = fen.parse().expect(fen);
        AnyGame::start(Variant::English, Some(&setup), GameRules::STANDARD).expect(fen)
    }

    #[test]
    fn a_lead_counts_only_when_it_lasts() {
        let (ahead, level) = (game("B:W18,24,K10:B12"), game("B:W18:B12"));
        let mut watch = Watch::new(Adjudication { win_ahead: Some(2), ..Default::default() });
        for _ in 0..9 {
            assert_eq!(watch.look(&ahead), None);
        }
        assert_eq!(watch.look(&level), None);
        for _ in 0..9 {
            assert_eq!(watch.look(&ahead), None);
        }
        assert_eq!(watch.look(&ahead), Some(Call::Win(Color::White)));
    }

    #[test]
    fn nothing_is_called_unless_asked_for() {
        let mut watch = Watch::new(Adjudication::default());
        let ahead = game("B:W18,24,K10:B12");
        assert!((0..100).all(|_| watch.look(&ahead).is_none()));
    }
}
