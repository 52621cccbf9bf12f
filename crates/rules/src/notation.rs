//! How a move is shown at the edge: squares, route and shortest unambiguous
//! PDN.

use crate::{Move, MoveList, Position, Route, Ruleset, Square};

/// A legal move as the edge sees it, of whatever variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LegalMove {
    /// Origin.
    pub from: Square,
    /// Destination.
    pub to: Square,
    /// Captured pieces, ascending.
    pub captures: Vec<Square>,
    /// Origin, each landing square, destination.
    pub path: Route,
    /// Whether a man is crowned.
    pub promotes: bool,
    /// The shortest unambiguous PDN: `11-15`, `15x22`, `11x18x25`.
    pub pdn: String,
}

impl<R: Ruleset> Position<R> {
    /// All legal moves as the edge shows them, sorted by origin, destination
    /// and captured squares.
    #[must_use]
    pub fn described_moves(&self) -> Vec<LegalMove> {
        // Put in place one by one: the lists are short, and the library's
        // sorts would weigh several kilobytes in the page's program.
        let mut keys = Vec::new();
        let mut moves = MoveList::new();
        for mv in self.legal_moves() {
            let key = mv.sort_key();
            let at = keys.partition_point(|known| *known < key);
            keys.insert(at, key);
            moves.insert(at, mv);
        }
        moves.iter().map(|&mv| self.describe_among(mv, &moves)).collect()
    }

    /// One legal move of this position as the edge shows it.
    #[must_use]
    pub fn describe(&self, mv: Move<R>) -> LegalMove {
        self.describe_among(mv, &self.legal_moves())
    }

    fn describe_among(&self, mv: Move<R>, all: &[Move<R>]) -> LegalMove {
        let path = self.route(mv);
        let twins = all.iter().filter(|other| other.from() == mv.from() && other.to() == mv.to());
        let pdn = if !mv.is_capture() {
            format!("{}-{}", mv.from(), mv.to())
        } else if twins.count() == 1 {
            format!("{}x{}", mv.from(), mv.to())
        } else {
            path.iter().map(Square::to_string).collect::<Vec<_>>().join("x")
        };
        LegalMove {
            from: mv.from(),
            to: mv.to(),
            captures: mv.captures().collect(),
            path,
            promotes: mv.promotes(),
            pdn,
        }
    }
}
