//! What the rules' generator does not answer for the side that is not to move.

use rules::{Bitboard, Color, Direction, KingRange, ManCapture, Position, Ruleset};

/// One step of a set over this variant's board; the result may hold ghost
/// bits, so mask it with a set of real squares.
#[inline(always)]
pub(crate) fn step<R: Ruleset>(set: Bitboard, direction: Direction) -> Bitboard {
    R::BOARD.step(set, direction)
}

/// Whether pieces of this colour could capture if it were their turn.
///
/// For the side to move it is [`Position::can_capture`]; for the other it tells
/// that the side to move is under threat, so that a static evaluation would
/// count pieces that are about to go.
#[inline]
pub(crate) fn could_capture<R: Ruleset>(position: &Position<R>, color: Color) -> bool {
    has_jump(position, color, position.men(color), position.kings(color))
}

/// Whether a man of this colour could move at all, quietly or by a capture.
pub(crate) fn has_man_move<R: Ruleset>(position: &Position<R>, color: Color) -> bool {
    let men = position.men(color);
    let quiet = Direction::forward(color)
        .into_iter()
        .any(|direction| (step::<R>(men, direction) & position.empty()).any());
    quiet || has_jump(position, color, men, Bitboard::EMPTY)
}

/// Whether any of these pieces of one colour can jump.
#[inline(always)]
fn has_jump<R: Ruleset>(
    position: &Position<R>,
    color: Color,
    men: Bitboard,
    kings: Bitboard,
) -> bool {
    let targets = position.pieces(!color);
    let empty = position.empty();
    for direction in Direction::ALL {
        let back = direction.reverse();
        let jumpable = targets & step::<R>(empty, back);
        if jumpable.is_empty() {
            continue;
        }
        let takeoff = step::<R>(jumpable, back);
        let forward = Direction::forward(color).contains(&direction);
        if (R::MAN_CAPTURE == ManCapture::AllDirections || forward) && (men & takeoff).any() {
            return true;
        }
        if (kings & takeoff).any() {
            return true;
        }
        if R::KINGS == KingRange::Flying && kings.any() {
            let mut reach = takeoff & empty;
            while reach.any() {
                reach = step::<R>(reach, back);
                if (kings & reach).any() {
                    return true;
                }
                reach &= empty;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use rules::{English, International};

    use super::*;
    use crate::random::Random;

    /// The same pieces with the other side to move.
    fn turned<R: Ruleset>(position: &Position<R>) -> Position<R> {
        let mut setup = position.to_setup();
        setup.side_to_move = Some(!position.side_to_move());
        setup.position().expect("the same pieces")
    }

    fn agrees_with_the_generator<R: Ruleset>() {
        let mut random = Random::new(11);
        let mut threatened = 0;
        for _ in 0..200 {
            let mut position = Position::<R>::start();
            for _ in 0..120 {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len() as u32) as usize) else {
                    break;
                };
                position = position.play(mv);
                let side = position.side_to_move();
                assert_eq!(could_capture(&position, side), position.can_capture(), "{position}");
                let other = turned(&position).can_capture();
                assert_eq!(could_capture(&position, !side), other, "{position}");
                threatened += u32::from(other);
            }
        }
        assert!(threatened > 100, "the test met few threats");
    }

    #[test]
    fn threats_are_the_captures_of_the_position_turned_round_in_english() {
        agrees_with_the_generator::<English>();
    }

    #[test]
    fn threats_are_the_captures_of_the_position_turned_round_in_international() {
        agrees_with_the_generator::<International>();
    }
}
