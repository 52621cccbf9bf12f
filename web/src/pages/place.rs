//! Where a page lies.

use crate::{Lang, content::Topic};

/// The address of a page. Content pages have one path per language; an invite
/// or a game has one path for all, because its link is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place<'a> {
    Home,
    Games,
    Face,
    Replay,
    Topic(Topic),
    Game(&'a str),
    Invite(&'a str),
    Seat(&'a str),
    SeatLink(&'a str),
    /// An error: it has no address worth remembering.
    Nowhere,
}

impl Place<'_> {
    /// The path in that language.
    pub(crate) fn path(self, lang: Lang) -> String {
        match self {
            Self::Home | Self::Nowhere => format!("/{lang}/"),
            Self::Games => format!("/{lang}/games"),
            Self::Face => format!("/{lang}/face"),
            Self::Replay => format!("/{lang}/replay"),
            Self::Topic(topic) => format!("/{lang}/{}", topic.slug()),
            Self::Game(id) => format!("/g/{id}"),
            Self::Invite(token) => format!("/i/{token}"),
            Self::Seat(game) => format!("/g/{game}/seat"),
            Self::SeatLink(token) => format!("/s/{token}"),
        }
    }

    /// The same page in another language: by its path, or by a parameter
    /// where the path is the same for all.
    pub(crate) fn in_language(self, lang: Lang) -> String {
        match self {
            Self::Game(_) | Self::Invite(_) | Self::Seat(_) | Self::SeatLink(_) => {
                format!("{}?lang={lang}", self.path(lang))
            }
            _ => self.path(lang),
        }
    }

    /// The same page as plain links and forms.
    pub(crate) fn plain(self, lang: Lang) -> String {
        format!("{}?plain=1", self.path(lang))
    }

    /// The same page with the board that needs the program.
    pub(crate) fn not_plain(self, lang: Lang) -> String {
        format!("{}?plain=0", self.path(lang))
    }

    /// Whether search engines may list it: what belongs to everybody.
    pub(crate) const fn is_public(self) -> bool {
        matches!(self, Self::Home | Self::Replay | Self::Topic(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passed_on_link_is_the_same_in_every_language() {
        for lang in Lang::ALL {
            assert_eq!(Place::Invite("T").path(lang), "/i/T");
            assert_eq!(Place::Invite("T").in_language(lang), format!("/i/T?lang={lang}"));
        }
    }

    #[test]
    fn content_lies_under_its_language() {
        let rules = Place::Topic(Topic::Rules(rules::Variant::International));
        assert_eq!(rules.path(Lang::Hu), "/hu/rules/international");
        assert_eq!(Place::Home.in_language(Lang::Fil), "/fil/");
    }
}
