//! The content pages: what there is to read, and the text of each.

use rules::Variant;

use crate::Lang;

/// A page of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// How to play here: buttons, boards, invites.
    Guide,
    /// The rules of a game.
    Rules(Variant),
    /// How to win.
    Tips,
    /// Questions and answers.
    Questions,
    /// The two games side by side, and those that this site does not play.
    Variants,
    /// Square numbers, moves, PDN and FEN.
    Notation,
    /// What this site is.
    About,
    /// What is kept where.
    Privacy,
}

impl Topic {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 9] = [
        Self::Guide,
        Self::Rules(Variant::English),
        Self::Rules(Variant::International),
        Self::Tips,
        Self::Questions,
        Self::Variants,
        Self::Notation,
        Self::About,
        Self::Privacy,
    ];

    /// The path below the language: `tips`, `rules/english`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Guide => "how-to-play",
            Self::Rules(Variant::English) => "rules/english",
            Self::Rules(Variant::International) => "rules/international",
            Self::Tips => "tips",
            Self::Questions => "questions",
            Self::Variants => "variants",
            Self::Notation => "notation",
            Self::About => "about",
            Self::Privacy => "privacy",
        }
    }

    /// The topic of a slug, written exactly as [`Topic::slug`] writes it.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.slug() == slug)
    }

    /// What to read after this.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Guide | Self::Rules(_) => Self::Tips,
            Self::Tips => Self::Questions,
            Self::Questions | Self::Notation => Self::Variants,
            Self::Variants => Self::Rules(Variant::International),
            Self::About => Self::Guide,
            Self::Privacy => Self::About,
        }
    }

    /// The text in that language.
    pub(crate) const fn text(self, lang: Lang) -> &'static str {
        macro_rules! texts {
            ($name:literal) => {
                match lang {
                    Lang::En => include_str!(concat!("../../content/", $name, ".en.md")),
                    Lang::Fil => include_str!(concat!("../../content/", $name, ".fil.md")),
                    Lang::Hu => include_str!(concat!("../../content/", $name, ".hu.md")),
                    Lang::Id => include_str!(concat!("../../content/", $name, ".id.md")),
                }
            };
        }
        match self {
            Self::Guide => texts!("how-to-play"),
            Self::Rules(Variant::English) => texts!("rules-english"),
            Self::Rules(Variant::International) => texts!("rules-international"),
            Self::Tips => texts!("tips"),
            Self::Questions => texts!("questions"),
            Self::Variants => texts!("variants"),
            Self::Notation => texts!("notation"),
            Self::About => texts!("about"),
            Self::Privacy => texts!("privacy"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_read_as_it_is_written() {
        for topic in Topic::ALL {
            assert_eq!(Topic::from_slug(topic.slug()), Some(topic));
        }
        assert_eq!(Topic::from_slug("rules"), None);
    }
}
