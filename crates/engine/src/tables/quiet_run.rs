//! How many quiet plies lie ahead of one won or lost position.

use std::collections::HashMap;

use rules::{Position, Ruleset};

use super::{Tables, Verdict};

/// More positions are not looked at: a few milliseconds. With four pieces some
/// 1,400 were the most that a sample of long wins needed.
const MOST_POSITIONS: usize = 5_000;

impl Tables {
    /// The most plies in a row without a capture and without a move of a man
    /// from here on, where the winner always takes a shortest way and the
    /// loser any; `None` for draws and unknown positions, and where it would
    /// take too long to find out.
    ///
    /// Follows each such line, so it is for one position of a game, not for
    /// the nodes of a search.
    pub(crate) fn quiet_run<R: Ruleset>(&self, position: &Position<R>) -> Option<u8> {
        self.run_from(position, MOST_POSITIONS, &mut HashMap::new())
    }

    fn run_from<R: Ruleset>(
        &self,
        position: &Position<R>,
        most: usize,
        known: &mut HashMap<Position<R>, u8>,
    ) -> Option<u8> {
        if let Some(&run) = known.get(position) {
            return Some(run);
        }
        if known.len() >= most {
            return None;
        }
        let winner = match self.probe(position)? {
            Verdict::Win(plies) => Some(plies),
            Verdict::Loss(_) => None,
            Verdict::Draw => return None,
        };
        let mut run = 0;
        for mv in position.legal_moves() {
            if mv.is_capture() || mv.is_by_man() {
                continue;
            }
            let next = position.play(mv);
            let shortest = match self.probe(&next)? {
                Verdict::Loss(plies) => winner == Some(plies + 1),
                Verdict::Win(_) => winner.is_none(),
                Verdict::Draw => false,
            };
            if shortest {
                // Each ply is one nearer the end, so this ends too.
                run = run.max(1 + self.run_from(&next, most, known)?);
            }
        }
        known.insert(*position, run);
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use rules::{English, Variant};

    use super::*;
    use crate::tables::{Material, index::Placements};

    #[test]
    fn the_longest_run_of_a_slice_is_that_of_its_positions() {
        let tables = Tables::build(Variant::English, 3, &mut |_| {}).expect("tables");
        for material in ["kk-k", "k-kk", "mk-k", "k-mk"] {
            let material: Material = material.parse().expect(material);
            let slice = tables.slice(Variant::English, material).expect("slice");
            let placements = Placements::<English>::of(material);
            let mut known = HashMap::new();
            let longest = (0..placements.numbering().len())
                .filter_map(|number| placements.view(number).position::<English>())
                .filter_map(|position| tables.run_from(&position, usize::MAX, &mut known))
                .max();
            assert_eq!(longest, Some(slice.longest_quiet()), "{material}");
        }
    }
}
