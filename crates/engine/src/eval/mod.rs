//! What a quiet position is worth without looking ahead.
//!
//! The network of [`crate::net`] judges; beside it stand the few things that
//! it cannot learn from results, because they are plans: how to hunt a last
//! king down, and which leads are hard to turn into a win.

mod english;
mod international;

use rules::{Position, Ruleset, Variant};

use crate::{Score, net::Net};

/// The worth of a position for the side to move. Meant for positions without
/// a capture; the search resolves captures first.
#[inline]
pub(crate) fn evaluate<R: Ruleset>(net: &Net, position: &Position<R>) -> Score {
    let worth = net.evaluate(position);
    // The variant is a constant of `R`, so one arm remains.
    Score::from_centimen(match R::VARIANT {
        Variant::English => worth + english::hunt(position),
        Variant::International => {
            let side = position.side_to_move();
            let ahead = if worth >= 0 { side } else { !side };
            worth / international::drawishness(position, ahead)
        }
    })
}

#[cfg(test)]
mod tests {
    use rules::{ByColor, English, International, Setup, Square};

    use super::*;
    use crate::{net, random::Random};

    /// The board turned by half a turn with the colours exchanged.
    fn mirrored<R: Ruleset>(position: &Position<R>) -> Position<R> {
        let setup = position.to_setup();
        let turn = |squares: &Vec<Square>| {
            let numbers = squares.iter().map(|square| R::BOARD.size() + 1 - square.number());
            numbers.filter_map(Square::new).collect::<Vec<_>>()
        };
        let turned = Setup {
            side_to_move: Some(!position.side_to_move()),
            men: ByColor::new_with(|color| turn(&setup.men[!color])),
            kings: ByColor::new_with(|color| turn(&setup.kings[!color])),
        };
        turned.position().expect("a turned position is one too")
    }

    fn sees_both_sides_alike<R: Ruleset>() {
        let mut random = Random::new(5);
        for _ in 0..100 {
            let mut position = Position::<R>::start();
            while let moves = position.legal_moves()
                && let Some(&mv) = moves.get(random.below(moves.len() as u32) as usize)
                && random.below(150) > 0
            {
                position = position.play(mv);
                assert_eq!(
                    evaluate(net::of(R::VARIANT), &position),
                    evaluate(net::of(R::VARIANT), &mirrored(&position)),
                    "{position}"
                );
            }
        }
    }

    #[test]
    fn the_evaluation_knows_no_colour_in_english() {
        sees_both_sides_alike::<English>();
    }

    #[test]
    fn the_evaluation_knows_no_colour_in_international() {
        sees_both_sides_alike::<International>();
    }

    fn check_better<R: Ruleset>(better: &str, worse: &str) {
        let worth = |fen: &str| {
            let setup: Setup = fen.parse().expect(fen);
            evaluate(net::of(R::VARIANT), &setup.position::<R>().expect(fen))
        };
        assert!(worth(better) > worth(worse), "{better} should beat {worse}");
    }

    #[test]
    fn a_man_more_is_better() {
        check_better::<English>("W:W30,31,32:B1,2", "W:W30,31:B1,2");
        check_better::<International>("W:W47,48,49:B2,3", "W:W47,48:B2,3");
    }

    #[test]
    fn a_king_is_better_than_a_man() {
        check_better::<English>("W:WK18:B2,3", "W:W18:B2,3");
        check_better::<International>("W:WK28:B2,3", "W:W28:B2,3");
    }

    #[test]
    fn two_kings_near_a_lone_one_are_better_than_far_away() {
        check_better::<English>("W:WK18,K22:BK27", "W:WK1,K5:BK27");
    }

    #[test]
    fn a_man_that_nobody_can_stop_is_better_than_one_that_meets_a_guard() {
        check_better::<English>("W:W9,30:B4,21", "W:W9,30:B1,21");
    }
}
