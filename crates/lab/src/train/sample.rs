//! One position of a game of the engine against itself, as it is kept in a file.

use rules::{Bitboard, Position, Ruleset};

/// A position without a capture, seen by its side to move, with what became of
/// it.
///
/// "Seen by" means that the board is turned by half a turn when White is to
/// move, so that the own men always start at the low square numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Own men, their men, own kings, their kings.
    pub(crate) sets: [Bitboard; 4],
    /// What a short search thought, in centimen.
    pub(crate) score: i16,
    /// What the side to move made of the game in half points: 0 lost, 1 drawn,
    /// 2 won.
    pub(crate) half_points: u8,
}

/// Bytes of a sample in a file: four sets of eight, the score, the result, and
/// one that is 0.
const BYTES: usize = 36;

impl Sample {
    /// A sample of this position.
    pub(crate) fn new<R: Ruleset>(position: &Position<R>, score: i16, half_points: u8) -> Self {
        Sample { sets: engine::net::seen_by_mover(position), score, half_points }
    }

    /// Adds the sample to the bytes of a file.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for set in self.sets {
            out.extend_from_slice(&set.0.to_le_bytes());
        }
        out.extend_from_slice(&self.score.to_le_bytes());
        out.extend_from_slice(&[self.half_points, 0]);
    }

    /// The samples of a file; `None` when it is damaged.
    pub(crate) fn read_all(bytes: &[u8]) -> Option<Vec<Self>> {
        let (samples, rest) = bytes.as_chunks::<BYTES>();
        rest.is_empty().then_some(())?;
        samples.iter().map(Sample::read).collect()
    }

    fn read(bytes: &[u8; BYTES]) -> Option<Self> {
        let (sets, rest) = bytes.as_chunks::<8>();
        let [low, high, half_points @ 0..=2, 0] = *rest else { return None };
        let mut sets = sets.iter().map(|&set| Bitboard(u64::from_le_bytes(set)));
        let sets = [sets.next()?, sets.next()?, sets.next()?, sets.next()?];
        Some(Sample { sets, score: i16::from_le_bytes([low, high]), half_points })
    }
}

#[cfg(test)]
mod tests {
    use rules::{English, International, Setup};

    use super::*;

    fn check<R: Ruleset>(fen: &str, score: i16, half_points: u8) {
        let setup: Setup = fen.parse().expect(fen);
        let sample = Sample::new(&setup.position::<R>().expect(fen), score, half_points);
        let mut bytes = Vec::new();
        sample.write(&mut bytes);
        sample.write(&mut bytes);
        assert_eq!(Sample::read_all(&bytes), Some(vec![sample; 2]), "{fen}");
        assert_eq!(Sample::read_all(&bytes[1..]), None, "a byte is missing");
    }

    #[test]
    fn what_is_written_is_read_again() {
        check::<English>("B:W18,24,K10:B12,K22", -130, 0);
        check::<English>("W:W21-32:B1-12", 0, 1);
        check::<International>("W:W31-50:B1-20", 29_990, 2);
    }

    #[test]
    fn a_result_that_no_game_has_is_damage() {
        let mut bytes = vec![0; BYTES];
        assert!(Sample::read_all(&bytes).is_some());
        bytes[34] = 3;
        assert_eq!(Sample::read_all(&bytes), None);
    }

    #[test]
    fn both_colours_see_their_own_men_at_home() {
        let sets = |fen: &str| {
            let setup: Setup = fen.parse().expect(fen);
            Sample::new(&setup.position::<English>().expect(fen), 0, 1).sets
        };
        assert_eq!(sets("B:W30,31:BK1,2"), sets("W:WK32,31:B2,3"));
    }
}
