//! `dama hub`, spoken to line by line, and by a client that we did not write.

mod client;
mod pydraughts;

use client::Hub;

const INTERNATIONAL: &str = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
const ENGLISH: &str = "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

#[test]
fn it_introduces_itself_and_gets_ready() {
    let mut hub = Hub::start(&[]);
    hub.say("hub");
    let id = hub.hear();
    assert!(id.starts_with("id name=Dama version="), "{id}");
    let variant = "param name=variant value=normal type=enum values=\"english normal\"";
    assert_eq!(hub.hear(), variant);
    assert_eq!(hub.hear(), "param name=hash value=64 type=int min=1 max=1024");
    assert_eq!(hub.hear(), "param name=threads value=1 type=int min=1 max=64");
    assert_eq!(hub.hear(), "wait");
    hub.say("set-param name=hash value=1");
    hub.check("init", "ready");
    hub.check("ping", "pong");
    hub.say("new-game");
    hub.check_silent();
}

#[test]
fn a_search_tells_what_it_finds_and_ends_with_a_move() {
    let mut hub = Hub::start(&[]);
    hub.check("init", "ready");
    hub.say(INTERNATIONAL);
    hub.say("level depth=5");
    hub.say("go think");
    for depth in 1..=5 {
        let line = hub.hear();
        assert!(line.starts_with(&format!("info depth={depth} score=")), "{line}");
        for name in [" nodes=", " time=", " nps=", " pv="] {
            assert!(line.contains(name), "{line}");
        }
    }
    let done = hub.hear();
    assert!(done.starts_with("done move=3") && done.contains(" ponder="), "{done}");
    hub.check_silent();
}

#[test]
fn captures_name_every_captured_square_both_ways() {
    let mut hub = Hub::start(&[]);
    hub.check("init", "ready");
    hub.say(&format!("{INTERNATIONAL} moves=\"32-28 19-23 28x19x23\""));
    hub.say("level nodes=500");
    hub.say("go think");
    let done = hub.hear_past_info("done ");
    // Black takes back with the one or the other man.
    assert!(done.contains("13x24x19") || done.contains("14x23x19"), "{done}");
}

#[test]
fn the_other_variants_go_by_their_names() {
    let mut hub = Hub::start(&[]);
    hub.say("set-param name=variant value=english");
    hub.check("init", "ready");
    hub.check(INTERNATIONAL, "error message=bad_position");
    hub.say(&format!("{ENGLISH} moves=\"11-15 22-18\""));
    hub.say("level depth=3");
    hub.say("go think");
    let done = hub.hear_past_info("done ");
    assert!(done.starts_with("done move=15x22x18"), "{done}");
    // A position belongs to its variant.
    hub.say("set-param name=variant value=normal");
    hub.check("go think", "error message=no_position");

    let mut told = Hub::start(&["--variant", "english"]);
    told.say(ENGLISH);
    told.say("level depth=1");
    told.say("go think");
    told.hear_past_info("done ");
}

#[test]
fn an_endless_search_hears_ping_and_ends_at_stop() {
    let mut hub = Hub::start(&[]);
    hub.say(INTERNATIONAL);
    hub.say("level infinite");
    for mode in ["think", "analyze", "ponder"] {
        hub.say(&format!("go {mode}"));
        hub.hear_past_info("info depth=9");
        hub.say("ping");
        hub.hear_past_info("pong");
        hub.say("stop");
        hub.hear_past_info("done move=");
        hub.check_silent();
    }
    // Nothing to stop, nothing to say.
    hub.say("stop");
    hub.say("ponder-hit");
    hub.check_silent();
}

#[test]
fn while_it_searches_other_commands_change_nothing() {
    let mut hub = Hub::start(&[]);
    hub.say(INTERNATIONAL);
    hub.say("level infinite");
    hub.say("go analyze");
    for line in [
        "go think",
        "level depth=1",
        INTERNATIONAL,
        "new-game",
        "init",
        "hub",
        "set-param name=hash value=2",
        "set-param name=threads value=2",
    ] {
        hub.say(line);
        assert_eq!(hub.hear_past_info("error"), "error message=searching", "{line}");
    }
    hub.say("stop");
    hub.hear_past_info("done ");
    hub.say("hub");
    let lines: Vec<_> = (0..4).map(|_| hub.hear()).collect();
    assert!(lines[2].contains("value=64"), "{lines:?}");
}

#[test]
fn the_clock_stands_still_while_it_ponders() {
    let mut hub = Hub::start(&[]);
    hub.say(INTERNATIONAL);
    hub.say("level move-time=0.001");
    hub.say("go ponder");
    // Far more than a millisecond of work.
    hub.hear_past_info("info depth=13");
    hub.say("ponder-hit");
    hub.hear_past_info("done move=");
    hub.check_silent();
}

#[test]
fn every_kind_of_limit_ends_a_search() {
    let mut hub = Hub::start(&[]);
    hub.say(INTERNATIONAL);
    for level in [
        "depth=4",
        "nodes=3000",
        "move-time=0.02",
        "time=1",
        "time=0.2 inc=0.01",
        "moves=3 time=0.2",
        "time=-3 inc=0",
    ] {
        hub.say(&format!("level {level}"));
        hub.say("go think");
        hub.hear_past_info("done move=");
    }
}

#[test]
fn a_forced_win_and_a_single_reply_are_told() {
    let mut hub = Hub::start(&["--variant", "english"]);
    let at = |pieces: &[(usize, char)]| {
        let mut squares = vec!['e'; 32];
        for &(square, piece) in pieces {
            squares[square - 1] = piece;
        }
        format!("pos pos=B{}", squares.into_iter().collect::<String>())
    };
    hub.say(&at(&[(14, 'b'), (18, 'w'), (26, 'w')]));
    hub.say("level move-time=5");
    hub.say("go think");
    let info = hub.hear();
    assert!(info.contains("score=99.99"), "{info}");
    assert_eq!(hub.hear_past_info("done"), "done move=14x30x18x26");
    hub.say(&at(&[(32, 'w')]));
    hub.check("go think", "error message=no_move");
}

#[test]
fn bad_input_is_answered_with_a_code_and_changes_nothing() {
    let mut hub = Hub::start(&[]);
    hub.say("level depth=3");
    hub.check("go think", "error message=no_position");
    hub.say(&format!("{INTERNATIONAL} moves=32-28"));
    for (line, code) in [
        ("=", "bad_line"),
        ("pos pos=\"open", "bad_line"),
        ("uci", "unknown_command"),
        ("set-param name=variant value=chess", "bad_param"),
        ("set-param name=hash value=0", "bad_param"),
        ("set-param name=hash value=1025", "bad_param"),
        ("set-param name=threads value=0", "bad_param"),
        ("set-param name=threads value=65", "bad_param"),
        ("set-param name=colour value=red", "bad_param"),
        ("set-param", "bad_param"),
        ("pos", "bad_position"),
        ("pos pos=W", "bad_position"),
        ("pos pos=Wwwwwwbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "bad_position"),
        ("level", "bad_level"),
        ("level depth=x", "bad_level"),
        ("go", "bad_mode"),
        ("go fish", "bad_mode"),
    ] {
        hub.check(line, &format!("error message={code}"));
    }
    for moves in ["32-27x", "32-23", "32-28 32-28", "28x19"] {
        hub.check(&format!("{INTERNATIONAL} moves=\"{moves}\""), "error message=bad_move");
    }
    hub.say(&"x".repeat(3 << 20));
    assert_eq!(hub.hear(), "error message=bad_line");
    // The position is still the one with Black to move, the limit still a depth.
    hub.say("go think now");
    let done = hub.hear_past_info("done move=");
    let from: u8 =
        done["done move=".len()..].split('-').next().and_then(|n| n.parse().ok()).expect(&done);
    assert!(from <= 20, "{done}");
}

#[test]
fn it_ends_at_quit_and_with_its_input_also_in_mid_search() {
    for last in ["quit", ""] {
        let mut hub = Hub::start(&[]);
        hub.say(INTERNATIONAL);
        hub.say("level infinite");
        hub.say("go think");
        hub.hear_past_info("info depth=5");
        hub.say(last);
        let rest = hub.check_ends();
        assert!(rest.last().is_some_and(|line| line.starts_with("done move=")), "{rest:?}");
    }
}
