//! The frame of every page: head, header, footer.

use leptos::{html, prelude::*};

use super::{Page, installed::manifest_path, place::Place, topic_name};
use crate::{Lang, assets, content::Topic, words::page as words};

/// What differs between the heads of two pages.
pub(crate) struct Head<'a> {
    pub(crate) title: String,
    pub(crate) description: &'static str,
    pub(crate) place: Place<'a>,
    /// The language of link previews: the inviter's, which may differ from
    /// the visitor's.
    pub(crate) preview: Preview,
    /// Whether the page needs the program.
    pub(crate) program: bool,
    /// Where a browser without scripts finds the same, if that is elsewhere.
    pub(crate) without_scripts: Option<String>,
    /// A further style sheet, of what the board's page does without.
    pub(crate) style: Option<&'static str>,
    /// What search engines are told about the page, as JSON-LD.
    pub(crate) structured: Option<String>,
}

/// Title and text of a link preview.
pub(crate) struct Preview {
    pub(crate) lang: Lang,
    pub(crate) title: String,
    pub(crate) description: &'static str,
    /// The path of a picture of its own, and what it shows.
    pub(crate) card: Option<(String, &'static str)>,
}

impl<'a> Head<'a> {
    /// A head whose link preview says what the page says.
    pub(crate) fn new(
        page: &Page<'_>,
        place: Place<'a>,
        title: impl Into<String>,
        description: &'static str,
    ) -> Self {
        let title = title.into();
        let preview = Preview { lang: page.lang, title: title.clone(), description, card: None };
        Self {
            title,
            description,
            place,
            preview,
            program: false,
            without_scripts: None,
            style: match place {
                Place::Home | Place::Game(_) => None,
                Place::Topic(_) | Place::Replay => Some("text.css"),
                _ => Some("pages.css"),
            },
            structured: None,
        }
    }

    /// The head of a page that stands in for one with a program.
    pub(crate) fn plain(mut self) -> Self {
        self.style = Some("plain.css");
        self
    }

    /// Names the page to which browsers without scripts go by themselves.
    pub(crate) fn or_without_scripts(mut self, path: String) -> Self {
        self.without_scripts = Some(path);
        self
    }

    pub(crate) fn with_program(mut self) -> Self {
        self.program = true;
        self
    }

    /// The head of a page that shows what two people have beside their board.
    pub(crate) fn with_company(mut self) -> Self {
        self.style = Some("beside.css");
        self
    }

    pub(crate) fn with_structured(mut self, json: Option<String>) -> Self {
        self.structured = json;
        self
    }
}

/// Pixels of the picture in link previews.
const CARD: (&str, &str) = ("1200", "630");

/// Renders the whole document. `main` is called where reactive owners exist.
pub(crate) fn document<V: IntoView>(
    page: &Page<'_>,
    head: &Head<'_>,
    main: impl FnOnce() -> V,
) -> String {
    let owner = Owner::new();
    let html = owner.with(|| {
        let lang = page.lang;
        let content = view! {
            <html lang=lang.code() data-skin=page.skin.code()>
                <head>{head_view(page, head)}</head>
                <body>
                    <a class="skip" href="#content">{words::skip_to_content(lang)}</a>
                    {header_view(lang, head.place)}
                    <main id="content">{main()}</main>
                    {footer_view(lang, head.place)}
                    {head.program.then(|| program_words(lang))}
                </body>
            </html>
        };
        content.to_html()
    });
    drop(owner);
    format!("<!DOCTYPE html>{html}")
}

fn head_view(page: &Page<'_>, head: &Head<'_>) -> impl IntoView + use<> {
    let lang = page.lang;
    let absolute = |path: String| format!("{}{path}", page.origin);
    let title = format!("{} – {}", head.title, words::site_name(lang));
    let title = if head.place == Place::Home { head.title.clone() } else { title };
    let robots =
        (!head.place.is_public()).then(|| view! { <meta name="robots" content="noindex" /> });
    let links = head.place.is_public().then(|| {
        let alternate = |lang: Lang| {
            let href = absolute(head.place.path(lang));
            view! { <link rel="alternate" hreflang=lang.code() href=href /> }
        };
        view! {
            <link rel="canonical" href=absolute(head.place.path(lang)) />
            {Lang::ALL.map(alternate).into_iter().collect_view()}
            <link rel="alternate" hreflang="x-default" href=absolute(head.place.path(Lang::En)) />
        }
    });
    let style = assets::path("style.css").map(|href| view! { <link rel="stylesheet" href=href /> });
    let further = head.style.and_then(assets::path);
    let further = further.map(|href| view! { <link rel="stylesheet" href=href /> });
    // Where a game is played the icon calls too: the program changes it.
    let call = head.program.then(|| assets::path("icon-call.svg")).flatten();
    let icon = assets::path("icon.svg").map(|href| {
        let usual = call.is_some().then(|| href.clone());
        view! {
            <link rel="icon" type="image/svg+xml" href=href data-usual=usual data-call=call />
        }
    });
    let program = head.program.then(program_view);
    let app = head.program.then(|| {
        view! { <link rel="manifest" href=manifest_path(lang) /> }
    });
    let elsewhere = head.without_scripts.as_ref().map(|path| {
        let content = format!("0;url={path}");
        view! { <noscript><meta http-equiv="refresh" content=content /></noscript> }
    });
    let own = head.preview.card.clone();
    let common = || Some((assets::path("card.png")?, words::card_alt(head.preview.lang)));
    let card = own.or_else(common).map(|(path, alt)| {
        view! {
            {og("og:image", absolute(path))}
            {og("og:image:type", "image/png")}
            {og("og:image:width", CARD.0)}
            {og("og:image:height", CARD.1)}
            {og("og:image:alt", alt)}
            <meta name="twitter:card" content="summary_large_image" />
        }
    });
    let preview = &head.preview;
    view! {
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content=head.description />
        <meta name="color-scheme" content="light dark" />
        {elsewhere}
        {robots}
        {links}
        {icon}
        {app}
        {style}
        {further}
        {program}
        {og("og:site_name", words::site_name(lang))}
        {og("og:type", "website")}
        {og("og:title", preview.title.clone())}
        {og("og:description", preview.description)}
        {og("og:locale", preview.lang.locale())}
        {og("og:url", absolute(head.place.path(preview.lang)))}
        {card}
        {head.structured.clone().map(structured_view)}
    }
}

/// Data, not a program: browsers never run it, so that the policy which
/// forbids inline scripts lets it pass.
fn structured_view(json: String) -> impl IntoView {
    view! { <script type="application/ld+json" inner_html=json></script> }
}

/// A tag of the Open Graph protocol, whose attribute HTML itself does not know.
fn og(property: &'static str, content: impl Into<String>) -> impl IntoView {
    html::meta().content(content.into()).attr("property", property)
}

/// The program is fetched while the page is still being read.
fn program_view() -> impl IntoView {
    let (script, wasm) = (assets::path("app.js")?, assets::path("app.wasm")?);
    let (boot, plain) = (assets::path("boot.js")?, assets::path("plain.js")?);
    Some(view! {
        <link rel="modulepreload" href=script />
        <link rel="preload" href=wasm r#as="fetch" type="application/wasm" crossorigin="anonymous" />
        <script type="module" src=boot></script>
        <script nomodule=true defer=true src=plain></script>
    })
}

/// The words of the page's language, which the program brings in none.
fn program_words(lang: Lang) -> impl IntoView {
    let lines = crate::words::board::lines(lang);
    view! { <script type="text/plain" id="words" inner_html=lines></script> }
}

fn header_view(lang: Lang, place: Place<'_>) -> impl IntoView + use<> {
    let current = move |here: bool| here.then_some("page");
    let language = |other: Lang| {
        let href = place.in_language(other);
        view! {
            <li>
                <a href=href lang=other.code() hreflang=other.code() aria-current=current(other == lang)>
                    {other.name()}
                </a>
            </li>
        }
    };
    view! {
        <header class="top">
            <a class="brand" href=Place::Home.path(lang)>
                {sign()}
                <span>{words::site_name(lang)}</span>
            </a>
            <nav class="top-links" aria-label=words::nav_label(lang)>
                <a href=Place::Games.path(lang) aria-current=current(place == Place::Games)>
                    {words::nav_games(lang)}
                </a>
            </nav>
            <details class="languages">
                <summary>
                    <span class="visually-hidden">{words::language(lang)}": "</span>
                    <span lang=lang.code()>{lang.code().to_uppercase()}</span>
                </summary>
                <ul>{Lang::ALL.map(language).into_iter().collect_view()}</ul>
            </details>
        </header>
    }
}

/// Every text is one tap away from every page.
fn footer_view(lang: Lang, place: Place<'_>) -> impl IntoView + use<> {
    let link = move |topic: Topic| {
        let current = (place == Place::Topic(topic)).then_some("page");
        view! {
            <li>
                <a href=Place::Topic(topic).path(lang) aria-current=current>
                    {topic_name(lang, topic)}
                </a>
            </li>
        }
    };
    let replay = (place == Place::Replay).then_some("page");
    view! {
        <footer class="bottom">
            <p>{words::footer_promise(lang)}</p>
            <nav aria-label=words::nav_read(lang)>
                <ul>
                    {Topic::ALL.map(link).into_iter().collect_view()}
                    <li>
                        <a href=Place::Replay.path(lang) aria-current=replay>
                            {words::nav_replay(lang)}
                        </a>
                    </li>
                </ul>
            </nav>
        </footer>
    }
}

/// The sign of the site: a king, two stacked pieces seen from the side, on
/// four squares.
fn sign() -> impl IntoView {
    view! {
        <svg class="sign" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
            <rect class="sign-ground" width="32" height="32" rx="7" />
            <path class="sign-squares" d="M0 16h16v16H7a7 7 0 0 1-7-7zM16 0h9a7 7 0 0 1 7 7v9H16z" />
            <rect class="sign-low" x="6" y="16" width="20" height="8" rx="4" />
            <rect class="sign-high" x="6" y="8" width="20" height="8" rx="4" />
        </svg>
    }
}
