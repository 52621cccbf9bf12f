//! Clients in Python, in a virtual environment that `cargo xtask test` makes.

use std::{
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
};

/// The Python that has them, from `DAMA_CLIENTS`. Without one the story is
/// skipped, and says so; in continuous integration it fails.
///
/// # Panics
/// In continuous integration without such a Python.
#[must_use]
pub fn python(story: &str) -> Option<OsString> {
    let python = std::env::var_os("DAMA_CLIENTS");
    if python.is_none() {
        assert!(std::env::var_os("CI").is_none(), "no Python clients: run `cargo xtask test`");
        // Straight to the terminal: a skipped test must not look like one that ran.
        let _ = writeln!(io::stderr(), "skipped: {story}, for which `cargo xtask test` installs");
    }
    python
}

/// A script in `tests/clients`.
#[must_use]
pub fn script(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("clients").join(name)
}
