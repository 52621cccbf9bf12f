//! A position seen by its side to move.

use rules::{Bitboard, ByColor, Color, Position, Ruleset};

/// The pieces of the side to move and of the other side, the board turned so
/// that the side to move plays down it, as Black does.
///
/// Half a turn with the colours exchanged changes nothing in the rules of
/// draughts, so one slice serves both sides to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) own_men: Bitboard,
    pub(super) own_kings: Bitboard,
    pub(super) their_men: Bitboard,
    pub(super) their_kings: Bitboard,
}

impl View {
    #[inline]
    pub(super) fn of<R: Ruleset>(position: &Position<R>) -> Self {
        let side = position.side_to_move();
        let view = View {
            own_men: position.men(side),
            own_kings: position.kings(side),
            their_men: position.men(!side),
            their_kings: position.kings(!side),
        };
        match side {
            Color::Black => view,
            Color::White => View {
                own_men: half_turn::<R>(view.own_men),
                own_kings: half_turn::<R>(view.own_kings),
                their_men: half_turn::<R>(view.their_men),
                their_kings: half_turn::<R>(view.their_kings),
            },
        }
    }

    /// The position, Black to move; `None` where two pieces share a square.
    #[inline]
    pub(super) fn position<R: Ruleset>(&self) -> Option<Position<R>> {
        let men = ByColor { black: self.own_men, white: self.their_men };
        let kings = ByColor { black: self.own_kings, white: self.their_kings };
        Position::from_sets(men, kings, Color::Black).ok()
    }

    /// The same pieces seen by the other side, as the side to move.
    #[inline]
    pub(super) fn turned<R: Ruleset>(&self) -> Self {
        View {
            own_men: half_turn::<R>(self.their_men),
            own_kings: half_turn::<R>(self.their_kings),
            their_men: half_turn::<R>(self.own_men),
            their_kings: half_turn::<R>(self.own_kings),
        }
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.own_men | self.own_kings | self.their_men | self.their_kings
    }
}

/// The set on a board turned by half a turn.
#[inline]
fn half_turn<R: Ruleset>(set: Bitboard) -> Bitboard {
    // Ghost bits lie symmetrically, so turning the board turns the word.
    let bits = const { R::BOARD.all().0.ilog2() + 1 };
    Bitboard(set.0.reverse_bits() >> (u64::BITS - bits))
}

#[cfg(test)]
mod tests {
    use rules::{English, International, Setup};

    use super::*;

    fn check<R: Ruleset>(black: &str, white: &str) {
        let position = |fen: &str| {
            let setup: Setup = fen.parse().expect(fen);
            setup.position::<R>().expect(fen)
        };
        let view = View::of(&position(black));
        assert_eq!(View::of(&position(white)), view, "{black} and {white}");
        assert_eq!(view.position(), Some(position(black)));
        assert_eq!(view.turned::<R>().turned::<R>(), view);
    }

    #[test]
    fn half_a_turn_with_the_colours_exchanged_is_the_same_view() {
        check::<English>("B:WK32,8:B1,K14,17", "W:WK19,32,16:B25,K1");
        check::<International>("B:WK50,7:B1,K24,45", "W:WK27,50,6:B44,K1");
    }
}
