//! Ends that the runner may call before the rules do; off unless asked for.

use rules::{AnyGame, ByColor, Color, Role, Square, Variant};
use serde::{Deserialize, Serialize};

/// Plies for which a side must stay ahead.
const AHEAD_PLIES: u32 = 10;
/// Five moves of each side (FMJD): two pieces with a king against one king. Our
/// own games know no such rule, but other programs do not go on after it.
const FIVE_MOVE_PLIES: u32 = 10;

/// What the runner may call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Adjudication {
    /// International: a draw after five moves of each side with two pieces, one
    /// of them a king, against a king.
    pub(super) five_moves: bool,
    /// A draw after so many plies.
    pub(super) draw_after: Option<u32>,
    /// A win for a side that is so many men ahead for ten plies.
    pub(super) win_ahead: Option<u32>,
}

/// An end that the runner calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// The five moves of each side are over.
    FiveMoves,
    /// The game is long enough.
    Draw,
    /// This side is far enough ahead.
    Win(Color),
}

/// Watches one game.
#[derive(Debug)]
pub(super) struct Watch {
    rules: Adjudication,
    ahead: Option<(Color, u32)>,
    /// Plies since two pieces were left against a king.
    two_against_one: Option<u32>,
}

impl Watch {
    pub(super) fn new(rules: Adjudication) -> Self {
        Watch { rules, ahead: None, two_against_one: None }
    }

    /// Looks at the game after one more ply.
    pub(super) fn look(&mut self, game: &AnyGame) -> Option<Call> {
        let force = Force::of(game);
        // The move that makes the material does not count.
        self.two_against_one = match self.two_against_one {
            Some(plies) => Some(plies + 1),
            None => force.is_two_against_one().then_some(0),
        };
        if self.rules.five_moves && self.two_against_one.is_some_and(|n| n >= FIVE_MOVE_PLIES) {
            return Some(Call::FiveMoves);
        }
        if self.rules.draw_after.is_some_and(|plies| game.ply_count() >= plies as usize) {
            return Some(Call::Draw);
        }
        let men = self.rules.win_ahead?;
        let lead = force.lead_of_white(game.variant());
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

/// Who has how many pieces.
#[derive(Debug, Default)]
struct Force {
    men: ByColor<i32>,
    kings: ByColor<i32>,
}

impl Force {
    fn of(game: &AnyGame) -> Force {
        let mut force = Force::default();
        let squares = (1..=game.variant().board().size()).filter_map(Square::new);
        for piece in squares.filter_map(|square| game.piece_at(square)) {
            let count = match piece.role {
                Role::Man => &mut force.men,
                Role::King => &mut force.kings,
            };
            count[piece.color] += 1;
        }
        force
    }

    fn is_two_against_one(&self) -> bool {
        let is = |color: Color, pieces: i32| {
            self.kings[color] >= 1 && self.men[color] + self.kings[color] == pieces
        };
        Color::ALL.into_iter().any(|color| is(color, 2) && is(!color, 1))
    }

    /// By how many hundredths of a man White is ahead.
    fn lead_of_white(&self, variant: Variant) -> i32 {
        let king = match variant {
            Variant::English => 150,
            Variant::International => 300,
        };
        let worth = |color| 100 * self.men[color] + king * self.kings[color];
        worth(Color::White) - worth(Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use rules::GameRules;

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
    fn two_pieces_get_five_moves_of_each_side_against_a_king() {
        let rules = Adjudication { five_moves: true, ..Default::default() };
        let (two, three) = (game("B:WK18,K24:BK12"), game("B:WK18,K24,K10:BK12"));
        let mut watch = Watch::new(rules);
        for _ in 0..20 {
            assert_eq!(watch.look(&three), None);
        }
        // The move that makes it, then ten more.
        for _ in 0..10 {
            assert_eq!(watch.look(&two), None);
        }
        assert_eq!(watch.look(&two), Some(Call::FiveMoves));
    }

    #[test]
    fn nothing_is_called_unless_asked_for() {
        let mut watch = Watch::new(Adjudication::default());
        let ahead = game("B:W18,24,K10:B12");
        assert!((0..100).all(|_| watch.look(&ahead).is_none()));
    }
}
