//! A move as a text names it, before any position is known.

use core::{fmt, str::FromStr};

use crate::{Board, Square};

use super::cursor::Cursor;

/// The most squares that a move names; no board has room for a longer capture.
const MOST_SQUARES: usize = 64;

/// A square as a text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SquareName {
    /// By its number; `zeros` tells of leading zeros (`06`).
    Number {
        /// The number; any that a byte holds, larger ones become 255.
        number: u8,
        /// Whether it was written with leading zeros.
        zeros: bool,
    },
    /// By file and rank, as `c3`: counted from White's left corner, from 0.
    Algebraic {
        /// The file, `a` = 0.
        file: u8,
        /// The rank, `1` = 0.
        rank: u8,
    },
}

impl SquareName {
    /// The square of that name on a board, if it has one.
    #[must_use]
    pub fn on(self, board: Board) -> Option<Square> {
        match self {
            SquareName::Number { number, .. } => {
                Square::new(number).filter(|&square| board.contains(square))
            }
            SquareName::Algebraic { file, rank } => {
                let row = board.width().checked_sub(1)?.checked_sub(rank)?;
                board.square_at(row, file)
            }
        }
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SquareName::Number { number, zeros } => {
                write!(f, "{}{number}", if zeros { "0" } else { "" })
            }
            SquareName::Algebraic { file, rank } => {
                write!(f, "{}{}", char::from(b'a'.saturating_add(file)), rank.saturating_add(1))
            }
        }
    }
}

/// What stands between the squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// `-`, the sign of a quiet move.
    Dash,
    /// `x` or `:`, the sign of a capture.
    Cross,
    /// Nothing, as in `a3b4`.
    Nothing,
}

/// A move as a text names it: two squares or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WrittenMove {
    squares: Vec<SquareName>,
    separator: Separator,
}

impl WrittenMove {
    /// The squares, in order; at least two.
    #[must_use]
    pub fn squares(&self) -> &[SquareName] {
        &self.squares
    }

    /// The sign behind the first square.
    #[must_use]
    pub const fn separator(&self) -> Separator {
        self.separator
    }

    /// The squares on a board; `None` when one does not exist there.
    #[must_use]
    pub fn path(&self, board: Board) -> Option<Vec<Square>> {
        self.squares.iter().map(|name| name.on(board)).collect()
    }

    /// Reads a move, or nothing at all when there is none.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Option<WrittenMove> {
        let mut ahead = *cursor;
        let first = read_square(&mut ahead)?;
        let mut squares = vec![first];
        let mut separator = None;
        while squares.len() < MOST_SQUARES {
            let mut next = ahead;
            let Some((sign, square)) = read_step(&mut next, first) else {
                break;
            };
            separator = separator.or(Some(sign));
            squares.push(square);
            ahead = next;
        }
        let separator = separator?;
        *cursor = ahead;
        Some(WrittenMove { squares, separator })
    }
}

/// A separator and the square behind it; blanks do no harm (`1- 7`).
fn read_step(cursor: &mut Cursor<'_>, first: SquareName) -> Option<(Separator, SquareName)> {
    let blank = |c: char| c == ' ' || c == '\t';
    let bare = *cursor;
    cursor.eat_while(blank);
    let sign = match cursor.peek() {
        Some('-' | '–') => Separator::Dash,
        Some('x' | 'X' | ':' | '×') => Separator::Cross,
        _ => {
            // Only names that say where they begin need no separator.
            *cursor = bare;
            let algebraic = matches!(first, SquareName::Algebraic { .. });
            let square = read_square(cursor).filter(|_| algebraic)?;
            return Some((Separator::Nothing, square));
        }
    };
    cursor.next();
    cursor.eat_while(char::is_whitespace);
    Some((sign, read_square(cursor)?))
}

fn read_square(cursor: &mut Cursor<'_>) -> Option<SquareName> {
    let file = cursor.peek().filter(|c| matches!(c, 'a'..='j'));
    if file.is_some() {
        cursor.next();
    }
    let digits = cursor.eat_while(|c| c.is_ascii_digit());
    if digits.is_empty() {
        return None;
    }
    let number = digits.parse().unwrap_or(u8::MAX);
    Some(match file {
        Some(file) => {
            SquareName::Algebraic { file: file as u8 - b'a', rank: number.checked_sub(1)? }
        }
        None => SquareName::Number { number, zeros: digits.len() > 1 && digits.starts_with('0') },
    })
}

impl fmt::Display for WrittenMove {
    /// The move with plain separators and no blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.separator {
            Separator::Dash => "-",
            Separator::Cross => "x",
            Separator::Nothing => "",
        };
        for (i, square) in self.squares.iter().enumerate() {
            let sign = match (i, square) {
                (0, _) => "",
                // Digits would run into those before them.
                (_, SquareName::Number { .. }) if sign.is_empty() => "-",
                _ => sign,
            };
            write!(f, "{sign}{square}")?;
        }
        Ok(())
    }
}

/// The text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a move")]
pub struct NotAMove;

impl FromStr for WrittenMove {
    type Err = NotAMove;
    fn from_str(text: &str) -> Result<Self, NotAMove> {
        let mut cursor = Cursor::new(text.trim());
        let written = WrittenMove::read(&mut cursor).ok_or(NotAMove)?;
        if cursor.peek().is_some() { Err(NotAMove) } else { Ok(written) }
    }
}
