//! What the network does not know of International draughts.

use rules::{Bitboard, Board, Color, Position, Ruleset, Square};

/// The diagonal from corner to corner: one king there is hard to beat.
const MAIN_ROAD: Bitboard = main_road();

/// By how much to divide a lead that is hard to turn into a win: a king draws
/// against up to three pieces, and on the main road against any number of
/// kings that do not hold it.
pub(super) fn drawishness<R: Ruleset>(position: &Position<R>, ahead: Color) -> i32 {
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
