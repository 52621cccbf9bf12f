//! Lines of `dama engine --line`, as bytes come from a pipe.

use rules::Variant;

use crate::{
    lines,
    questions::{self, BadQuestion, Question},
};

/// Reads lines and what they ask.
pub fn check(data: &[u8]) {
    let mut input = data;
    let mut left = data.len();
    while let Some(line) = lines::next(&mut input).expect("reading from memory") {
        assert!(input.len() < left, "each line takes something");
        left = input.len();
        let Ok(line) = line else { continue };
        for variant in Variant::ALL {
            match questions::read(&line, variant) {
                Ok(Some(Question::Go { game, budget })) => {
                    assert!(budget.as_secs() <= 3_600);
                    assert_eq!(game.variant(), variant);
                    // The last position named is the one to think about.
                    let last = line.split_ascii_whitespace().last().expect("a FEN");
                    let setup: rules::Setup = last.parse().expect("it was read");
                    let start = rules::AnyGame::start(variant, Some(&setup), game.rules());
                    assert_eq!(game.fen(), start.expect("it was read").fen());
                }
                Ok(None) => assert!(line.trim_ascii().is_empty(), "{line}"),
                Ok(Some(_)) | Err(_) => {}
            }
            let empty = line.trim_ascii().is_empty();
            assert!(empty || !matches!(questions::read(&line, variant), Ok(None)));
        }
    }
    assert_eq!(BadQuestion::TooLong.to_string(), "too_long");
}
