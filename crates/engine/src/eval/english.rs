//! Knowledge of English draughts.
//!
//! The terms are chosen by hand. Their weights were fitted by logistic
//! regression to the results of some 30,000 games of the engine against itself,
//! except [`CHASE`] and [`DOUBLE_CORNER`], which make plans and predict nothing.

use rules::{Bitboard, Board, Color, Position, Ruleset, Square};

use super::{
    blend::Blend,
    terms::{
        SquareTable, distance, imbalance, mobility, paths, runaway, square_table, sum, supported,
    },
};

/// Pieces of both sides at the start.
const ALL: i32 = 24;

const MAN: Blend = Blend::new(100, 101);
const KING: Blend = Blend::new(123, 123);

/// What a man is worth more or less on each square, as Black has them: first
/// for the middle game, then for the endgame. The back row counts most.
#[rustfmt::skip]
const MEN: SquareTable = square_table(Board::EIGHT, &[
      9,  45,  13,   2,
      1,   8,  13, -10,
    -14,   4, -15,  -1,
      1, -16,  -4, -24,
    -13, -10, -14,  -6,
     13,   0,  -7,  -7,
     -2,  -1,  -4,  -1,
      0,   0,   0,   0,
], &[
      4,  12,   2, -19,
      3,  -8,  -2,  -7,
     -8,  -9,  -8,   5,
      8,  -4,  -8,  -4,
      0,  -4,  -3,  -2,
      2,   2,   8,  -5,
      2,   7,   0,  -3,
      0,   0,   0,   0,
]);

/// The same for a king.
#[rustfmt::skip]
const KINGS: SquareTable = square_table(Board::EIGHT, &[
     -8,  -1,   1,   0,
     -4,  -3,   1,  -1,
     -3,   0,   2,   0,
    -20,   1,   4,   0,
     -6,   3,   1,  -1,
     -7,   0,   2, -11,
      2,   3,   0,  -6,
     -1,   8,   6,   0,
], &[
     -8,  -1,   1,   0,
     -4,  -3,   1,  -1,
     -3,   0,   2,   0,
    -20,   1,   4,   0,
     -6,   3,   1,  -1,
     -7,   0,   2, -11,
      2,   3,   0,  -6,
     -1,   8,   6,   0,
]);

static PATHS: [[u64; 64]; 2] = paths(Board::EIGHT);

/// Both men of the bridge at home against men that want to be crowned.
const BRIDGE: Blend = Blend::new(33, 35);
/// Each quiet move more.
const MOBILITY: Blend = Blend::new(2, 3);
/// A man with an own man diagonally behind it.
const SUPPORTED: Blend = Blend::new(9, 2);
/// For each man that one wing has more than the other.
const IMBALANCE: Blend = Blend::new(-11, 5);
/// A man that is sure to be crowned, less this much for each step on its way.
const RUNAWAY: i32 = 33;
const RUNAWAY_STEP: i32 = 4;
/// The side to move has the move (opposition).
const OPPOSITION: i32 = 2;
/// For each step that a hunting king is nearer to what it hunts.
const CHASE: i32 = 4;
/// The weaker side is safe in the double corner.
const DOUBLE_CORNER: i32 = 11;
/// For each piece ahead and each pair of pieces gone: ahead, trade.
const TRADE: i32 = 2;

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
    let (own, others) = (position.pieces(side).len() as i32, position.pieces(!side).len() as i32);
    worth += (own - others) * (ALL - pieces) * TRADE;
    if pieces <= 8 {
        if own == others && has_the_move(position) {
            worth += OPPOSITION;
        }
        worth += chase(position, side) - chase(position, !side);
    }
    worth
}

#[inline(always)]
fn one_side<R: Ruleset>(position: &Position<R>, color: Color) -> Blend {
    let (men, kings) = (position.men(color), position.kings(color));
    let mut worth = MAN * men.len() as i32 + sum(&MEN[color as usize], men);
    if kings.any() {
        worth += KING * kings.len() as i32 + sum(&KINGS[color as usize], kings);
    }
    worth += MOBILITY * mobility(position, color);
    worth += SUPPORTED * supported(position, color);
    worth += IMBALANCE * imbalance(position, color);
    let bridge = cells(color, [1, 3]);
    if men & bridge == bridge && position.men(!color).any() {
        worth += BRIDGE;
    }
    if let Some(steps) = runaway(position, color, &PATHS) {
        worth += Blend::both(RUNAWAY - RUNAWAY_STEP * i32::from(steps));
    }
    worth
}

/// The squares with these numbers as Black has them, seen by `color`.
#[inline(always)]
const fn cells<const N: usize>(color: Color, numbers: [u8; N]) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < N {
        let number = match color {
            Color::Black => numbers[i],
            Color::White => 33 - numbers[i],
        };
        if let Some(square) = Square::new(number) {
            set |= Board::EIGHT.cell(square).bit().0;
        }
        i += 1;
    }
    Bitboard(set)
}

/// Whether the side to move has the move: an odd number of pieces, of both
/// sides, on the columns of its own back row. Then it is the opponent who runs
/// out of safe moves first when pieces face each other.
fn has_the_move<R: Ruleset>(position: &Position<R>) -> bool {
    const BLACK: u64 = own_columns(0);
    const WHITE: u64 = own_columns(7);
    let columns = match position.side_to_move() {
        Color::Black => BLACK,
        Color::White => WHITE,
    };
    (position.occupied() & Bitboard(columns)).len() % 2 == 1
}

const fn own_columns(back_row: u8) -> u64 {
    let mut set = 0;
    let mut row = back_row % 2;
    while row < 8 {
        set |= Board::EIGHT.row_bits(row).0;
        row += 2;
    }
    set
}

/// What drives kings that are ahead towards the kings that they hunt, and the
/// hunted away from the side: without it a won ending wanders.
fn chase<R: Ruleset>(position: &Position<R>, hunter: Color) -> i32 {
    let (kings, hunted) = (position.kings(hunter), position.pieces(!hunter));
    let only_kings = position.men(!hunter).is_empty();
    if !only_kings || position.pieces(hunter).len() <= hunted.len() {
        return 0;
    }
    let mut worth = 0;
    for king in kings.cells() {
        let nearest = hunted.cells().map(|cell| distance::<R>(king, cell)).min();
        worth += 7 - nearest.unwrap_or(7);
    }
    let double_corners = cells(Color::Black, [1, 5, 28, 32]);
    CHASE * worth - DOUBLE_CORNER * (hunted & double_corners).len() as i32
}
