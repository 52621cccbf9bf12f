//! `lab match` with engines that have one habit each.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

/// A run of `lab match` with two scripted engines.
struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

fn lab(args: &[&str]) -> Run {
    let output =
        Command::new(env!("CARGO_BIN_EXE_lab")).arg("match").args(args).output().expect("lab runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        status: output.status.code().expect("an exit status"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

fn scripted(habit: &str) -> String {
    format!("'{}' {habit}", env!("CARGO_BIN_EXE_scripted-engine"))
}

/// A match as data; `args` are separated by blanks.
fn played(a: &str, b: &str, args: &str) -> Value {
    let mut all = vec!["--engine", a, "--engine", b, "--json"];
    all.extend(args.split_whitespace());
    let run = lab(&all);
    assert_eq!(run.status, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// An engine with this habit loses both games of a pair, for this reason,
/// whichever side of the command line it is on and whatever it speaks.
/// `grace` is what a busy machine may need, and what a silent engine is given.
#[track_caller]
fn check_loses(habit: &str, reason: &str, grace: u32) {
    for language in ["line:", "hub:"] {
        let (good, bad) = (scripted("first"), format!("{language}{}", scripted(habit)));
        check_beats(&good, &bad, reason, grace);
    }
}

#[track_caller]
fn check_beats(good: &str, bad: &str, reason: &str, grace: u32) {
    let args = format!("--games 2 --ms 50 --grace {grace}");
    let result = played(good, bad, &args);
    assert_eq!((&result["wins"], &result["losses"]), (&2.into(), &0.into()), "{result}");
    assert_eq!(result["reasons"][reason], 2, "{result}");
    assert_eq!(result["time"][1]["faults"][reason], 2, "{result}");
    assert_eq!(result["time"][0]["faults"], Value::Object(Default::default()), "{result}");
    let result = played(bad, good, &args);
    assert_eq!((&result["wins"], &result["losses"]), (&0.into(), &2.into()), "{result}");
    assert_eq!(result["time"][0]["faults"][reason], 2, "{result}");
}

#[test]
fn an_engine_that_crashes_loses() {
    check_loses("crash", "crash", 10_000);
}

#[test]
fn an_engine_that_hangs_loses_and_nobody_waits_for_it() {
    check_loses("hang", "time-out", 700);
}

#[test]
fn an_engine_that_moves_illegally_loses() {
    check_loses("illegal", "illegal-move", 10_000);
}

#[test]
fn an_engine_that_talks_nonsense_loses() {
    check_loses("nonsense", "bad-answer", 10_000);
}

#[test]
fn an_engine_that_talks_without_end_loses_on_time() {
    let result = played(
        &scripted("first"),
        &format!("hub:{}", scripted("babble")),
        "--games 2 --ms 50 --grace 700",
    );
    assert_eq!(result["time"][1]["faults"]["time-out"], 2, "{result}");
}

#[test]
fn an_engine_that_never_starts_ends_the_match_with_its_name() {
    for bad in [scripted("dead"), "no-such-program-here".to_owned()] {
        let run = lab(&["--engine", &scripted("first"), "--engine", &bad, "--start", "200"]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains("engine B"), "{}", run.stderr);
    }
}

#[test]
fn the_same_engine_plays_the_same_games_in_either_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let moves = |prefix: &str| {
        let out = folder.path().join(prefix.trim_end_matches(':'));
        let (a, b) = (scripted("first"), scripted("last"));
        let args = format!("--games 6 --nodes 1 --out {}", out.display());
        let result = played(&format!("{prefix}{a}"), &format!("{prefix}{b}"), &args);
        assert_eq!(result["games"], 6, "{result}");
        games(&out).iter().map(|game| game["moves"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(moves("line:"), moves("hub:"));
}

#[test]
fn whole_games_are_refereed_by_the_rules_and_kept_as_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("match.jsonl");
    let path = out.to_str().expect("UTF-8");
    let result = played(
        &scripted("first"),
        &scripted("last"),
        &format!("--games 10 --nodes 1 --concurrency 2 --out {path}"),
    );
    assert_eq!(result["games"], 10, "{result}");
    let games = games(&out);
    assert_eq!(games.len(), 10);
    let mut openings = Vec::new();
    for game in &games {
        let moves: Vec<&str> = game["moves"].as_str().expect("moves").split(' ').collect();
        assert_eq!(moves.len() as u64, game["plies"].as_u64().expect("plies"));
        let mut replayed = rules::AnyGame::new(rules::Variant::English);
        for text in moves {
            let written: rules::pdn::WrittenMove = text.parse().expect(text);
            let squares = written.path(replayed.variant().board()).expect(text);
            replayed.play_path(&squares).expect(text);
        }
        let rules::Status::Ended(outcome) = replayed.status() else {
            panic!("the game goes on: {game}");
        };
        assert_eq!(game["reason"], outcome.reason());
        let winner = outcome.winner().map(|color| {
            let white = color == rules::Color::White;
            if (game["white"] == "a") == white { "a" } else { "b" }
        });
        assert_eq!(game["winner"].as_str(), winner, "{game}");
        openings.push(game["opening"].as_str().expect("an opening").to_owned());
    }
    openings.sort();
    let twice = openings.chunks(2).all(|pair| pair[0] == pair[1]);
    assert!(twice && openings.iter().step_by(2).is_sorted_by(|a, b| a < b), "{openings:?}");
}

/// The games of a file, by number.
fn games(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out).expect("a file");
    let mut games: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect(line)).collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

#[test]
fn a_match_that_was_broken_off_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("match.jsonl");
    let (a, b) = (scripted("first"), scripted("last"));
    let args = |games: u32| format!("--games {games} --nodes 1 --out {}", out.display());
    played(&a, &b, &args(3));
    let before = fs::read_to_string(&out).expect("a file");
    // Broken off in the middle of a line.
    let cut = before.len() - 10;
    fs::write(&out, &before[..cut]).expect("written");
    let kept = before[..cut].rfind('\n').expect("lines") + 1;
    let result = played(&a, &b, &args(6));
    assert_eq!(result["games"], 6);
    let after = fs::read_to_string(&out).expect("a file");
    assert!(after.starts_with(&before[..kept]), "finished games are left alone");
    assert_eq!(games(&out).len(), 6);
    // A whole match is not played again.
    played(&a, &b, &args(6));
    assert_eq!(fs::read_to_string(&out).expect("a file"), after);
}

#[test]
fn a_file_of_another_match_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("match.jsonl");
    let path = out.to_str().expect("UTF-8");
    let (a, b) = (scripted("first"), scripted("last"));
    played(&a, &b, &format!("--games 2 --nodes 1 --out {path}"));
    let before = fs::read_to_string(&out).expect("a file");
    for (args, what) in [
        (["--engine", &b, "--engine", &a, "--nodes", "1"], "an engine"),
        (["--engine", &a, "--engine", &b, "--nodes", "2"], "the budget"),
    ] {
        let run = lab(&[&args[..], &["--games", "2", "--out", path]].concat());
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(what), "{}", run.stderr);
    }
    assert_eq!(fs::read_to_string(&out).expect("a file"), before);
}

#[test]
fn a_sequential_test_ends_a_clear_match_early() {
    let result =
        played(&scripted("first"), &scripted("crash"), "--games 1000 --nodes 1 --sprt 0,50");
    assert_eq!(result["sprt"]["verdict"], "h1", "{result}");
    assert!(result["games"].as_u64().expect("a number") < 200, "{result}");
}

#[test]
fn a_long_game_can_be_called() {
    let result =
        played(&scripted("first"), &scripted("last"), "--games 2 --nodes 1 --draw-after 10");
    assert_eq!((&result["draws"], &result["reasons"]["adjudicated"]), (&2.into(), &2.into()));
}

#[test]
fn bad_arguments_are_refused() {
    let a = scripted("first");
    for args in [
        &["--engine", &a][..],
        &["--engine", &a, "--engine", &a, "--ms", "0"],
        &["--engine", &a, "--engine", &a, "--ms", "5", "--nodes", "5"],
        &["--engine", &a, "--engine", &a, "--ms", "5", "--ms", "5", "--ms", "5"],
        &["--engine", &a, "--engine", &a, "--openings", "random:0"],
        &["--engine", &a, "--engine", &a, "--openings", "no/such/file"],
        &["--engine", &a, "--engine", &a, "--variant", "international", "--openings", "ballots"],
        &["--engine", &a, "--engine", &a, "--sprt", "5"],
        &["--engine", &a, "--engine", &a, "--tournament"],
        &["--engine", "", "--engine", &a],
    ] {
        let run = lab(args);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}: {}", run.stderr);
        assert!(!run.stderr.is_empty(), "{args:?} gives no reason");
    }
}
