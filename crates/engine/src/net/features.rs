//! What the network sees of a position.

use rules::{Bitboard, Board, Color, Position, Ruleset};

use super::PHASES;

/// Own men, their men, own kings, their kings, with the board turned by half a
/// turn when White is to move.
#[must_use]
#[inline(always)]
pub fn seen_by_mover<R: Ruleset>(position: &Position<R>) -> [Bitboard; 4] {
    let side = position.side_to_move();
    let sets =
        [position.men(side), position.men(!side), position.kings(side), position.kings(!side)];
    match side {
        Color::Black => sets,
        Color::White => sets.map(|set| turned::<R>(set)),
    }
}

#[inline(always)]
fn turned<R: Ruleset>(set: Bitboard) -> Bitboard {
    let bits = const { 64 - R::BOARD.all().0.leading_zeros() };
    Bitboard(set.0.reverse_bits() >> (64 - bits))
}

/// Features of rows of men: for each row, by the own men on it (low bits) and
/// theirs.
#[must_use]
pub const fn row_count(board: Board) -> usize {
    (board.width() as usize) << (2 * board.half())
}

/// Features beside rows of men: own kings by cell, theirs, and the move.
pub const FEATURES_BESIDE_ROWS: usize = 64 + 64 + 1;

/// All features; those of a row with two men on one square never occur.
#[must_use]
pub const fn feature_count(board: Board) -> usize {
    row_count(board) + FEATURES_BESIDE_ROWS
}

/// Where in a bitboard a row begins.
const fn row_start(board: Board, row: u8) -> u32 {
    board.row_bits(row).0.trailing_zeros()
}

/// Calls `each` with every feature of a position: one for each row, one for
/// each king, and one more when the side to move has the move (opposition).
#[inline(always)]
pub fn features(board: Board, sets: [Bitboard; 4], mut each: impl FnMut(u16)) {
    let [men, their_men, kings, their_kings] = sets;
    let half = u32::from(board.half());
    let mask = (1u64 << half) - 1;
    let mut row = 0;
    while row < board.width() {
        let start = row_start(board, row);
        let index = (men.0 >> start & mask) | (their_men.0 >> start & mask) << half;
        each((row as u16) << (2 * half) | index as u16);
        row += 1;
    }
    let base = row_count(board) as u16;
    for cell in kings.cells() {
        each(base + u16::from(cell.0));
    }
    for cell in their_kings.cells() {
        each(base + 64 + u16::from(cell.0));
    }
    let all = men.0 | their_men.0 | kings.0 | their_kings.0;
    if (all & own_columns(board)).count_ones() % 2 == 1 {
        each(base + 128);
    }
}

/// The rows whose pieces tell who has the move: an odd number on the columns
/// that begin at the own back row, which are every other row, means that the
/// opponent runs out of safe moves first when pieces face each other.
const fn own_columns(board: Board) -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < board.width() {
        set |= board.row_bits(row).0;
        row += 2;
    }
    set
}

/// The part of the game, from 0 (few pieces left) to [`PHASES`]` - 1`.
#[must_use]
#[inline(always)]
pub fn phase(board: Board, sets: [Bitboard; 4]) -> usize {
    let pieces = sets.iter().map(|set| set.len()).sum::<u32>() as usize;
    let width = usize::from(board.width());
    let at_start = width * (width - 2) / 2;
    ((pieces * PHASES).saturating_sub(1) / at_start).min(PHASES - 1)
}

/// Features that can occur, in the order of a weights file.
pub fn kept_features(board: Board) -> impl Iterator<Item = usize> {
    let half = u32::from(board.half());
    let mask = (1usize << half) - 1;
    let rows = (0..row_count(board)).filter(move |f| (f & mask) & (f >> half & mask) == 0);
    let base = row_count(board);
    let kings = (0..128).filter(move |f| board.all().0 >> (f % 64) & 1 == 1).map(move |f| base + f);
    rows.chain(kings).chain([base + 128])
}
