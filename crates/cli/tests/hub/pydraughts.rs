//! pydraughts, a client that we did not write, plays whole games with us.
//! `cargo xtask test` installs it and says where in `DAMA_PYDRAUGHTS`.

use std::{
    env,
    io::{self, Write},
    process::Command,
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hub/play.py");

/// Our engine beats a random mover, by pydraughts' own rules.
fn check_wins(variant: &str, side: &str) {
    let Some(python) = env::var_os("DAMA_PYDRAUGHTS") else {
        assert!(env::var_os("CI").is_none(), "pydraughts is not there: run `cargo xtask test`");
        // Straight to the terminal: a skipped test must not look like one that ran.
        let _ = writeln!(
            io::stderr(),
            "skipped: {variant} through pydraughts, which `cargo xtask test` installs"
        );
        return;
    };
    let output = Command::new(python)
        .args([SCRIPT, env!("CARGO_BIN_EXE_dama"), variant, side])
        .output()
        .expect("Python starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stdout.starts_with("won after "), "{stdout}{stderr}");
}

#[test]
fn pydraughts_plays_a_game_of_international_draughts_with_it() {
    check_wins("normal", "first");
    check_wins("normal", "second");
}

#[test]
fn pydraughts_plays_a_game_of_english_draughts_with_it() {
    check_wins("english", "first");
    check_wins("english", "second");
}
