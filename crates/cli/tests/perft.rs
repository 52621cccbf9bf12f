//! `dama perft`.

mod common;

use common::{check_refused, line};

/// The text form without the times, which vary.
fn count(command: &str) -> String {
    let run = line(command);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "dama {command}");
    let mut lines: Vec<&str> = run.stdout.lines().collect();
    let last = lines.pop().expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    let ["depth", depth, "leaves", leaves, "seconds", seconds, "mleaves/s", rate] = words[..]
    else {
        panic!("{last}");
    };
    assert!(seconds.parse::<f64>().is_ok() && rate.parse::<f64>().is_ok(), "{last}");
    lines.push("");
    format!("{}{depth} {leaves}", lines.join("\n"))
}

#[test]
fn it_counts_from_the_start_and_from_a_position() {
    assert_eq!(count("perft --variant english --depth 6"), "6 36768");
    assert_eq!(count("perft --variant international --depth 5"), "5 27117");
    assert_eq!(count("perft --variant english --depth 0"), "0 1");
    assert_eq!(count("perft --variant english --fen B:W18:B14 --depth 2"), "2 0");
}

#[test]
fn divide_shows_each_move_first() {
    assert_eq!(
        count("perft --variant english --depth 2 --divide"),
        "9-13 7\n9-14 7\n10-14 7\n10-15 7\n11-15 7\n11-16 7\n12-16 7\n2 49"
    );
    assert_eq!(count("perft --variant english --depth 0 --divide"), "0 1");
}

#[test]
fn counting_one_by_one_gives_the_same() {
    assert_eq!(count("perft --variant english --depth 6 --no-bulk"), "6 36768");
}

#[test]
fn every_order_of_capturing_counts_when_asked() {
    let fen = "W:WK32:B10,11,18,19,26,27";
    assert_eq!(count(&format!("perft --variant english --fen {fen} --depth 1")), "1 2");
    let kept = format!("perft --variant english --fen {fen} --depth 1 --keep-duplicates");
    assert_eq!(count(&kept), "1 3");
    assert_eq!(count(&format!("{kept} --divide")), "32x23x14x7x16x23x30 2\n32x23x30 1\n1 3");
}

#[test]
fn json_has_the_keys_of_the_contract_in_their_order() {
    let run = line("perft --variant english --depth 1 --divide --json --fen W:W32:B1");
    assert_eq!(run.status, 0);
    let (head, tail) = run.stdout.split_once("\"seconds\":").expect("seconds");
    assert_eq!(head, "{\"depth\":1,\"leaves\":2,");
    let (seconds, tail) = tail.split_once(',').expect("divide");
    assert!(seconds.parse::<f64>().is_ok(), "{seconds}");
    assert_eq!(
        tail,
        "\"divide\":[{\"move\":\"32-27\",\"leaves\":1},{\"move\":\"32-28\",\"leaves\":1}]}\n"
    );
    let plain = line("perft --variant english --depth 1 --json").stdout;
    assert!(!plain.contains("divide"), "{plain}");
}

#[test]
fn bad_arguments_and_positions_are_refused() {
    check_refused("perft --variant english", 2);
    check_refused("perft --depth 3", 2);
    check_refused("perft --variant checkers --depth 3", 2);
    check_refused("perft --variant english --depth 4000000000", 2);
    check_refused("perft --variant english --depth 41", 2);
    check_refused("perft --variant english --depth -1", 2);
    check_refused("perft --variant english --depth many", 2);
    check_refused("perft --variant english --depth 3 --fen nonsense", 2);
    check_refused("perft --variant english --depth 3 --fen W:W50:B1", 2);
}
