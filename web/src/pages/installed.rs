//! The site as an app of its own: what it is called there, and what it shows
//! where there is no network.

use leptos::prelude::*;
use serde_json::json;

use super::{
    Page,
    document::{Head, document},
    place::Place,
};
use crate::{Lang, assets, words::page as words};

/// The paper of the page by day, behind the first picture of the app.
const PAPER: &str = "#f3f2ec";

/// Where the manifest of a language lies.
pub(crate) fn manifest_path(lang: Lang) -> String {
    format!("/{lang}/app.webmanifest")
}

/// The web app manifest of a language, as JSON.
#[must_use]
pub fn manifest(lang: Lang) -> String {
    let icon = |name: &str, sizes: &str, purpose: &str| {
        let src = assets::path(name)?;
        Some(json!({"src": src, "sizes": sizes, "type": "image/png", "purpose": purpose}))
    };
    let icons = [
        icon("icon-192.png", "192x192", "any"),
        icon("icon-512.png", "512x512", "any"),
        icon("icon-maskable.png", "512x512", "maskable"),
    ];
    let icons: Vec<_> = icons.into_iter().flatten().collect();
    let manifest = json!({
        "id": "/",
        "name": words::site_name(lang),
        "short_name": words::site_name(lang),
        "description": words::home_description(lang),
        "lang": lang.code(),
        "start_url": format!("/{lang}/"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    });
    manifest.to_string()
}

/// `/{lang}/offline`: what stands in the place of a page that is not kept, and
/// looks again as soon as there is a network.
#[must_use]
pub fn offline(page: &Page<'_>) -> String {
    let lang = page.lang;
    let (title, text) = (words::offline_title(lang), words::offline_text(lang));
    let script =
        assets::path("offline.js").map(|src| view! { <script type="module" src=src></script> });
    document(page, &Head::new(page, Place::Nowhere, title, text), || {
        view! {
            <div class="card" data-offline="">
                <h1>{title}</h1>
                <p>{text}</p>
                <p class="actions">
                    <a class="button primary" href=Place::Home.path(lang)>{words::back_home(lang)}</a>
                </p>
                {script}
            </div>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_installs_under_its_own_start() {
        for lang in Lang::ALL {
            let manifest: serde_json::Value = serde_json::from_str(&manifest(lang)).expect("JSON");
            assert_eq!(manifest["start_url"], format!("/{lang}/"));
            assert_eq!(manifest["lang"], lang.code());
        }
    }
}
