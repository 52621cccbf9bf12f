//! Whether a random position gives both sides the same material, by a short
//! search that knows nothing but the rules: so that a seed gives the same
//! openings whatever our evaluation says next month.

use rules::{Color, KingRange, Position, Ruleset};

/// Plies to look ahead; captures are followed to their end.
const DEPTH: u32 = 6;
/// A game that is over.
const LOST: i32 = -100_000;

/// Whether neither side can win a piece within a few plies.
pub(super) fn is_balanced<R: Ruleset>(position: &Position<R>) -> bool {
    search(position, DEPTH, -1, 1) == 0
}

/// Material for the side to move, within a window.
fn search<R: Ruleset>(position: &Position<R>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return LOST;
    }
    let quiet = !moves[0].is_capture();
    if depth == 0 && quiet {
        return lead(position);
    }
    let below = depth.saturating_sub(1);
    for mv in moves {
        alpha = alpha.max(-search(&position.play(mv), below, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn lead<R: Ruleset>(position: &Position<R>) -> i32 {
    let king = if R::KINGS == KingRange::Flying { 300 } else { 150 };
    let worth = |color: Color| {
        100 * position.men(color).len() as i32 + king * position.kings(color).len() as i32
    };
    let side = position.side_to_move();
    worth(side) - worth(!side)
}

#[cfg(test)]
mod tests {
    use rules::{English, International, Setup};

    use super::*;

    fn check<R: Ruleset>(fen: &str, balanced: bool) {
        let setup: Setup = fen.parse().expect(fen);
        let position = setup.position::<R>().expect(fen);
        assert_eq!(is_balanced(&position), balanced, "{fen}");
    }

    #[test]
    fn a_start_is_balanced_and_a_hanging_man_is_not() {
        check::<English>("B:W21-32:B1-12", true);
        check::<International>("W:W31-50:B1-20", true);
        check::<English>("B:W18,32:B14,1", false);
        check::<International>("W:W28,50:B23,1", false);
    }
}
