//! `dama pdn check`, and what holds for every command.

mod common;

use std::fs;

use common::{check, check_refused, dama, line};

/// Checks a file of this content; its name in the output is cut to `FILE`.
fn check_file(content: &[u8], flags: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pdn");
    fs::write(&path, content).expect("written");
    let path = path.to_str().expect("UTF-8");
    let run = dama(&[&["pdn", "check"], flags, &[path]].concat());
    (run.status, run.stdout.replace(path, "FILE"))
}

#[test]
fn a_good_file_is_counted() {
    let text = b"[Event \"a\"] 11-15 22-18 15x22 * [FEN \"W:W32:B1\"] * 09-13 1/2-1/2";
    assert_eq!(
        check_file(text, &["--json"]),
        (
            0,
            "[{\"file\":\"FILE\",\"variant\":\"english\",\"games\":3,\"with_moves\":2,\
             \"replay_ok\":2,\"plies_ok\":4,\"faults\":[]}]\n"
                .to_owned()
        )
    );
    assert_eq!(
        check_file(text, &[]),
        (
            0,
            "FILE: english games 3 with-moves 2 replay-ok 2 plies-ok 4 oddities 1 faults 0\n"
                .to_owned()
        )
    );
}

#[test]
fn a_game_that_cannot_be_played_is_named_with_its_place() {
    let text = b"11-15 22-18 *\n11-15 22-18\n  9-13 *\n11-15 22-18 15x22 *";
    assert_eq!(
        check_file(text, &["--json"]),
        (
            1,
            "[{\"file\":\"FILE\",\"variant\":\"english\",\"games\":3,\"with_moves\":3,\
             \"replay_ok\":2,\"plies_ok\":5,\"faults\":[{\"line\":3,\"column\":3,\"game\":1,\
             \"ply\":3,\"code\":\"must_capture\"}]}]\n"
                .to_owned()
        )
    );
    let (_, text) = check_file(text, &[]);
    assert!(text.ends_with("FILE:3:3: game 1 ply 3 must_capture\n"), "{text}");
}

#[test]
fn the_variant_is_the_flag_else_the_tag_else_the_best_fit() {
    let variant = |text: &[u8], flags: &[&str]| {
        let (_, json) = check_file(text, &[flags, &["--json"]].concat());
        json.split("\"variant\":")
            .nth(1)
            .expect("variant")
            .split(',')
            .next()
            .expect("end")
            .to_owned()
    };
    assert_eq!(variant(b"32-28 19-23 *", &[]), "\"international\"");
    assert_eq!(variant(b"32-28 19-23 *", &["--variant", "english"]), "\"english\"");
    assert_eq!(variant(b"[GameType \"21\"] 32-28 19-23 *", &[]), "\"english\"");
    assert_eq!(variant(b"[GameType \"25\"] c3-b4 *", &[]), "null");
    assert_eq!(variant(b"5-23 *", &[]), "\"english\"");
}

#[test]
fn bytes_that_are_no_pdn_hold_no_games() {
    let (status, text) = check_file(&[0, 159, 146, 150, b'{', b'(', 255], &[]);
    assert_eq!(status, 0);
    assert!(text.starts_with("FILE: english games 0 "), "{text}");
    let (status, _) = check_file(b"", &[]);
    assert_eq!(status, 0);
}

#[test]
fn an_unreadable_file_is_bad_input() {
    check_refused("pdn check no-such-file.pdn", 2);
    check_refused("pdn check", 2);
    check_refused("pdn", 2);
}

#[test]
fn help_and_version_go_to_standard_output() {
    for command in ["--help", "perft --help", "moves --help", "replay --help", "pdn check --help"] {
        let run = line(command);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{command}");
        assert!(command == "--help" || run.stdout.contains("Examples:"), "{command}");
    }
    check("--version", &format!("dama {}\n", env!("CARGO_PKG_VERSION")));
    check_refused("dance", 2);
}

#[test]
fn the_collection_gives_the_expected_counts() {
    let beside = || concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").into();
    let folder = std::env::var_os("DAMA_PDN_DIR").map_or_else(beside, std::path::PathBuf::from);
    let Ok(expected) = fs::read_to_string(folder.join("pdn_expected.json")) else {
        eprintln!("skipped: no collection of PDN files at hand (DAMA_PDN_DIR)");
        return;
    };
    let expected: serde_json::Value = serde_json::from_str(&expected).expect("JSON");
    let mut checked = 0;
    for (file, case) in expected.as_object().expect("an object") {
        // Results that look like moves (`4-6`): taken for results, as their tag says.
        let points = file == "wiegerw_fail-delfts.pdn";
        if !["english", "international"].iter().any(|name| case["variant"] == **name) || points {
            continue;
        }
        let path = folder.join("pdn").join(file);
        let run = dama(&["pdn", "check", "--json", path.to_str().expect("UTF-8")]);
        let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        for key in ["variant", "games", "with_moves", "replay_ok", "plies_ok"] {
            assert_eq!(report[0][key], case[key], "{file}: {key}");
        }
        let failing = |list: &serde_json::Value, key: &str| -> Vec<u64> {
            let list = list.as_array().expect("a list").iter();
            list.map(|item| if key.is_empty() { &item[0] } else { &item[key] })
                .map(|game| game.as_u64().expect("a game"))
                .collect()
        };
        let found = failing(&report[0]["faults"], "game");
        assert_eq!(found, failing(&case["failures"], ""), "{file}");
        assert_eq!(run.status, i32::from(!found.is_empty()), "{file}");
        checked += 1;
    }
    assert!(checked >= 20, "only {checked} files");
}
