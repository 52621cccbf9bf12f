//! Texts that nobody of good will sends.

use proptest::prelude::*;
use protocol::{
    BadMessage, ClientMessage, ServerMessage, WireEvent, load_local_game, save_local_game,
};

use crate::{samples::COMMAND, strategies::client_message};

const ID: &str = "6f1c1c0e-97a4-4f6e-8d5a-0a8f0a3f6c11";

/// The message is bad, and its sender learns which of its commands it was.
fn check_bad_with_id(text: &str) {
    let bad = BadMessage { id: Some(COMMAND) };
    assert_eq!(ClientMessage::parse(text), Err(bad), "{text}");
}

fn check_bad(text: &str) {
    let bad = BadMessage { id: None };
    assert_eq!(ClientMessage::parse(text), Err(bad), "{text}");
}

fn check_good(text: &str) {
    assert!(ClientMessage::parse(text).is_ok(), "{text}");
}

fn a_move(path: &str, seq: &str) -> String {
    format!(r#"{{"type":"move","id":"{ID}","seq":{seq},"path":{path}}}"#)
}

#[test]
fn what_is_not_json_or_not_an_object_is_bad() {
    for text in
        ["", " ", "move", "null", "[]", "7", "\"move\"", "{", "{}", "{]}", "\u{feff}{}", "nul\0l"]
    {
        check_bad(text);
    }
    check_bad(&"[".repeat(4096));
    check_bad(&"{\"a\":".repeat(800));
}

#[test]
fn an_unknown_or_missing_type_is_bad() {
    check_bad_with_id(&format!(r#"{{"type":"castle","id":"{ID}","seq":1}}"#));
    check_bad_with_id(&format!(r#"{{"type":null,"id":"{ID}","seq":1}}"#));
    check_bad_with_id(&format!(r#"{{"type":["move"],"id":"{ID}","seq":1}}"#));
    check_bad_with_id(&format!(r#"{{"type":"Resign","id":"{ID}","seq":1}}"#));
    check_bad_with_id(&format!(r#"{{"id":"{ID}","seq":1}}"#));
    check_bad_with_id(&format!(r#"{{"type":0,"id":"{ID}","seq":1}}"#));
}

#[test]
fn an_id_that_is_none_is_bad() {
    for id in ["null", "1", "\"\"", "\"x\"", "[]", "\"6f1c1c0e-97a4-4f6e-8d5a-0a8f0a3f6c1\""] {
        check_bad(&format!(r#"{{"type":"resign","id":{id},"seq":1}}"#));
    }
    check_bad(r#"{"type":"resign","seq":1}"#);
}

#[test]
fn numbers_out_of_range_are_bad() {
    for seq in ["-1", "1.5", "1e3", "\"1\"", "null", "18446744073709551616", "NaN", "[1]"] {
        let text = a_move("[11,15]", seq);
        assert!(ClientMessage::parse(&text).is_err(), "{text}");
    }
    check_good(&a_move("[11,15]", "0"));
    check_good(&a_move("[11,15]", "18446744073709551615"));
}

#[test]
fn squares_that_no_board_has_are_bad() {
    for path in [
        "[0,15]",
        "[51,15]",
        "[11,256]",
        "[-1,5]",
        "[1.0,5]",
        "[\"11\",15]",
        "[[11],15]",
        "[null]",
        "{}",
        "\"11-15\"",
        "11",
        "null",
    ] {
        check_bad_with_id(&a_move(path, "12"));
    }
    check_bad_with_id(&format!(r#"{{"type":"move","id":"{ID}","seq":12}}"#));
    check_good(&a_move("[1,50]", "12"));
    check_good(&a_move("[]", "12"));
}

#[test]
fn a_path_longer_than_sixty_four_squares_is_bad() {
    let path = |length| format!("[{}]", vec!["7"; length].join(","));
    check_good(&a_move(&path(64), "12"));
    check_bad_with_id(&a_move(&path(65), "12"));
    check_bad_with_id(&a_move(&path(1_200), "12"));
}

#[test]
fn a_key_that_comes_twice_is_bad() {
    for text in [
        format!(r#"{{"type":"resign","type":"resign","id":"{ID}","seq":1}}"#),
        format!(r#"{{"type":"resign","id":"{ID}","id":"{ID}","seq":1}}"#),
        format!(r#"{{"type":"resign","id":"{ID}","seq":1,"seq":2}}"#),
        format!(r#"{{"type":"move","id":"{ID}","seq":1,"path":[1],"path":[2]}}"#),
    ] {
        assert!(ClientMessage::parse(&text).is_err(), "{text}");
    }
}

#[test]
fn an_answer_without_a_yes_or_no_and_a_claim_of_a_loss_are_bad() {
    check_bad_with_id(&format!(r#"{{"type":"answer_draw","id":"{ID}","seq":1}}"#));
    check_bad_with_id(&format!(r#"{{"type":"answer_draw","id":"{ID}","seq":1,"accept":1}}"#));
    check_bad_with_id(&format!(r#"{{"type":"claim","id":"{ID}","seq":1,"result":"loss"}}"#));
    check_bad_with_id(&format!(r#"{{"type":"claim","id":"{ID}","seq":1}}"#));
}

#[test]
fn fields_that_do_not_belong_to_the_type_are_ignored() {
    check_good(&format!(
        r#"{{"x":[{{}}],"type":"resign","path":"none","id":"{ID}","seq":1,"accept":7}}"#
    ));
    check_good(r#"{"type":"ping","seq":12,"id":"no"}"#);
}

#[test]
fn the_order_of_fields_does_not_matter() {
    check_good(&format!(r#" {{ "path" : [11, 15] , "seq":1, "id":"{ID}", "type":"move" }} "#));
}

#[test]
fn a_client_takes_types_kinds_and_codes_that_it_does_not_know() {
    let unknown = [
        r#"{"type":"weather","sun":true}"#,
        r#"{"type":"event","seq":4,"event":{"kind":"danced","side":"first"}}"#,
        r#"{"type":"refused","id":null,"code":"too_sunny"}"#,
        r#"{"type":"pong","seq":4,"mood":"good"}"#,
    ];
    for text in unknown {
        assert!(ServerMessage::parse(text).is_ok(), "{text}");
    }
    let Ok(ServerMessage::Event { event, .. }) = ServerMessage::parse(unknown[1]) else {
        panic!("an event");
    };
    assert_eq!(event, WireEvent::Unknown);
}

#[test]
fn saves_that_are_none_are_refused() {
    let game =
        play::local::LocalGame::new(rules::Variant::English, rules::GameRules::STANDARD, None)
            .expect("the start");
    let good = save_local_game(&game);
    assert!(load_local_game(&good).is_ok());
    for bad in [
        String::new(),
        "{}".to_owned(),
        good[..good.len() / 2].to_owned(),
        good.replace("\"version\":1", "\"version\":2"),
        good.replace("english", "russian"),
        good.replace("\"fen\":null", "\"fen\":\"B:W:B\""),
        good.replace("\"done\":0", "\"done\":1"),
        good.replace("\"steps\":[]", "\"steps\":[{\"move\":[1,2]}]"),
        good.replace("\"steps\":[]", "\"steps\":[\"dance\"]"),
        format!("{good}{}", " ".repeat(300_000)),
    ] {
        assert!(load_local_game(&bad).is_err(), "{bad:.200}");
    }
}

proptest! {
    #[test]
    fn no_text_breaks_a_reader(text in ".{0,200}") {
        let _ = ClientMessage::parse(&text);
        let _ = ServerMessage::parse(&text);
        let _ = load_local_game(&text);
    }

    #[test]
    fn a_message_with_a_byte_changed_never_breaks_the_reader(
        message in client_message(),
        at in any::<prop::sample::Index>(),
        byte in 0x20u8..0x7f,
    ) {
        let mut bytes = message.to_text().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let text = String::from_utf8(bytes).expect("ASCII");
        if let Ok(read) = ClientMessage::parse(&text) {
            prop_assert_eq!(ClientMessage::parse(&read.to_text()), Ok(read));
        }
    }

    #[test]
    fn a_message_cut_short_is_bad(
        message in client_message(),
        at in any::<prop::sample::Index>(),
    ) {
        let text = message.to_text();
        prop_assert!(ClientMessage::parse(&text[..at.index(text.len())]).is_err());
    }
}
