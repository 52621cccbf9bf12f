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

/// Moves what cannot be read out of the way, so that nothing overwrites it.
pub(crate) fn set_aside(keep: &mut dyn Keep, key: &str) {
    if let Some(text) = keep.get(key) {
        let aside = format!("{key}.unreadable");
        if keep.get(&aside).is_some() || keep.set(&aside, &text) {
            keep.remove(key);
        }
    }
}

/// A memory that lasts as long as the page: for tests, and for browsers
/// without a better one.
#[derive(Debug, Default)]
pub struct Memory(Vec<(String, String)>);

impl Keep for Memory {
    fn get(&self, key: &str) -> Option<String> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, text)| text.clone())
    }

    fn set(&mut self, key: &str, text: &str) -> bool {
        self.remove(key);
        self.0.push((key.to_owned(), text.to_owned()));
        true
    }

    fn remove(&mut self, key: &str) {
        self.0.retain(|(known, _)| known != key);
    }
}
