//! Starting other programs, and where things lie.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::fault::Fault;

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The cargo that started us, so that the toolchain stays the same.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root());
    // What a second build saves is not worth gigabytes to somebody who runs
    // these commands: incremental files of forty test programs.
    if env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    // What `cargo run` told us about ourselves would mislead the next cargo's
    // build scripts, and cargo-machete.
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_")
            || name.to_string_lossy().starts_with("CARGO_MANIFEST_")
        {
            command.env_remove(name);
        }
    }
    command
}

/// Runs to the end with its output on our terminal.
pub(crate) fn run(command: &mut Command, remedy: Option<&str>) -> Result<(), Fault> {
    let remedy = remedy.map(str::to_owned);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Fault::Failed { command: shown(command), status, remedy }),
        Err(source) => Err(Fault::NotStarted { program: program(command), source, remedy }),
    }
}

/// Runs to the end and returns what it wrote to stdout.
pub(crate) fn output(command: &mut Command) -> Result<String, Fault> {
    match command.stderr(Stdio::inherit()).output() {
        Ok(out) if out.status.success() => Ok(String::from_utf8_lossy(&out.stdout).into_owned()),
        Ok(out) => Err(Fault::Failed { command: shown(command), status: out.status, remedy: None }),
        Err(source) => Err(Fault::NotStarted { program: program(command), source, remedy: None }),
    }
}

/// Whether the program starts and reports success, silently.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Where cargo puts what it builds, asked of cargo itself because the
/// environment and configuration files both have a say.
pub(crate) fn target_dir() -> Result<PathBuf, Fault> {
    let metadata = output(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    serde_json::from_str::<serde_json::Value>(&metadata)
        .ok()
        .and_then(|value| value["target_directory"].as_str().map(PathBuf::from))
        .ok_or_else(|| Fault::Missing {
            what: "`cargo metadata` did not name the target directory".into(),
            remedy: "set CARGO_TARGET_DIR to a folder of your choice".into(),
        })
}

fn program(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let mut text = name.to_string_lossy().into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn the_root_holds_the_workspace_manifest() {
        assert!(root().join("Cargo.toml").is_file());
        assert!(root().join("crates/xtask").is_dir());
    }

    #[test]
    fn a_program_that_does_not_exist_is_named_with_its_remedy() {
        let fault = run(&mut Command::new("no-such-program-here"), Some("install it"));
        let Err(fault) = fault else { panic!("it cannot have started") };
        assert!(fault.to_string().contains("no-such-program-here"));
        assert_eq!(fault.remedy(), Some("install it"));
    }

    #[test]
    fn a_failing_program_is_shown_as_typed() {
        let Err(fault) = run(cargo().args(["no-such-subcommand"]).stderr(Stdio::null()), None)
        else {
            panic!("it cannot have succeeded")
        };
        assert!(fault.to_string().contains("cargo no-such-subcommand"), "{fault}");
    }
}
