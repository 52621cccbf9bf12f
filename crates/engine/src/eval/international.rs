//! Knowledge of International draughts.
//!
//! The terms are chosen by hand; their weights were fitted by logistic
//! regression to the results of some 20,000 games of the engine against itself.

use rules::{Bitboard, Board, Color, Position, Ruleset, Square};

use super::{
    blend::Blend,
    terms::{SquareTable, imbalance, mobility, paths, runaway, square_table, sum, supported},
};

/// Pieces of both sides at the start.
const ALL: i32 = 40;

const MAN: Blend = Blend::new(100, 94);
const KING: Blend = Blend::new(277, 277);

/// What a man is worth more or less on each square, as Black has them: first
/// for the middle game, then for the endgame.
#[rustfmt::skip]
const MEN: SquareTable = square_table(Board::TEN, &[
      2,  -1,  -4,  -2,  -4,
     17,   0,   4,   5,  -6,
     -2,   2,  10,  -3,   5,
     19,  -9,   1,  -5, -12,
     -6, -14,  -2, -17,  14,
     26, -19, -28, -29, -10,
     -5,  -6,  -6,  -5,   6,
      0,   3,   3,   4,   5,
     12,   5,   6,   7,   9,
      0,   0,   0,   0,   0,
], &[
     10,  16,  14,  22,   0,
     -9,  -8,   2,   2,  -5,
     -5,  -4, -11,   1, -10,
    -14,  -2,  -9,  -2,  -9,
     -7,   5,  -5,   1, -11,
     -7,  10,   1,   5,  -3,
      2,   9,  10,  13,   0,
      2,  16,  19,  21,  21,
     45,  24,  31,  30,  41,
      0,   0,   0,   0,   0,
]);

/// The diagonal from corner to corner: one king there is hard to beat.
const MAIN_ROAD: Bitboard = main_road();

static PATHS: [[u64; 64]; 2] = paths(Board::TEN);

const MOBILITY: Blend = Blend::new(17, -4);
/// A man with an own man diagonally behind it.
const SUPPORTED: Blend = Blend::new(14, -1);
/// For each man that one wing has more than the other.
const IMBALANCE: Blend = Blend::new(5, -15);
/// A man that is sure to be crowned, less this much for each step on its way.
const RUNAWAY: i32 = 82;
const RUNAWAY_STEP: i32 = 12;
/// For each piece ahead and each piece gone: ahead, trade.
const TRADE: i32 = 1;

pub(super) fn evaluate<R: Ruleset>(position: &Position<R>) -> i32 {
    let side = position.side_to_move();
    let black = one_side(position, Color::Black);
    let white = one_side(position, Color::White);
    let pieces = position.occupied().len() as i32;
    let total = (black - white).at(pieces, ALL);
    let mut worth = match side {
        Color::Black => total,
        Color::White => -total,
    };
    let count = |color| position.pieces(color).len() as i32;
    worth += (count(side) - count(!side)) * (ALL - pieces) * TRADE;
    let ahead = if worth >= 0 { side } else { !side };
    worth / drawishness(position, ahead)
}

#[inline(always)]
fn one_side<R: Ruleset>(position: &Position<R>, color: Color) -> Blend {
    let (men, kings) = (position.men(color), position.kings(color));
    let mut worth = MAN * men.len() as i32 + sum(&MEN[color as usize], men);
    if kings.any() {
        worth += KING * kings.len() as i32;
    }
    worth += MOBILITY * mobility(position, color);
    worth += SUPPORTED * supported(position, color);
    worth += IMBALANCE * imbalance(position, color);
    if let Some(steps) = runaway(position, color, &PATHS) {
        worth += Blend::both(RUNAWAY - RUNAWAY_STEP * i32::from(steps));
    }
    worth
}

/// By how much to divide a lead that is hard to turn into a win: a king draws
/// against up to three pieces, and on the main road against any number of
/// kings that do not hold it.
fn drawishness<R: Ruleset>(position: &Position<R>, ahead: Color) -> i32 {
    let (strong, weak) = (position.pieces(ahead), position.kings(!ahead));
    if weak.is_empty() || position.men(!ahead).any() {
        return 1;
    }
    let holds_the_road = (weak & MAIN_ROAD).any() && (strong & MAIN_ROAD).is_empty();
    match (strong.len(), position.men(ahead).is_empty()) {
        (..=3, _) => 8,
        (_, true) if holds_the_road => 8,
        (..=6, _) if holds_the_road => 3,
        _ => 1,
    }
}

const fn main_road() -> Bitboard {
    let mut set = 0;
    let mut number = 5;
    while number <= 46 {
        if let Some(square) = Square::new(number) {
            let cell = Board::TEN.cell(square);
            if Board::TEN.row(square) + Board::TEN.column(square) == 9 {
                set |= cell.bit().0;
            }
        }
        number += 1;
    }
    Bitboard(set)
}
