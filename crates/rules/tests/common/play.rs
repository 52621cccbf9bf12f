//! Games on a board, for the tests of the rulings.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::{
    collections::{HashMap, HashSet},
    num::NonZeroU16,
};

use rules::{English, Game, GameRules, International, Move, Position, Ruleset, Square};

/// A game from a FEN.
pub fn game<R: Ruleset>(fen: &str, rules: GameRules) -> Game<R> {
    let setup: rules::Setup = fen.parse().expect(fen);
    Game::from_position(setup.position().expect(fen), rules)
}

/// An English game from a FEN.
pub fn english(fen: &str) -> Game<English> {
    game(fen, GameRules::STANDARD)
}

/// An International game from a FEN.
pub fn international(fen: &str) -> Game<International> {
    game(fen, GameRules::STANDARD)
}

/// An International game under tournament rules.
pub fn tournament(fen: &str) -> Game<International> {
    game(fen, rules_with(true, None))
}

/// International rules.
pub fn rules_with(tournament: bool, length_limit: Option<u16>) -> GameRules {
    let limit = length_limit.and_then(NonZeroU16::new);
    GameRules::new(rules::Variant::International, tournament, limit).expect("International")
}

/// The squares of a move as written.
pub fn path(text: &str) -> Vec<Square> {
    text.split(['-', 'x']).map(|number| number.parse().expect(text)).collect()
}

/// Plays moves and tells how the game stands then.
#[track_caller]
pub fn status_after<R: Ruleset>(game: &mut Game<R>, moves: &str) -> String {
    for text in moves.split_whitespace() {
        if let Err(error) = game.play_path(&path(text)) {
            panic!("{text} in {}: {error}", game.position());
        }
    }
    game.status().to_string()
}

#[track_caller]
pub fn check<R: Ruleset>(mut game: Game<R>, moves: &str, expected: &str) {
    assert_eq!(status_after(&mut game, moves), expected, "{}", game.position());
}

/// Plays so many quiet moves of kings that lead to no capture, keeping to
/// positions seen least, so that no position comes a third time. Turns back
/// where it can only go on into a capture.
pub fn wander<R: Ruleset>(game: &mut Game<R>, plies: usize) {
    let (start, end) = (game.ply_count(), game.ply_count() + plies);
    let mut seen: HashMap<Position<R>, u32> = HashMap::new();
    let mut dead_ends = HashSet::new();
    while game.ply_count() < end {
        let position = *game.position();
        *seen.entry(position).or_default() += 1;
        let next = harmless(&position)
            .into_iter()
            .filter(|mv| !mv.is_by_man() && !dead_ends.contains(&position.play(*mv)))
            .min_by_key(|mv| seen.get(&position.play(*mv)).copied().unwrap_or(0));
        match next {
            Some(mv) => {
                game.play(mv).unwrap_or_else(|error| panic!("{mv:?} in {position}: {error}"));
            }
            None => {
                assert!(game.ply_count() > start, "nowhere to go in {position}");
                dead_ends.insert(position);
                game.undo();
            }
        }
    }
}

/// English kings that can walk about without meeting.
pub const ENGLISH_KINGS: &str = "B:WK32,K31:BK1,K2";
/// The same in International draughts.
pub const INTERNATIONAL_KINGS: &str = "W:WK46,K47,K48:BK3,K4,K5";

/// The quiet moves after which nothing can be captured.
pub fn harmless<R: Ruleset>(position: &Position<R>) -> Vec<Move<R>> {
    let quiet = |mv: &Move<R>| !mv.is_capture() && !position.play(*mv).can_capture();
    position.legal_moves().into_iter().filter(quiet).collect()
}
