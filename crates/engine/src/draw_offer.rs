//! Whether the computer agrees to a draw.

use rules::{AnyGame, Color, Game, GameRules, Ruleset};

use crate::{Limits, Resources, Score, Tables, Verdict, attack::has_man_move, search};

/// Plies of level scores after which a draw is agreed.
pub const LEVEL_PLIES: usize = 20;
/// Scores within this of zero are level, in centimen.
pub const LEVEL_CENTIMEN: i32 = 20;

/// Whether the computer accepts a draw offer in this position, given what it
/// thought of the game at its own moves, the latest last.
///
/// It does when the position is drawn by the endgame tables; and when no man
/// of either side can move and its score has been within ±[`LEVEL_CENTIMEN`]
/// for [`LEVEL_PLIES`] plies, which are half as many moves of its own.
#[must_use]
pub fn accepts_draw(game: &AnyGame, own_scores: &[Score], tables: &Tables) -> bool {
    if is_drawn_by_tables(game, tables) {
        return true;
    }
    let men_can_move = match game {
        AnyGame::English(game) => any_man_can_move(game),
        AnyGame::International(game) => any_man_can_move(game),
    };
    let last = own_scores.len().checked_sub(LEVEL_PLIES / 2);
    let level = last
        .and_then(|first| own_scores.get(first..))
        .is_some_and(|scores| scores.iter().all(|score| score.centimen().abs() <= LEVEL_CENTIMEN));
    level && !men_can_move
}

/// What the computer thinks of the last positions in which `side` was to move,
/// as many as [`accepts_draw`] asks for, the latest last; fewer in a young game.
///
/// For a server that keeps no scores: it looks at each position anew, with
/// `nodes` nodes.
#[must_use]
pub fn recent_scores<'a>(
    game: &AnyGame,
    side: Color,
    nodes: u64,
    resources: impl Into<Resources<'a>>,
) -> Vec<Score> {
    match game {
        AnyGame::English(game) => scores_of(game, side, nodes, resources.into()),
        AnyGame::International(game) => scores_of(game, side, nodes, resources.into()),
    }
}

fn scores_of<R: Ruleset>(
    game: &Game<R>,
    side: Color,
    nodes: u64,
    resources: Resources<'_>,
) -> Vec<Score> {
    let mut scores: Vec<Score> = (0..=game.ply_count())
        .rev()
        .filter_map(|plies| game.position_at(plies))
        .filter(|position| position.side_to_move() == side)
        .take(LEVEL_PLIES / 2)
        .filter_map(|&position| {
            let game = Game::from_position(position, GameRules::STANDARD);
            let limits = Limits::default().with_nodes(nodes);
            Some(search(&game, limits, resources, &mut |_| {})?.score)
        })
        .collect();
    scores.reverse();
    scores
}

/// A length limit may give a drawn position to who has more pieces (ruling 8).
fn is_drawn_by_tables(game: &AnyGame, tables: &Tables) -> bool {
    game.rules().length_limit().is_none() && tables.probe_game(game) == Some(Verdict::Draw)
}

fn any_man_can_move<R: Ruleset>(game: &Game<R>) -> bool {
    Color::ALL.into_iter().any(|color| has_man_move(game.position(), color))
}

#[cfg(test)]
mod tests {
    use rules::{GameRules, Setup, Variant};

    use super::*;
    use crate::Table;

    fn check(fen: &str, centimen: &[i32], accepts: bool) {
        let setup: Setup = fen.parse().expect(fen);
        let game = AnyGame::start(Variant::English, Some(&setup), GameRules::STANDARD).expect(fen);
        let scores: Vec<_> = centimen.iter().copied().map(Score::from_centimen).collect();
        assert_eq!(accepts_draw(&game, &scores, &Tables::none()), accepts, "{fen} {centimen:?}");
    }

    const KINGS_ONLY: &str = "W:WK18,K30:BK1,K5";

    #[test]
    fn a_draw_is_agreed_after_twenty_level_plies() {
        check(KINGS_ONLY, &[0, 20, -20, 5, 5, 5, 5, 5, 5, 5], true);
    }

    #[test]
    fn nineteen_plies_are_not_enough() {
        check(KINGS_ONLY, &[0; 9], false);
        check(KINGS_ONLY, &[], false);
    }

    #[test]
    fn one_score_outside_refuses_but_only_among_the_last_ten() {
        check(KINGS_ONLY, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 21], false);
        check(KINGS_ONLY, &[0, -21, 0, 0, 0, 0, 0, 0, 0, 0], false);
        check(KINGS_ONLY, &[300, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], true);
    }

    #[test]
    fn a_man_that_can_move_or_capture_refuses() {
        check("W:WK18,30:BK1", &[0; 10], false);
        check("B:WK18:BK32,15", &[0; 10], false);
    }

    #[test]
    fn a_man_that_is_blocked_for_good_does_not_refuse() {
        check("W:W5,K30:B1,K6", &[0; 10], true);
    }

    #[test]
    fn a_draw_by_the_tables_is_agreed_at_once_and_nothing_else_is() {
        let tables = Tables::build(Variant::English, 2, &mut |_| {}).expect("tables");
        let accepts = |fen: &str| {
            let setup: Setup = fen.parse().expect(fen);
            let game =
                AnyGame::start(Variant::English, Some(&setup), GameRules::STANDARD).expect(fen);
            accepts_draw(&game, &[], &tables)
        };
        assert!(accepts("W:WK18:BK1"));
        // White wins, Black wins, and more pieces than the tables have.
        assert!(!accepts("W:WK18:BK15"));
        assert!(!accepts("B:WK18:BK15"));
        assert!(!accepts(KINGS_ONLY));
    }

    #[test]
    fn scores_are_found_again_from_the_game_alone() {
        let setup: Setup = KINGS_ONLY.parse().expect("fen");
        let mut game =
            AnyGame::start(Variant::English, Some(&setup), GameRules::STANDARD).expect("game");
        let table = Table::with_bytes(1 << 16);
        assert_eq!(recent_scores(&game, Color::Black, 500, &table).len(), 0);
        for _ in 0..30 {
            let moves = game.legal_moves();
            let path = moves[game.ply_count() % moves.len()].path.clone();
            if game.play_path(&path).is_err() {
                break;
            }
        }
        let scores = recent_scores(&game, Color::Black, 500, &table);
        assert!(scores.len() <= LEVEL_PLIES / 2);
        assert!(!scores.is_empty());
    }
}
