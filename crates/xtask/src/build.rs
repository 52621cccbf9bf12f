//! `cargo xtask build`: the server with the web assets inside; `assets`: those
//! alone.

use std::path::PathBuf;

use crate::{
    assets,
    fault::Fault,
    progress::Steps,
    shell::{cargo, run, target_dir},
};

/// Builds `dama` for release.
pub(crate) fn build() -> Result<(), Fault> {
    let mut steps = Steps::new(assets::STEPS + 1);
    assets::build(&mut steps)?;
    steps.step("compiling the server", || {
        run(cargo().args(["build", "--release", "--package", "cli"]), None)
    })?;
    steps.finish(&format!("built {}", binary("release", "dama")?.display()));
    Ok(())
}

/// Builds only what the pages load, for work on the front end.
pub(crate) fn assets_only() -> Result<(), Fault> {
    let mut steps = Steps::new(assets::STEPS);
    assets::build(&mut steps)?;
    steps.finish("built web/dist");
    Ok(())
}

/// Where cargo puts a program in this profile's folder.
pub(crate) fn binary(profile: &str, name: &str) -> Result<PathBuf, Fault> {
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    Ok(target_dir()?.join(profile).join(name))
}
