//! The languages, and how a visitor's is found out.

use std::{fmt, str::FromStr};

/// A language of the site. The order is that of the tables of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Filipino.
    Fil,
    /// Hungarian.
    Hu,
    /// Indonesian.
    Id,
}

/// The text names none of our languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown language")]
pub struct UnknownLang;

impl Lang {
    /// All of them, in the order in which a reader chooses.
    pub const ALL: [Self; 4] = [Self::Fil, Self::Id, Self::Hu, Self::En];

    /// The first part of a page's path, the `lang` of a document and of the
    /// wire: `en`, `fil`, `hu`, `id`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fil => "fil",
            Self::Hu => "hu",
            Self::Id => "id",
        }
    }

    /// The language's name in itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Fil => "Filipino",
            Self::Hu => "Magyar",
            Self::Id => "Bahasa Indonesia",
        }
    }

    /// Language and country in the form of link previews (`og:locale`).
    #[must_use]
    pub const fn locale(self) -> &'static str {
        match self {
            Self::En => "en_GB",
            Self::Fil => "fil_PH",
            Self::Hu => "hu_HU",
            Self::Id => "id_ID",
        }
    }

    /// The language that a path such as `/hu/rules/english` is in.
    #[must_use]
    pub fn from_path(path: &str) -> Option<Self> {
        path.strip_prefix('/')?.split('/').next()?.parse().ok()
    }

    /// The best of ours for an `Accept-Language` header.
    ///
    /// The first language with the highest weight that we have wins; Tagalog
    /// counts as Filipino and Malay as Indonesian, which its readers follow.
    /// A header that names none of ours, or none at all, gives English.
    #[must_use]
    pub fn from_accept_language(header: &str) -> Self {
        let mut best: Option<(u16, Self)> = None;
        // No browser sends more; a hostile client may.
        for range in header.split(',').take(32) {
            let mut parts = range.split(';');
            let Some(lang) = parts.next().and_then(|tag| Self::from_tag(tag.trim())) else {
                continue;
            };
            let weight = parts.find_map(|part| part.trim().strip_prefix("q=")).map_or(1000, milli);
            if weight > 0 && best.is_none_or(|(leader, _)| weight > leader) {
                best = Some((weight, lang));
            }
        }
        best.map_or(Self::En, |(_, lang)| lang)
    }

    /// The language of a tag such as `tl-PH`.
    fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next()?.to_ascii_lowercase();
        match primary.as_str() {
            "fil" | "tl" => Some(Self::Fil),
            // `in` is what old Android versions still send for Indonesian.
            "id" | "in" | "ms" => Some(Self::Id),
            "hu" => Some(Self::Hu),
            "en" => Some(Self::En),
            _ => None,
        }
    }
}

/// A weight of 0 to 1 with three decimals, in thousandths; what can't be read
/// weighs nothing.
fn milli(text: &str) -> u16 {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    match (whole, digits.parse::<u16>()) {
        ("1", Ok(_)) => 1000,
        ("0" | "", Ok(milli)) if !fraction.is_empty() => milli,
        _ => 0,
    }
}

impl FromStr for Lang {
    type Err = UnknownLang;

    /// Reads a code exactly as [`Lang::code`] writes it.
    fn from_str(code: &str) -> Result<Self, UnknownLang> {
        Self::ALL.into_iter().find(|lang| lang.code() == code).ok_or(UnknownLang)
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &str, expected: Lang) {
        assert_eq!(Lang::from_accept_language(header), expected, "{header}");
    }

    #[test]
    fn tagalog_and_filipino_readers_get_filipino() {
        check("tl", Lang::Fil);
        check("tl-PH,en-US;q=0.8", Lang::Fil);
        check("fil-PH", Lang::Fil);
        check("fil-PH,fil;q=0.9,en-US;q=0.8,en;q=0.7", Lang::Fil);
        check("FIL_PH", Lang::Fil);
    }

    #[test]
    fn indonesian_comes_under_old_and_new_codes_and_serves_malay() {
        for header in ["id", "id-ID,id;q=0.9,en;q=0.8", "in", "in-ID", "ms-MY", "ms"] {
            check(header, Lang::Id);
        }
    }

    #[test]
    fn hungarian_is_found_with_and_without_a_country() {
        check("hu", Lang::Hu);
        check("hu-HU,hu;q=0.9,en;q=0.8", Lang::Hu);
    }

    #[test]
    fn the_weight_decides_and_the_first_of_equals_wins() {
        check("en;q=0.5, hu;q=0.9", Lang::Hu);
        check("en;q=0.9, hu;q=0.9", Lang::En);
        check("de, fr;q=0.9, id;q=0.1", Lang::Id);
        check("hu;q=0.123, id;q=0.124", Lang::Id);
    }

    #[test]
    fn a_weight_of_nothing_refuses_a_language() {
        check("hu;q=0, id;q=0.1", Lang::Id);
        check("hu;q=0.000", Lang::En);
    }

    #[test]
    fn everything_else_is_english() {
        for header in ["", "*", "de-AT,fr;q=0.8", ";;;,,,q=", "hu;q=x", "hungry"] {
            check(header, Lang::En);
        }
    }

    #[test]
    fn a_code_is_read_exactly_and_a_path_by_its_first_part() {
        for lang in Lang::ALL {
            assert_eq!(lang.code().parse(), Ok(lang));
        }
        assert_eq!("HU".parse::<Lang>(), Err(UnknownLang));
        assert_eq!(Lang::from_path("/hu/rules/english"), Some(Lang::Hu));
        assert_eq!(Lang::from_path("/hu"), Some(Lang::Hu));
        assert_eq!(Lang::from_path("/hungary/"), None);
        assert_eq!(Lang::from_path("hu/"), None);
    }
}
