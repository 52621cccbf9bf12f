//! The squares that a capture goes over.

use smallvec::SmallVec;

use crate::{
    Bitboard, Cell, Color, Direction, KingRange, ManCapture, Move, Position, Role, Route, Ruleset,
    Square, visited::Visited,
};

impl<R: Ruleset> Position<R> {
    /// The route of a move as PDN 3.0 writes it in full: the origin, then at
    /// each captured piece but the last the square where the piece turns or,
    /// without a turn, the square directly behind the captured piece, then the
    /// destination. Of several orders of capturing, the one whose text sorts
    /// first (`10x19x…` before `10x3x…`), as published move lists have it.
    #[must_use]
    pub fn route(&self, mv: Move<R>) -> Route {
        self.search_routes(mv, Landings::Written, 1)
            .pop()
            .unwrap_or_else(|| vec![mv.from(), mv.to()])
    }

    /// Every route that a hand could take for a move, at most `limit`.
    #[must_use]
    pub fn routes(&self, mv: Move<R>, limit: usize) -> Vec<Route> {
        self.search_routes(mv, Landings::All, limit)
    }

    fn search_routes(&self, mv: Move<R>, landings: Landings, limit: usize) -> Vec<Route> {
        if limit == 0 {
            return Vec::new();
        }
        if !mv.is_capture() {
            return vec![vec![mv.from(), mv.to()]];
        }
        let Some(role) = self.own_piece(mv.from()) else {
            return Vec::new();
        };
        let mut search = Search {
            position: self,
            mv,
            role,
            landings,
            limit,
            route: vec![mv.from()],
            found: Vec::new(),
            dead_ends: Visited::default(),
        };
        search.go_on(Bitboard::EMPTY, None);
        search.found
    }

    /// The role of the piece of the side to move on a square.
    pub(crate) fn own_piece(&self, square: Square) -> Option<Role> {
        self.piece_at(square)
            .filter(|piece| piece.color == self.side_to_move)
            .map(|piece| piece.role)
    }

    /// The single jumps of a piece that left `origin`, stands on `at` and has
    /// taken `captured`; sorted as texts of the landing squares.
    pub(crate) fn jumps(
        &self,
        origin: Square,
        at: Square,
        role: Role,
        captured: Bitboard,
    ) -> SmallVec<[Jump; 12]> {
        let empty = self.empty() | R::BOARD.cell(origin).bit();
        let targets = self.pieces(!self.side_to_move) & !captured;
        let reach = match role {
            Role::King => king_reach::<R>(),
            Role::Man => 1,
        };
        let mut jumps = SmallVec::new();
        for &direction in capture_directions::<R>(role, self.side_to_move) {
            let mut squares = Self::ray(R::BOARD.cell(at), direction);
            let blocked = squares.by_ref().take(reach).find(|&square| (square & empty).is_empty());
            let Some(over) = blocked.filter(|&square| (square & targets).any()) else {
                continue;
            };
            let landings = squares.take_while(|&square| (square & empty).any()).take(reach);
            for (nth, landing) in landings.enumerate() {
                let landing = R::BOARD.square(Cell(landing.0.trailing_zeros() as u8));
                let jump = Jump { direction, over, landing, directly_behind: nth == 0 };
                let order = text_order(landing);
                let at = jumps.partition_point(|known: &Jump| text_order(known.landing) < order);
                jumps.insert(at, jump);
            }
        }
        jumps
    }
}

/// Which landing squares a search tries where the capture goes straight on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Landings {
    /// Only the one directly behind the captured piece: the written form.
    Written,
    /// All: every way a hand could move the piece.
    All,
}

/// One hop of a capture.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    direction: Direction,
    /// The captured piece.
    pub(crate) over: Bitboard,
    pub(crate) landing: Square,
    /// Whether nothing lies between the captured piece and the landing square.
    directly_behind: bool,
}

/// The order of square numbers as texts followed by `x`: 10 to 19 before 1,
/// because a digit sorts before a letter. Published move lists name the route
/// that comes first in this order when several take the same pieces.
fn text_order(square: Square) -> (u8, u8) {
    match square.number() {
        number @ 0..10 => (number, 10),
        number => (number / 10, number % 10),
    }
}

/// How many squares a king may cross before and behind a captured piece.
pub(crate) fn king_reach<R: Ruleset>() -> usize {
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

/// A place in a search apart from the captured pieces: the square and, where it
/// restricts what follows, the last hop.
fn place(at: Square, arrived: Option<(Direction, bool)>) -> u16 {
    let hop = arrived.map_or(0, |(direction, behind)| 1 + 2 * direction as u16 + u16::from(behind));
    u16::from(at.number()) | hop << 8
}

/// A depth-first search for the ways to make one capture.
struct Search<'a, R> {
    position: &'a Position<R>,
    mv: Move<R>,
    role: Role,
    landings: Landings,
    limit: usize,
    route: Route,
    found: Vec<Route>,
    /// Places from which the capture cannot be completed. Each is entered
    /// once, which keeps hostile set-ups with very many ways about harmless.
    dead_ends: Visited,
}

impl<R: Ruleset> Search<'_, R> {
    /// Goes on from the end of the route; tells whether it led anywhere.
    fn go_on(&mut self, captured: Bitboard, last: Option<Jump>) -> bool {
        let (from, to) = (self.mv.from(), self.mv.to());
        let at = last.map_or(from, |jump| jump.landing);
        if captured == self.mv.captured() {
            if at == to {
                self.found.push(self.route.clone());
            }
            return at == to;
        }
        let written = self.landings == Landings::Written;
        let arrived = last.map(|jump| (jump.direction, jump.directly_behind)).filter(|_| written);
        if self.dead_ends.contains(captured, place(at, arrived)) {
            return false;
        }
        let mut successful = false;
        for jump in self.position.jumps(from, at, self.role, captured) {
            let needless = arrived == Some((jump.direction, false));
            if needless || (jump.over & self.mv.captured()).is_empty() {
                continue;
            }
            self.route.push(jump.landing);
            successful |= self.go_on(captured | jump.over, Some(jump));
            self.route.pop();
            if self.found.len() >= self.limit {
                return true;
            }
        }
        if !successful {
            self.dead_ends.insert(captured, place(at, arrived));
        }
        successful
    }
}
