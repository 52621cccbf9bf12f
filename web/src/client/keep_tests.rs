//! What becomes of kept texts that nobody can read.

use super::*;

fn kept(key: &str, text: &str) -> Memory {
    let mut keep = Memory::default();
    keep.set(key, text);
    keep
}

#[test]
fn what_cannot_be_read_lies_aside_and_its_place_is_free() {
    let mut keep = kept("dama.local", "garbage");
    set_aside(&mut keep, "dama.local");
    assert_eq!(keep.get("dama.local"), None);
    assert_eq!(keep.get("bad1.local").as_deref(), Some("garbage"));
    assert!(*keep.aside());
}

#[test]
fn nothing_is_nothing_to_set_aside() {
    let mut keep = Memory::default();
    set_aside(&mut keep, "dama.local");
    assert!(!*keep.aside());
}

#[test]
fn a_second_bad_text_does_not_take_the_place_of_the_first() {
    let mut keep = Memory::default();
    for text in ["one", "two", "one"] {
        keep.set("dama.local", text);
        set_aside(&mut keep, "dama.local");
    }
    assert_eq!(keep.get("bad1.local").as_deref(), Some("one"));
    assert_eq!(keep.get("bad2.local").as_deref(), Some("two"));
    assert_eq!(keep.get("bad3.local"), None, "the same twice is kept once");
}

#[test]
fn bad_texts_are_kept_up_to_a_number() {
    let mut keep = Memory::default();
    for n in 1..=20 {
        keep.set("dama.local", &format!("text {n}"));
        set_aside(&mut keep, "dama.local");
    }
    assert_eq!(keep.get("bad8.local").as_deref(), Some("text 8"));
    assert_eq!(keep.get("bad9.local").as_deref(), Some("text 20"));
}

#[test]
fn what_a_younger_program_has_kept_since_is_not_written_over() {
    let mut keep = kept("dama.settings", "settings 2\nnumbers roman\n");
    assert!(put(&mut keep, "dama.settings", "settings 1\nnumbers on\n"));
    assert_eq!(keep.get("dama.settings").as_deref(), Some("settings 1\nnumbers on\n"));
    assert_eq!(keep.get("bad1.settings").as_deref(), Some("settings 2\nnumbers roman\n"));
    assert!(*keep.aside());
}

#[test]
fn the_same_kind_is_written_over_as_usual() {
    let mut keep = kept("dama.settings", "settings 1\nnumbers on\n");
    assert!(put(&mut keep, "dama.settings", "settings 1\nnumbers off\n"));
    assert_eq!(keep.get("bad1.settings"), None);
    assert!(!*keep.aside());
}

/// A storage that holds no more than so many characters, keys included.
struct Full {
    inner: Memory,
    room: usize,
}

impl Full {
    fn used(&self) -> usize {
        self.inner.texts.iter().map(|(key, text)| key.len() + text.len()).sum()
    }
}

impl Keep for Full {
    fn get(&self, key: &str) -> Option<String> {
        self.inner.get(key)
    }

    fn set(&mut self, key: &str, text: &str) -> bool {
        let before = self.inner.get(key).map_or(0, |there| key.len() + there.len());
        let fits = self.used() - before + key.len() + text.len() <= self.room;
        fits && self.inner.set(key, text)
    }

    fn remove(&mut self, key: &str) {
        self.inner.remove(key);
    }

    fn aside(&mut self) -> &mut bool {
        self.inner.aside()
    }
}

#[test]
fn a_full_storage_has_room_for_what_is_set_aside_and_refuses_the_rest() {
    let inner = kept("dama.scores", "scores 9\nwhatever");
    let mut keep = Full { inner, room: 0 };
    keep.room = keep.used();
    assert!(!put(&mut keep, "dama.scores", "scores 1\n"), "there is no room beside it");
    assert_eq!(keep.get("bad1.scores").as_deref(), Some("scores 9\nwhatever"));
    assert!(*keep.aside());
}
