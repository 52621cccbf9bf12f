//! The squares that a capture goes over, and which move a list of squares
//! means.

use crate::{
    Bitboard, Cell, Color, Direction, KingRange, ManCapture, Move, Position, Promotion, Role,
    Route, Ruleset, Square,
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

/// Which landing squares a walk tries where the capture goes straight on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Landings {
    /// Only the one directly behind the captured piece: the written form.
    Written,
    /// All: every way a hand could move the piece.
    All,
}

/// Bounds the walks on hostile set-ups with very many routes; real positions
/// need a few hundred steps.
const MAX_STEPS: u32 = 20_000;

impl<R: Ruleset> Position<R> {
    /// The route of a move as PDN 3.0 writes it in full: the origin, then at
    /// each captured piece but the last the square where the piece turns or,
    /// without a turn, the square directly behind the captured piece, then the
    /// destination. Of several orders of capturing, the first found.
    #[must_use]
    pub fn route(&self, mv: Move<R>) -> Route {
        if mv.is_capture() {
            let mut found = None;
            self.walk(mv.from(), mv.captured(), Landings::Written, &mut |route, captured| {
                let complete = captured == mv.captured() && route.last() == Some(&mv.to());
                if complete {
                    found = Some(route.to_vec());
                }
                !complete
            });
            if let Some(route) = found {
                return route;
            }
        }
        vec![mv.from(), mv.to()]
    }

    /// Every route that a hand could take for a move, at most `limit`.
    #[must_use]
    pub fn routes(&self, mv: Move<R>, limit: usize) -> Vec<Route> {
        if !mv.is_capture() {
            return vec![vec![mv.from(), mv.to()]];
        }
        let mut found = Vec::new();
        self.walk(mv.from(), mv.captured(), Landings::All, &mut |route, captured| {
            if captured == mv.captured() && route.last() == Some(&mv.to()) {
                found.push(route.to_vec());
            }
            found.len() < limit
        });
        found
    }

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
            _ => Err(self.why_illegal(path, legal.iter().any(|mv| mv.is_capture()))),
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

    fn why_illegal(&self, path: &[Square], must_capture: bool) -> MoveError {
        let (Some(&from), Some(&to), true) = (path.first(), path.last(), must_capture) else {
            return MoveError::Illegal;
        };
        if path.len() == 2 && self.is_quiet_step(from, to) {
            return MoveError::MustCapture;
        }
        // A whole chain that takes too few pieces, as opposed to one cut short.
        let mut too_few = false;
        self.walk(from, Bitboard(u64::MAX), Landings::All, &mut |route, _| {
            too_few = route == path || (path.len() == 2 && route.last() == Some(&to));
            !too_few
        });
        if too_few { MoveError::MustCaptureMost } else { MoveError::Illegal }
    }

    /// Whether an own piece could go so if nothing had to be captured.
    fn is_quiet_step(&self, from: Square, to: Square) -> bool {
        let Some(role) = self.own_piece(from) else {
            return false;
        };
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

    fn own_piece(&self, square: Square) -> Option<Role> {
        self.piece_at(square).filter(|piece| piece.color == self.side_to_move).map(|p| p.role)
    }

    /// Walks all capture chains from a square over pieces of `targets`, and
    /// shows each that cannot go on: its route and what it takes. `visit`
    /// returns whether to look further.
    fn walk(
        &self,
        from: Square,
        targets: Bitboard,
        landings: Landings,
        visit: &mut dyn FnMut(&[Square], Bitboard) -> bool,
    ) {
        let Some(role) = self.own_piece(from) else {
            return;
        };
        let mut walk = Walk { position: self, role, targets, landings, visit, steps: 0 };
        walk.go_on(&mut vec![from], Bitboard::EMPTY, None);
    }

    /// The single jumps of a piece that left `origin`, stands on `at` and has
    /// taken `captured`.
    fn jumps(&self, origin: Square, at: Square, role: Role, captured: Bitboard) -> Vec<Jump> {
        let empty = self.empty() | R::BOARD.cell(origin).bit();
        let targets = self.pieces(!self.side_to_move) & !captured;
        let reach = match role {
            Role::King => king_reach::<R>(),
            Role::Man => 1,
        };
        let mut jumps = Vec::new();
        for &direction in capture_directions::<R>(role, self.side_to_move) {
            let mut squares = Self::ray(R::BOARD.cell(at), direction);
            let blocked = squares.by_ref().take(reach).find(|&square| (square & empty).is_empty());
            let Some(over) = blocked.filter(|&square| (square & targets).any()) else {
                continue;
            };
            let landings = squares.take_while(|&square| (square & empty).any()).take(reach);
            jumps.extend(landings.enumerate().map(|(nth, landing)| Jump {
                direction,
                over,
                landing: R::BOARD.square(Cell(landing.0.trailing_zeros() as u8)),
                directly_behind: nth == 0,
            }));
        }
        // So that the first route found is the one with the lowest numbers.
        jumps.sort_by_key(|jump| jump.landing);
        jumps
    }
}

#[derive(Clone, Copy)]
struct Jump {
    direction: Direction,
    over: Bitboard,
    landing: Square,
    directly_behind: bool,
}

fn king_reach<R: Ruleset>() -> usize {
    match R::KINGS {
        KingRange::Short => 1,
        KingRange::Flying => usize::from(R::BOARD.width()),
    }
}

fn capture_directions<R: Ruleset>(role: Role, color: Color) -> &'static [Direction] {
    match (role, R::MAN_CAPTURE, color) {
        (Role::King, ..) | (_, ManCapture::AllDirections, _) => &Direction::ALL,
        (Role::Man, ManCapture::Forward, Color::Black) => {
            const { &Direction::forward(Color::Black) }
        }
        (Role::Man, ManCapture::Forward, Color::White) => {
            const { &Direction::forward(Color::White) }
        }
    }
}

struct Walk<'a, R> {
    position: &'a Position<R>,
    role: Role,
    targets: Bitboard,
    landings: Landings,
    visit: &'a mut dyn FnMut(&[Square], Bitboard) -> bool,
    steps: u32,
}

impl<R: Ruleset> Walk<'_, R> {
    /// Goes on from the end of `route`; false when the visitor has seen enough.
    fn go_on(&mut self, route: &mut Route, captured: Bitboard, arrived: Option<Jump>) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let (Some(&from), Some(&at)) = (route.first(), route.last()) else {
            return false;
        };
        let crowned = R::BOARD.king_row(self.position.side_to_move);
        let ended = R::PROMOTION == Promotion::EndsMove
            && self.role == Role::Man
            && arrived.is_some()
            && (R::BOARD.cell(at).bit() & crowned).any();
        let mut extended = false;
        let position = self.position;
        for jump in position.jumps(from, at, self.role, captured) {
            if ended || (jump.over & self.targets).is_empty() {
                continue;
            }
            extended = true;
            let straight_on = arrived.is_some_and(|last| last.direction == jump.direction);
            let written = arrived.is_none_or(|last| !straight_on || last.directly_behind);
            if self.landings == Landings::Written && !written {
                continue;
            }
            route.push(jump.landing);
            let more = self.go_on(route, captured | jump.over, Some(jump));
            route.pop();
            if !more {
                return false;
            }
        }
        extended || arrived.is_none() || (self.visit)(route, captured)
    }
}
