//! Parts of an evaluation that both games share.

use rules::{Bitboard, Board, Cell, Color, Direction, KingRange, Position, Ruleset, Square};

use super::blend::Blend;
use crate::attack::step;

/// A worth for every cell, for each colour.
pub(super) type SquareTable = [[Blend; 64]; 2];

/// Lays out a table that is written square by square as Black has them
/// (number 1 first); White's is the same turned by half a turn.
pub(super) const fn square_table<const N: usize>(
    board: Board,
    middle: &[i8; N],
    end: &[i8; N],
) -> SquareTable {
    let mut table = [[Blend::new(0, 0); 64]; 2];
    let mut i = 0;
    while i < N {
        let worth = Blend::new(middle[i] as i32, end[i] as i32);
        if let (Some(black), Some(white)) = (Square::new(i as u8 + 1), Square::new((N - i) as u8)) {
            table[Color::Black as usize][board.cell(black).0 as usize] = worth;
            table[Color::White as usize][board.cell(white).0 as usize] = worth;
        }
        i += 1;
    }
    table
}

/// For every cell and colour the squares through which a man there may still
/// go on its way to the king row, the cell itself not included.
pub(super) const fn paths(board: Board) -> [[u64; 64]; 2] {
    let mut paths = [[0; 64]; 2];
    let mut number = 1;
    while number <= board.size() {
        if let Some(square) = Square::new(number) {
            let cell = board.cell(square);
            let mut c = 0;
            while c < 2 {
                let color = Color::ALL[c];
                let [left, right] = Direction::forward(color);
                let mut front = cell.bit();
                let mut all = 0;
                while front.0 != 0 {
                    front = Bitboard(
                        (board.step(front, left).0 | board.step(front, right).0) & board.all().0,
                    );
                    all |= front.0;
                }
                paths[color as usize][cell.0 as usize] = all;
                c += 1;
            }
        }
        number += 1;
    }
    paths
}

/// The sum of a table over a set of cells.
#[inline(always)]
pub(super) fn sum(table: &[Blend; 64], set: Bitboard) -> Blend {
    let mut total = Blend::default();
    for Cell(cell) in set.cells() {
        total += table[usize::from(cell & 63)];
    }
    total
}

/// Quiet moves of one side, captures or not.
#[inline(always)]
pub(super) fn mobility<R: Ruleset>(position: &Position<R>, color: Color) -> i32 {
    let (men, kings) = (position.men(color), position.kings(color));
    let empty = position.empty();
    let mut count = 0;
    for direction in Direction::forward(color) {
        count += (step::<R>(men, direction) & empty).len();
    }
    if kings.any() {
        for direction in Direction::ALL {
            let mut front = step::<R>(kings, direction) & empty;
            count += front.len();
            while R::KINGS == KingRange::Flying && front.any() {
                front = step::<R>(front, direction) & empty;
                count += front.len();
            }
        }
    }
    count as i32
}

/// How often an own man stands diagonally behind a man of a side.
#[inline(always)]
pub(super) fn supported<R: Ruleset>(position: &Position<R>, color: Color) -> i32 {
    let men = position.men(color);
    let [left, right] = Direction::forward(color);
    ((step::<R>(men, left) & men).len() + (step::<R>(men, right) & men).len()) as i32
}

/// How many men more a side has on one wing of the board than on the other;
/// the two middle columns belong to none.
#[inline(always)]
pub(super) fn imbalance<R: Ruleset>(position: &Position<R>, color: Color) -> i32 {
    let wings = const { [wing(R::BOARD, 0), wing(R::BOARD, R::BOARD.width() / 2 + 1)] };
    let [left, right] = wings.map(|wing| (position.men(color) & wing).len() as i32);
    (left - right).abs()
}

/// From this column on, as many columns as leave two in the middle.
const fn wing(board: Board, first: u8) -> Bitboard {
    let mut set = 0;
    let mut number = 1;
    while number <= board.size() {
        if let Some(square) = Square::new(number) {
            let column = board.column(square);
            if column >= first && column < first + board.width() / 2 - 1 {
                set |= board.cell(square).bit().0;
            }
        }
        number += 1;
    }
    Bitboard(set)
}

/// Steps that the nearest man of a side needs to the king row on which nobody
/// can meet it; `None` when there is no such man.
#[inline(always)]
pub(super) fn runaway<R: Ruleset>(
    position: &Position<R>,
    color: Color,
    paths: &[[u64; 64]; 2],
) -> Option<u8> {
    if R::KINGS == KingRange::Flying && position.kings(!color).any() {
        return None;
    }
    let others = position.pieces(!color).0;
    let mut best = None;
    for cell in position.men(color).cells() {
        if paths[color as usize][usize::from(cell.0 & 63)] & others == 0 {
            let row = R::BOARD.row(R::BOARD.square(cell));
            let steps = match color {
                Color::Black => R::BOARD.width() - 1 - row,
                Color::White => row,
            };
            if best.is_none_or(|least| steps < least) {
                best = Some(steps);
            }
        }
    }
    best
}

/// King moves between two squares on an empty board, for short kings.
pub(super) fn distance<R: Ruleset>(one: Cell, other: Cell) -> i32 {
    let (one, other) = (R::BOARD.square(one), R::BOARD.square(other));
    let rows = i32::from(R::BOARD.row(one)) - i32::from(R::BOARD.row(other));
    let columns = i32::from(R::BOARD.column(one)) - i32::from(R::BOARD.column(other));
    rows.abs().max(columns.abs())
}
