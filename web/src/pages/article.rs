//! Pages of text: the rules of each game, and what we keep about you.

use leptos::prelude::*;
use rules::Variant;

use super::{
    Page,
    diagram::diagram,
    document::{Head, document},
    place::Place,
};
use crate::{
    Lang,
    content::{Article, Block},
    words::page as words,
};

/// `/{lang}/rules/{variant}`.
#[must_use]
pub fn rules(page: &Page<'_>, variant: Variant) -> String {
    article(page, Place::Rules(variant), &Article::parse(rules_text(page.lang, variant)))
}

/// `/{lang}/privacy`.
#[must_use]
pub fn privacy(page: &Page<'_>) -> String {
    article(page, Place::Privacy, &Article::parse(privacy_text(page.lang)))
}

macro_rules! texts {
    ($lang:expr, $name:literal) => {
        match $lang {
            Lang::En => include_str!(concat!("../../content/", $name, ".en.md")),
            Lang::Fil => include_str!(concat!("../../content/", $name, ".fil.md")),
            Lang::Hu => include_str!(concat!("../../content/", $name, ".hu.md")),
            Lang::Id => include_str!(concat!("../../content/", $name, ".id.md")),
        }
    };
}

fn rules_text(lang: Lang, variant: Variant) -> &'static str {
    match variant {
        Variant::English => texts!(lang, "rules-english"),
        Variant::International => texts!(lang, "rules-international"),
    }
}

fn privacy_text(lang: Lang) -> &'static str {
    texts!(lang, "privacy")
}

fn article(page: &Page<'_>, place: Place<'_>, article: &Article<'static>) -> String {
    let lang = page.lang;
    document(page, &Head::new(page, place, article.title, article.summary), || {
        let blocks = article.blocks.iter().map(|block| block_view(lang, block)).collect_view();
        view! {
            <article class="text">
                <h1>{article.title}</h1>
                <p class="lead">{article.summary}</p>
                {blocks}
                <p class="actions">
                    <a class="button primary" href=Place::Home.path(lang)>{words::back_home(lang)}</a>
                </p>
            </article>
        }
    })
}

fn block_view(lang: Lang, block: &Block<'static>) -> AnyView {
    match block {
        Block::Heading(text) => view! { <h2>{*text}</h2> }.into_any(),
        Block::Paragraph(text) => view! { <p>{*text}</p> }.into_any(),
        Block::List(items) => {
            let items = items.iter().map(|item| view! { <li>{*item}</li> }).collect_view();
            view! { <ul>{items}</ul> }.into_any()
        }
        Block::Board(variant) => {
            view! { <figure>{diagram(lang, *variant, variant.first_mover())}</figure> }.into_any()
        }
    }
}
