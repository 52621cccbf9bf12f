//! A valid position: pieces on a board and the side to move.

use core::marker::PhantomData;

use crate::{
    Bitboard, Board, ByColor, Cell, Color, Direction, Move, Piece, Role, Ruleset, Setup,
    SetupErrors, Square,
    side::{Side, with_side},
};

/// A valid position of one variant.
///
/// Made from the start ([`Position::start`]) or from a checked [`Setup`], then
/// by playing moves; so nothing below this type checks a position again. It
/// knows no history: repetition and move counters belong to
/// [`Game`](crate::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<R> {
    pub(crate) black: Bitboard,
    pub(crate) white: Bitboard,
    pub(crate) kings: Bitboard,
    pub(crate) side_to_move: Color,
    pub(crate) ruleset: PhantomData<R>,
}

impl<R: Ruleset> Position<R> {
    /// The start of a game.
    #[must_use]
    pub fn start() -> Self {
        let numbers = |from: u8| (from..from + R::MEN).filter_map(Square::new);
        Position {
            black: R::BOARD.bits(numbers(1)),
            white: R::BOARD.bits(numbers(R::BOARD.size() - R::MEN + 1)),
            kings: Bitboard::EMPTY,
            side_to_move: R::FIRST_MOVER,
            ruleset: PhantomData,
        }
    }

    /// The position of these pieces with this side to move; for text there is
    /// [`Setup`].
    ///
    /// # Errors
    /// All reasons why no game can have this position.
    #[inline]
    pub fn from_sets(
        men: ByColor<Bitboard>,
        kings: ByColor<Bitboard>,
        side_to_move: Color,
    ) -> Result<Self, SetupErrors> {
        let errors = SetupErrors::of::<R>(&men, &kings);
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Position::unchecked(&men, &kings, side_to_move))
    }

    /// [`Position::from_sets`] for sets that have been checked.
    #[inline]
    pub(crate) fn unchecked(
        men: &ByColor<Bitboard>,
        kings: &ByColor<Bitboard>,
        side_to_move: Color,
    ) -> Self {
        Position {
            black: men.black | kings.black,
            white: men.white | kings.white,
            kings: kings.black | kings.white,
            side_to_move,
            ruleset: PhantomData,
        }
    }

    /// The side whose turn it is.
    #[must_use]
    #[inline(always)]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// All pieces of one side.
    #[must_use]
    #[inline(always)]
    pub const fn pieces(&self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The men of one side.
    #[must_use]
    #[inline(always)]
    pub fn men(&self, color: Color) -> Bitboard {
        self.pieces(color) & !self.kings
    }

    /// The kings of one side.
    #[must_use]
    #[inline(always)]
    pub fn kings(&self, color: Color) -> Bitboard {
        self.pieces(color) & self.kings
    }

    /// Every square with a piece on it.
    #[must_use]
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.black | self.white
    }

    /// Every empty square.
    #[must_use]
    #[inline(always)]
    pub fn empty(&self) -> Bitboard {
        let all = const { R::BOARD.all() };
        all & !self.occupied()
    }

    /// The piece on a square, if any; also `None` for a square that this
    /// board does not have.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        if !R::BOARD.contains(square) {
            return None;
        }
        let bit = R::BOARD.cell(square).bit();
        let color = Color::ALL.into_iter().find(|&color| (self.pieces(color) & bit).any())?;
        let role = if (self.kings & bit).any() { Role::King } else { Role::Man };
        Some(Piece { color, role })
    }

    /// The position after a legal move of this position.
    ///
    /// # Panics
    /// In debug builds, when the move is not one of this position's.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move<R>) -> Self {
        with_side!(self.side_to_move, S => self.play_as::<S>(mv))
    }

    /// [`Position::play`] where the side to move is known to be `S`.
    #[must_use]
    #[inline(always)]
    pub(crate) fn play_as<S: Side>(&self, mv: Move<R>) -> Self {
        let (from, to) = (mv.from.bit(), mv.to.bit());
        debug_assert!(
            self.side_to_move == S::COLOR && (self.pieces(S::COLOR) & from).any(),
            "no own piece on the origin"
        );
        let own = (self.pieces(S::COLOR) & !from) | to;
        let opponents = self.pieces(S::Opponent::COLOR) & !mv.captured;
        let crown = if mv.man && !mv.promotes { Bitboard::EMPTY } else { to };
        let (black, white) = match S::COLOR {
            Color::Black => (own, opponents),
            Color::White => (opponents, own),
        };
        Position {
            black,
            white,
            kings: (self.kings & !(mv.captured | from)) | crown,
            side_to_move: S::Opponent::COLOR,
            ruleset: PhantomData,
        }
    }

    /// The same pieces as an unchecked description.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let list = |color: Color, role: Role| {
            let set = match role {
                Role::Man => self.men(color),
                Role::King => self.kings(color),
            };
            R::BOARD.squares_of(set).collect()
        };
        Setup {
            side_to_move: Some(self.side_to_move),
            men: ByColor::new_with(|color| list(color, Role::Man)),
            kings: ByColor::new_with(|color| list(color, Role::King)),
        }
    }

    /// One step of a set over this variant's board.
    #[inline(always)]
    pub(crate) fn step(set: Bitboard, direction: Direction) -> Bitboard {
        R::BOARD.step(set, direction)
    }

    /// The squares from `cell` outwards in a direction, to the edge.
    pub(crate) fn ray(cell: Cell, direction: Direction) -> impl Iterator<Item = Bitboard> {
        let mut at = cell.bit();
        core::iter::from_fn(move || {
            at = Self::step(at, direction) & const { R::BOARD.all() };
            at.any().then_some(at)
        })
    }

    /// This variant's board.
    #[must_use]
    pub const fn board(&self) -> Board {
        R::BOARD
    }
}
