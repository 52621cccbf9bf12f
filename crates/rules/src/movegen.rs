//! The move generator: all legal moves of a position, for every variant.
//!
//! Everything that differs between variants is a constant of the
//! [`Ruleset`], so each variant gets its own straight code. The side to move
//! is a constant too (`WHITE`), which makes every shift one by a constant.

use core::marker::PhantomData;

use crate::{
    Bitboard, CaptureChoice, Cell, Color, Direction, KingRange, ManCapture, Move, MoveList,
    Position, Promotion, Ruleset,
};

impl<R: Ruleset> Position<R> {
    /// All legal moves; each (from, to, captured set) once, in no fixed order.
    #[must_use]
    #[inline]
    pub fn legal_moves(&self) -> MoveList<R> {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Replaces the content of `moves` by all legal moves.
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut MoveList<R>) {
        moves.clear();
        match self.side_to_move {
            Color::Black => self.generate::<false>(moves),
            Color::White => self.generate::<true>(moves),
        }
    }

    /// The legal captures alone; empty when there is nothing to capture.
    #[must_use]
    #[inline]
    pub fn captures(&self) -> MoveList<R> {
        let mut moves = MoveList::new();
        match self.side_to_move {
            Color::Black => self.generate_captures::<false>(&mut moves, Duplicates::Drop),
            Color::White => self.generate_captures::<true>(&mut moves, Duplicates::Drop),
        }
        moves
    }

    /// Whether the side to move can (and so must) capture.
    #[must_use]
    #[inline]
    pub fn can_capture(&self) -> bool {
        match self.side_to_move {
            Color::Black => self.capturers::<false>().any(),
            Color::White => self.capturers::<true>().any(),
        }
    }

    /// Whether the side to move has any legal move; if not, it has lost.
    #[must_use]
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        match self.side_to_move {
            Color::Black => self.count_quiet::<false>() > 0 || self.capturers::<false>().any(),
            Color::White => self.count_quiet::<true>() > 0 || self.capturers::<true>().any(),
        }
    }

    /// How many legal moves there are, without listing the quiet ones.
    #[must_use]
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        match self.side_to_move {
            Color::Black => self.count::<false>(),
            Color::White => self.count::<true>(),
        }
    }

    /// The legal moves with every order of capturing as a move of its own.
    #[must_use]
    pub(crate) fn legal_moves_keeping_duplicates(&self) -> MoveList<R> {
        let mut moves = MoveList::new();
        match self.side_to_move {
            Color::Black => self.generate_captures::<false>(&mut moves, Duplicates::Keep),
            Color::White => self.generate_captures::<true>(&mut moves, Duplicates::Keep),
        }
        if moves.is_empty() {
            self.legal_moves_into(&mut moves);
        }
        moves
    }

    #[inline(always)]
    fn generate<const WHITE: bool>(&self, moves: &mut MoveList<R>) {
        self.generate_captures::<WHITE>(moves, Duplicates::Drop);
        if moves.is_empty() {
            self.generate_quiet::<WHITE>(moves);
        }
    }

    #[inline(always)]
    fn count<const WHITE: bool>(&self) -> u64 {
        if self.capturers::<WHITE>().any() {
            let mut moves = MoveList::new();
            self.generate_captures::<WHITE>(&mut moves, Duplicates::Drop);
            moves.len() as u64
        } else {
            u64::from(self.count_quiet::<WHITE>())
        }
    }

    #[inline(always)]
    fn count_quiet<const WHITE: bool>(&self) -> u32 {
        let (men, kings, empty) = self.own::<WHITE>();
        let mut count = 0;
        for direction in Direction::forward(color::<WHITE>()) {
            count += (Self::step(men, direction) & empty).len();
        }
        if kings.any() {
            for direction in Direction::ALL {
                let mut front = Self::step(kings, direction) & empty;
                count += front.len();
                while R::KINGS == KingRange::Flying && front.any() {
                    front = Self::step(front, direction) & empty;
                    count += front.len();
                }
            }
        }
        count
    }

    #[inline(always)]
    fn generate_quiet<const WHITE: bool>(&self, moves: &mut MoveList<R>) {
        let (men, kings, empty) = self.own::<WHITE>();
        let king_row = const { R::BOARD.king_row(color::<WHITE>()) };
        for direction in Direction::forward(color::<WHITE>()) {
            let targets = Self::step(men, direction) & empty;
            for to in targets.cells() {
                let from = back(R::BOARD.half(), to, direction, 1);
                moves.push(quiet(from, to, (to.bit() & king_row).any(), true));
            }
        }
        if kings.is_empty() {
            return;
        }
        for direction in Direction::ALL {
            let mut distance = 1;
            let mut front = Self::step(kings, direction) & empty;
            while front.any() {
                for to in front.cells() {
                    let from = back(R::BOARD.half(), to, direction, distance);
                    moves.push(quiet(from, to, false, false));
                }
                if R::KINGS == KingRange::Short {
                    break;
                }
                front = Self::step(front, direction) & empty;
                distance += 1;
            }
        }
    }

    /// Own men, own kings, and the empty squares.
    #[inline(always)]
    fn own<const WHITE: bool>(&self) -> (Bitboard, Bitboard, Bitboard) {
        let own = if WHITE { self.white } else { self.black };
        (own & !self.kings, own & self.kings, self.empty())
    }

    /// The own pieces that can make at least one jump.
    #[inline(always)]
    fn capturers<const WHITE: bool>(&self) -> Bitboard {
        let (men, kings, empty) = self.own::<WHITE>();
        let opponents = if WHITE { self.black } else { self.white };
        let mut found = Bitboard::EMPTY;
        let men_directions = match R::MAN_CAPTURE {
            ManCapture::Forward => &Direction::forward(color::<WHITE>())[..],
            ManCapture::AllDirections => &Direction::ALL[..],
        };
        for direction in Direction::ALL {
            // Squares from which a jump in this direction is possible.
            let back = direction.reverse();
            let jumpable = opponents & Self::step(empty, back);
            if jumpable.is_empty() {
                continue;
            }
            let takeoff = Self::step(jumpable, back);
            if men_directions.contains(&direction) {
                found |= men & takeoff;
            }
            found |= kings & takeoff;
            if R::KINGS == KingRange::Flying && kings.any() {
                let mut reach = takeoff & empty;
                while reach.any() {
                    reach = Self::step(reach, back);
                    found |= kings & reach;
                    reach &= empty;
                }
            }
        }
        found
    }

    #[inline(always)]
    fn generate_captures<const WHITE: bool>(
        &self,
        moves: &mut MoveList<R>,
        duplicates: Duplicates,
    ) {
        let capturers = self.capturers::<WHITE>();
        if capturers.is_empty() {
            return;
        }
        let opponents = if WHITE { self.black } else { self.white };
        let mut chains = Chains::<R, WHITE> {
            opponents,
            empty: Bitboard::EMPTY,
            from: Cell(0),
            man: false,
            duplicates,
            most: 0,
            moves,
        };
        for from in capturers.cells() {
            // The origin counts as empty while the piece is on its way.
            chains.empty = self.empty() | from.bit();
            chains.from = from;
            chains.man = (self.kings & from.bit()).is_empty();
            if chains.man {
                chains.man(from.bit(), Bitboard::EMPTY);
            } else if R::KINGS == KingRange::Short {
                chains.short_king(from.bit(), Bitboard::EMPTY);
            } else {
                chains.flying_king(from.bit(), Bitboard::EMPTY, None);
            }
        }
    }
}

const fn color<const WHITE: bool>() -> Color {
    if WHITE { Color::White } else { Color::Black }
}

/// The cell `distance` steps back from where a piece moved to.
#[inline(always)]
fn back(half: u8, to: Cell, direction: Direction, distance: u8) -> Cell {
    Cell(match direction {
        Direction::DownLeft => to.0 - half * distance,
        Direction::DownRight => to.0 - (half + 1) * distance,
        Direction::UpRight => to.0 + half * distance,
        Direction::UpLeft => to.0 + (half + 1) * distance,
    })
}

#[inline(always)]
fn quiet<R: Ruleset>(from: Cell, to: Cell, promotes: bool, man: bool) -> Move<R> {
    Move { captured: Bitboard::EMPTY, from, to, promotes, man, ruleset: PhantomData }
}

/// What to do with several orders of capturing the same pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Duplicates {
    Drop,
    Keep,
}

/// A depth-first walk over the capture chains of one side.
struct Chains<'a, R, const WHITE: bool> {
    /// The opponent's pieces; they leave only after the move, so they block.
    opponents: Bitboard,
    /// Where one may land or pass: empty squares and the origin.
    empty: Bitboard,
    from: Cell,
    man: bool,
    duplicates: Duplicates,
    /// The most pieces taken by a chain so far, where that is compulsory.
    most: u32,
    moves: &'a mut MoveList<R>,
}

impl<R: Ruleset, const WHITE: bool> Chains<'_, R, WHITE> {
    #[inline(always)]
    fn step(set: Bitboard, direction: Direction) -> Bitboard {
        R::BOARD.step(set, direction)
    }

    /// Whether to go on with shorter chains only to drop them is decided here:
    /// a chain of `captured` ends on `at`.
    #[inline(always)]
    fn finish(&mut self, at: Bitboard, captured: Bitboard) {
        if R::CAPTURE_CHOICE == CaptureChoice::Most {
            let taken = captured.len();
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.most = taken;
                self.moves.clear();
            }
        }
        let king_row = const { R::BOARD.king_row(color::<WHITE>()) };
        let mv = Move {
            captured,
            from: self.from,
            to: Cell(at.0.trailing_zeros() as u8),
            promotes: self.man && (at & king_row).any(),
            man: self.man,
            ruleset: PhantomData,
        };
        if self.duplicates == Duplicates::Drop
            && self.may_repeat(captured)
            && self.moves.contains(&mv)
        {
            return;
        }
        self.moves.push(mv);
    }

    /// Whether the same pieces could have been taken in another order. A piece
    /// that jumps over neighbours needs a ring of four for that; a flying king
    /// needs only two pieces on a line with room between them.
    #[inline(always)]
    fn may_repeat(&self, captured: Bitboard) -> bool {
        if self.man || R::KINGS == KingRange::Short {
            (R::MAN_CAPTURE == ManCapture::AllDirections || !self.man) && captured.len() >= 4
        } else {
            captured.len() >= 2
        }
    }

    #[inline(always)]
    fn man(&mut self, at: Bitboard, captured: Bitboard) {
        match R::MAN_CAPTURE {
            ManCapture::Forward => {
                self.jumps::<true>(at, captured, &Direction::forward(color::<WHITE>()));
            }
            ManCapture::AllDirections => self.jumps::<true>(at, captured, &Direction::ALL),
        }
    }

    #[inline(always)]
    fn short_king(&mut self, at: Bitboard, captured: Bitboard) {
        self.jumps::<false>(at, captured, &Direction::ALL);
    }

    /// Jumps over neighbouring pieces, then on from each landing square.
    fn jumps<const MAN: bool>(
        &mut self,
        at: Bitboard,
        captured: Bitboard,
        directions: &[Direction],
    ) {
        let targets = self.opponents & !captured;
        let king_row = const { R::BOARD.king_row(color::<WHITE>()) };
        let mut extended = false;
        for &direction in directions {
            let jumped = Self::step(at, direction) & targets;
            let landing = Self::step(jumped, direction) & self.empty;
            if landing.is_empty() {
                continue;
            }
            extended = true;
            let captured = captured | jumped;
            if MAN && R::PROMOTION == Promotion::EndsMove && (landing & king_row).any() {
                self.finish(landing, captured);
            } else {
                self.jumps::<MAN>(landing, captured, directions);
            }
        }
        if !extended && captured.any() {
            self.finish(at, captured);
        }
    }

    /// Captures of a flying king standing on `at`, having arrived in direction
    /// `arrived`; tells whether there was one.
    ///
    /// Straight on is left to the caller's walk along the ray, which looks
    /// there once for all landing squares.
    fn flying_king(
        &mut self,
        at: Bitboard,
        captured: Bitboard,
        arrived: Option<Direction>,
    ) -> bool {
        let mut extended = false;
        for direction in Direction::ALL {
            if arrived.is_some_and(|d| d == direction || d == direction.reverse()) {
                continue;
            }
            extended |= self.ray(at, captured, direction);
        }
        extended
    }

    /// Walks from `at` to the next piece and captures it if possible; tells
    /// whether it was.
    fn ray(&mut self, at: Bitboard, captured: Bitboard, direction: Direction) -> bool {
        let mut next = Self::step(at, direction);
        while (next & self.empty).any() {
            next = Self::step(next, direction);
        }
        let jumped = next & self.opponents & !captured;
        let mut landing = Self::step(jumped, direction) & self.empty;
        if landing.is_empty() {
            return false;
        }
        let captured = captured | jumped;
        let first = landing;
        let mut last = landing;
        let mut extended = false;
        while landing.any() {
            extended |= self.flying_king(landing, captured, Some(direction));
            last = landing;
            landing = Self::step(landing, direction) & self.empty;
        }
        extended |= self.ray(last, captured, direction);
        if !extended {
            // No landing square goes on: the king may stop on any of them.
            let mut stop = first;
            while stop.any() {
                self.finish(stop, captured);
                stop = Self::step(stop, direction) & self.empty;
            }
        }
        true
    }
}
