//! Which legal move a list of squares means, and why it may mean none.

use crate::{
    Bitboard, CaptureChoice, Direction, Move, Position, Role, Ruleset, Square, route::king_reach,
    visited::Visited,
};

/// Why a list of squares is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MoveError {
    /// No piece may move so, or a capture was left unfinished.
    #[error("illegal move")]
    Illegal,
    /// A quiet move although something can be captured.
    #[error("a capture is compulsory")]
    MustCapture,
    /// A capture although another takes more pieces (International).
    #[error("the capture of the most pieces is compulsory")]
    MustCaptureMost,
    /// Origin and destination fit captures of different pieces.
    #[error("several captures fit")]
    Ambiguous,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

impl<R: Ruleset> Position<R> {
    /// Finds the legal move that a path means: the origin, every landing
    /// square, the destination. An exact full route wins; otherwise origin and
    /// destination alone are enough when they fit one captured set.
    ///
    /// # Errors
    /// The reason why no legal move fits, never [`MoveError::GameOver`].
    pub fn find_move(&self, path: &[Square]) -> Result<Move<R>, MoveError> {
        let &[from, .., to] = path else {
            return Err(MoveError::Illegal);
        };
        let legal = self.legal_moves();
        let fitting: Vec<_> =
            legal.iter().copied().filter(|mv| mv.from() == from && mv.to() == to).collect();
        if let Some(&exact) = fitting.iter().find(|&&mv| self.is_route_of(mv, path)) {
            return Ok(exact);
        }
        match (path.len(), &fitting[..]) {
            (2, &[only]) => Ok(only),
            (2, &[_, _, ..]) => Err(MoveError::Ambiguous),
            _ if self.can_capture() => Err(self.why_no_capture(path)),
            _ => Err(MoveError::Illegal),
        }
    }

    /// Whether the path is one full way to make the move.
    fn is_route_of(&self, mv: Move<R>, path: &[Square]) -> bool {
        if !mv.is_capture() {
            return path == [mv.from(), mv.to()];
        }
        path.first() == Some(&mv.from())
            && path.last() == Some(&mv.to())
            && self.captured_along(path) == Some(mv.captured())
    }

    /// The pieces captured along a path with one landing square for each, or
    /// `None` when a piece could not move so.
    fn captured_along(&self, path: &[Square]) -> Option<Bitboard> {
        let (&from, landings) = path.split_first()?;
        let role = self.own_piece(from)?;
        let mut at = from;
        let mut captured = Bitboard::EMPTY;
        for &landing in landings {
            let jump = self
                .jumps(from, at, role, captured)
                .into_iter()
                .find(|jump| jump.landing == landing)?;
            captured |= jump.over;
            at = landing;
        }
        Some(captured)
    }

    /// Why a path is no legal move where something must be captured.
    fn why_no_capture(&self, path: &[Square]) -> MoveError {
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
            return MoveError::Illegal;
        };
        let Some(role) = self.own_piece(from) else {
            return MoveError::Illegal;
        };
        let short = path.len() == 2;
        if short && self.is_quiet_step(from, to, role) {
            return MoveError::MustCapture;
        }
        // A whole chain that takes too few pieces, as opposed to one cut short.
        let too_few = R::CAPTURE_CHOICE == CaptureChoice::Most
            && (self.is_whole_chain(path, role) || (short && self.some_chain_ends(from, to, role)));
        if too_few { MoveError::MustCaptureMost } else { MoveError::Illegal }
    }

    fn is_whole_chain(&self, path: &[Square], role: Role) -> bool {
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
            return false;
        };
        self.captured_along(path)
            .is_some_and(|captured| self.jumps(from, to, role, captured).is_empty())
    }

    /// Whether some capture of the piece on `from`, of however few pieces,
    /// ends on `to`.
    fn some_chain_ends(&self, from: Square, to: Square, role: Role) -> bool {
        // Each (square, captured set) is entered once: this bounds the work.
        let mut seen = Visited::default();
        let mut waiting = vec![(from, Bitboard::EMPTY)];
        while let Some((at, captured)) = waiting.pop() {
            let jumps = self.jumps(from, at, role, captured);
            if jumps.is_empty() && captured.any() && at == to {
                return true;
            }
            for jump in jumps {
                let next = (jump.landing, captured | jump.over);
                if seen.insert(next.1, next.0.number().into()) {
                    waiting.push(next);
                }
            }
        }
        false
    }

    /// Whether an own piece could go so if nothing had to be captured.
    fn is_quiet_step(&self, from: Square, to: Square, role: Role) -> bool {
        let forward = Direction::forward(self.side_to_move);
        Direction::ALL.into_iter().any(|direction| {
            let range = match role {
                Role::King => king_reach::<R>(),
                Role::Man => usize::from(forward.contains(&direction)),
            };
            Self::ray(R::BOARD.cell(from), direction)
                .take_while(|&square| (square & self.empty()).any())
                .take(range)
                .any(|square| R::BOARD.contains(to) && square == R::BOARD.cell(to).bit())
        })
    }
}
