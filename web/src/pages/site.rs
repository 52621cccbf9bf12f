//! What a page tells of the one server that it comes from.

use leptos::prelude::*;

use super::{Page, Site};
use crate::words::page as words;

/// Who runs this server and how to reach them, as far as they have said so.
pub(super) fn operator(page: &Page<'_>) -> AnyView {
    let Site { operator, contact, .. } = page.site;
    if operator.is_none() && contact.is_none() {
        return ().into_any();
    }
    let line = |label: &'static str, text: Option<&str>| {
        text.map(|text| view! { <dt>{label}</dt><dd>{text.to_owned()}</dd> })
    };
    let lang = page.lang;
    view! {
        <h2 id="operator">{words::operator_title(lang)}</h2>
        <dl>
            {line(words::operator_name(lang), operator)}
            {line(words::operator_contact(lang), contact)}
        </dl>
    }
    .into_any()
}

/// A text in which the marks for times are numbers of days.
pub(crate) fn with_days(html: String, site: &Site<'_>) -> String {
    [
        ("{keep-finished}", site.keep_finished_days),
        ("{keep-abandoned}", site.keep_abandoned_days),
        ("{keep-players}", site.keep_player_days),
    ]
    .into_iter()
    .fold(html, |html, (mark, days)| html.replace(mark, &days.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lang, content::Topic, pages::text};

    #[test]
    fn the_privacy_page_tells_for_how_long_this_server_keeps_things() {
        for lang in Lang::ALL {
            let site = Site {
                keep_finished_days: 771,
                keep_abandoned_days: 772,
                keep_player_days: 773,
                ..Site::STANDARD
            };
            let page = Page { site, ..Page::new(lang, "https://dama.example") };
            let html = text(&page, Topic::Privacy);
            for days in ["771", "772", "773"] {
                assert!(html.contains(days), "{lang}: {days}");
            }
            assert!(!html.contains("{keep"), "{lang}: no mark is left");
        }
    }

    #[test]
    fn the_about_page_names_who_runs_the_server_if_they_have_said_so() {
        let site =
            Site { operator: Some("Maria <b>"), contact: Some("m@dama.example"), ..Site::STANDARD };
        for lang in Lang::ALL {
            let page = Page::new(lang, "https://dama.example");
            assert!(!text(&page, Topic::About).contains("id=\"operator\""), "{lang}");
            let html = text(&Page { site, ..page }, Topic::About);
            assert!(html.contains("Maria &lt;b&gt;") && html.contains("m@dama.example"), "{html}");
        }
    }
}
