//! `cargo xtask openapi`: a generator makes requests of `docs/openapi.json`, many
//! more than within the tests.

use crate::{
    build,
    fault::Fault,
    python,
    shell::{cargo, run},
    tests::{BINARY, CLIENTS},
};

/// Requests of each route.
const EXAMPLES: &str = "500";

/// Builds the server and lets the generator at it.
pub(crate) fn openapi(args: &[String]) -> Result<(), Fault> {
    let examples = match args {
        [] => EXAMPLES,
        [count] if count.parse::<u32>().is_ok_and(|count| count > 0) => count,
        _ => return Err(Fault::usage("one number above 0: how many requests of each route")),
    };
    let clients = python::ensure_clients()?;
    run(cargo().args(["build", "--workspace", "--bin", "dama"]), None)?;
    let binary = build::binary("debug", "dama")?;
    let mut command = cargo();
    command.env(BINARY, &binary).env(CLIENTS, &clients).env("DAMA_EXAMPLES", examples);
    command.args(["test", "--package", "tests", "--test", "openapi", "--"]);
    run(command.args(["--nocapture", "a_generator"]), None)
}
