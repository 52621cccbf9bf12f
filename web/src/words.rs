//! Every word on the screen, by key and language.
//!
//! The functions of [`board`] and [`page`] are made from the tables in
//! `locales/` when the crate is built; a key that one language lacks does not
//! compile. [`board`] holds what the page's program needs, [`page`] what only
//! the server writes, so that the words of whole pages never travel inside
//! the program.

use std::fmt::Display;

use crate::Lang;

mod endings;
#[cfg(feature = "html")]
mod faces;
mod refusals;
mod sides;

pub use endings::{Outcome, ending, headline};
#[cfg(feature = "html")]
pub use faces::{face, reaction};
pub use refusals::refusal;
pub use sides::side;

/// Words of the board and everything around it.
///
/// The server has them in every language. The page's program has none of its
/// own: the server puts those of the page's language into the document, and
/// `load` takes them from there.
pub mod board {
    use super::{Display, Lang, fill};

    include!(concat!(env!("OUT_DIR"), "/words_board.rs"));

    #[cfg(any(feature = "html", not(feature = "mount")))]
    fn text(lang: Lang, at: usize) -> &'static str {
        TEXTS[lang as usize][at]
    }

    /// The words of a language for a document, one text a line.
    #[cfg(feature = "html")]
    #[must_use]
    pub fn lines(lang: Lang) -> String {
        TEXTS[lang as usize].join("\n")
    }

    #[cfg(all(feature = "mount", not(feature = "html")))]
    static LOADED: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();

    #[cfg(all(feature = "mount", not(feature = "html")))]
    fn text(_: Lang, at: usize) -> &'static str {
        LOADED.get().and_then(|texts| texts.get(at)).copied().unwrap_or_default()
    }

    /// Takes the words of the page's language; false when they are not those
    /// of this program. To be called once, before any word is asked for.
    #[cfg(feature = "mount")]
    pub fn load(lines: String) -> bool {
        let texts: Vec<&'static str> = lines.leak().lines().collect();
        let fits = texts.len() == COUNT;
        #[cfg(not(feature = "html"))]
        let fits = fits && LOADED.set(texts).is_ok();
        fits
    }
}

/// Words of whole pages.
#[cfg(any(feature = "html", not(feature = "mount")))]
pub mod page {
    use super::{Display, Lang, fill};

    include!(concat!(env!("OUT_DIR"), "/words_page.rs"));

    fn text(lang: Lang, at: usize) -> &'static str {
        TEXTS[lang as usize][at]
    }
}

/// Puts values in the places named in braces. The tables were checked when
/// the crate was built, so every name has its value.
fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut parts = text.split('{');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            out.push_str(&value.to_string());
        }
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_their_names_stood() {
        let values: &[(&str, &dyn Display)] = &[("n", &2), ("limit", &"40")];
        assert_eq!(fill("{n} of {limit}", values), "2 of 40");
        assert_eq!(fill("a {limit}-es határ: {n}.", values), "a 40-es határ: 2.");
        assert_eq!(fill("nothing to fill", values), "nothing to fill");
    }

    #[test]
    fn a_value_with_braces_is_not_filled_again() {
        assert_eq!(fill("{a}", &[("a", &"{b}"), ("b", &"no")]), "{b}");
    }

    #[test]
    #[cfg(feature = "html")]
    fn the_words_for_the_program_are_plain_lines_that_a_document_can_hold() {
        for lang in Lang::ALL {
            let lines = board::lines(lang);
            assert!(!lines.contains(['<', '&', '\r']), "{lang}");
            assert!(lines.lines().all(|line| !line.is_empty()), "{lang}");
            assert!(lines.lines().any(|line| line == board::result_drawn(lang)), "{lang}");
        }
    }

    #[test]
    fn each_language_has_its_own_words() {
        let words = [Lang::En, Lang::Fil, Lang::Hu, Lang::Id].map(board::result_drawn);
        assert_eq!(words, ["Draw", "Tabla", "Döntetlen", "Seri"]);
        assert_eq!(board::counter_quiet(Lang::En, &31, &40), "Quiet moves: 31 of 40");
    }
}
