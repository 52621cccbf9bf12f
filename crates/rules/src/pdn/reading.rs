//! Which legal moves a written move may mean.

use crate::{Move, MoveError, Position, Ruleset, Square};

use super::written::WrittenMove;

/// More routes than any written move can need.
const MOST_ROUTES: usize = 512;

/// The legal moves that fit a written move, the likeliest first.
///
/// An exact full route comes before all else; then every move with that
/// origin and destination whose route passes the squares named between. Signs
/// (`-`, `x`) mean nothing: files have both wrong.
pub(super) fn readings<R: Ruleset>(
    position: &Position<R>,
    written: &WrittenMove,
) -> Result<Vec<Move<R>>, MoveError> {
    let path = written.path(R::BOARD).ok_or(MoveError::Illegal)?;
    let found = position.find_move(&path);
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return Err(MoveError::Illegal);
    };
    let between = &path[1..path.len() - 1];
    let exact = found.ok();
    let mut readings: Vec<_> = exact.into_iter().collect();
    readings.extend(position.legal_moves().into_iter().filter(|&mv| {
        mv.from() == from
            && mv.to() == to
            && Some(mv) != exact
            && (between.is_empty() || passes(position, mv, between))
    }));
    match found {
        Err(error) if readings.is_empty() => Err(error),
        _ => Ok(readings),
    }
}

/// Whether some way to make the move passes these squares in this order.
fn passes<R: Ruleset>(position: &Position<R>, mv: Move<R>, between: &[Square]) -> bool {
    mv.is_capture()
        && position.routes(mv, MOST_ROUTES).iter().any(|route| {
            let mut landings = route.iter();
            between.iter().all(|square| landings.any(|landing| landing == square))
        })
}
