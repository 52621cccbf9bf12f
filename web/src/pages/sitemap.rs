//! `sitemap.xml`: every page that belongs to everybody, in every language.

use std::fmt::Write as _;

use super::{Topic, place::Place};
use crate::Lang;

/// The text of `/sitemap.xml`, with the other languages of each page beside
/// it. `origin` is scheme and host, such as `https://dama.example`.
#[must_use]
pub fn sitemap(origin: &str) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    let topics = Topic::ALL.map(Place::Topic);
    for place in [Place::Home, Place::Replay].into_iter().chain(topics) {
        let others = alternates(origin, place);
        for lang in Lang::ALL {
            let path = place.path(lang);
            let _ = writeln!(xml, "<url><loc>{origin}{path}</loc>{others}</url>");
        }
    }
    xml.push_str("</urlset>\n");
    xml
}

fn alternates(origin: &str, place: Place<'_>) -> String {
    let languages = Lang::ALL.map(|lang| (lang.code(), lang));
    let links = languages.into_iter().chain([("x-default", Lang::En)]).map(|(code, lang)| {
        let path = place.path(lang);
        format!("<xhtml:link rel=\"alternate\" hreflang=\"{code}\" href=\"{origin}{path}\"/>")
    });
    links.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_public_page_is_listed_once_with_all_its_languages() {
        let xml = sitemap("https://dama.example");
        let pages = (Topic::ALL.len() + 2) * Lang::ALL.len();
        assert_eq!(xml.matches("<loc>").count(), pages);
        assert_eq!(xml.matches("<xhtml:link").count(), pages * (Lang::ALL.len() + 1));
        assert!(xml.contains("<loc>https://dama.example/hu/rules/international</loc>"));
        assert!(!xml.contains("/games"), "what belongs to one player is not listed");
    }
}
