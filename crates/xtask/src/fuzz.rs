//! `cargo xtask fuzz`: hostile bytes against every reader.
//!
//! The targets lie in `fuzz/`, as cargo-fuzz wants them, and are driven here
//! without it: counting coverage and linking libFuzzer needs nothing that the
//! stable toolchain does not have, and one build with plain flags serves all
//! targets. What is fuzzed has no `unsafe`, so no sanitizer is missed.

mod log;
mod seeds;
mod targets;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use crate::{
    fault::Fault,
    progress::Steps,
    shell::{cargo, root, run, target_dir},
};
use log::Log;
use targets::{TARGETS, Target};

/// How long each target runs unless the caller says otherwise.
const SECONDS: u32 = 30;
/// The same within `cargo xtask test`.
const SECONDS_IN_TESTS: u32 = 4;
/// Steps of the build, for those who count them.
pub(crate) const STEPS: usize = 2;

/// Counters at every edge and at every comparison; all of it on stable.
const COUNTERS: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// What the caller wants.
#[derive(Debug, Default, PartialEq, Eq)]
struct Wanted {
    targets: Vec<&'static Target>,
    seconds: Option<u32>,
    jobs: Option<usize>,
    input: Option<PathBuf>,
    seeds: bool,
}

/// `cargo xtask fuzz`.
pub(crate) fn fuzz(args: &[String]) -> Result<(), Fault> {
    let wanted = Wanted::parse(args)?;
    if wanted.seeds {
        return seeds::write();
    }
    let mut steps = Steps::new(STEPS);
    let folder = steps.step("compiling the fuzz targets", build)?;
    if let Some(input) = &wanted.input {
        let [target] = wanted.targets[..] else {
            return Err(Fault::usage("--input needs exactly one target"));
        };
        return run(Command::new(folder.join(target.name)).arg(input), None);
    }
    let seconds = wanted.seconds.unwrap_or(SECONDS);
    let jobs = wanted.jobs.unwrap_or_else(cores);
    steps.step(&format!("fuzzing, {seconds} s each"), || {
        run_all(&folder, &wanted.targets, jobs, seconds)
    })?;
    steps.finish("no target found a fault");
    Ok(())
}

/// The short form, as a part of the tests.
pub(crate) fn short(steps: &mut Steps) -> Result<(), Fault> {
    let folder = steps.step("compiling the fuzz targets", build)?;
    steps.step(&format!("fuzzing, {SECONDS_IN_TESTS} s each"), || {
        run_all(&folder, &TARGETS.iter().collect::<Vec<_>>(), cores(), SECONDS_IN_TESTS)
    })
}

impl Wanted {
    fn parse(args: &[String]) -> Result<Self, Fault> {
        let mut wanted = Wanted::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value =
                || args.next().ok_or_else(|| Fault::usage(format!("{arg} needs a value")));
            match arg.as_str() {
                "--seconds" => wanted.seconds = Some(number(arg, value()?)?),
                "--jobs" => wanted.jobs = Some(number(arg, value()?)?),
                "--input" => wanted.input = Some(PathBuf::from(value()?)),
                "--seeds" => wanted.seeds = true,
                name => {
                    let target = Target::named(name);
                    let none = || Fault::usage(format!("`{name}` is no fuzz target: {}", names()));
                    wanted.targets.push(target.ok_or_else(none)?);
                }
            }
        }
        if wanted.targets.is_empty() {
            wanted.targets = TARGETS.iter().collect();
        }
        Ok(wanted)
    }
}

fn number<N: std::str::FromStr + PartialOrd + From<u8>>(
    name: &str,
    text: &str,
) -> Result<N, Fault> {
    let number = text.parse().ok().filter(|number| *number >= N::from(1));
    number.ok_or_else(|| Fault::usage(format!("{name} needs a number above 0, not `{text}`")))
}

fn names() -> String {
    TARGETS.map(|target| target.name).join(", ")
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Builds all targets; returns the folder of the programs.
fn build() -> Result<PathBuf, Fault> {
    let host = host()?;
    // The folder of the workspace: macros, build scripts and what clippy looks
    // at are there already, where versions and features agree.
    let folder = target_dir()?;
    let mut command = cargo();
    command
        .env("RUSTFLAGS", COUNTERS)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .args(["build", "--quiet", "--bins", "--manifest-path", "fuzz/Cargo.toml"])
        // Named, so that build scripts and macros are left without counters.
        .args(["--target", &host, "--target-dir"])
        .arg(&folder);
    run(&mut command, Some("libFuzzer needs a C++ compiler (Debian: sudo apt-get install g++)"))?;
    Ok(folder.join(host).join("debug"))
}

/// The platform that we run on, as the compiler names it.
fn host() -> Result<String, Fault> {
    let told = crate::shell::output(Command::new("rustc").arg("-vV").current_dir(root()))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Fault::Missing {
        what: "`rustc -vV` did not name its host".into(),
        remedy: "use a Rust toolchain of rustup".into(),
    })
}

/// Runs the targets, so many at a time; the first fault ends it.
fn run_all(
    programs: &Path,
    targets: &[&'static Target],
    jobs: usize,
    seconds: u32,
) -> Result<(), Fault> {
    let work = target_dir()?.join("fuzz");
    let mut waiting = targets.iter();
    let mut running: Vec<Run> = Vec::new();
    loop {
        while running.len() < jobs
            && let Some(target) = waiting.next()
        {
            running.push(Run::start(programs, &work, target, seconds)?);
        }
        if running.is_empty() {
            return Ok(());
        }
        let ended = running.iter_mut().position(Run::has_ended);
        match ended {
            Some(at) => running.swap_remove(at).finish()?,
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

/// One target at work.
struct Run {
    target: &'static Target,
    child: Child,
    log: PathBuf,
}

impl Run {
    fn start(
        programs: &Path,
        work: &Path,
        target: &'static Target,
        seconds: u32,
    ) -> Result<Run, Fault> {
        let name = target.name;
        let (corpus, faults) = (work.join("corpus").join(name), work.join("faults"));
        for folder in [&corpus, &faults] {
            fs::create_dir_all(folder).map_err(Fault::file(folder))?;
        }
        let log = work.join(format!("{name}.log"));
        let out = fs::File::create(&log).map_err(Fault::file(&log))?;
        let err = out.try_clone().map_err(Fault::file(&log))?;
        let mut command = Command::new(programs.join(name));
        command.arg(&corpus).arg(root().join("fuzz/seeds").join(name));
        let dictionary = root().join("fuzz/dict").join(format!("{name}.dict"));
        if dictionary.is_file() {
            command.arg(format!("-dict={}", dictionary.display()));
        }
        command
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-max_len={}", target.longest))
            .arg(format!("-artifact_prefix={}/{name}-", faults.display()))
            // One input may take ten seconds and half a gigabyte, not more.
            .args(["-timeout=10", "-rss_limit_mb=512", "-print_final_stats=1"])
            .env("RUST_BACKTRACE", "1")
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err);
        let child = command.spawn().map_err(|source| Fault::NotStarted {
            program: name.to_owned(),
            source,
            remedy: None,
        })?;
        Ok(Run { target, child, log })
    }

    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Tells how it went.
    fn finish(mut self) -> Result<(), Fault> {
        let name = self.target.name;
        let status = self.child.wait().map_err(Fault::file(&self.log))?;
        let text = fs::read(&self.log).map_err(Fault::file(&self.log))?;
        let log = Log::new(String::from_utf8_lossy(&text).into_owned());
        if status.success() {
            eprintln!("    {}", log.summary(name));
            return Ok(());
        }
        eprintln!("{}", log.end());
        let again = log.input().map(|path| {
            if let Ok(bytes) = fs::read(&path) {
                eprintln!("\nthe input: b\"{}\"", bytes.escape_ascii());
            }
            format!("again: cargo xtask fuzz {name} --input {}", path.display())
        });
        Err(Fault::Failed { command: format!("fuzz {name}"), status, remedy: again })
    }
}

impl Drop for Run {
    /// Another target has failed: this one need not go on.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn parse(args: &[&str]) -> Result<Wanted, Fault> {
        Wanted::parse(&args.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn targets_and_limits_are_read() {
        let wanted = parse(&["--seconds", "5", "fen", "--jobs", "1"]).expect("good");
        assert_eq!((wanted.seconds, wanted.jobs), (Some(5), Some(1)));
        assert_eq!(wanted.targets, [&TARGETS[0]]);
        assert_eq!(parse(&[]).expect("good").targets.len(), TARGETS.len());
    }

    #[test]
    fn what_is_no_target_and_no_number_is_refused() {
        for args in [&["fan"][..], &["--seconds"], &["--seconds", "0"], &["--jobs", "x"]] {
            assert!(matches!(parse(args), Err(Fault::Usage(_))), "{args:?}");
        }
    }
}
