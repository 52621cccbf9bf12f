//! The search against a plain one that anybody can check.

use rules::{English, Game, GameRules, International, Position, Ruleset, Setup, Status};

use super::{Search, Technique, Techniques};
use crate::{Limits, Resources, Score, Table, attack::could_capture, eval, random::Random};

/// Minimax over every move, without window, table, order or reductions.
struct Plain {
    nodes: u64,
}

impl Plain {
    fn score<R: Ruleset>(
        &mut self,
        position: Position<R>,
        depth: i32,
        threats: u32,
        line: &mut Vec<Position<R>>,
    ) -> Score {
        self.nodes += 1;
        let ply = line.len();
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Score::loss_in(ply);
        }
        let drawn = Game::from_position(position, GameRules::STANDARD).status() != Status::Ongoing;
        if drawn || line.contains(&position) {
            return Score::DRAW;
        }
        let at_rest = !moves[0].is_capture();
        let mut threats = threats;
        let (mut moves, mut standing) = (moves, None);
        if depth <= 0 && at_rest {
            if threats == 0 || !could_capture(&position, !position.side_to_move()) {
                standing = Some(eval::evaluate(crate::net::of(R::VARIANT), &position));
                moves.retain(|mv| mv.promotes());
            } else {
                threats -= 1;
            }
        }
        let forced = depth > 0 && moves.len() == 1;
        let below = if forced { depth } else { depth - 1 };
        line.push(position);
        let best =
            moves.iter().map(|&mv| -self.score(position.play(mv), below, threats, line)).max();
        line.pop();
        best.max(standing).unwrap_or_default()
    }
}

fn check<R: Ruleset>(game: &Game<R>, depth: u8, techniques: Techniques) {
    let table = Table::with_bytes(1 << 20);
    let limits = Limits::default().with_depth(depth);
    let resources = Resources::from(&table).with_techniques(techniques);
    let found = Search::new(game, resources, limits).run(&|_| 0, &mut |_| {}).expect("has moves");
    let plain = Plain { nodes: 0 }.score(
        *game.position(),
        i32::from(found.depth),
        super::quiesce::THREATS,
        &mut Vec::new(),
    );
    assert_eq!(found.score, plain, "{} at depth {}", game.position(), found.depth);
}

/// Positions of all phases, from random play.
fn on_random_positions<R: Ruleset>(games: u64, mut visit: impl FnMut(&Game<R>)) {
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut game = Game::<R>::new();
        let plies = 4 + 4 * seed as usize % 100;
        while game.ply_count() < plies && game.status() == Status::Ongoing {
            let moves = game.position().legal_moves();
            let mv = moves[random.below(moves.len() as u32) as usize];
            game.play(mv).expect("legal");
        }
        if game.status() == Status::Ongoing {
            // The draw counters start anew, as in the plain search.
            visit(&Game::from_position(*game.position(), GameRules::STANDARD));
        }
    }
}

/// Without what changes the score at a depth.
const PLAIN: Techniques = SURE.without(Technique::Cutoffs);
const SURE: Techniques =
    Techniques::ALL.without(Technique::Reductions).without(Technique::ForwardPruning);

#[test]
fn the_score_is_that_of_minimax_in_english() {
    on_random_positions::<English>(60, |game| {
        for depth in 1..=4 {
            check(game, depth, PLAIN);
        }
    });
}

#[test]
fn the_score_is_that_of_minimax_in_international() {
    on_random_positions::<International>(40, |game| {
        for depth in 1..=3 {
            check(game, depth, PLAIN);
        }
    });
}

#[test]
fn taking_scores_from_the_table_changes_no_score_at_the_same_depth() {
    on_random_positions::<English>(60, |game| check(game, 3, SURE));
}

#[test]
fn the_order_of_moves_and_the_windows_change_no_score() {
    for out in [
        Technique::TableMoves,
        Technique::Killers,
        Technique::History,
        Technique::Aspiration,
        Technique::NullWindows,
    ] {
        on_random_positions::<English>(20, |game| check(game, 4, PLAIN.without(out)));
    }
}

#[test]
fn each_technique_changes_what_is_looked_at() {
    let nodes = |techniques| {
        let (game, table) = (Game::<English>::new(), Table::with_bytes(1 << 20));
        let resources = Resources::from(&table).with_techniques(techniques);
        let limits = Limits::default().with_depth(13);
        Search::new(&game, resources, limits).run(&|_| 0, &mut |_| {}).map(|found| found.nodes)
    };
    let all = nodes(Techniques::ALL);
    for out in Technique::ALL {
        assert_ne!(nodes(Techniques::ALL.without(out)), all, "{out}");
    }
}

fn game<R: Ruleset>(fen: &str) -> Game<R> {
    let setup: Setup = fen.parse().expect(fen);
    Game::from_position(setup.position().expect(fen), GameRules::STANDARD)
}

#[test]
fn wherever_a_search_is_cut_off_its_move_is_about_as_good_as_the_best() {
    let game = game::<English>("B:W22,26,30:B14,1,2");
    let score_of = |game: &Game<English>, depth| {
        let table = Table::with_entries(1 << 10);
        let limits = Limits::default().with_depth(depth);
        let found = Search::new(game, &table, limits).run(&|_| 0, &mut |_| {});
        found.expect("has moves").score.centimen()
    };
    let best = score_of(&game, 7);
    let mut interrupted = 0;
    for nodes in (100..3_000).step_by(29) {
        let table = Table::with_entries(1 << 10);
        let limits = Limits::default().with_nodes(nodes);
        let found = Search::new(&game, &table, limits).run(&|_| 0, &mut |_| {}).expect("has moves");
        assert!(found.nodes <= nodes);
        assert_eq!(found.line.first(), Some(&found.best));
        interrupted += u32::from(found.nodes == nodes);
        let mut after = game.clone();
        after.play(found.best).expect("legal");
        let worth = -score_of(&after, 6);
        assert!(worth >= best - 60, "{:?} after {nodes} nodes: {worth}, best {best}", found.best);
    }
    assert!(interrupted > 50, "the test met few interruptions");
}
