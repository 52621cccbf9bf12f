//! Runs the real binary.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::process::Command;

/// What a run of `dama` left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    /// The exit status.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs `dama` with these arguments.
pub fn dama(args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_dama")).args(args).output().expect("dama runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        status: output.status.code().expect("an exit status"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Splits a command line at blanks, as a shell does without quotes.
pub fn line(command: &str) -> Run {
    dama(&command.split_whitespace().collect::<Vec<_>>())
}

/// A run that ends well and prints exactly this, and nothing on standard error.
#[track_caller]
pub fn check(command: &str, stdout: &str) {
    let expected = Run { status: 0, stdout: stdout.to_owned(), stderr: String::new() };
    assert_eq!(line(command), expected, "dama {command}");
}

/// A run that is refused: nothing on standard output, a reason on standard error.
#[track_caller]
pub fn check_refused(command: &str, status: i32) {
    let run = line(command);
    assert_eq!((run.status, run.stdout.as_str()), (status, ""), "dama {command}: {}", run.stderr);
    assert!(!run.stderr.is_empty(), "dama {command} gives no reason");
}
