//! `dama replay`.

mod common;

use common::{check, check_refused, dama, line};

#[test]
fn it_tells_how_the_game_stands_at_the_start_and_after_each_ply() {
    check("replay --variant english", "ongoing\n");
    check("replay --variant english 11-15 22-18 15x22", "ongoing\nongoing\nongoing\nongoing\n");
    check("replay --variant english --fen B:W18:B14 14x23", "ongoing\nwin-black:no-pieces\n");
    check("replay --variant english --fen B:W13:B9,1 1-6", "ongoing\nwin-black:no-moves\n");
    check("replay --variant international --fen W:WK28:BK15", "draw:king-vs-king\n");
    check(
        "replay --variant english --fen B:W18:B14 --json 14x23",
        "[\"ongoing\",\"win-black:no-pieces\"]\n",
    );
}

#[test]
fn the_rules_of_a_set_up_are_asked_for_by_flags() {
    check(
        "replay --variant international --length-limit 1 32-28 19-23",
        "ongoing\nongoing\ndraw:length-limit\n",
    );
}

#[test]
fn a_full_route_a_short_form_and_leading_zeros_are_moves() {
    let fen = "B:W6,7,8,15,16,32:BK10";
    check(&format!("replay --variant english --fen {fen} 10x1"), "ongoing\nongoing\n");
    check(&format!("replay --variant english --fen {fen} 10x3x12x19x10x1"), "ongoing\nongoing\n");
    check("replay --variant english 09-13", "ongoing\nongoing\n");
}

#[test]
fn an_impossible_move_ends_it_with_the_earlier_lines_kept() {
    for (moves, reason) in [
        ("11-15 22-18 9-13", "compulsory"),
        ("11-15 22-18 15-23", "illegal"),
        ("11-15 22-18 15x50", "illegal"),
        ("11-15 22-18 a1-b2", "illegal"),
    ] {
        let run = line(&format!("replay --variant english {moves} 12-16"));
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (1, "ongoing\nongoing\nongoing\n"),
            "{moves}"
        );
        assert!(run.stderr.contains(reason) && run.stderr.contains("ply 3"), "{}", run.stderr);
    }
    let json = line("replay --variant english --json 11-15 9-13");
    assert_eq!((json.status, json.stdout.as_str()), (1, "[\"ongoing\",\"ongoing\"]\n"));
}

#[test]
fn too_few_pieces_and_unclear_captures_are_told_apart() {
    let most = line("replay --variant international --fen W:W28,47:B23,22,11 28x19");
    assert_eq!((most.status, most.stdout.as_str()), (1, "ongoing\n"));
    assert!(most.stderr.contains("most pieces"), "{}", most.stderr);
    let unclear = line("replay --variant english --fen B:W6,7,14,15:B2 2x18");
    assert_eq!((unclear.status, unclear.stdout.as_str()), (1, "ongoing\n"));
    assert!(unclear.stderr.contains("several captures"), "{}", unclear.stderr);
}

#[test]
fn a_move_after_the_end_is_a_fault() {
    let run = line("replay --variant english --fen B:W18:B14 14x23 23-26");
    assert_eq!((run.status, run.stdout.as_str()), (1, "ongoing\nwin-black:no-pieces\n"));
    assert!(run.stderr.contains("over"), "{}", run.stderr);
}

#[test]
fn bad_arguments_are_refused() {
    check_refused("replay --variant english --tournament 11-15", 2);
    check_refused("replay --variant english --length-limit 10 11-15", 2);
    check_refused("replay --variant international --length-limit 0", 2);
    check_refused("replay --variant international --length-limit 70000", 2);
    check_refused("replay --variant english --fen B:W:B", 2);
    check_refused("replay --variant english 11-15 hello", 2);
    check_refused("replay --variant english 11", 2);
    check_refused("replay --variant russian", 2);
}

#[test]
fn the_games_of_the_rulings_end_as_they_should() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/data/endings.json");
    let text = std::fs::read_to_string(path).expect("endings.json");
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut checked = 0;
    for game in file["games"].as_array().expect("games") {
        let word = |key: &str| game[key].as_str().expect("a word");
        let mut command = vec!["replay", "--variant", word("variant"), "--fen", word("fen")];
        if !["english", "international"].contains(&word("variant")) {
            continue;
        }
        if word("rules") == "tournament" {
            command.push("--tournament");
        }
        let moves = game["moves"].as_array().expect("moves").iter();
        command.extend(moves.map(|mv| mv.as_str().expect("a move")));
        let run = dama(&command);
        assert_eq!(run.status, 0, "{}: {}", word("id"), run.stderr);
        let lines: Vec<&str> = run.stdout.lines().collect();
        for expected in game["expect"].as_array().expect("expect") {
            let plies = expected[0].as_u64().expect("plies") as usize;
            assert_eq!(lines[plies], expected[1], "{} after {plies}", word("id"));
            checked += 1;
        }
    }
    assert!(checked >= 40, "only {checked} statuses");
}
