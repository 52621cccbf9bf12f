//! `cargo xtask test`: every test, with a real browser and a real server.

use crate::{
    assets, browser, build,
    fault::Fault,
    fuzz,
    progress::Steps,
    python, services,
    shell::{cargo, run},
};

/// Tells the tests where the program under test lies.
pub(crate) const BINARY: &str = "DAMA_BIN";
/// Tells the tests which Python has pydraughts.
const PYDRAUGHTS: &str = "DAMA_PYDRAUGHTS";

/// Builds what the tests need and runs them all; `args` go to `cargo test`.
pub(crate) fn test(args: &[String]) -> Result<(), Fault> {
    let mut steps = Steps::new(assets::STEPS + 5 + fuzz::STEPS);
    steps.step("looking for Chromium and its driver", browser::ensure)?;
    steps.step("looking for PostgreSQL and NATS", services::ensure)?;
    let python = steps.step("looking for pydraughts", python::ensure_pydraughts)?;
    assets::build(&mut steps)?;
    steps.step("compiling the server under test", || {
        // With the features of the whole workspace, as the tests are built:
        // what is compiled here is not compiled again there.
        run(cargo().args(["build", "--workspace", "--bin", "dama"]), None)
    })?;
    let binary = build::binary("debug", "dama")?;
    steps.step("running the tests", || {
        let mut command = cargo();
        command.env(BINARY, &binary).env(PYDRAUGHTS, &python).arg("test");
        // A package chosen by the caller takes the place of the whole.
        if !args.iter().any(|arg| arg == "-p" || arg.starts_with("--package")) {
            command.arg("--workspace");
        }
        run(command.args(args), None)
    })?;
    // A package chosen by the caller wants its tests alone.
    if args.is_empty() {
        fuzz::short(&mut steps)?;
    }
    steps.finish("all tests passed");
    Ok(())
}
