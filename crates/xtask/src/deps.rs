//! `cargo xtask deps`: what we depend on, and whether we should.

use crate::{
    fault::Fault,
    progress::Steps,
    shell::{cargo, run, works},
};

/// Licences, sources and duplicates by cargo-deny, unused dependencies by
/// cargo-machete; both are installed when they are not there.
pub(crate) fn deps() -> Result<(), Fault> {
    let mut steps = Steps::new(4);
    steps.step("looking for cargo-deny", || ensure("deny"))?;
    steps.step("licences, sources and duplicate versions", || {
        run(
            cargo().args(["deny", "--all-features", "check", "bans", "licenses", "sources"]),
            Some("deny.toml at the root says what is allowed and why"),
        )
    })?;
    steps.step("looking for cargo-machete", || ensure("machete"))?;
    steps.step("unused dependencies", || {
        run(cargo().args(["machete"]), Some("take the named dependencies out of their manifests"))
    })?;
    steps.finish("dependencies are in order");
    Ok(())
}

fn ensure(tool: &str) -> Result<(), Fault> {
    if works(cargo().args([tool, "--version"])) {
        return Ok(());
    }
    eprintln!("    installing cargo-{tool} (some minutes, once)");
    run(
        cargo().args(["install", "--locked", &format!("cargo-{tool}")]),
        Some("cargo install needs a network and a C compiler"),
    )
}
