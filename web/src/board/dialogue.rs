//! The board's dialogue: from taps and drops to one finished move.
//!
//! A chain of captures may be given by every landing square in turn, by its
//! final square, or only as far as the route is forced (ruling 10). Nothing
//! is played before it is certain which move is meant; where a square alone
//! does not tell, the dialogue asks for the next landing square. No screen in
//! here, so that every case is a plain test.

use rules::{AnyGame, Color, GameRules, LegalMove, MoveError, Route, Setup, Square};

use super::{Marks, Squares};

/// Routes looked at for each move. Real positions have a handful; a route
/// beyond the bound can still be given by its final square.
const ROUTES_PER_MOVE: usize = 256;

/// What a tap, a lift or a drop led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing.
    Nothing,
    /// A piece is in hand now.
    Picked,
    /// No piece is in hand any more.
    PutBack,
    /// The move is not certain yet: the next landing square is asked for.
    NextLanding,
    /// The finished move, with the route that the hand took.
    Play(LegalMove, Route),
    /// Not possible, and why.
    No(Why),
}

/// Why a piece may not move, or not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Another piece must capture, or this one must.
    MustCapture,
    /// It could capture, but another capture takes more pieces.
    MustCaptureMost,
    /// It has no square to go to.
    Blocked,
}

/// A legal move with the ways a hand could make it.
#[derive(Clone, Debug)]
struct Choice {
    mv: LegalMove,
    routes: Vec<Route>,
}

/// The piece in hand.
#[derive(Clone, Debug)]
struct Hand {
    /// Origin, then each landing square so far.
    path: Route,
    /// The final square, when it was given before the way to it.
    goal: Option<Square>,
    /// Whether the next landing square was asked for: then a square means
    /// that and nothing else.
    asked: bool,
}

/// One way that is still open to the piece in hand.
#[derive(Clone, Copy)]
struct Way<'a> {
    choice: usize,
    route: &'a Route,
}

/// The dialogue over one position, for the side to move.
#[derive(Clone, Debug)]
pub struct Dialogue {
    /// The position alone; asked why something is illegal.
    position: AnyGame,
    choices: Vec<Choice>,
    hand: Option<Hand>,
}

impl Dialogue {
    /// Begins over the position that a game has come to. A game that is over
    /// has nothing to choose.
    #[must_use]
    pub fn new(game: &AnyGame) -> Self {
        let over = game.status() != rules::Status::Ongoing;
        let choices = if over { Vec::new() } else { game.routes(ROUTES_PER_MOVE) };
        Self {
            position: position_of(game),
            choices: choices.into_iter().map(|(mv, routes)| Choice { mv, routes }).collect(),
            hand: None,
        }
    }

    /// Whether something has to be captured.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.choices.iter().any(|choice| !choice.mv.captures.is_empty())
    }

    /// How many pieces the largest capture takes.
    #[must_use]
    pub fn most_captures(&self) -> usize {
        self.choices.iter().map(|choice| choice.mv.captures.len()).max().unwrap_or(0)
    }

    /// The squares of the pieces that may move.
    #[must_use]
    pub fn movable(&self) -> Squares {
        self.choices.iter().map(|choice| choice.mv.from).collect()
    }

    /// The squares of the pieces of the side to move.
    #[must_use]
    pub fn own(&self) -> Squares {
        let color = self.side_to_move();
        let board = self.position.variant().board();
        board.squares().filter(|&square| self.is_of(square, color)).collect()
    }

    /// The side that this dialogue is for.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// Whether a piece is in hand.
    #[must_use]
    pub fn has_hand(&self) -> bool {
        self.hand.is_some()
    }

    /// Where the piece in hand came from and where it stands now.
    #[must_use]
    pub fn hand(&self) -> Option<(Square, Square)> {
        let path = &self.hand.as_ref()?.path;
        Some((*path.first()?, *path.last()?))
    }

    /// The legal move that a route makes.
    #[must_use]
    pub fn move_of(&self, route: &Route) -> Option<LegalMove> {
        let choice = self
            .choices
            .iter()
            .find(|choice| choice.mv.path == *route || choice.routes.contains(route))?;
        Some(choice.mv.clone())
    }

    /// What the board shows.
    #[must_use]
    pub fn marks(&self) -> Marks {
        let must_capture = self.must_capture();
        let mut marks = Marks { must_capture, movable: self.movable(), ..Marks::default() };
        let Some(hand) = &self.hand else {
            if must_capture {
                let routes = self.choices.iter().flat_map(|choice| &choice.routes);
                marks.targets = routes.flat_map(|route| landings(route, 1, false)).collect();
                marks.victims = self.victims(0..self.choices.len());
            }
            return marks;
        };
        let ways = self.ways(hand);
        marks.stand = hand.path.last().copied();
        if hand.path.len() > 1 {
            marks.trail = hand.path.iter().copied().collect();
        }
        marks.targets =
            ways.iter().flat_map(|way| landings(way.route, hand.path.len(), hand.asked)).collect();
        marks.victims = self.victims(ways.iter().map(|way| way.choice));
        marks
    }

    /// A tap on a square: picks a piece, gives a target, or puts back.
    pub fn tap(&mut self, square: Square) -> Reply {
        if let Some(reply) = self.put(square) {
            return reply;
        }
        if self.movable().contains(square) {
            return self.pick(square);
        }
        if self.is_of(square, self.side_to_move()) {
            return Reply::No(self.why_not(square));
        }
        if self.hand.is_none() {
            return self.forced_end(square);
        }
        self.refuse_or_put_back(square)
    }

    /// A drag begins on a square.
    pub fn lift(&mut self, square: Square) -> Reply {
        if self.hand().is_some_and(|(_, stand)| stand == square) {
            return Reply::Picked;
        }
        if self.movable().contains(square) {
            return self.pick(square);
        }
        if self.is_of(square, self.side_to_move()) {
            return Reply::No(self.why_not(square));
        }
        Reply::Nothing
    }

    /// A drag ends on a square, or on none of them.
    pub fn drop_on(&mut self, square: Option<Square>) -> Reply {
        match square {
            Some(square) => self.put(square).unwrap_or_else(|| self.refuse_or_put_back(square)),
            None => self.put_back(),
        }
    }

    /// Puts the piece in hand back where it came from.
    pub fn put_back(&mut self) -> Reply {
        if self.hand.take().is_some() { Reply::PutBack } else { Reply::Nothing }
    }

    fn pick(&mut self, square: Square) -> Reply {
        self.hand = Some(Hand { path: vec![square], goal: None, asked: false });
        Reply::Picked
    }

    /// Takes a square as a target of the piece in hand; `None` when it is no
    /// target.
    fn put(&mut self, square: Square) -> Option<Reply> {
        let hand = self.hand.clone()?;
        let at = hand.path.len();
        if hand.path.last() == Some(&square) {
            return Some(self.put_on_stand(square, &hand));
        }
        let ways = self.ways(&hand);
        let is_next = |way: &Way<'_>| way.route.get(at) == Some(&square);
        let is_end = |way: &Way<'_>| !hand.asked && way.route.last() == Some(&square);
        let mut found: Vec<Way<'_>> =
            ways.iter().copied().filter(|way| is_next(way) || is_end(way)).collect();
        if found.is_empty() && !hand.asked {
            let passes = |way: &&Way<'_>| way.route.iter().skip(at).any(|&on| on == square);
            found = ways.iter().filter(passes).copied().collect();
        }
        // A way straight to the square is what the hand showed.
        let straight = found.iter().find(|way| is_next(way)).copied();
        let first = straight.or_else(|| found.first().copied())?;
        if found.iter().all(|way| way.choice == first.choice) {
            let reply =
                Reply::Play(self.choices.get(first.choice)?.mv.clone(), first.route.clone());
            self.hand = None;
            return Some(reply);
        }
        let hand = if found.iter().all(is_next) {
            let mut path = hand.path;
            path.push(square);
            Hand { path, goal: hand.goal, asked: false }
        } else {
            let goal = found.iter().all(is_end).then_some(square);
            Hand { goal: goal.or(hand.goal), asked: true, ..hand }
        };
        self.hand = Some(hand);
        Some(Reply::NextLanding)
    }

    /// A target that is the square where the piece stands: the end of a
    /// circular capture once, and else the way to put the piece back.
    fn put_on_stand(&mut self, square: Square, hand: &Hand) -> Reply {
        let ends_here = |way: &Way<'_>| way.route.last() == Some(&square);
        if hand.path.len() == 1 && !hand.asked && self.ways(hand).iter().any(ends_here) {
            self.hand = Some(Hand { goal: Some(square), asked: true, ..hand.clone() });
            return Reply::NextLanding;
        }
        self.put_back()
    }

    /// With a single legal capture, its marked end is enough.
    fn forced_end(&self, square: Square) -> Reply {
        match self.choices.as_slice() {
            [only] if only.mv.to == square && !only.mv.captures.is_empty() => {
                Reply::Play(only.mv.clone(), only.mv.path.clone())
            }
            _ => Reply::Nothing,
        }
    }

    /// After a square that is no target: says why where that helps, and keeps
    /// the piece in hand then.
    fn refuse_or_put_back(&mut self, square: Square) -> Reply {
        let Some(hand) = &self.hand else { return Reply::Nothing };
        if hand.asked || hand.path.len() > 1 {
            return if hand.goal == Some(square) { Reply::NextLanding } else { self.put_back() };
        }
        let path = [hand.path.first().copied().unwrap_or(square), square];
        match self.position.clone().play_path(&path) {
            Err(MoveError::MustCapture) => Reply::No(Why::MustCapture),
            Err(MoveError::MustCaptureMost) => Reply::No(Why::MustCaptureMost),
            _ => self.put_back(),
        }
    }

    fn why_not(&self, from: Square) -> Why {
        if !self.must_capture() {
            return Why::Blocked;
        }
        let board = self.position.variant().board();
        let captures_less = board.squares().any(|to| {
            // No move from here is legal, so the position stays as it is.
            self.position.clone().play_path(&[from, to]) == Err(MoveError::MustCaptureMost)
        });
        if captures_less { Why::MustCaptureMost } else { Why::MustCapture }
    }

    fn is_of(&self, square: Square, color: Color) -> bool {
        self.position.piece_at(square).is_some_and(|piece| piece.color == color)
    }

    /// The ways that are still open.
    fn ways(&self, hand: &Hand) -> Vec<Way<'_>> {
        let mut ways = Vec::new();
        for (choice, Choice { mv, routes }) in self.choices.iter().enumerate() {
            if hand.goal.is_some_and(|goal| goal != mv.to) {
                continue;
            }
            let open = routes.iter().filter(|route| route.starts_with(&hand.path));
            ways.extend(open.map(|route| Way { choice, route }));
        }
        ways
    }

    fn victims(&self, choices: impl Iterator<Item = usize>) -> Squares {
        choices
            .filter_map(|choice| self.choices.get(choice))
            .flat_map(|choice| choice.mv.captures.iter().copied())
            .collect()
    }
}

/// The next landing square of a route and, unless only that is asked for,
/// its end.
fn landings(route: &Route, at: usize, asked: bool) -> impl Iterator<Item = Square> {
    let end = if asked { None } else { route.last() };
    route.get(at).into_iter().chain(end).copied()
}

/// The position alone, without the plies that led to it.
fn position_of(game: &AnyGame) -> AnyGame {
    let setup = game.fen().parse::<Setup>().ok();
    let alone = setup
        .and_then(|setup| AnyGame::start(game.variant(), Some(&setup), GameRules::STANDARD).ok());
    alone.unwrap_or_else(|| game.clone())
}

#[cfg(test)]
#[path = "dialogue_tests.rs"]
mod tests;
