//! Hand-made knowledge of International draughts.

use rules::{Bitboard, Board, Color, Position, Ruleset, Square};

use super::{
    blend::Blend,
    terms::{SquareTable, imbalance, mobility, paths, runaway, square_table, sum, supported},
};

/// Pieces of both sides at the start.
const ALL: i32 = 40;

const MAN: Blend = Blend::new(100, 94);
const KING: Blend = Blend::new(278, 278);

/// Men, as Black has them: keep some of the back row, go for the centre, leave
/// the sides.
#[rustfmt::skip]
const MEN: SquareTable = square_table(Board::TEN, &[
     -6,  -8,  -6,  -3, -10,
     13,   0,   5,   3,  -9,
     -2,   8,  16,   4,   2,
     11,  -8,   4,   8, -10,
    -26,  -7,   4, -14,   5,
     19,  -6, -26, -23, -14,
     -6,  -5,  -8,  -2,   0,
      9,   5,   1,   3,   8,
     12,   4,   5,   9,  16,
      0,   0,   0,   0,   0,
], &[
     16,  16,   8,  13,   4,
     -7,  -5,  -1,   1,  -2,
     -2,  -8, -12,  -8,  -1,
     -4,  -6,  -8, -15,  -8,
     -8,   5,  -7,   7, -15,
     -5,   9,   0,   7,   2,
      2,   8,   9,  19,   9,
      2,  16,  16,  22,  28,
     48,  23,  28,  35,  54,
      0,   0,   0,   0,   0,
]);

/// The diagonal from corner to corner: one king there is hard to beat.
const MAIN_ROAD: Bitboard = main_road();

static PATHS: [[u64; 64]; 2] = paths(Board::TEN);

const MOBILITY: Blend = Blend::new(15, -3);
/// A man with an own man diagonally behind it.
const SUPPORTED: Blend = Blend::new(10, 1);
/// For each man that one wing has more than the other.
const IMBALANCE: Blend = Blend::new(3, -17);
/// A king on the main road.
const ON_MAIN_ROAD: Blend = Blend::both(3);
/// A man that is sure to be crowned, less this much for each step on its way.
const RUNAWAY: i32 = 83;
const RUNAWAY_STEP: i32 = 13;
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
        if (kings & MAIN_ROAD).any() {
            worth += ON_MAIN_ROAD;
        }
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
