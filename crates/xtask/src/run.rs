//! `cargo xtask run`: build, then become the server.

use std::process::Command;

use crate::{build, fault::Fault};

/// Builds and serves; returns only when the server could not be started or
/// has failed.
pub(crate) fn run(flags: &[String]) -> Result<(), Fault> {
    build::build()?;
    let mut server = Command::new(build::binary("release")?);
    server.arg("serve").args(flags);
    become_program(&mut server)
}

/// Replaces this process, so that signals reach the server itself.
#[cfg(unix)]
fn become_program(server: &mut Command) -> Result<(), Fault> {
    use std::os::unix::process::CommandExt as _;
    let source = server.exec();
    let program = server.get_program().to_string_lossy().into_owned();
    Err(Fault::NotStarted { program, source, remedy: None })
}

#[cfg(not(unix))]
fn become_program(server: &mut Command) -> Result<(), Fault> {
    crate::shell::run(server, None)
}
