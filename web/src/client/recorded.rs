//! A game that was played elsewhere, to be stepped through: how a document
//! carries it, and how it comes to the table.

use rules::AnyGame;
#[cfg(any(feature = "mount", test))]
use rules::{GameRules, Square, Variant};

use super::{
    app::{App, Table},
    replay::Shown,
};

/// The moves of a game for a document: the squares of each joined by a full
/// stop, the moves by a blank.
#[cfg(any(feature = "html", test))]
pub(crate) fn written_moves(game: &AnyGame) -> String {
    let written = |mv: &rules::LegalMove| {
        let squares: Vec<String> = mv.path.iter().map(ToString::to_string).collect();
        squares.join(".")
    };
    let moves: Vec<String> = game.moves().iter().map(written).collect();
    moves.join(" ")
}

/// The game that a document carries: where it starts, and its moves.
#[cfg(any(feature = "mount", test))]
pub(crate) fn recorded_game(variant: Variant, start: &str, moves: &str) -> Option<AnyGame> {
    let setup = start.parse().ok()?;
    let mut game = AnyGame::start(variant, Some(&setup), GameRules::STANDARD).ok()?;
    for mv in moves.split_whitespace() {
        let squares = mv.split('.').map(|number| Square::new(number.parse().ok()?));
        game.replay_path(&squares.collect::<Option<Vec<_>>>()?).ok()?;
    }
    Some(game)
}

impl App {
    /// Puts a recorded game on the table, at this ply.
    #[must_use]
    pub fn replaying(mut self, game: AnyGame, ply: usize) -> Self {
        self.shown = if ply < game.ply_count() { Shown::After(ply) } else { Shown::Now };
        self.choice.variant = game.variant();
        self.table = Table::Recorded(Box::new(game));
        self.dialogue = None;
        self.dialogue_of = None;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_out_of_a_document_as_it_went_in() {
        let text = b"[GameType \"21\"] 1. 11-15 22-18 2. 15x22 25x18 3. 8-11 *";
        let record = &rules::pdn::read(text)[0];
        let replayed = rules::pdn::replay::<rules::English>(record).expect("legal");
        let game = AnyGame::English(replayed.game);
        let start = game.fen_at(0).expect("a start");
        let moves = written_moves(&game);
        assert_eq!(moves, "11.15 22.18 15.22 25.18 8.11");
        let again = recorded_game(Variant::English, &start, &moves).expect("the same game");
        assert_eq!((again.fen(), again.ply_count()), (game.fen(), 5));
    }
}
