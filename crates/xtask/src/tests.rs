//! `cargo xtask test`: every test, with a real browser and a real server.

use std::path::PathBuf;

use crate::{
    assets, browser, build, engines,
    fault::Fault,
    fuzz,
    progress::Steps,
    python, room, services,
    shell::{cargo, run},
};

/// Tells the tests where the program under test lies.
pub(crate) const BINARY: &str = "DAMA_BIN";
/// Tells the tests which Python has pydraughts.
const PYDRAUGHTS: &str = "DAMA_PYDRAUGHTS";
/// Tells the tests which Python has websockets and schemathesis.
pub(crate) const CLIENTS: &str = "DAMA_CLIENTS";

/// Tells the tests where axe lies.
const AXE: &str = "DAMA_AXE";

/// Builds what the tests need and runs them all; `args` go to `cargo test`.
pub(crate) fn test(args: &[String]) -> Result<(), Fault> {
    let mut steps = Steps::new(STEPS);
    run_all(&mut steps, args)?;
    steps.finish("all tests passed");
    Ok(())
}

/// The same, and then the stories that must hold in every browser, in those
/// engines that can be had here.
pub(crate) fn long(args: &[String]) -> Result<(), Fault> {
    let mut steps = Steps::new(STEPS + 2);
    let engines = steps.step("looking for other browsers", || Ok(engines::ensure()))?;
    let binary = run_all(&mut steps, args)?;
    steps.step("running the stories of every browser", || {
        if engines.names.is_empty() {
            return Err(Fault::Missing {
                what: "no other browser was found".into(),
                remedy: "see the remedies above".into(),
            });
        }
        let mut command = cargo();
        command.env(BINARY, &binary).env(engines::ENGINES, engines.names.join(","));
        command.envs(engines.geckodriver.iter().map(|path| (engines::GECKODRIVER, path)));
        let stories = ["test", "--package", "tests", "--test", "browser", "--", "engines::"];
        // One after the other: each has browsers that draw everything in software.
        run(command.args(stories).args(["--ignored", "--test-threads", "1"]), None)
    })?;
    steps.finish(&format!("all tests passed, also in {}", engines.names.join(" and ")));
    Ok(())
}

/// Steps of [`run_all`].
const STEPS: usize = assets::STEPS + 8 + fuzz::STEPS;

/// Builds and runs all tests; returns the program under test.
fn run_all(steps: &mut Steps, args: &[String]) -> Result<PathBuf, Fault> {
    steps.step("looking for room on the disk", room::ensure)?;
    steps.step("looking for Chromium and its driver", browser::ensure)?;
    steps.step("looking for PostgreSQL, NATS and Caddy", services::ensure)?;
    let python = steps.step("looking for pydraughts", python::ensure_pydraughts)?;
    let clients = steps.step("looking for clients in Python", python::ensure_clients)?;
    let axe = steps.step("looking for axe", python::ensure_axe)?;
    assets::build(steps)?;
    steps.step("compiling the server under test", || {
        // With the features of the whole workspace, as the tests are built:
        // what is compiled here is not compiled again there.
        run(cargo().args(["build", "--workspace", "--bin", "dama"]), None)
    })?;
    let binary = build::binary("debug", "dama")?;
    steps.step("running the tests", || {
        let mut command = cargo();
        command.env(BINARY, &binary).env(PYDRAUGHTS, &python).env(CLIENTS, &clients).env(AXE, &axe);
        command.arg("test");
        // A package chosen by the caller takes the place of the whole.
        if !args.iter().any(|arg| arg == "-p" || arg.starts_with("--package")) {
            command.arg("--workspace");
        }
        run(command.args(args), None)
    })?;
    // A package chosen by the caller wants its tests alone.
    if args.is_empty() {
        fuzz::short(steps)?;
    }
    Ok(binary)
}
