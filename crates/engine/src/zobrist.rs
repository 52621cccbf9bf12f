//! Hash keys of positions, kept up to date move by move (after Zobrist, 1970).

use rules::{Cell, Color, Move, Position, Ruleset};

use crate::random::Random;

/// Which table a piece is in: two for each colour.
const KINDS: usize = 4;

struct Numbers {
    pieces: [[u64; 64]; KINDS],
    /// Differs between sides to move.
    side: u64,
    /// So that positions of two variants in one table never meet.
    variants: [u64; 16],
    /// Added when the draw counter is well on its way, see [`with_counter`].
    counters: [u64; 64],
}

static NUMBERS: Numbers = {
    let mut random = Random::new(0x6461_6D61);
    let mut numbers = Numbers {
        pieces: [[0; 64]; KINDS],
        side: random.next(),
        variants: [0; 16],
        counters: [0; 64],
    };
    let mut i = 0;
    while i < 64 {
        let mut kind = 0;
        while kind < KINDS {
            numbers.pieces[kind][i] = random.next();
            kind += 1;
        }
        numbers.counters[i] = random.next();
        numbers.variants[i % 16] = random.next();
        i += 1;
    }
    numbers
};

#[inline(always)]
fn piece(color: Color, king: bool, cell: Cell) -> u64 {
    let kind = 2 * (color as usize) + usize::from(king);
    NUMBERS.pieces[kind][usize::from(cell.0 & 63)]
}

/// The key of a position, from scratch.
pub(crate) fn key<R: Ruleset>(position: &Position<R>) -> u64 {
    let mut key = NUMBERS.variants[R::VARIANT as usize & 15];
    for color in Color::ALL {
        for cell in position.men(color).cells() {
            key ^= piece(color, false, cell);
        }
        for cell in position.kings(color).cells() {
            key ^= piece(color, true, cell);
        }
    }
    match position.side_to_move() {
        Color::Black => key,
        Color::White => key ^ NUMBERS.side,
    }
}

/// The key after a move, from the key `before` it.
#[inline(always)]
pub(crate) fn key_after<R: Ruleset>(before: u64, position: &Position<R>, mv: Move<R>) -> u64 {
    let own = position.side_to_move();
    let king = !mv.is_by_man();
    let mut key = before
        ^ NUMBERS.side
        ^ piece(own, king, mv.from_cell())
        ^ piece(own, king || mv.promotes(), mv.to_cell());
    if mv.is_capture() {
        let kings = position.kings(!own);
        for cell in mv.captured().cells() {
            key ^= piece(!own, (kings & cell.bit()).any(), cell);
        }
    }
    key
}

/// The key under which the table keeps a position whose draw counter stands at
/// `quiet_plies` of `limit`.
///
/// In the first half of its way the counter is ignored. Later the score of a
/// position depends on how many plies are left, so that entries from another
/// stretch of the counter must not be taken for it.
#[inline(always)]
pub(crate) fn with_counter(key: u64, quiet_plies: u32, limit: u32) -> u64 {
    if quiet_plies < limit / 2 {
        key
    } else {
        key ^ NUMBERS.counters[(quiet_plies / 4) as usize & 63]
    }
}

#[cfg(test)]
mod tests {
    use rules::{English, International};

    use super::*;

    fn follows_random_games<R: Ruleset>() {
        let mut random = Random::new(3);
        for _ in 0..50 {
            let mut position = Position::<R>::start();
            let mut running = key(&position);
            for _ in 0..150 {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len() as u32) as usize) else {
                    break;
                };
                running = key_after(running, &position, mv);
                position = position.play(mv);
                assert_eq!(running, key(&position), "{position} after {mv:?}");
            }
        }
    }

    #[test]
    fn the_running_key_equals_the_fresh_one_in_english() {
        follows_random_games::<English>();
    }

    #[test]
    fn the_running_key_equals_the_fresh_one_in_international() {
        follows_random_games::<International>();
    }

    #[test]
    fn the_counter_matters_only_in_its_second_half() {
        assert_eq!(with_counter(5, 39, 80), 5);
        assert_ne!(with_counter(5, 40, 80), 5);
        assert_ne!(with_counter(5, 40, 80), with_counter(5, 60, 80));
    }
}
