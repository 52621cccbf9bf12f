//! Where a search has been.

use crate::Bitboard;

/// The fewest slots that a set with something in it has: a power of two.
const FEWEST: usize = 16;

/// A set of places in a search: a captured set and a small number that tells
/// the rest. A table that is searched along, because the standard library's
/// set is a tenth of the code of the rules where code has to travel.
#[derive(Default)]
pub(crate) struct Visited {
    /// A power of two of them, or none; at least a quarter is empty.
    slots: Vec<Option<(Bitboard, u16)>>,
    count: usize,
}

impl Visited {
    pub(crate) fn contains(&self, captured: Bitboard, rest: u16) -> bool {
        !self.slots.is_empty() && self.slots[self.slot(captured, rest)].is_some()
    }

    /// False when it was there.
    pub(crate) fn insert(&mut self, captured: Bitboard, rest: u16) -> bool {
        if self.contains(captured, rest) {
            return false;
        }
        if (self.count + 1) * 4 > self.slots.len() * 3 {
            let more = vec![None; (self.slots.len() * 2).max(FEWEST)];
            for (captured, rest) in std::mem::replace(&mut self.slots, more).into_iter().flatten() {
                let slot = self.slot(captured, rest);
                self.slots[slot] = Some((captured, rest));
            }
        }
        let slot = self.slot(captured, rest);
        self.slots[slot] = Some((captured, rest));
        self.count += 1;
        true
    }

    /// Where the place is, or the empty slot in which it belongs.
    fn slot(&self, captured: Bitboard, rest: u16) -> usize {
        // Fibonacci hashing; the upper bits are the well-mixed ones.
        let mixed =
            (captured.0 ^ u64::from(rest).rotate_right(13)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let last = self.slots.len() - 1;
        let mut slot = (mixed >> 32) as usize & last;
        while self.slots[slot].is_some_and(|other| other != (captured, rest)) {
            slot = (slot + 1) & last;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_set(places in prop::collection::vec((0u64..40, 0u16..40), 0..400)) {
            let (mut visited, mut set) = (Visited::default(), HashSet::new());
            for (bits, rest) in places {
                let captured = Bitboard(bits << 20);
                prop_assert_eq!(visited.contains(captured, rest), set.contains(&(bits, rest)));
                prop_assert_eq!(visited.insert(captured, rest), set.insert((bits, rest)));
                prop_assert!(visited.contains(captured, rest));
            }
        }
    }
}
