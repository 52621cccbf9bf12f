//! The text of a file, character by character, with line and column.

use core::fmt;
use std::borrow::Cow;

/// A place in a file as editors show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    /// `LINE:COLUMN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The text of a PDN file: UTF-8 with or without a byte order mark, else
/// Latin-1, which old files use and in which every byte means something.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// A reading head over a text.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Cursor { rest: text, offset: 0, place: Place { line: 1, column: 1 } }
    }

    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// Bytes read so far.
    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn starts_with(&self, text: &str) -> bool {
        self.rest.starts_with(text)
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.offset += c.len_utf8();
        if c == '\n' {
            self.place.line = self.place.line.saturating_add(1);
            self.place.column = 1;
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(c)
    }

    /// Reads `text` if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.starts_with(text);
        if found {
            for _ in text.chars() {
                self.next();
            }
        }
        found
    }

    /// Reads as long as the characters please, and returns what was read.
    pub(super) fn eat_while(&mut self, mut pleases: impl FnMut(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&mut pleases) {
            self.next();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// Reads up to a byte offset further on.
    pub(super) fn skip_to(&mut self, offset: usize) {
        while self.offset < offset && self.next().is_some() {}
    }
}
