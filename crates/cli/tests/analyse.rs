//! `dama analyse`.

mod common;

use common::{check_refused, line};
use rules::{AnyGame, GameRules, Variant, pdn::WrittenMove};
use serde_json::Value;

/// The lines of an analysis as data.
fn analysed(command: &str) -> Vec<Value> {
    let run = line(&format!("analyse --json {command}"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{command}");
    let Value::Array(lines) = serde_json::from_str(&run.stdout).expect("JSON") else {
        panic!("not a list: {}", run.stdout);
    };
    lines
}

/// Every principal variation is a list of legal moves in PDN.
#[track_caller]
fn check_playable(variant: Variant, fen: Option<&str>, lines: &[Value]) {
    let setup = fen.map(|fen| fen.parse().expect(fen));
    for line in lines {
        let mut game =
            AnyGame::start(variant, setup.as_ref(), GameRules::STANDARD).expect("a position");
        let moves = line["pv"].as_array().expect("a list");
        assert!(!moves.is_empty(), "{line}");
        for mv in moves {
            let written: WrittenMove = mv.as_str().expect("text").parse().expect("PDN");
            let path = written.path(variant.board()).expect("squares of this board");
            let made = game.play_path(&path).unwrap_or_else(|error| panic!("{mv}: {error}"));
            assert_eq!(*mv, made.pdn, "the shortest form");
        }
    }
}

#[test]
fn each_depth_has_its_score_nodes_speed_and_playable_line() {
    for variant in Variant::ALL {
        let lines = analysed(&format!("--variant {variant} --depth 7"));
        let depths: Vec<_> = lines.iter().map(|line| line["depth"].as_u64()).collect();
        assert_eq!(depths, (1..=7).map(Some).collect::<Vec<_>>());
        let number = |line: &Value, name: &str| line[name].as_f64().expect("a number");
        for pair in lines.windows(2) {
            assert!(number(&pair[0], "nodes") < number(&pair[1], "nodes"));
            assert!(number(&pair[0], "seconds") < number(&pair[1], "seconds"));
        }
        for line in &lines {
            let (seconds, nodes) = (number(line, "seconds"), number(line, "nodes"));
            let speed = number(line, "nodes_per_second");
            assert!((speed - nodes / seconds).abs() <= 1.0 + speed / 1e6, "{line}");
            assert!(number(line, "score").abs() < 100.0, "a start is about even: {line}");
            assert_eq!(line["plies_to_end"], Value::Null);
        }
        check_playable(variant, None, &lines);
    }
}

#[test]
fn the_score_is_that_of_the_side_to_move() {
    for (fen, ahead) in
        [("B:W18,24,28,32:B1,2,3,4,5,6", true), ("W:W18,24,28,32:B1,2,3,4,5,6", false)]
    {
        let lines = analysed(&format!("--variant english --fen {fen} --depth 5"));
        let score = lines[4]["score"].as_i64().expect("a number");
        assert_eq!(score > 100, ahead, "{fen}: {score}");
        assert_eq!(score < -100, !ahead, "{fen}: {score}");
        check_playable(Variant::English, Some(fen), &lines);
    }
}

#[test]
fn a_forced_end_is_told_in_plies() {
    let lines = analysed("--variant english --fen B:W18,26:B14 --depth 5");
    assert_eq!(lines.len(), 1, "the only reply needs no search");
    assert_eq!((&lines[0]["score"], &lines[0]["plies_to_end"]), (&29_999.into(), &1.into()));
    assert_eq!(lines[0]["pv"], serde_json::json!(["14x30"]));
}

#[test]
fn text_says_the_same_as_data() {
    let run = line("analyse --variant international --depth 4");
    let data = analysed("--variant international --depth 4");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.status, lines.len()), (0, 4));
    for (text, data) in lines.iter().zip(&data) {
        let pv: Vec<_> = data["pv"].as_array().expect("a list").iter().collect();
        let pv: Vec<_> = pv.iter().map(|mv| mv.as_str().expect("text")).collect();
        let (depth, score, nodes) = (&data["depth"], &data["score"], &data["nodes"]);
        // The speed is another one in each run.
        assert!(
            text.starts_with(&format!("depth {depth} score {score} nodes {nodes} nps ")),
            "{text}"
        );
        assert!(text.ends_with(&format!(" pv {}", pv.join(" "))), "{text}");
    }
}

#[test]
fn a_lost_position_has_no_line() {
    assert_eq!(analysed("--variant english --fen W:W:B1 --depth 5"), Vec::<Value>::new());
}

#[test]
fn bad_arguments_are_refused() {
    check_refused("analyse", 2);
    check_refused("analyse --variant english --depth 0", 2);
    check_refused("analyse --variant english --depth 5 --ms 5", 2);
    check_refused("analyse --variant english --fen B:W", 2);
    check_refused("analyse --variant chess", 2);
}
