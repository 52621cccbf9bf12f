//! An unchecked description of a position, and why it may be refused.

use core::fmt;

use crate::{Bitboard, Board, ByColor, Color, Position, Ruleset, Square};

/// Pieces on squares and a side to move, as some text claims them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Who is to move; `None` where the text does not say (`?`).
    pub side_to_move: Option<Color>,
    /// The squares of the men.
    pub men: ByColor<Vec<Square>>,
    /// The squares of the kings.
    pub kings: ByColor<Vec<Square>>,
}

impl Setup {
    /// Checks the description under the rules of a variant. A missing side to
    /// move is the variant's first mover.
    ///
    /// # Errors
    /// All reasons why no game can have this position.
    pub fn position<R: Ruleset>(&self) -> Result<Position<R>, SetupErrors> {
        let mut errors = SetupErrors::default();
        let all = self.men.both().chain(self.kings.both());
        if all.flatten().any(|&square| !R::BOARD.contains(square)) {
            errors.add(SetupError::OffBoard);
            return Err(errors);
        }
        let bits = |squares: &Vec<Square>| R::BOARD.bits(squares.iter().copied());
        let sets = |lists: &ByColor<Vec<Square>>| ByColor::new_with(|color| bits(&lists[color]));
        let (men, kings) = (sets(&self.men), sets(&self.kings));
        let listed: usize = self.men.both().chain(self.kings.both()).map(Vec::len).sum();
        let different: u32 = men.both().chain(kings.both()).map(|set| set.len()).sum();
        if listed != different as usize {
            errors.add(SetupError::TwiceOnOneSquare);
        }
        errors.0 |= SetupErrors::of::<R>(&men, &kings).0;
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Position::unchecked(&men, &kings, self.side_to_move.unwrap_or(R::FIRST_MOVER)))
    }

    /// Whether all its squares lie on that board.
    #[must_use]
    pub fn fits(&self, board: Board) -> bool {
        self.men.both().chain(self.kings.both()).flatten().all(|&square| board.contains(square))
    }
}

impl<T> ByColor<T> {
    fn both(&self) -> impl Iterator<Item = &T> {
        [&self.black, &self.white].into_iter()
    }
}

/// One reason why a [`Setup`] is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[repr(u8)]
pub enum SetupError {
    /// A square number that the board does not have.
    #[error("a square is not on this board")]
    OffBoard,
    /// Two pieces on one square.
    #[error("a square holds two pieces")]
    TwiceOnOneSquare,
    /// No piece at all.
    #[error("the board is empty")]
    Empty,
    /// A man on the row where it would have been crowned.
    #[error("a man stands on its king row")]
    ManOnKingRow,
    /// More pieces than a side has at the start.
    #[error("a side has more pieces than at the start")]
    TooManyPieces,
}

impl SetupError {
    const ALL: [SetupError; 5] = [
        SetupError::OffBoard,
        SetupError::TwiceOnOneSquare,
        SetupError::Empty,
        SetupError::ManOnKingRow,
        SetupError::TooManyPieces,
    ];
}

/// All the reasons why a [`Setup`] is no position; never empty in an `Err`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct SetupErrors(u8);

impl SetupErrors {
    /// What is wrong with these sets of pieces under the rules of a variant.
    pub(crate) fn of<R: Ruleset>(men: &ByColor<Bitboard>, kings: &ByColor<Bitboard>) -> Self {
        let mut errors = SetupErrors::default();
        let mut union = Bitboard::EMPTY;
        for &set in men.both().chain(kings.both()) {
            if (set & union).any() {
                errors.add(SetupError::TwiceOnOneSquare);
            }
            union |= set;
        }
        if (union & !R::BOARD.all()).any() {
            errors.add(SetupError::OffBoard);
        }
        if union.is_empty() {
            errors.add(SetupError::Empty);
        }
        for color in Color::ALL {
            if (men[color] & R::BOARD.king_row(color)).any() {
                errors.add(SetupError::ManOnKingRow);
            }
            if men[color].len() + kings[color].len() > u32::from(R::MEN) {
                errors.add(SetupError::TooManyPieces);
            }
        }
        errors
    }

    fn add(&mut self, error: SetupError) {
        self.0 |= 1 << error as u8;
    }

    /// Whether there is no reason.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this is one of the reasons.
    #[must_use]
    pub const fn contains(self, error: SetupError) -> bool {
        self.0 & (1 << error as u8) != 0
    }

    /// The reasons one by one.
    pub fn iter(self) -> impl Iterator<Item = SetupError> {
        SetupError::ALL.into_iter().filter(move |&error| self.contains(error))
    }
}

impl fmt::Debug for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.iter().enumerate() {
            write!(f, "{}{error}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupErrors {}
