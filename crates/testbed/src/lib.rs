//! Private instances of other programs, for tests: a PostgreSQL and a NATS that
//! nobody else uses, in a folder that vanishes with them.
//!
//! Each is looked after by a small shell that reads from a pipe of this
//! process. When this process ends, however it ends, the pipe breaks, and the
//! shell ends the program by its id and removes the folder; so nothing is left
//! behind by a test that was killed.
//!
//! Where a program is not installed a test is skipped, and says so; under
//! `CI=true` it fails instead.

mod instance;
mod nats;
mod postgres;

pub use nats::Nats;
pub use postgres::Postgres;

use std::{
    env,
    io::Write,
    path::{Path, PathBuf},
};

/// Says that something is not tested here, past the test runner, which keeps
/// what a test prints to itself.
///
/// # Panics
/// Under `CI=true`: there nothing is left out.
pub fn skip(what: &str, remedy: &str) {
    assert!(env::var("CI").as_deref() != Ok("true"), "{what} is missing: {remedy}");
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test");
    // Nobody to tell it to if that fails.
    let _ = writeln!(std::io::stderr(), "SKIPPED {name}: {what} is missing ({remedy})");
}

/// A program of that name in one of these folders, or in the search path.
fn find(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = folders.iter().cloned().chain(env::split_paths(&path));
    found.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A user without rights, as whom a program is run that refuses to be root's:
/// its ids, or `None` when this process is not root's.
fn somebody() -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt as _;
    let is_root = Path::new("/proc/self").metadata().is_ok_and(|entry| entry.uid() == 0);
    if !is_root {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(str::parse::<u32>);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    ids("postgres").or_else(|| ids("nobody"))
}
