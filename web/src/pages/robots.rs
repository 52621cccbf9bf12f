//! What search engines are told.

use std::fmt::Write as _;

use super::place::Place;
use crate::Lang;

/// Programs that draw the preview of a link which somebody has sent. They
/// keep to this file as search engines do, but an invite is sent for them to
/// look at; that the page must not be listed, it says itself.
const PREVIEWS: [&str; 7] = [
    "facebookexternalhit",
    "Twitterbot",
    "TelegramBot",
    "WhatsApp",
    "Viber",
    "Discordbot",
    "Slackbot-LinkExpanding",
];

/// The text of `/robots.txt`: content is free to read; games and invites
/// belong to their players. `origin` is scheme and host.
#[must_use]
pub fn robots(origin: &str) -> String {
    let mut text = String::from("User-agent: *\n");
    for private in ["/api/", "/g/", "/i/"] {
        let _ = writeln!(text, "Disallow: {private}");
    }
    for lang in Lang::ALL {
        let _ = writeln!(text, "Disallow: {}", Place::Games.path(lang));
    }
    text.push('\n');
    for name in PREVIEWS {
        let _ = writeln!(text, "User-agent: {name}");
    }
    let _ = write!(text, "Disallow: /api/\n\nSitemap: {origin}/sitemap.xml\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://dama.example";

    /// The lines for a robot of that name.
    fn group(name: &str) -> String {
        let text = robots(ORIGIN);
        let agent = format!("User-agent: {name}\n");
        text.split("\n\n").find(|group| group.contains(&agent)).expect("a group").to_owned()
    }

    #[test]
    fn invites_and_games_stay_out_of_search_engines_and_content_does_not() {
        let group = group("*");
        assert!(group.contains("Disallow: /i/\n") && group.contains("Disallow: /hu/games"));
        assert!(!group.contains("rules"));
    }

    #[test]
    fn a_link_that_was_sent_may_be_previewed() {
        for name in PREVIEWS {
            assert!(!group(name).contains("/i/"), "{name}");
        }
    }

    #[test]
    fn the_sitemap_is_named_by_its_whole_address() {
        assert!(robots(ORIGIN).ends_with("\nSitemap: https://dama.example/sitemap.xml\n"));
    }
}
