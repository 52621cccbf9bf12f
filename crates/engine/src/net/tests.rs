use rules::{Color, English, International, Variant, with_ruleset};

use super::*;
use crate::random::Random;

fn bytes(board: Board) -> usize {
    2 * LANES * (kept_features(board).count() + 1 + PHASES)
}

#[test]
fn the_weights_that_the_crate_brings_are_whole() {
    for variant in Variant::ALL {
        let board = with_ruleset!(variant, R => R::BOARD);
        assert_eq!(of(variant).features.len(), feature_count(board));
    }
}

#[test]
fn bytes_of_another_length_are_no_net() {
    let check = |length| Net::from_bytes(Board::EIGHT, &vec![0; length]).err();
    let expected = bytes(Board::EIGHT);
    assert_eq!(check(expected), None);
    for found in [0, expected - 1, expected + 1, bytes(Board::TEN)] {
        assert_eq!(check(found), Some(WrongLength { expected, found }));
    }
}

#[test]
fn every_weight_that_a_file_keeps_can_be_reached_and_no_other() {
    // A row of an 8×8 board has 3 possibilities for each of its 4 squares.
    assert_eq!(kept_features(Board::EIGHT).count(), 8 * 3_usize.pow(4) + 64 + 1);
    assert_eq!(kept_features(Board::TEN).count(), 10 * 3_usize.pow(5) + 100 + 1);
}

/// Any weights give the same value when the board is turned by half a turn
/// with the colours exchanged, and stay in bounds.
fn check_random_weights<R: Ruleset>(seed: u64) {
    let mut random = Random::new(seed);
    let weights: Vec<u8> = (0..bytes(R::BOARD) / 2)
        .flat_map(|_| (random.below(2_001) as i16 - 1_000).to_le_bytes())
        .collect();
    let net = Net::from_bytes(R::BOARD, &weights).expect("a net");
    let mut position = Position::<R>::start();
    while let moves = position.legal_moves()
        && let Some(&mv) = moves.get(random.below(moves.len() as u32) as usize)
        && random.below(100) > 0
    {
        let value = net.evaluate(&position);
        assert!(value.abs() < 1_000_000, "{position}: {value}");
        assert_eq!(value, plainly(&net, &position), "{position}");
        position = position.play(mv);
    }
}

/// The same sum, feature by feature from the squares of the position.
fn plainly<R: Ruleset>(net: &Net, position: &Position<R>) -> i32 {
    let (board, side) = (R::BOARD, position.side_to_move());
    let own = |number: u8| if side == Color::Black { number } else { board.size() + 1 - number };
    let half = usize::from(board.half());
    let mut rows = vec![0; usize::from(board.width())];
    let mut features = Vec::new();
    let mut odd = false;
    for square in board.squares() {
        let Some(piece) = position.piece_at(square) else { continue };
        let seen = rules::Square::new(own(square.number())).expect("on the board");
        let theirs = usize::from(piece.color != side);
        let (row, at) = (usize::from(board.row(seen)), usize::from(seen.number() - 1) % half);
        odd ^= row % 2 == 0;
        match piece.role {
            rules::Role::Man => rows[row] |= 1 << (at + half * theirs),
            rules::Role::King => {
                features.push(row_count(board) + 64 * theirs + usize::from(board.cell(seen).0));
            }
        }
    }
    features.extend(rows.iter().enumerate().map(|(row, index)| (row << (2 * half)) + index));
    features.extend(odd.then(|| row_count(board) + 128));
    let lane = |lane: usize| {
        features.iter().map(|&at| i32::from(net.features[at].0[lane])).sum::<i32>()
            + i32::from(net.bias.0[lane])
    };
    let pieces = position.occupied().len() as usize;
    let outer = &net.outer[(pieces * PHASES - 1) / (2 * R::MEN as usize)];
    let dot: i32 =
        (0..LANES - 1).map(|at| lane(at).clamp(0, ONE).pow(2) * i32::from(outer.0[at])).sum();
    let direct = lane(LANES - 1) + i32::from(outer.0[LANES - 1]);
    (dot / (ONE * OUTER_ONE) + direct) * CENTIMEN / ONE
}

#[test]
fn the_fast_sum_is_the_plain_one_whatever_the_weights() {
    for seed in 0..20 {
        check_random_weights::<English>(seed);
        check_random_weights::<International>(seed);
    }
}

#[test]
fn weights_at_their_bounds_do_not_overflow() {
    let bytes = [0xFF, 0x7F].repeat(bytes(Board::EIGHT) / 2);
    let net = Net::from_bytes(Board::EIGHT, &bytes).expect("a net");
    assert!(net.evaluate(&Position::<English>::start()) > 0);
}
