//! `docs/protocol.md` says what the code does.

use std::{collections::BTreeSet, fs};

use play::{Outcome, Refusal};
use protocol::ErrorCode;

use crate::golden::{folder, golden};

fn page() -> String {
    fs::read_to_string(folder().with_extension("md")).expect("docs/protocol.md")
}

#[test]
fn every_example_in_the_page_is_its_golden_file_and_every_file_is_shown() {
    let golden = golden();
    let page = page();
    let mut shown = BTreeSet::new();
    for part in page.split("<!-- golden: ").skip(1) {
        let (name, rest) = part.split_once(" -->\n```json\n").expect("an example");
        let (text, _) = rest.split_once("\n```").expect("the end of an example");
        assert_eq!(Some(text), golden.get(name).map(String::as_str), "{name}");
        shown.insert(name.to_owned());
    }
    let all: BTreeSet<_> = golden.into_keys().collect();
    assert_eq!(shown, all);
}

#[test]
fn every_code_stands_in_the_page_with_its_status() {
    let page = page();
    for code in ErrorCode::all() {
        let row = format!("| `{}` | {} |", code.name(), code.status());
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn every_reason_stands_in_the_page() {
    let page = page();
    for outcome in Outcome::all() {
        let word = format!("`{}`", outcome.reason());
        assert!(page.contains(&word), "{word}");
    }
}

#[test]
fn codes_have_different_names_and_their_promised_statuses() {
    let names: BTreeSet<_> = ErrorCode::all().map(ErrorCode::name).collect();
    assert_eq!(names.len(), ErrorCode::all().count());
    let promised = [
        (400, vec!["bad_request", "bad_message", "bad_fen", "bad_rules"]),
        (403, vec!["bad_origin", "not_a_player"]),
        (404, vec!["not_found"]),
        (409, vec!["invite_taken", "own_invite", "stale", "illegal_move"]),
        (410, vec!["invite_cancelled", "invite_expired"]),
    ];
    for (status, names) in promised {
        for name in names {
            let code = ErrorCode::from_name(name).expect("a code");
            assert_eq!((code.name(), code.status()), (name, status));
        }
    }
    for refusal in Refusal::ALL {
        assert!(ErrorCode::from(refusal).status() >= 400);
    }
}
