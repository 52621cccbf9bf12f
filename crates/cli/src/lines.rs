//! Lines of questions on standard input, of bounded length.

use std::io::{self, BufRead, Read};

/// Longer lines are refused without being read whole.
const MAX_LINE: u64 = 1 << 20;

/// Why a line is not even looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotALine {
    /// It is too long.
    TooLong,
    /// It is not UTF-8.
    NotText,
}

/// The next line with its end, `None` at the end of the input. Of a line that
/// is too long the rest is skipped.
pub(crate) fn next(input: &mut impl BufRead) -> io::Result<Option<Result<String, NotALine>>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') && read as u64 == MAX_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(NotALine::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| NotALine::NotText)))
}
