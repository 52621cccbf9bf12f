//! `dama moves`.

mod common;

use common::{check, check_refused, dama};

#[test]
fn moves_are_listed_one_per_line_by_origin_and_destination() {
    check(
        "moves --variant english --fen B:W21-32:B1-12",
        "9-13\n9-14\n10-14\n10-15\n11-15\n11-16\n12-16\n",
    );
    check("moves --variant international --fen W:W28:B23,22", "28x17\n28x19\n");
}

#[test]
fn a_capture_that_fits_twice_is_written_in_full() {
    check("moves --variant english --fen B:W6,7,8,15,16:BK10", "10x1\n10x19x12x3x10x1\n");
}

#[test]
fn a_side_without_a_move_has_no_line() {
    check("moves --variant english --fen B:W18:B", "");
    check("moves --variant english --fen W:W13:B9,6 --json", "[]\n");
}

#[test]
fn draw_rules_do_not_stop_the_list() {
    check("moves --variant international --fen W:WK46:BK4", &{
        let to = [41, 37, 32, 28, 23, 19, 14, 10, 5];
        let mut to = to.map(|to| format!("46-{to}\n"));
        to.reverse();
        to.concat()
    });
}

#[test]
fn json_has_the_keys_of_the_contract_in_their_order() {
    check(
        "moves --variant english --fen B:W15,22,32:B11 --json",
        "[{\"from\":11,\"to\":25,\"captures\":[15,22],\"path\":[11,18,25],\"pdn\":\"11x25\",\
         \"promotes\":false}]\n",
    );
    check(
        "moves --variant english --fen W:W6:B12 --json",
        "[{\"from\":6,\"to\":1,\"captures\":[],\"path\":[6,1],\"pdn\":\"6-1\",\"promotes\":true},\
         {\"from\":6,\"to\":2,\"captures\":[],\"path\":[6,2],\"pdn\":\"6-2\",\"promotes\":true}]\n",
    );
}

#[test]
fn a_fen_is_read_tolerantly() {
    for fen in ["B:W32:B1", "b:b1:w32.", " B : B1 : W32 ", "\"B:W32:B1\"", "B:W32:B1:H0:F1"] {
        let run = dama(&["moves", "--variant", "english", "--fen", fen]);
        assert_eq!((run.status, run.stdout.as_str()), (0, "1-5\n1-6\n"), "{fen}: {}", run.stderr);
    }
}

#[test]
fn bad_positions_are_refused_with_every_reason() {
    for fen in [
        "",
        "B",
        "B:W1",
        "X:W32:B1",
        "B:W32:B1:W2",
        "B:W32:B1,1",
        "B:W33:B1",
        "B:W3:B1",
        "B:W:B",
        "B:W9-1:B32",
        "B:W0:B1",
        "B:W-1:B1",
        "B:W1000:B1",
        "B:WK:B1",
        "B:Wa3:B1",
    ] {
        let run = dama(&["moves", "--variant", "english", "--fen", fen]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{fen}");
    }
    let run = dama(&["moves", "--variant", "english", "--fen", "B:W3:B1,1"]);
    assert!(run.stderr.contains("two pieces") && run.stderr.contains("king row"), "{}", run.stderr);
    check_refused("moves --variant english", 2);
}
