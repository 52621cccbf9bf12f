//! Whatever the limits, the answer is legal and the limits are kept.

mod common;

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use common::{Chance, game};
use engine::{Level, Limits, POLL_NODES, Table, choose, choose_move, search};
use rules::{AnyGame, English, Game, International, Ruleset, Status, Variant};

fn is_legal_on_random_positions<R: Ruleset>() {
    let one_entry = Table::with_entries(1);
    let mut positions = 0;
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let mut game = Game::<R>::new();
        while game.status() == Status::Ongoing && game.ply_count() < 120 {
            let legal = game.position().legal_moves();
            let nodes = chance.next() % 300;
            let level = chance.pick(&Level::ALL);
            let limits = Limits::default().with_nodes(nodes);
            let found = choose_move(&game, level, limits, seed, &one_entry).expect("a move");
            assert!(legal.contains(&found.best), "{} with {nodes} nodes", game.position());
            if level != Level::Easy {
                assert!(found.nodes <= nodes, "{} of {nodes} nodes", found.nodes);
            }
            positions += 1;
            game.play(chance.pick(&legal)).expect("legal");
        }
    }
    assert!(positions > 2_000, "only {positions} positions");
}

#[test]
fn every_answer_is_legal_under_tiny_budgets_and_a_table_of_one_entry_in_english() {
    is_legal_on_random_positions::<English>();
}

#[test]
fn every_answer_is_legal_under_tiny_budgets_and_a_table_of_one_entry_in_international() {
    is_legal_on_random_positions::<International>();
}

#[test]
fn the_same_node_limit_gives_the_same_answer() {
    for variant in Variant::ALL {
        let game = AnyGame::new(variant);
        for level in Level::ALL {
            let answer = || {
                let table = Table::with_bytes(1 << 18);
                choose(&game, level, Limits::default().with_nodes(30_000), 99, &table)
            };
            assert_eq!(answer(), answer(), "{variant} {level}");
        }
    }
}

#[test]
fn a_small_table_costs_time_but_not_the_score() {
    let game = Game::<English>::new();
    let score = |entries| {
        let table = Table::with_entries(entries);
        let found = search(&game, Limits::default().with_depth(4), &table, &mut |_| {});
        found.expect("a move").score
    };
    assert_eq!(score(1), score(1 << 16));
}

#[test]
fn a_stop_flag_that_is_set_ends_the_search_at_once() {
    let stop = AtomicBool::new(true);
    let table = Table::with_bytes(1 << 16);
    let found = search(
        &Game::<International>::new(),
        Limits::default().with_stop(&stop),
        &table,
        &mut |_| {},
    );
    assert_eq!(found.expect("a legal move all the same").nodes, 0);
}

#[test]
fn a_stop_flag_set_in_mid_search_is_obeyed_within_one_poll() {
    let stop = AtomicBool::new(false);
    let table = Table::with_bytes(1 << 20);
    let mut nodes_then = 0;
    let found =
        search(&Game::<English>::new(), Limits::default().with_stop(&stop), &table, &mut |found| {
            if found.depth == 8 {
                stop.store(true, Ordering::Relaxed);
                nodes_then = found.nodes;
            }
        });
    assert!(found.expect("a move").nodes <= nodes_then + POLL_NODES);
    assert!(nodes_then > 0);
}

#[test]
fn the_time_budget_is_kept_by_the_clock_that_is_given() {
    // Each look at this clock is a millisecond later.
    let looks = Cell::new(0);
    let clock = || {
        looks.set(looks.get() + 1);
        Duration::from_millis(looks.get())
    };
    let table = Table::with_bytes(1 << 20);
    let limits = Limits::default().with_time(Duration::from_millis(200), &clock);
    let found = search(&Game::<International>::new(), limits, &table, &mut |_| {});
    assert!(found.expect("a move").nodes <= 200 * POLL_NODES);
    assert!(looks.get() <= 201);
    assert!(looks.get() > 100, "most of the budget is used");
}

#[test]
fn a_single_reply_is_played_at_once() {
    fn check<R: Ruleset>(fen: &str) {
        let game = game::<R>(fen);
        assert_eq!(game.position().legal_moves().len(), 1, "{fen}");
        let table = Table::with_bytes(1 << 20);
        let limits = Limits::default().with_nodes(1_000_000);
        let found = search(&game, limits, &table, &mut |_| {}).expect("a move");
        assert!(found.nodes < 100, "{fen}: {} nodes", found.nodes);
        assert_eq!(found.depth, 1, "{fen}");
    }
    check::<English>("B:W18,26,32:B1,14");
    check::<International>("W:W28,48:B10,11,22");
}

#[test]
fn a_game_that_is_over_gets_no_answer() {
    let table = Table::with_bytes(1 << 16);
    for level in Level::ALL {
        let over = game::<English>("W:W:B1");
        assert_eq!(choose_move(&over, level, Limits::default(), 1, &table), None);
        let drawn = game::<International>("W:WK28:BK5");
        assert_eq!(choose_move(&drawn, level, Limits::default(), 1, &table), None);
    }
}

#[test]
fn the_computer_does_not_play_the_same_game_every_time() {
    for variant in Variant::ALL {
        for level in Level::ALL {
            let first_moves: std::collections::BTreeSet<String> = (0..20)
                .filter_map(|seed| {
                    let table = Table::with_bytes(1 << 18);
                    let limits = Limits::default().with_nodes(20_000);
                    Some(choose(&AnyGame::new(variant), level, limits, seed, &table)?.pdn)
                })
                .collect();
            assert!(first_moves.len() >= 2, "{variant} {level}: always {first_moves:?}");
        }
    }
}
