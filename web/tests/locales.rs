//! The tables of words: complete, alike in their placeholders, and used.

use std::{collections::BTreeMap, fs, path::Path};

#[path = "../build/table.rs"]
mod table;

use table::{LANGS, Tables, Text, join, parse};

const GROUPS: [&str; 2] = ["board", "page"];

/// Words that wait for the part of the board that will say them. A key that
/// is said somewhere has no place here.
const AWAITED: &[&str] = &["note_backward", "watchers"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn tables(group: &str) -> Tables {
    Tables::read(&root().join("locales"), group).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The Rust sources below a folder, as one text.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("a source file"));
        }
    }
    text
}

/// Whether the text calls or names the function of a key.
fn is_said(sources: &str, key: &str) -> bool {
    let needle = format!("::{key}");
    let end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    sources
        .match_indices(&needle)
        .any(|(at, _)| sources[at + needle.len()..].chars().next().is_none_or(end))
}

fn one(key: &str, text: &str) -> BTreeMap<String, Text> {
    [(key.to_owned(), Text::Plain(text.to_owned()))].into()
}

#[test]
fn every_language_has_every_key_with_the_same_placeholders() {
    for group in GROUPS {
        assert!(!tables(group).entries.is_empty(), "{group}");
    }
}

#[test]
fn every_word_is_said_somewhere() {
    let sources = sources(&root().join("src"));
    for group in GROUPS {
        let tables = tables(group);
        let unused: Vec<_> = tables.entries.keys().filter(|key| !is_said(&sources, key)).collect();
        let unused: Vec<_> =
            unused.into_iter().filter(|key| !AWAITED.contains(&key.as_str())).collect();
        assert!(unused.is_empty(), "{group}: nobody says {unused:#?}");
    }
}

#[test]
fn a_missing_key_is_found_and_named() {
    let [a, b, c] = [one("won", "a"), one("won", "b"), one("won", "c")];
    let faults = join("board", &[a, b, c, BTreeMap::new()]).err().expect("one is missing");
    assert_eq!(faults, [format!("board.{}.toml: `won` is missing", LANGS[3])]);
}

#[test]
fn a_differing_placeholder_is_found_and_named() {
    let tables =
        [one("n", "{n} of {m}"), one("n", "{m}: {n}"), one("n", "{n}"), one("n", "{n}{m}")];
    let faults = join("board", &tables).err().expect("one differs");
    assert_eq!(faults, [format!("board.{}.toml: `n` has other placeholders", LANGS[2])]);
}

#[test]
fn a_broken_line_is_found_and_named() {
    for line in [
        "won",
        "won = ",
        "won = a",
        "won = \"a",
        "Won = \"a\"",
        "won = \"{\"",
        "w = \"{A}\"",
        "w = \"\"",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
    assert!(parse("won = \"a\"\nwon = \"b\"").is_err(), "a key stands twice");
    assert!(parse("n.one = \"a\"").is_err(), "a plural without its other form");
}

#[test]
fn a_plural_and_an_escaped_quote_are_read() {
    let table =
        parse("# note\nn.one = \"one\"\nn.other = \"{n} \\\"many\\\"\"\n").expect("it is right");
    let other = "{n} \"many\"".to_owned();
    assert_eq!(table["n"], Text::Plural { one: "one".into(), other });
    assert_eq!(table["n"].placeholders(), ["n"]);
}

#[test]
fn no_language_copies_a_sentence_of_another() {
    for group in GROUPS {
        for (key, entry) in tables(group).entries {
            let texts: Vec<String> = entry.iter().map(|text| format!("{text:?}")).collect();
            // Names and single words may well be alike.
            if texts[0].matches(' ').count() > 3 {
                for other in &texts[1..] {
                    assert_ne!(&texts[0], other, "{group}: `{key}` is not translated");
                }
            }
        }
    }
}
