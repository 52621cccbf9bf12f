//! Standard output: data only, as lines or as one JSON value.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::fault::Fault;

/// The locked standard output.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Writes a value as one line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Fault> {
    let mut out = stdout();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Writes lines of text.
pub(crate) fn lines<T: std::fmt::Display>(lines: impl IntoIterator<Item = T>) -> Result<(), Fault> {
    let mut out = stdout();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}
