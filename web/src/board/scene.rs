//! What the board shows at one moment.

use rules::{AnyGame, Board, Cell, Color, Piece, Role, Square, Variant};

use super::{Dialogue, Marks, Squares, nearest::square_shown_at};

/// Everything that the board shows; two equal scenes look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The game, and with it the size of the board.
    pub variant: Variant,
    /// Whether the board is turned by half, so that the first mover's men are
    /// at the top. The numbers never change.
    pub turned: bool,
    /// The piece on each square, in the order of the numbers.
    pieces: Vec<Option<Piece>>,
    /// The rings, targets and crosses.
    pub marks: Marks,
    /// The squares of the last move, its whole path.
    pub last_path: Squares,
    /// Pieces taken by the last move, while they are still being shown.
    pub fading: Vec<(Square, Piece)>,
    /// Squares that flash: the answer to a tap that does nothing.
    pub flashing: Squares,
    /// Whose pieces can be picked; everyone else's only look.
    pub hand_of: Option<Color>,
    /// The square that the Tab key comes to.
    pub cursor: Square,
    /// Whether the squares show their numbers.
    pub numbers: bool,
}

impl Scene {
    /// The position that a game has come to, or had after so many plies.
    #[must_use]
    pub fn of_game(game: &AnyGame, at: Option<usize>) -> Self {
        let board = game.variant().board();
        let piece = |square| match at {
            Some(plies) => game.piece_at_ply(square, plies),
            None => game.piece_at(square),
        };
        Self {
            variant: game.variant(),
            turned: false,
            pieces: board.squares().map(piece).collect(),
            marks: Marks::default(),
            last_path: Squares::EMPTY,
            fading: Vec::new(),
            flashing: Squares::EMPTY,
            hand_of: None,
            cursor: bottom_left(board),
            numbers: true,
        }
    }

    /// The start of a game.
    #[must_use]
    pub fn start(variant: Variant) -> Self {
        Self::of_game(&AnyGame::new(variant), None)
    }

    /// The same with these men at the bottom.
    #[must_use]
    pub fn seen_by(mut self, bottom: Color) -> Self {
        self.turned = bottom == Color::Black;
        self
    }

    /// The same with a dialogue's marks, and its piece in hand where it
    /// stands.
    #[must_use]
    pub fn with_dialogue(mut self, dialogue: &Dialogue) -> Self {
        self.marks = dialogue.marks();
        self.hand_of = Some(dialogue.side_to_move());
        if let Some((origin, stand)) = dialogue.hand()
            && origin != stand
        {
            let piece = self.piece_at(origin);
            self.put(origin, None);
            self.put(stand, piece);
        }
        self
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.variant.board()
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let index = usize::from(square.number()) - 1;
        self.pieces.get(index).copied().flatten()
    }

    /// Men and kings of a side.
    #[must_use]
    pub fn count(&self, color: Color) -> (usize, usize) {
        let count = |role| {
            let piece = Some(Piece { color, role });
            self.pieces.iter().filter(|&&on| on == piece).count()
        };
        (count(Role::Man), count(Role::King))
    }

    /// The square shown at a row and a column, from the top left.
    #[must_use]
    pub fn shown_at(&self, row: u8, column: u8) -> Option<Square> {
        square_shown_at(self.board(), self.turned, row, column)
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        let index = usize::from(square.number()) - 1;
        if let Some(on) = self.pieces.get_mut(index) {
            *on = piece;
        }
    }
}

/// The bottom left corner of the board, where White's men begin.
fn bottom_left(board: Board) -> Square {
    let row = board.row_bits(board.width() - 1);
    board.square(Cell(row.0.trailing_zeros() as u8))
}
