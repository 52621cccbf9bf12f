//! Lines of the Hub protocol, one after another, and what they ask.

use engine::hub::{HubMove, Line, read_position, variant_from_name, variant_name, write_position};
use rules::{English, International, Ruleset};

use crate::command::Command;

/// Reads every line.
pub fn check(data: &[u8]) {
    let Some(text) = crate::text(data) else { return };
    for line in text.lines().take(64) {
        let read = line.parse::<Line>();
        if let Ok(read) = &read {
            let written = read.to_string();
            assert_eq!(written.parse().as_ref(), Ok(read), "{written}");
        }
        let command = Command::parse(line);
        assert!(read.is_ok() || command.is_err(), "a command that is no line: {line}");
        for word in line.split([' ', '"', '=']) {
            moves(word);
            position::<English>(word);
            position::<International>(word);
            if let Some(variant) = variant_from_name(word) {
                assert_eq!(variant_from_name(variant_name(variant)), Some(variant));
            }
        }
    }
}

fn moves(word: &str) {
    if let Ok(read) = word.parse::<HubMove>() {
        let written = read.to_string();
        assert_eq!(written.parse().as_ref(), Ok(&read), "{written}");
    }
}

fn position<R: Ruleset>(word: &str) {
    let Ok(setup) = read_position(word, R::BOARD.size()) else { return };
    let Ok(position) = setup.position::<R>() else { return };
    assert_eq!(write_position(&position), word);
}
