//! A training in small, through the real program.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn train(dir: &Path, flags: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["train", "--games", "6", "--nodes", "60", "--rounds", "2", "--epochs", "4", "--dir"])
        .arg(dir)
        .args(flags)
        .output()
        .expect("lab starts")
}

fn check(variant: &str) {
    let dir = tempfile::tempdir().expect("a folder");
    let done = train(dir.path(), &["--variant", variant]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let dir = dir.path().join(variant);
    let sizes: Vec<u64> = ["material.net", "round-1.net", "round-2.net"]
        .iter()
        .map(|name| fs::metadata(dir.join(name)).expect(name).len())
        .collect();
    assert!(sizes[0] > 40_000 && sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
    let net = |name: &str| fs::read(dir.join(name)).expect(name);
    assert_ne!(net("round-1.net"), net("round-2.net"));
}

#[test]
fn two_rounds_leave_their_games_and_nets_in_the_folder() {
    check("english");
    check("international");
}

#[test]
fn what_is_there_is_not_made_again_and_the_same_recipe_gives_the_same() {
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    train(one.path(), &[]);
    train(two.path(), &["--threads", "2"]);
    let path = "english/round-2/games-00000.samples";
    let games = fs::read(one.path().join(path)).expect("games");
    assert_eq!(games, fs::read(two.path().join(path)).expect("games"));

    fs::remove_file(one.path().join("english/round-2.net")).expect("removed");
    let net = one.path().join("english/round-1.net");
    let before = fs::metadata(&net).and_then(|meta| meta.modified()).expect("a time");
    let again = train(one.path(), &[]);
    assert!(again.status.success());
    assert!(!String::from_utf8_lossy(&again.stderr).contains(" of 6 games"), "none is played");
    assert_eq!(fs::metadata(&net).and_then(|meta| meta.modified()).expect("a time"), before);
    assert!(one.path().join("english/round-2.net").exists());
}

#[test]
fn a_damaged_file_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    train(dir.path(), &[]);
    fs::write(dir.path().join("english/round-1/games-00000.samples"), [1; 35]).expect("written");
    let done = train(dir.path(), &[]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("games-00000.samples"), "{said}");
}
