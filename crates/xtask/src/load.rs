//! `cargo xtask load`: many people at once.

use std::process::Command;

use crate::{
    build,
    fault::Fault,
    run::become_program,
    shell::{self, cargo},
};

/// Builds the server and the load generator for release and becomes the
/// latter.
pub(crate) fn run(flags: &[String]) -> Result<(), Fault> {
    build::build()?;
    shell::run(cargo().args(["build", "--quiet", "--release", "--package", "load"]), None)?;
    let mut load = Command::new(build::binary("release", "load")?);
    load.args(flags);
    become_program(&mut load)
}
