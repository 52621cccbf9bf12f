//! Pages of text.

use leptos::prelude::*;

use super::{
    Page,
    diagram::{board_with_numbers, diagram, sprite},
    document::{Head, document},
    erase::erase_form,
    place::Place,
    site::{operator, with_days},
    steps::steps,
    structured, topic_name,
};
use crate::{
    Lang,
    content::{
        Article, Block, Play, Step, Topic,
        inline::{Span, Target, plain, spans},
    },
    words::page as words,
};

/// `/{lang}/{slug}`.
#[must_use]
pub fn text(page: &Page<'_>, topic: Topic) -> String {
    let lang = page.lang;
    let article = Article::parse(topic.text(lang));
    let head = Head::new(page, Place::Topic(topic), article.title, article.summary)
        .with_structured(structured::of(page, topic, &article));
    let html = document(page, &head, || {
        let blocks = article.blocks.iter().map(|block| block_view(page, block)).collect_view();
        let next = topic.next();
        view! {
            <article class="text">
                {sprite(&article)}
                <h1>{article.title}</h1>
                <p class="lead">{article.summary}</p>
                {blocks}
                {(topic == Topic::Privacy).then(|| erase_form(lang))}
                {(topic == Topic::About).then(|| operator(page))}
                <p class="actions">
                    <a class="button primary" href=Place::Home.path(lang)>{words::back_home(lang)}</a>
                    <a class="button" href=Place::Topic(next).path(lang)>{topic_name(lang, next)}</a>
                </p>
            </article>
        }
    });
    if topic == Topic::Privacy { with_days(html, &page.site) } else { html }
}

fn block_view(page: &Page<'_>, block: &Block<'static>) -> AnyView {
    let lang = page.lang;
    match block {
        Block::Heading { id, text } => view! { <h2 id=*id>{*text}</h2> }.into_any(),
        Block::Paragraph(text) => view! { <p>{line(lang, text)}</p> }.into_any(),
        Block::List(items) => {
            let items = items.iter().map(|item| view! { <li>{line(lang, item)}</li> });
            view! { <ul>{items.collect_view()}</ul> }.into_any()
        }
        Block::Steps(steps) => {
            let steps = steps.iter().map(|step| step_view(lang, step));
            view! { <ol>{steps.collect_view()}</ol> }.into_any()
        }
        Block::Table(rows) => table_view(lang, rows),
        Block::Board(variant) => {
            view! { <figure>{diagram(lang, *variant, variant.first_mover())}</figure> }.into_any()
        }
        Block::Numbers(variant) => {
            view! { <figure>{board_with_numbers(lang, *variant)}</figure> }.into_any()
        }
        Block::Diagram { diagram, title, captions } => {
            let captions = captions.iter().map(|caption| line(lang, caption)).collect();
            steps(page, diagram, title, captions).into_any()
        }
    }
}

/// A line with its marks as elements.
fn line(lang: Lang, text: &'static str) -> AnyView {
    let spans = spans(text).into_iter().map(|span| match span {
        Span::Text(text) => text.into_any(),
        Span::Strong(text) => view! { <strong>{text}</strong> }.into_any(),
        Span::Code(text) => view! { <code>{text}</code> }.into_any(),
        Span::Link(text, target) => view! { <a href=href(lang, target)>{text}</a> }.into_any(),
    });
    spans.collect_view().into_any()
}

fn href(lang: Lang, target: Target<'_>) -> String {
    match target {
        Target::Home => Place::Home.path(lang),
        Target::Games => Place::Games.path(lang),
        Target::Topic(topic, None) => Place::Topic(topic).path(lang),
        Target::Topic(topic, Some(id)) => format!("{}#{id}", Place::Topic(topic).path(lang)),
    }
}

fn step_view(lang: Lang, step: &Step<'static>) -> impl IntoView + use<> {
    let play = step.play.map(|(game, label)| play_view(lang, game, label));
    view! {
        <li>
            {line(lang, step.text)}
            {play}
        </li>
    }
}

/// A button that starts a game of English draughts in which the reader moves
/// first: the setup form with its choices made.
fn play_view(lang: Lang, game: Play, label: &'static str) -> impl IntoView {
    let (opponent, level) = match game {
        Play::Computer(level) => ("computer", Some(level.name())),
        Play::Device => ("device", None),
    };
    let level = level.map(|level| view! { <input type="hidden" name="level" value=level /> });
    view! {
        <form method="post" action=format!("/{lang}/new")>
            <input type="hidden" name="variant" value="english" />
            <input type="hidden" name="side" value="first" />
            {level}
            <button class="button" type="submit" name="opponent" value=opponent>
                {label}
            </button>
        </form>
    }
}

/// Wide tables scroll by themselves, so that the page does not; whoever has
/// only a keyboard must be able to reach them for that. The style sheet lays
/// rows out anew on a phone, and some browsers then forget what they are, so
/// the roles are written down.
fn table_view(lang: Lang, rows: &[Vec<&'static str>]) -> AnyView {
    let [head, body @ ..] = rows else { return ().into_any() };
    let label: String = head.iter().skip(1).map(|cell| plain(cell)).collect::<Vec<_>>().join(" / ");
    let head = head.iter().map(|cell| match *cell {
        "" => view! { <td role="cell"></td> }.into_any(),
        cell => view! { <th scope="col" role="columnheader">{line(lang, cell)}</th> }.into_any(),
    });
    let body = body.iter().map(|row| {
        let cells = row.iter().enumerate().map(|(at, cell)| match at {
            0 => view! { <th scope="row" role="rowheader">{line(lang, cell)}</th> }.into_any(),
            _ => view! { <td role="cell">{line(lang, cell)}</td> }.into_any(),
        });
        view! { <tr role="row">{cells.collect_view()}</tr> }
    });
    view! {
        <div class="wide-table" role="region" aria-label=label tabindex="0">
            <table role="table">
                <thead role="rowgroup">
                    <tr role="row">{head.collect_view()}</tr>
                </thead>
                <tbody role="rowgroup">{body.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
