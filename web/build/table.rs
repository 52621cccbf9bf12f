//! Reads tables of words: TOML of the simplest kind, one `key = "text"` a
//! line, `key.one` and `key.other` where a number bends the sentence,
//! `{name}` where something is put in.

use std::{collections::BTreeMap, fs, path::Path};

/// The languages, by the names of their files.
pub(crate) const LANGS: [&str; 4] = ["en", "fil", "hu", "id"];

/// What one language says for one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// The same for every number.
    Plain(String),
    /// One form for 1 and one for everything else.
    Plural { one: String, other: String },
}

impl Text {
    /// The names in braces, in order of appearance, each once.
    pub(crate) fn placeholders(&self) -> Vec<String> {
        let mut names = Vec::new();
        for form in self.forms() {
            for name in form.split('{').skip(1).filter_map(|rest| rest.split_once('}')) {
                if !names.iter().any(|known| known == name.0) {
                    names.push(name.0.to_owned());
                }
            }
        }
        names
    }

    fn forms(&self) -> Vec<&str> {
        match self {
            Self::Plain(text) => vec![text],
            // The singular may well leave the number out, so it comes last.
            Self::Plural { one, other } => vec![other, one],
        }
    }
}

/// A key's texts in the order of [`LANGS`].
pub(crate) type Entry = [Text; 4];

/// One group of words in every language.
pub(crate) struct Tables {
    pub(crate) entries: BTreeMap<String, Entry>,
}

impl Tables {
    /// Reads `GROUP.LANG.toml` for every language, or tells all that is wrong.
    pub(crate) fn read(folder: &Path, group: &str) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let mut read = |lang: &str| {
            let name = format!("{group}.{lang}.toml");
            let text = fs::read_to_string(folder.join(&name)).unwrap_or_else(|error| {
                faults.push(format!("{name}: {error}"));
                String::new()
            });
            parse(&text).unwrap_or_else(|found| {
                faults.extend(found.into_iter().map(|fault| format!("{name}: {fault}")));
                BTreeMap::new()
            })
        };
        let tables = LANGS.map(&mut read);
        if !faults.is_empty() {
            return Err(faults);
        }
        join(group, &tables)
    }
}

/// Joins the languages: every key in each, with the same placeholders.
pub(crate) fn join(
    group: &str,
    tables: &[BTreeMap<String, Text>; 4],
) -> Result<Tables, Vec<String>> {
    let mut faults = Vec::new();
    let mut entries = BTreeMap::new();
    let mut keys: Vec<&String> = tables.iter().flat_map(BTreeMap::keys).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let found = [0, 1, 2, 3].map(|lang| tables[lang].get(key).cloned());
        for (lang, text) in LANGS.iter().zip(&found) {
            if text.is_none() {
                faults.push(format!("{group}.{lang}.toml: `{key}` is missing"));
            }
        }
        let [Some(en), Some(fil), Some(hu), Some(id)] = found else { continue };
        let entry = [en, fil, hu, id];
        let sorted = |text: &Text| {
            let mut names = text.placeholders();
            names.sort();
            names
        };
        for (lang, text) in LANGS.iter().zip(&entry) {
            if sorted(text) != sorted(&entry[0]) {
                faults.push(format!("{group}.{lang}.toml: `{key}` has other placeholders"));
            }
        }
        entries.insert(key.clone(), entry);
    }
    if faults.is_empty() { Ok(Tables { entries }) } else { Err(faults) }
}

/// Reads one file.
pub(crate) fn parse(text: &str) -> Result<BTreeMap<String, Text>, Vec<String>> {
    let mut lines = BTreeMap::new();
    let mut faults = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match entry(line) {
            Some((key, text)) => {
                if lines.insert(key.to_owned(), text).is_some() {
                    faults.push(format!("line {}: `{key}` stands twice", at + 1));
                }
            }
            None => faults.push(format!("line {}: not `key = \"text\"`", at + 1)),
        }
    }
    let mut table = BTreeMap::new();
    for (key, text) in &lines {
        match key.split_once('.') {
            None => {
                table.insert(key.clone(), Text::Plain(text.clone()));
            }
            Some((stem, "one")) => match lines.get(&format!("{stem}.other")) {
                Some(other) => {
                    let (one, other) = (text.clone(), other.clone());
                    table.insert(stem.to_owned(), Text::Plural { one, other });
                }
                None => faults.push(format!("`{stem}.other` is missing")),
            },
            Some((stem, "other")) if lines.contains_key(&format!("{stem}.one")) => {}
            Some((stem, _)) => faults.push(format!("`{stem}` needs .one and .other")),
        }
    }
    if faults.is_empty() { Ok(table) } else { Err(faults) }
}

fn entry(line: &str) -> Option<(&str, String)> {
    let (key, value) = line.split_once('=')?;
    let key = key.trim();
    let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '.';
    if key.is_empty() || !key.chars().all(is_key) {
        return None;
    }
    let inner = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let text = inner.replace("\\\"", "\"");
    if text.is_empty() || inner.replace("\\\"", "").contains(['"', '\\']) || !balanced(&text) {
        return None;
    }
    Some((key, text))
}

/// Braces only ever hold a plain name.
fn balanced(text: &str) -> bool {
    text.matches('{').count() == text.matches('}').count()
        && text.split('{').skip(1).all(|rest| {
            rest.split_once('}').is_some_and(|(name, _)| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
            })
        })
}
