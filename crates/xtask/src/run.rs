//! `cargo xtask run`: build, then become the server.

use std::process::Command;

use crate::{build, fault::Fault};

/// Builds and serves; returns only when the server could not be started or
/// has failed.
pub(crate) fn run(flags: &[String]) -> Result<(), Fault> {
    build::build()?;
    let mut server = Command::new(build::binary("release", "dama")?);
    server.arg("serve").args(flags);
    become_program(&mut server)
}

/// Replaces this process, so that signals reach that program itself.
#[cfg(unix)]
pub(crate) fn become_program(program: &mut Command) -> Result<(), Fault> {
    use std::os::unix::process::CommandExt as _;
    let source = program.exec();
    let program = program.get_program().to_string_lossy().into_owned();
    Err(Fault::NotStarted { program, source, remedy: None })
}

#[cfg(not(unix))]
pub(crate) fn become_program(program: &mut Command) -> Result<(), Fault> {
    crate::shell::run(program, None)
}
