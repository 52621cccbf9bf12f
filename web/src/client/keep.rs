//! What the browser keeps between visits.
//!
//! Each thing has a key of its own and is a few lines of text, the first of
//! which names its form and version. What cannot be read is set aside under
//! another key, never written over in silence; a browser that keeps nothing
//! plays all the same.

use core::fmt::Display;

/// A browser's memory, as far as it has one.
pub trait Keep {
    /// What is kept under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Keeps a text under a key; false when the browser does not.
    fn set(&mut self, key: &str, text: &str) -> bool;
    /// Forgets a key.
    fn remove(&mut self, key: &str);
    /// Whether something that could not be read was set aside, and nobody has
    /// been told of it yet.
    fn aside(&mut self) -> &mut bool;
}

/// Nothing kept is longer; more is somebody else's.
const MAX_LENGTH: usize = 256 * 1024;

/// Lines of `name value`, under a first line of `form version`.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    rest: core::str::Lines<'a>,
}

impl<'a> Lines<'a> {
    /// The lines below the heading, when it is the expected one.
    pub(crate) fn under(text: &'a str, heading: &str) -> Option<Self> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let mut rest = text.lines();
        (rest.next()? == heading).then_some(Self { rest })
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.rest.next()?;
        Some(line.split_once(' ').unwrap_or((line, "")))
    }
}

/// Text under a heading, line by line.
#[derive(Debug)]
pub(crate) struct Page(String);

impl Page {
    pub(crate) fn new(heading: &str) -> Self {
        Self(format!("{heading}\n"))
    }

    /// One more line.
    #[must_use]
    pub(crate) fn line(mut self, name: &str, value: &dyn Display) -> Self {
        self.push(name, value);
        self
    }

    pub(crate) fn push(&mut self, name: &str, value: &dyn Display) {
        use core::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{name} {value}");
    }

    pub(crate) fn text(self) -> String {
        self.0
    }
}

/// Texts of one key that are set aside; only what comes after the last of them
/// takes that one's place.
const ASIDE: u8 = 9;

/// Moves what cannot be read out of the way, so that nothing overwrites it:
/// from `dama.local` to `bad1.local`, or the next number that is free. The new
/// name is as long as the old one, so that there is room for it also where the
/// storage is full.
pub(crate) fn set_aside(keep: &mut dyn Keep, key: &str) {
    let Some(text) = keep.get(key) else { return };
    keep.remove(key);
    *keep.aside() = true;
    let mut n = 1;
    loop {
        let aside = format!("bad{n}{}", key.get(4..).unwrap_or_default());
        let there = keep.get(&aside);
        if n == ASIDE || there.is_none_or(|there| there == text) {
            keep.set(&aside, &text);
            return;
        }
        n += 1;
    }
}

/// Keeps a text under a heading; false when the browser does not. What is there
/// under another heading is a younger program's, and is set aside.
pub(crate) fn put(keep: &mut dyn Keep, key: &str, text: &str) -> bool {
    if keep.get(key).is_some_and(|there| there.split('\n').next() != text.split('\n').next()) {
        set_aside(keep, key);
    }
    keep.set(key, text)
}

/// A memory that lasts as long as the page: for tests, and for browsers
/// without a better one.
#[derive(Debug, Default)]
pub struct Memory {
    texts: Vec<(String, String)>,
    aside: bool,
}

impl Keep for Memory {
    fn get(&self, key: &str) -> Option<String> {
        self.texts.iter().find(|(known, _)| known == key).map(|(_, text)| text.clone())
    }

    fn set(&mut self, key: &str, text: &str) -> bool {
        self.remove(key);
        self.texts.push((key.to_owned(), text.to_owned()));
        true
    }

    fn remove(&mut self, key: &str) {
        self.texts.retain(|(known, _)| known != key);
    }

    fn aside(&mut self) -> &mut bool {
        &mut self.aside
    }
}

#[cfg(test)]
#[path = "keep_tests.rs"]
mod tests;
