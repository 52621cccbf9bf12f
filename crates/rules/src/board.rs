//! The geometry of a board, and sets of squares as padded bitboards.
//!
//! Only the dark squares exist. Each pair of rows takes `2 * half + 1` bits,
//! the odd one being a ghost that no piece ever stands on:
//!
//! ```text
//! 8×8 (half = 4)                       step down-left  = << 4
//!    0   1   2   3     squares 1-4     step down-right = << 5
//!  4   5   6   7     8 squares 5-8     step up-right   = >> 4
//!    9  10  11  12     squares 9-12    step up-left    = >> 5
//! 13  14  15  16    17 …                (8, 17, 26 are ghosts)
//! ```
//!
//! so that every diagonal step is one shift by a constant on the whole board,
//! without masks against wrapping round the edge.

use core::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not},
};

use crate::{Color, Square};

/// A set of squares of one board in the padded layout.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// Whether no square is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether any square is in the set.
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The cells of the set one by one, lowest square number first.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let cell = Cell(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                cell
            })
        })
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

macro_rules! bit_operator {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt)+) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard { Bitboard(self.0 $op other.0) }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) { self.0 = self.0 $op other.0; }
        }
    )+};
}
bit_operator! {
    BitAnd bitand BitAndAssign bitand_assign &
    BitOr bitor BitOrAssign bitor_assign |
    BitXor bitxor BitXorAssign bitxor_assign ^
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The place of one square in a [`Bitboard`]: its bit number, 0-53.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub u8);

impl Cell {
    /// The set that holds this cell alone.
    #[must_use]
    #[inline(always)]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.0)
    }
}

/// One of the four diagonal directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards White's side and to White's left.
    DownLeft,
    /// Towards White's side and to White's right.
    DownRight,
    /// Towards Black's side and to White's right.
    UpRight,
    /// Towards Black's side and to White's left.
    UpLeft,
}

impl Direction {
    /// All four, in clockwise order from down-left backwards.
    pub const ALL: [Direction; 4] =
        [Direction::DownLeft, Direction::DownRight, Direction::UpRight, Direction::UpLeft];

    /// The two in which a man of this colour moves.
    #[must_use]
    pub const fn forward(color: Color) -> [Direction; 2] {
        match color {
            Color::Black => [Direction::DownLeft, Direction::DownRight],
            Color::White => [Direction::UpRight, Direction::UpLeft],
        }
    }

    /// The way back.
    #[must_use]
    pub const fn reverse(self) -> Direction {
        match self {
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
            Direction::UpRight => Direction::DownLeft,
            Direction::UpLeft => Direction::DownRight,
        }
    }
}

/// The size of a board whose bottom-left corner is a playing square, numbered
/// row by row from the top left as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Playing squares in a row: half of the board's width.
    half: u8,
}

impl Board {
    /// The 8×8 board with squares 1-32.
    pub const EIGHT: Board = Board { half: 4 };
    /// The 10×10 board with squares 1-50.
    pub const TEN: Board = Board { half: 5 };

    /// Rows, and also columns: 8 or 10.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.half * 2
    }

    /// Playing squares in one row: 4 or 5.
    #[must_use]
    pub const fn half(self) -> u8 {
        self.half
    }

    /// Playing squares in all: 32 or 50.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.half * self.half * 2
    }

    /// Whether this board has that square.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.number() <= self.size()
    }

    /// All squares, lowest number first.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> {
        (1..=self.size()).filter_map(Square::new)
    }

    /// The row of a square, 0 at the top (Black's side).
    #[must_use]
    pub const fn row(self, square: Square) -> u8 {
        (square.number() - 1) / self.half
    }

    /// The column of a square, 0 at White's left.
    #[must_use]
    pub const fn column(self, square: Square) -> u8 {
        let place = (square.number() - 1) % self.half * 2;
        if self.row(square).is_multiple_of(2) { place + 1 } else { place }
    }

    /// The square at a row and column, or `None` on a light square or outside.
    #[must_use]
    pub const fn square_at(self, row: u8, column: u8) -> Option<Square> {
        if row >= self.width() || column >= self.width() || (row + column).is_multiple_of(2) {
            return None;
        }
        Square::new(row * self.half + column / 2 + 1)
    }

    /// The bit of a square of this board.
    #[must_use]
    pub const fn cell(self, square: Square) -> Cell {
        let row = self.row(square);
        Cell(square.number() - 1 + row / 2)
    }

    /// The square of a bit that lies on this board.
    #[must_use]
    pub const fn square(self, cell: Cell) -> Square {
        let pair = self.half * 2 + 1;
        match Square::new(cell.0 - cell.0 / pair + 1) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// Every playing square.
    #[must_use]
    pub const fn all(self) -> Bitboard {
        let mut bits = 0;
        let mut row = 0;
        while row < self.width() {
            bits |= self.row_bits(row).0;
            row += 1;
        }
        Bitboard(bits)
    }

    /// The squares of one row, 0 at the top.
    #[must_use]
    pub const fn row_bits(self, row: u8) -> Bitboard {
        Bitboard(((1 << self.half) - 1) << (row * self.half + row / 2))
    }

    /// The row on which men of this colour are crowned.
    #[must_use]
    pub const fn king_row(self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.row_bits(self.width() - 1),
            Color::White => self.row_bits(0),
        }
    }

    /// The whole set moved one step; squares that leave the board end on
    /// ghost bits or vanish, so mask the result with a set of real squares.
    #[must_use]
    #[inline(always)]
    pub const fn step(self, set: Bitboard, direction: Direction) -> Bitboard {
        Bitboard(match direction {
            Direction::DownLeft => set.0 << self.half,
            Direction::DownRight => set.0 << (self.half + 1),
            Direction::UpRight => set.0 >> self.half,
            Direction::UpLeft => set.0 >> (self.half + 1),
        })
    }

    /// The neighbour of a square in a direction, or `None` at the edge.
    #[must_use]
    pub const fn neighbour(self, square: Square, direction: Direction) -> Option<Square> {
        let (row, column) = (self.row(square), self.column(square));
        match direction {
            Direction::DownLeft => self.square_at(row + 1, column.wrapping_sub(1)),
            Direction::DownRight => self.square_at(row + 1, column + 1),
            Direction::UpRight => self.square_at(row.wrapping_sub(1), column + 1),
            Direction::UpLeft => self.square_at(row.wrapping_sub(1), column.wrapping_sub(1)),
        }
    }

    /// A readable list of squares as a set.
    pub fn bits(self, squares: impl IntoIterator<Item = Square>) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | self.cell(square).bit())
    }

    /// The squares of a set, lowest number first.
    pub fn squares_of(self, set: Bitboard) -> impl Iterator<Item = Square> {
        set.cells().map(move |cell| self.square(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_its_own_bit_and_comes_back() {
        for board in [Board::EIGHT, Board::TEN] {
            assert_eq!(board.all().len(), u32::from(board.size()));
            for square in board.squares() {
                assert_eq!(board.square(board.cell(square)), square);
                assert_eq!(board.square_at(board.row(square), board.column(square)), Some(square));
            }
        }
    }

    #[test]
    fn a_shift_is_a_step_to_the_neighbour() {
        for board in [Board::EIGHT, Board::TEN] {
            for square in board.squares() {
                for direction in Direction::ALL {
                    let stepped = board.step(board.cell(square).bit(), direction) & board.all();
                    let expected = board.neighbour(square, direction);
                    assert_eq!(stepped, board.bits(expected), "{square} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn the_corners_are_where_the_diagrams_have_them() {
        let square = |n| Square::new(n).unwrap();
        assert_eq!((Board::EIGHT.row(square(29)), Board::EIGHT.column(square(29))), (7, 0));
        assert_eq!((Board::EIGHT.row(square(4)), Board::EIGHT.column(square(4))), (0, 7));
        assert_eq!((Board::TEN.row(square(46)), Board::TEN.column(square(46))), (9, 0));
        assert_eq!((Board::TEN.row(square(5)), Board::TEN.column(square(5))), (0, 9));
    }
}
