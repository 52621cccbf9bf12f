//! The project's own commands: `cargo xtask build`, `assets`, `run`, `test`,
//! `fuzz`, `openapi`, `deps`, `match`, `train`, `load`, `chaos` and `perft-deep`.
//!
//! Everything that turns a fresh clone into a running server lives here, so
//! that a machine with Rust, a C compiler and a network needs nothing else.
//! What the commands do is told by `cargo xtask help`.

mod assets;
mod baseline;
mod browser;
mod build;
mod bundle;
mod chaos;
mod compress;
mod deps;
mod dist;
mod engines;
mod fault;
mod fuzz;
mod lab;
mod load;
mod openapi;
mod packages;
mod perft;
mod progress;
mod python;
mod room;
mod run;
mod services;
mod shell;
mod slim;
mod tests;

use std::process::ExitCode;

use fault::Fault;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  build                 the server with the web assets inside: target/release/dama
  assets                only the web assets: web/dist
  run [-- FLAGS]        build, then serve on http://127.0.0.1:8080 with dama.db in this folder
  test [-- ARGS]        every test, with a real browser; ARGS go to cargo test
  test --long           the same, and the stories of every browser in WebKitGTK and Firefox
  fuzz [FLAGS] [TARGET…]  hostile bytes against every reader; flags: --seconds N (30), --jobs N,
                        --input FILE (one input again), --seeds (writes fuzz/seeds anew)
  openapi [N]           requests made of docs/openapi.json, N of each route (500)
  deps                  licences, sources and versions of what we depend on; unused dependencies
  match ARGS            a match between two engines; ARGS are told by `match --help`
  train ARGS            the weights of the evaluation anew (hours); ARGS are told by `train --help`
  load ARGS             many people at once; ARGS are told by `load --help`
  chaos [ROUNDS]        servers killed, paused and cut off while people play, 75 times (minutes)
  perft-deep            the deepest move counts (minutes of computing)

examples:
  cargo xtask run -- --listen 127.0.0.1:9000
  cargo xtask test -- --package rules
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("\nxtask: {fault}");
            if let Some(remedy) = fault.remedy() {
                eprintln!("remedy: {remedy}");
            }
            ExitCode::from(fault.exit_code())
        }
    }
}

fn dispatch(args: &[String]) -> Result<(), Fault> {
    let Some((command, rest)) = args.split_first() else {
        return Err(Fault::usage("no command given"));
    };
    match command.as_str() {
        "build" => no_more(rest).and_then(|()| build::build()),
        "assets" => no_more(rest).and_then(|()| build::assets_only()),
        "run" => run::run(passed_on(rest)),
        "test" if rest.first().is_some_and(|flag| flag == "--long") => {
            tests::long(passed_on(&rest[1..]))
        }
        "test" => tests::test(passed_on(rest)),
        "fuzz" => fuzz::fuzz(rest),
        "openapi" => openapi::openapi(rest),
        "deps" => no_more(rest).and_then(|()| deps::deps()),
        "match" => lab::run("match", passed_on(rest)),
        "train" => lab::run("train", passed_on(rest)),
        "load" => load::run(passed_on(rest)),
        "chaos" => chaos::run_rounds(passed_on(rest)),
        "perft-deep" => no_more(rest).and_then(|()| perft::perft_deep()),
        "help" | "--help" | "-h" => {
            eprint!("{USAGE}");
            Ok(())
        }
        other => Err(Fault::usage(format!("unknown command `{other}`"))),
    }
}

/// What is meant for the program behind us: everything after an optional `--`.
fn passed_on(rest: &[String]) -> &[String] {
    match rest.split_first() {
        Some((first, others)) if first == "--" => others,
        _ => rest,
    }
}

fn no_more(rest: &[String]) -> Result<(), Fault> {
    match rest.first() {
        None => Ok(()),
        Some(extra) => Err(Fault::usage(format!("`{extra}` is not understood here"))),
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn strings(args: &[&str]) -> Vec<String> {
        args.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn flags_are_passed_on_with_and_without_the_separator() {
        let flags = strings(&["--listen", "127.0.0.1:0"]);
        assert_eq!(passed_on(&flags), &flags[..]);
        assert_eq!(passed_on(&strings(&["--", "--listen", "127.0.0.1:0"])), &flags[..]);
        assert!(passed_on(&strings(&["--"])).is_empty());
    }

    #[test]
    fn a_command_that_takes_no_arguments_refuses_them() {
        assert!(matches!(dispatch(&strings(&["build", "--fast"])), Err(Fault::Usage(_))));
    }

    #[test]
    fn an_unknown_or_missing_command_is_a_usage_fault() {
        assert!(matches!(dispatch(&strings(&["bulid"])), Err(Fault::Usage(_))));
        assert!(matches!(dispatch(&[]), Err(Fault::Usage(_))));
    }
}
