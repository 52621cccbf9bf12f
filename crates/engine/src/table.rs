//! The transposition table: what is known of positions that were searched
//! before.
//!
//! It may be shared by any number of searches and threads without a lock: each
//! entry is two atomic words, the second being the key mixed with the first,
//! so that a half-written pair fails its check and reads as absent (after
//! Hyatt and Mann, 2002).

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::entry::{AGE_MASK, Entry, MoveCode};

/// Entries tried for one key; a group of four fills a cache line.
const WAYS: usize = 4;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    fn load(&self) -> (u64, u64) {
        let word = self.word.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ word, word)
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Group([Slot; WAYS]);

/// A bounded store of search results, shared by `&Table` or `Arc<Table>`.
pub struct Table {
    groups: Box<[Group]>,
    ways: usize,
    age: AtomicU8,
}

impl core::fmt::Debug for Table {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Table").field("entries", &self.entries()).finish_non_exhaustive()
    }
}

impl Table {
    /// A table of about so many bytes, at least one entry.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        Table::with_entries(bytes / size_of::<Slot>())
    }

    /// A table of so many entries (16 bytes each), at least one; more than
    /// four are rounded down to a multiple of four.
    #[must_use]
    pub fn with_entries(entries: usize) -> Self {
        let groups = (entries / WAYS).max(1);
        Table {
            groups: (0..groups).map(|_| Group::default()).collect(),
            ways: entries.clamp(1, WAYS),
            age: AtomicU8::new(0),
        }
    }

    /// How many entries it holds at most.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.groups.len() * self.ways
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.groups.iter().flat_map(|group| &group.0) {
            slot.word.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Marks what is there as older than what comes now.
    pub(crate) fn begin_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn group(&self, key: u64) -> &[Slot] {
        let index = (u128::from(key) * self.groups.len() as u128) >> 64;
        &self.groups[index as usize].0[..self.ways]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.group(key)
            .iter()
            .map(Slot::load)
            .find(|&(owner, _)| owner == key)
            .and_then(|(_, word)| Entry::unpack(word))
    }

    /// Keeps what was found, in place of the entry of the same position or of
    /// the least valuable one: old before new, shallow before deep.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let mut victim: Option<(&Slot, i32)> = None;
        for slot in self.group(key) {
            let (owner, word) = slot.load();
            let Some(old) = Entry::unpack(word) else {
                victim = Some((slot, i32::MIN));
                continue;
            };
            if owner == key {
                if entry.best == MoveCode::NONE {
                    entry.best = old.best;
                }
                victim = Some((slot, i32::MIN));
                break;
            }
            let searches_ago = i32::from(age.wrapping_sub(Entry::age(word)) & AGE_MASK);
            let worth = i32::from(old.depth) - 8 * searches_ago;
            if victim.is_none_or(|(_, least)| worth < least) {
                victim = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = victim {
            let word = entry.pack(age);
            slot.word.store(word, Ordering::Relaxed);
            slot.check.store(key ^ word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Bound;

    fn entry(depth: u8, score: i16) -> Entry {
        Entry { best: MoveCode::from_bits(0x1234), score, eval: -7, depth, bound: Bound::Exact }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = Table::with_entries(64);
        let mut key = 1_u64;
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            for score in [-29_990, -1, 0, 1, 29_990] {
                key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let stored = Entry { bound, ..entry(63, score) };
                table.store(key, stored);
                assert_eq!(table.probe(key), Some(stored));
            }
        }
    }

    #[test]
    fn an_unknown_key_finds_nothing_in_the_same_group() {
        let table = Table::with_entries(1);
        table.store(1, entry(5, 10));
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(0), None);
    }

    #[test]
    fn a_torn_pair_reads_as_absent() {
        let table = Table::with_entries(1);
        table.store(9, entry(5, 10));
        table.groups[0].0[0].word.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn one_entry_keeps_the_latest() {
        let table = Table::with_entries(1);
        assert_eq!(table.entries(), 1);
        table.store(1, entry(5, 10));
        table.store(2, entry(3, 20));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(2).map(|e| e.score), Some(20));
    }

    #[test]
    fn the_shallow_goes_before_the_deep_and_the_old_before_both() {
        let table = Table::with_entries(4);
        for (key, depth) in [(1, 9), (2, 2), (3, 9), (4, 9)] {
            table.store(key, entry(depth, 0));
        }
        table.store(5, entry(1, 0));
        assert_eq!(table.probe(2), None, "the shallowest made room");
        table.begin_search();
        table.begin_search();
        for key in [6, 7, 8, 9] {
            table.store(key, entry(1, 0));
        }
        let left = [1, 3, 4, 5].iter().filter(|&&key| table.probe(key).is_some()).count();
        assert_eq!(left, 0, "deep but old entries made room");
    }

    #[test]
    fn a_new_result_without_a_move_keeps_the_known_one() {
        let table = Table::with_entries(4);
        table.store(1, entry(5, 10));
        table.store(1, Entry { best: MoveCode::NONE, ..entry(6, -10) });
        assert_eq!(
            table.probe(1).map(|e| (e.best, e.score)),
            Some((MoveCode::from_bits(0x1234), -10))
        );
    }

    #[test]
    fn clearing_forgets() {
        let table = Table::with_entries(16);
        table.store(1, entry(5, 10));
        table.clear();
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn threads_that_write_at_once_never_read_what_nobody_wrote() {
        let table = Table::with_entries(8);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..20_000_u64 {
                        let key = (i * 7 + thread) % 64 * 0x0400_0000_0000_0000 + 1;
                        let sign = (key >> 58) as i16;
                        table.store(key, entry((i % 60) as u8, sign));
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found.score, sign);
                        }
                    }
                });
            }
        });
    }
}
