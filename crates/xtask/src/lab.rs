//! `cargo xtask match` and `cargo xtask train`: one door to the program `lab`.

use std::process::Command;

use crate::{
    build,
    fault::Fault,
    run::become_program,
    shell::{self, cargo},
};

/// Builds `lab` for release and becomes it: `command` with the flags. It is a
/// program of its own, so that the first build of this one stays small.
pub(crate) fn run(command: &str, flags: &[String]) -> Result<(), Fault> {
    shell::run(
        cargo().args(["build", "--quiet", "--release", "--package", "lab", "--bin", "lab"]),
        None,
    )?;
    let mut lab = Command::new(build::binary("release", "lab")?);
    lab.arg(command).args(flags);
    become_program(&mut lab)
}
