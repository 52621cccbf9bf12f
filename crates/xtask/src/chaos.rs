//! `cargo xtask chaos`: the long form of the tests that kill, pause and cut off what
//! people play on.

use crate::{
    assets, build,
    fault::Fault,
    progress::Steps,
    services,
    shell::{cargo, run},
    tests::BINARY,
};

/// Faults of the long form: every third cuts something off, which leaves fifty
/// that kill or pause.
const ROUNDS: u32 = 75;

/// Builds the server and runs the chaos tests with so many faults each.
pub(crate) fn run_rounds(args: &[String]) -> Result<(), Fault> {
    let rounds = match args {
        [] => ROUNDS,
        [rounds] => rounds.parse().map_err(|_| Fault::usage("the rounds are a number"))?,
        [_, extra, ..] => return Err(Fault::usage(format!("`{extra}` is not understood here"))),
    };
    let mut steps = Steps::new(assets::STEPS + 3);
    steps.step("looking for PostgreSQL, NATS and Caddy", services::ensure)?;
    assets::build(&mut steps)?;
    steps.step("compiling the server under test", || {
        run(cargo().args(["build", "--workspace", "--bin", "dama"]), None)
    })?;
    let binary = build::binary("debug", "dama")?;
    steps.step("chaos", || {
        let mut command = cargo();
        command.env(BINARY, &binary).env("DAMA_CHAOS_ROUNDS", rounds.to_string());
        command.args(["test", "--package", "tests", "--test", "chaos", "--"]);
        run(command.args(["--nocapture", "--test-threads", "1"]), None)
    })?;
    steps.finish("nothing lost, nothing done twice");
    Ok(())
}
