//! The pages of text: what search engines are told, pictures that can be
//! heard, and diagrams that need no program.
#![cfg(feature = "html")]

mod html;

use html::{values, without};
use rules::Variant;
use web::{
    Lang,
    pages::{self, Page, Topic},
};

const ORIGIN: &str = "https://dama.example";

/// A page without what it tells search engines, and that.
fn without_data(html: &str) -> (String, String) {
    without(html, "<script type=\"application/ld+json\">")
}

/// What a reader sees of a piece of HTML.
fn visible(html: &str) -> String {
    let texts = html.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text);
    let text: String = texts.collect();
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, char)| text.replace(entity, char))
}

#[test]
fn search_engines_are_told_of_questions_just_what_a_reader_sees() {
    for lang in Lang::ALL {
        let html = pages::text(&Page::new(lang, ORIGIN), Topic::Questions);
        let (html, data) = without_data(&html);
        let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
        assert_eq!((&data["@type"], &data["inLanguage"]), (&"FAQPage".into(), &lang.code().into()));
        let asked = data["mainEntity"].as_array().expect("questions");
        let sections: Vec<&str> = html.split("<h2").skip(1).collect();
        assert_eq!(asked.len(), sections.len(), "{lang}");
        for (entity, section) in asked.iter().zip(sections) {
            let section = format!("<h2{}", section.split("</article>").next().unwrap_or_default());
            let (question, answer) = section.split_once("</h2>").expect("an answer");
            let answer = answer.split("<p class=\"actions\">").next().unwrap_or_default();
            assert_eq!(entity["name"], visible(question).as_str(), "{lang}");
            let said = entity["acceptedAnswer"]["text"].as_str().expect("an answer");
            assert_eq!(said, visible(answer), "{lang}");
            assert!(said.len() > 80, "{lang}: {said}");
        }
    }
}

#[test]
fn home_and_rules_say_that_they_are_about_a_game() {
    for lang in Lang::ALL {
        let page = Page::new(lang, ORIGIN);
        let rules = Variant::ALL.map(|variant| pages::text(&page, Topic::Rules(variant)));
        for html in rules.into_iter().chain([pages::home(&page)]) {
            let (html, data) = without_data(&html);
            let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
            assert_eq!(data["@type"], "Game", "{lang}");
            let canonical = format!("rel=\"canonical\" href={}", data["url"]);
            assert!(html.contains(&canonical), "{lang}: {canonical}");
        }
    }
}

#[test]
fn texts_need_no_program() {
    for lang in Lang::ALL {
        for topic in Topic::ALL {
            let html = pages::text(&Page::new(lang, ORIGIN), topic);
            let (html, _) = without_data(&html);
            assert!(!html.contains("<script") && !html.contains("modulepreload"), "{topic:?}");
        }
    }
}

#[test]
fn every_picture_of_a_board_says_in_words_what_it_shows() {
    let html = pages::text(&Page::new(Lang::Hu, ORIGIN), Topic::Rules(Variant::English));
    let first = html.split("id=\"chain-0-t\"").nth(1).expect("the first picture");
    assert!(first.starts_with(">Kezdet. Rózsaszín jön</title>"), "{}", &first[..80]);
    assert!(first.contains("Rózsaszín: korong itt: 4, 11. Sötétkék: korong itt: 15, 23, 32."));
    for topic in Topic::ALL {
        let html = pages::text(&Page::new(Lang::Fil, ORIGIN), topic);
        for id in values(&html, "aria-labelledby").iter().flat_map(|ids| ids.split(' ')) {
            assert!(html.contains(&format!(" id=\"{id}\"")), "{topic:?}: no {id}");
        }
    }
}

#[test]
fn each_step_of_a_diagram_has_a_button_that_is_named_by_its_move() {
    let html = pages::text(&Page::new(Lang::Id, ORIGIN), Topic::Tips);
    let shot = html.split("name=\"shot\"").skip(1).map(|rest| {
        let label = rest.split("<label").nth(1).and_then(|rest| rest.split("</label>").next());
        label.and_then(|label| label.rsplit('>').next()).unwrap_or_default().to_owned()
    });
    assert_eq!(shot.collect::<Vec<_>>(), ["Awal", "19-24", "28x19", "16x30"]);
    assert_eq!(html.matches("checked").count(), html.matches("<fieldset").count());
}

#[test]
fn the_plan_of_practice_starts_the_games_it_speaks_of() {
    for lang in Lang::ALL {
        let html = pages::text(&Page::new(lang, ORIGIN), Topic::Tips);
        let action = format!("<form method=\"post\" action=\"/{lang}/new\">");
        let forms: Vec<&str> = html.split(&action).skip(1).collect();
        let levels = forms.iter().map(|form| {
            let form = form.split("</form>").next().unwrap_or_default();
            let values = values(form, "value");
            assert_eq!(values[..2], ["english", "first"], "{lang}");
            values[2..].join(" ")
        });
        let levels: Vec<_> = levels.collect();
        assert_eq!(
            levels,
            ["easy computer", "medium computer", "hard computer", "device"],
            "{lang}"
        );
    }
}
