//! Which square a finger means.

use rules::{Board, Square};

use super::Squares;

/// How far from a square's centre a tap still counts for it, in squares: its
/// own half and half a square more.
const REACH: f64 = 1.01;
/// Two centres whose distances differ by less than this are equally near.
const TIE: f64 = 0.06;

/// What a point on the board means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// This square.
    At(Square),
    /// Two squares with equal right.
    Between(Square, Square),
    /// No playing square.
    Nowhere,
}

/// The square that stands at a place of the screen, by row and column from
/// the top left.
#[must_use]
pub fn square_shown_at(board: Board, turned: bool, row: u8, column: u8) -> Option<Square> {
    let square = board.square_at(row, column)?;
    if turned { turn(board, square) } else { Some(square) }
}

/// The centre of a square on the screen, in squares from the top left.
#[must_use]
pub fn centre(board: Board, turned: bool, square: Square) -> (f64, f64) {
    let square = if turned { turn(board, square).unwrap_or(square) } else { square };
    (f64::from(board.column(square)) + 0.5, f64::from(board.row(square)) + 0.5)
}

/// The square on the same spot after half a turn of the board.
fn turn(board: Board, square: Square) -> Option<Square> {
    (board.size() + 1).checked_sub(square.number()).and_then(Square::new)
}

/// The square that a point means. `live` are the pieces that may move and the
/// targets: a tap counts for the nearest of them within half a square. `own`
/// are further pieces that answer when they are hit.
#[must_use]
pub fn nearest(board: Board, turned: bool, point: (f64, f64), live: Squares, own: Squares) -> Aim {
    let under = under(board, turned, point);
    if let Some(hit) = under
        && own.contains(hit)
        && !live.contains(hit)
    {
        return Aim::At(hit);
    }
    let mut best: Option<(f64, Square)> = None;
    let mut second: Option<(f64, Square)> = None;
    for square in live.iter().filter(|&square| board.contains(square)) {
        let (x, y) = centre(board, turned, square);
        let distance = (x - point.0).hypot(y - point.1);
        if distance.is_nan() || distance >= REACH {
            continue;
        }
        if best.is_none_or(|(least, _)| distance < least) {
            second = best;
            best = Some((distance, square));
        } else if second.is_none_or(|(least, _)| distance < least) {
            second = Some((distance, square));
        }
    }
    match (best, second) {
        (Some((a, first)), Some((b, other))) if b - a < TIE => Aim::Between(first, other),
        (Some((_, square)), _) => Aim::At(square),
        (None, _) => under.map_or(Aim::Nowhere, Aim::At),
    }
}

fn under(board: Board, turned: bool, point: (f64, f64)) -> Option<Square> {
    let width = f64::from(board.width());
    let inside = |at: f64| (0.0..width).contains(&at).then_some(at as u8);
    square_shown_at(board, turned, inside(point.1)?, inside(point.0)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(numbers: &[u8]) -> Squares {
        numbers.iter().filter_map(|&n| Square::new(n)).collect()
    }

    #[track_caller]
    fn check(point: (f64, f64), live: &[u8], own: &[u8], expected: Aim) {
        let aim = nearest(Board::EIGHT, false, point, squares(live), squares(own));
        assert_eq!(aim, expected);
    }

    fn at(number: u8) -> Aim {
        Aim::At(Square::new(number).unwrap())
    }

    #[test]
    fn a_tap_in_the_square_counts_for_it_even_in_its_corner() {
        // 18 is in row 4, column 3.
        check((3.5, 4.5), &[18], &[], at(18));
        check((3.02, 4.02), &[18], &[], at(18));
    }

    #[test]
    fn a_tap_beside_a_man_counts_within_half_a_square() {
        check((4.45, 4.5), &[18], &[], at(18));
        check((4.6, 4.5), &[18], &[], Aim::Nowhere);
    }

    #[test]
    fn the_nearer_of_two_wins_and_equals_win_nothing() {
        let between = Aim::Between(Square::new(18).unwrap(), Square::new(19).unwrap());
        check((4.3, 4.5), &[18, 19], &[], at(18));
        check((4.5, 4.5), &[18, 19], &[], between);
    }

    #[test]
    fn a_man_that_may_not_move_answers_when_it_is_hit() {
        check((3.9, 4.9), &[23], &[18], at(18));
        check((4.1, 4.9), &[23], &[18], at(23));
    }

    #[test]
    fn an_empty_square_far_from_everything_is_itself() {
        check((3.5, 4.5), &[1], &[], at(18));
        check((2.5, 4.5), &[1], &[], Aim::Nowhere);
        check((-0.1, 4.5), &[1], &[], Aim::Nowhere);
        check((f64::NAN, 4.5), &[1], &[], Aim::Nowhere);
    }

    #[test]
    fn a_turned_board_keeps_its_numbers_and_turns_its_places() {
        for board in [Board::EIGHT, Board::TEN] {
            let last = board.size();
            for number in 1..=last {
                let square = Square::new(number).unwrap();
                let (x, y) = centre(board, true, square);
                let (left, top) = centre(board, false, square);
                let width = f64::from(board.width());
                assert_eq!((x, y), (width - left, width - top));
                let aim = nearest(board, true, (x, y), Squares::EMPTY, Squares::EMPTY);
                assert_eq!(aim, Aim::At(square));
            }
        }
    }
}
