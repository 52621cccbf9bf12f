//! `dama tables`, and endgame tables in the other commands.

mod common;

use std::{fs, path::Path};

use common::{check, check_refused, dama, line};

/// A run in a folder; standard output, after a good end.
fn good(command: &str, dir: &Path) -> String {
    let dir = dir.to_str().expect("UTF-8");
    let mut args: Vec<&str> = command.split_whitespace().collect();
    args.extend(["--dir", dir]);
    let run = dama(&args);
    assert_eq!(run.status, 0, "{command}: {}", run.stderr);
    run.stdout.replace(dir, "DIR")
}

const THREE: &str = "\
pieces 2 positions 3488 wins 716 draws 2370 losses 402 longest 13 quiet 11 published same
pieces 3 positions 196032 wins 100250 draws 8477 losses 87305 longest 61 quiet 33 published same
";

#[test]
fn small_tables_are_checked_in_memory() {
    check("tables check --pieces 3", THREE);
    let json = line("tables check --pieces 2 --json").stdout;
    assert_eq!(
        json,
        "[{\"pieces\":2,\"positions\":3488,\"wins\":716,\"draws\":2370,\"losses\":402,\
         \"longest\":13,\"longest_quiet\":11,\"published\":\"same\"}]\n"
    );
    let international = line("tables check --variant international --pieces 2").stdout;
    assert!(international.ends_with("published unknown\n"), "{international}");
}

#[test]
fn a_build_goes_on_where_it_was_and_repairs_what_is_damaged() {
    let dir = tempfile::tempdir().expect("folder");
    let build = "tables build --pieces 3";
    let line = |found: usize| {
        format!("variant english pieces 3 pairs 9 found {found} positions 199520 dir DIR\n")
    };
    assert_eq!(good(build, dir.path()), line(0));
    assert_eq!(good(build, dir.path()), line(9));
    let slice = |name: &str| dir.path().join("english").join(name);
    let whole = fs::read(slice("kk-k.slice")).expect("a slice");
    assert_eq!(whole.len(), 22 + 32 * 31 * 30 / 2 + 32);

    fs::remove_file(slice("k-k.slice")).expect("there");
    let mut damaged = whole.clone();
    damaged[5_000] ^= 1;
    fs::write(slice("kk-k.slice"), &damaged).expect("written");
    let refused =
        dama(&["tables", "check", "--pieces", "3", "--dir", &dir.path().to_string_lossy()]);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("kk-k.slice"), "{}", refused.stderr);
    assert_eq!(good(build, dir.path()), line(7));
    assert_eq!(fs::read(slice("kk-k.slice")).expect("a slice"), whole);
    assert_eq!(good("tables check --pieces 3", dir.path()), THREE);

    // A slice under another's name is not taken for it.
    fs::copy(slice("km-k.slice"), slice("k-km.slice")).expect_err("m comes before k");
    fs::copy(slice("mk-k.slice"), slice("k-mk.slice")).expect("copied");
    assert_eq!(good(build, dir.path()), line(8));
    // Nothing unfinished is left behind.
    let names = fs::read_dir(dir.path().join("english")).expect("folder");
    assert!(names.flatten().all(|entry| entry.path().extension().is_some_and(|e| e == "slice")));
}

#[test]
fn a_position_is_told_with_its_moves_the_best_first() {
    check(
        "tables probe --fen W:WK18:BK1",
        "draw\n18-14 draw\n18-15 draw\n18-22 draw\n18-23 draw\n",
    );
    check("tables probe --fen W:WK18:BK15", "win 1\n18x11 win 1\n");
    check("tables probe --fen B:W9,14:B5", "loss 0\n");
    check(
        "tables probe --fen B:WK18:BK1 --json",
        "{\"verdict\":\"draw\",\"plies\":null,\"moves\":[\
         {\"pdn\":\"1-5\",\"verdict\":\"draw\",\"plies\":null},\
         {\"pdn\":\"1-6\",\"verdict\":\"draw\",\"plies\":null}]}\n",
    );
    let run = line("tables probe --fen W:W13,25:B3,4");
    assert!(run.stdout.starts_with("win 109\n"), "{}", run.stdout);
}

#[test]
fn tables_of_a_folder_answer_too() {
    let dir = tempfile::tempdir().expect("folder");
    good("tables build --pieces 2 --variant international", dir.path());
    let probe = "tables probe --variant international --fen";
    assert!(good(&format!("{probe} W:WK46:B41"), dir.path()).starts_with("win 1\n"));
    assert_eq!(good(&format!("{probe} W:WK1:BK5"), dir.path()).lines().next(), Some("draw"));
    let path = dir.path().to_str().expect("UTF-8");
    // Three pieces are not in it, and five in no table that is made at once.
    let three = format!("{probe} W:WK1,K2:B45 --dir {path}");
    check_refused(&three, 2);
    check_refused("tables probe --fen W:WK1,K2,K3:B45", 2);
    check_refused("tables probe --fen W:WK1,K2,K3:BK32,K31", 2);
}

#[test]
fn bad_arguments_are_refused() {
    check_refused("tables build --pieces 6", 2);
    check_refused("tables build --pieces 1", 2);
    check_refused("tables check --variant international --pieces 5", 2);
    check_refused("tables check --dir /nowhere/at/all", 2);
    check_refused("tables probe", 2);
    check_refused("tables probe --fen W:W32:B", 2);
    check_refused("analyse --variant english --depth 3 --tables /nowhere/at/all", 2);
}

#[test]
fn an_analysis_knows_the_distance_to_the_end_and_the_whole_way() {
    let run = line("analyse --variant english --fen W:W29,30:B8 --depth 3 --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("\"plies_to_end\":61"), "{}", run.stdout);
    let without = line("analyse --variant english --fen W:W29,30:B8 --depth 3 --tables off --json");
    assert!(without.stdout.contains("\"plies_to_end\":null"), "{}", without.stdout);
}
