//! One line: a command and its arguments.

use core::fmt;

/// Longer lines are refused; a game of 2,000 plies fits.
const MAX_LENGTH: usize = 1 << 16;

/// A command with its arguments in order: `level move-time=1 exact`.
///
/// ```
/// use engine::hub::Line;
///
/// let line: Line = "pos pos=W moves=\"32-28 19-23\"".parse().expect("a line");
/// assert_eq!(line.get("moves"), Some("32-28 19-23"));
/// assert_eq!(line.to_string(), "pos pos=W moves=\"32-28 19-23\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    command: String,
    args: Vec<(String, String)>,
}

/// The text is not a line of the protocol: it is empty or far too long, begins
/// with an argument, or a quotation mark is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a line of the Hub protocol")]
pub struct BadLine;

impl Line {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Line { command: command.to_owned(), args: Vec::new() }
    }

    /// The same line with one more argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        // A quotation mark or a line break has no way to be written.
        let value = value.to_string().replace(['"', '\n', '\r'], " ");
        self.args.push((name.to_owned(), value));
        self
    }

    /// The command.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The value of an argument; that of a flag is empty.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.args.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether the argument is there, with or without a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

impl core::str::FromStr for Line {
    type Err = BadLine;
    fn from_str(text: &str) -> Result<Self, BadLine> {
        if text.len() > MAX_LENGTH {
            return Err(BadLine);
        }
        let mut rest = text.trim();
        let (command, after) = name(rest).ok_or(BadLine)?;
        if after.starts_with('=') {
            return Err(BadLine);
        }
        let mut line = Line::new(command);
        rest = after.trim_start();
        while !rest.is_empty() {
            let (arg, after) = name(rest).ok_or(BadLine)?;
            // Blanks around the sign do no harm.
            let (val, after) = match after.trim_start().strip_prefix('=') {
                None => ("", after),
                Some(after) => value(after.trim_start())?,
            };
            line.args.push((arg.to_owned(), val.to_owned()));
            rest = after.trim_start();
        }
        Ok(line)
    }
}

/// A word up to a blank or `=`, and what follows; `None` when it is empty.
fn name(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let plain = !word.is_empty() && !word.contains('"');
    plain.then_some((word, rest))
}

/// A value, quoted or plain, and what follows.
fn value(text: &str) -> Result<(&str, &str), BadLine> {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.split_once('"').ok_or(BadLine);
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.contains('"') { Err(BadLine) } else { Ok((word, rest)) }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.args {
            let plain =
                !value.is_empty() && !value.contains(|c: char| c == '=' || c.is_whitespace());
            if plain {
                write!(f, " {name}={value}")?;
            } else {
                write!(f, " {name}=\"{value}\"")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, command: &str, args: &[(&str, &str)]) {
        let line: Line = text.parse().expect(text);
        assert_eq!(line.command(), command, "{text}");
        let found: Vec<_> = line.args.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(found, args, "{text}");
    }

    #[test]
    fn values_may_be_plain_quoted_or_missing() {
        check("hub", "hub", &[]);
        check("  level   infinite ", "level", &[("infinite", "")]);
        check("level moves=9 time=291.587", "level", &[("moves", "9"), ("time", "291.587")]);
        check("id name=\"a = b\" x=\"\"", "id", &[("name", "a = b"), ("x", "")]);
        check("level time = 5 inc= 1", "level", &[("time", "5"), ("inc", "1")]);
    }

    #[test]
    fn what_is_no_line_is_refused() {
        for text in ["", "  ", "=1", "a=1", "id name=\"open", "a \"b\"", "a b=c\"d"] {
            assert_eq!(text.parse::<Line>(), Err(BadLine), "{text:?}");
        }
        assert_eq!("a ".repeat(MAX_LENGTH).parse::<Line>(), Err(BadLine));
    }

    #[test]
    fn a_written_line_reads_as_itself() {
        let line = Line::new("info").with("score", "-0.12").with("pv", "1-2 3x4").with("empty", "");
        assert_eq!(line.to_string().parse(), Ok(line));
        let tabs = Line::new("id").with("name", "a\tb\u{c}c");
        assert_eq!(tabs.to_string().parse(), Ok(tabs));
        let awkward = Line::new("id").with("name", "a\"b\nc");
        assert_eq!(awkward.to_string(), "id name=\"a b c\"");
    }
}
