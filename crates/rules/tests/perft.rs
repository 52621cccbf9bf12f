//! Perft against the published tables.

mod common;

use rules::{PerftOptions, Position, Setup, Variant, perft, with_ruleset};

/// Checks every table of our variants as deep as `limit` leaves allow.
fn check_tables(limit: u64) {
    let mut tables = 0;
    for case in common::cases("perft.json", "perft") {
        let Some(variant) = common::variant(&case) else {
            continue;
        };
        let fen = case["fen"].as_str().unwrap();
        for (depth, count) in (1..).zip(case["counts"].as_array().unwrap()) {
            let count = count.as_u64().unwrap();
            if count <= limit {
                assert_eq!(leaves(variant, fen, depth, true), count, "{fen} depth {depth}");
                eprintln!("{variant} {fen} depth {depth}: {count}");
            }
        }
        tables += 1;
    }
    assert!(tables >= 7, "only {tables} tables of our variants");
}

fn leaves(variant: Variant, fen: &str, depth: u32, bulk: bool) -> u64 {
    let setup: Setup = fen.parse().expect(fen);
    let options = PerftOptions { bulk, keep_duplicates: false };
    with_ruleset!(variant, R => {
        let position: Position<R> = setup.position().expect(fen);
        perft(&position, depth, options)
    })
}

#[test]
fn the_tables_agree_to_english_depth_10_and_international_depth_8() {
    check_tables(20_000_000);
}

#[test]
#[ignore = "minutes long; run by `cargo xtask perft-deep`"]
fn the_tables_agree_to_their_full_depth() {
    check_tables(u64::MAX);
}

#[test]
fn counting_in_bulk_and_one_by_one_agree() {
    for case in common::cases("perft.json", "perft") {
        let Some(variant) = common::variant(&case) else {
            continue;
        };
        let fen = case["fen"].as_str().unwrap();
        for depth in 1..=4 {
            assert_eq!(
                leaves(variant, fen, depth, true),
                leaves(variant, fen, depth, false),
                "{fen} depth {depth}"
            );
        }
    }
}
