//! `cargo xtask perft-deep`: the deepest move counts, too slow for every day.

use crate::{
    fault::Fault,
    progress::Steps,
    shell::{cargo, run},
};

/// Runs the ignored perft tests of `rules`, optimised, with their speeds.
pub(crate) fn perft_deep() -> Result<(), Fault> {
    let mut steps = Steps::new(1);
    steps.step("counting moves to the deepest known depth", || {
        run(
            cargo().args(["test", "--release", "--package", "rules", "--test", "perft"]).args([
                "--",
                "--ignored",
                "--nocapture",
            ]),
            None,
        )
    })?;
    steps.finish("every count agrees");
    Ok(())
}
