//! One number for the whole search: the nodes that it takes to look at fixed
//! positions to a fixed depth. It changes when, and only when, the search or
//! the evaluation changes.

use rules::Variant;

use crate::{Limits, Table, analyse, game_through};

/// The depth of every bench search, in plies.
pub const BENCH_DEPTH: u8 = 13;

/// The table of every bench search, in bytes.
const TABLE_BYTES: usize = 8 << 20;

/// One position of the bench and the nodes that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Benched {
    /// The variant.
    pub variant: Variant,
    /// The position.
    pub fen: &'static str,
    /// Nodes to [`BENCH_DEPTH`].
    pub nodes: u64,
}

/// Searches the bench positions one by one, each with an empty table.
pub fn bench() -> impl Iterator<Item = Benched> {
    to_depth(BENCH_DEPTH)
}

fn to_depth(depth: u8) -> impl Iterator<Item = Benched> {
    positions().filter_map(move |(variant, fen)| {
        let game = game_through(variant, [fen]).ok()?;
        let table = Table::with_bytes(TABLE_BYTES);
        let found = analyse(&game, Limits::default().with_depth(depth), &table, &mut |_| {})?;
        Some(Benched { variant, fen, nodes: found.nodes })
    })
}

fn positions() -> impl Iterator<Item = (Variant, &'static str)> {
    let english = ENGLISH.into_iter().map(|fen| (Variant::English, fen));
    english.chain(INTERNATIONAL.into_iter().map(|fen| (Variant::International, fen)))
}

const ENGLISH: [&str; 10] = [
    "B:W17,20,22,23,25,26,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12",
    "W:W17,21,22,26,28,29,30,31,32:B1,2,3,4,6,9,10,13,16",
    "B:W13,20,21,24,26,28,29,30,32:B1,2,3,5,7,8,12,14,15",
    "B:W19,20,22,23,25,26,27,30,32:B6,7,8,9,10,11,12,14,16",
    "B:W17,19,23,24,26,27,32:B3,7,8,10,12,15,20",
    "W:W17,23,31,32:B1,10,15,16",
    "B:WK3,18,19,21,27:B8,9,11,13,20",
    "B:WK4,10,21,24,28:B13,16,K32",
    "B:WK7,11,21,25:B6,9,12,14,18",
    "B:W5,K17,22,28:B19,20,K27,K32",
];

const INTERNATIONAL: [&str; 10] = [
    "B:W27,28,30,32,35,36,37,38,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,14,15,16,17,18,19,20",
    "B:W28,31,32,34,35,37,38,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,12,13,14,16,17,18,19,20",
    "B:W27,29,30,31,32,33,35,37,38,39,40,41,42,43,44,46,47,48,50:B1,2,3,4,5,7,8,9,10,11,13,14,16,17,18,20,21",
    "W:W27,30,31,32,33,34,35,37,40,41,42,43,44,46,47,48,50:B1,2,3,4,5,6,8,9,12,14,15,16,18,19,20,22,23",
    "W:W26,27,28,30,31,32,33,34,35,37,38,39,40,41,43,45,47,48,49:B2,4,5,6,7,8,9,10,12,13,16,17,18,19,20,21,23,24,25",
    "B:W27,31,33,34,35,37,41,42,43,44,47,48,49:B1,3,4,5,6,9,10,11,13,16,17,18,25",
    "W:W27,28,31,32,33,37,41,42,44,45,48,49,50:B1,2,4,5,7,8,9,10,12,13,16,18,26,30",
    "W:W33,34,37,38,39,41,42,47,49,50:B3,4,6,9,10,11,16,17,19,20,23",
    "B:W26,31,39,40,42,46,47,49,50:B1,2,3,4,5,13,18,24",
    "W:W27,34,35,37,39,40,41,42,44,47:B7,8,9,10,11,12,14,16,24,28",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bench_position_leaves_a_choice_of_quiet_moves() {
        assert_eq!(positions().count(), 20);
        for (variant, fen) in positions() {
            let moves = game_through(variant, [fen]).expect(fen).legal_moves();
            assert!(moves.len() > 2, "{fen}");
            assert!(moves.iter().all(|mv| mv.captures.is_empty()), "{fen}");
        }
    }

    #[test]
    fn the_count_is_the_same_every_time() {
        let nodes = || to_depth(7).map(|benched| benched.nodes).collect::<Vec<_>>();
        let first = nodes();
        assert_eq!(first.len(), 20);
        assert_eq!(nodes(), first);
    }
}
