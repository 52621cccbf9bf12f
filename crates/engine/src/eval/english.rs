//! What the network does not plan in English draughts.

use rules::{Bitboard, Board, Cell, Color, Position, Ruleset, Square};

/// With more pieces kings do not hunt.
const FEW: u32 = 8;
/// For each step that a hunting king is nearer to what it hunts, in centimen.
const CHASE: i32 = 4;
/// The weaker side is safe in the double corner, in centimen.
const DOUBLE_CORNER: i32 = 11;

/// The worth of hunting down the last kings, for the side to move.
pub(super) fn hunt<R: Ruleset>(position: &Position<R>) -> i32 {
    if position.occupied().len() > FEW {
        return 0;
    }
    let side = position.side_to_move();
    chase(position, side) - chase(position, !side)
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

/// King moves between two squares on an empty board, for short kings.
fn distance<R: Ruleset>(one: Cell, other: Cell) -> i32 {
    let (one, other) = (R::BOARD.square(one), R::BOARD.square(other));
    let rows = i32::from(R::BOARD.row(one)) - i32::from(R::BOARD.row(other));
    let columns = i32::from(R::BOARD.column(one)) - i32::from(R::BOARD.column(other));
    rows.abs().max(columns.abs())
}
