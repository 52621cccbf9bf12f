//! What search engines are told.

use std::fmt::Write as _;

use super::place::Place;
use crate::Lang;

/// The text of `/robots.txt`: content is free to read; games and invites
/// belong to their players.
#[must_use]
pub fn robots() -> String {
    let mut text = String::from("User-agent: *\n");
    for private in ["/api/", "/g/", "/i/"] {
        let _ = writeln!(text, "Disallow: {private}");
    }
    for lang in Lang::ALL {
        let _ = writeln!(text, "Disallow: {}", Place::Games.path(lang));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invites_and_games_stay_out_of_search_engines_and_content_does_not() {
        let text = robots();
        assert!(text.contains("Disallow: /i/\n") && text.contains("Disallow: /hu/games\n"));
        assert!(!text.contains("rules"));
    }
}
