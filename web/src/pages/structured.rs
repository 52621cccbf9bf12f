//! What search engines are told about a page in their own words: JSON-LD by
//! the vocabulary of schema.org.

use rules::Variant;
use serde_json::{Value, json};

use super::{Page, place::Place, slot::variant_name};
use crate::{
    content::{Article, Block, Topic, inline::plain},
    words::page as words,
};

/// The data of a text, where there is a fitting kind.
pub(crate) fn of(page: &Page<'_>, topic: Topic, article: &Article<'_>) -> Option<String> {
    match topic {
        Topic::Questions => Some(questions(page, article)),
        Topic::Rules(variant) => Some(rules(page, variant, article)),
        _ => None,
    }
}

/// The home page: the site is a game.
pub(crate) fn site(page: &Page<'_>) -> String {
    let lang = page.lang;
    let name = words::site_name(lang);
    written(&game(page, Place::Home, name, words::home_description(lang)))
}

fn rules(page: &Page<'_>, variant: Variant, article: &Article<'_>) -> String {
    let name = variant_name(page.lang, variant);
    written(&game(page, Place::Topic(Topic::Rules(variant)), name, &plain(article.summary)))
}

fn game(page: &Page<'_>, place: Place<'_>, name: &str, description: &str) -> Value {
    json!({
        "@context": "https://schema.org",
        "@type": "Game",
        "name": name,
        "description": description,
        "url": address(page, place),
        "inLanguage": page.lang.code(),
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": 1, "maxValue": 2},
        "isAccessibleForFree": true,
    })
}

/// Every heading is a question, and what stands below it is its answer.
fn questions(page: &Page<'_>, article: &Article<'_>) -> String {
    let mut entities: Vec<(&str, Vec<String>)> = Vec::new();
    for block in &article.blocks {
        if let Block::Heading { text, .. } = block {
            entities.push((text, Vec::new()));
        } else if let Some((_, answer)) = entities.last_mut() {
            answer.extend(said(block));
        }
    }
    let entities = entities.into_iter().map(|(question, answer)| {
        json!({
            "@type": "Question",
            "name": question,
            "acceptedAnswer": {"@type": "Answer", "text": answer.join(" ")},
        })
    });
    written(&json!({
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "url": address(page, Place::Topic(Topic::Questions)),
        "inLanguage": page.lang.code(),
        "mainEntity": entities.collect::<Vec<_>>(),
    }))
}

/// The lines of a block as a reader sees them.
fn said(block: &Block<'_>) -> Vec<String> {
    match block {
        Block::Paragraph(text) => vec![plain(text)],
        Block::List(items) => items.iter().map(|item| plain(item)).collect(),
        _ => Vec::new(),
    }
}

fn address(page: &Page<'_>, place: Place<'_>) -> String {
    format!("{}{}", page.origin, place.path(page.lang))
}

/// JSON that can stand inside a `script` element: no text can end it.
fn written(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn a_text_cannot_end_the_element_that_holds_it() {
        let article = Article::parse("# T\n\nS\n\n## Why?\n\n</script> and `11-15`\n");
        let page = Page::new(Lang::En, "https://dama.example");
        let json = questions(&page, &article);
        assert!(!json.contains('<'), "{json}");
        let data: Value = serde_json::from_str(&json).expect("JSON");
        let answer = &data["mainEntity"][0]["acceptedAnswer"]["text"];
        assert_eq!(answer, "</script> and 11-15");
    }
}
