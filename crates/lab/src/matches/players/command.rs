//! The command that starts an engine, and the language that it speaks.

use std::{fmt, str::FromStr};

/// The language of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// That of `dama engine --line`.
    Line,
    /// Hub, version 2.
    Hub,
}

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    text: String,
    words: Vec<String>,
    protocol: Protocol,
}

impl Command {
    /// The program, then its arguments; at least one word.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    pub(super) fn protocol(&self) -> Protocol {
        self.protocol
    }
}

/// No command, or a quotation mark that is never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a command: empty, or a quotation mark is missing")]
pub(crate) struct NotACommand;

impl FromStr for Command {
    type Err = NotACommand;
    fn from_str(text: &str) -> Result<Self, NotACommand> {
        let (told, rest) = if let Some(rest) = text.strip_prefix("hub:") {
            (Some(Protocol::Hub), rest)
        } else if let Some(rest) = text.strip_prefix("line:") {
            (Some(Protocol::Line), rest)
        } else {
            (None, text)
        };
        let words = shlex::split(rest).filter(|words| !words.is_empty()).ok_or(NotACommand)?;
        let hub = words.iter().skip(1).any(|word| word == "hub");
        let protocol = told.unwrap_or(if hub { Protocol::Hub } else { Protocol::Line });
        Ok(Command { text: text.to_owned(), words, protocol })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, protocol: Protocol, words: &[&str]) {
        let command: Command = text.parse().expect(text);
        assert_eq!((command.protocol(), command.words()), (protocol, &words.map_owned()[..]));
    }

    trait MapOwned {
        fn map_owned(&self) -> Vec<String>;
    }

    impl MapOwned for [&str] {
        fn map_owned(&self) -> Vec<String> {
            self.iter().map(ToString::to_string).collect()
        }
    }

    #[test]
    fn the_language_is_told_by_a_prefix_or_by_the_word_hub() {
        check("dama engine --line", Protocol::Line, &["dama", "engine", "--line"]);
        check("dama hub", Protocol::Hub, &["dama", "hub"]);
        check("hub:scan", Protocol::Hub, &["scan"]);
        check("line:./hub hub", Protocol::Line, &["./hub", "hub"]);
        check("hub", Protocol::Line, &["hub"]);
        check("'my engine/x' a", Protocol::Line, &["my engine/x", "a"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        for text in ["", " ", "hub:", "'open"] {
            assert_eq!(text.parse::<Command>(), Err(NotACommand), "{text:?}");
        }
    }
}
