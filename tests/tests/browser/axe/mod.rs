//! axe looks for hindrances on every page, in every state: light and dark, on
//! a phone and on a desk.

mod pages;
mod states;

use serde_json::{Value, json};
use tests::{Browser, Screen};

use crate::table::Scene;

pub(crate) const LANGS: [&str; 4] = ["en", "fil", "hu", "id"];

/// How a page is looked at: its width and height, and its colours.
const LOOKS: [(u32, u32, &str); 4] =
    [(360, 740, "light"), (1280, 800, "dark"), (360, 740, "dark"), (1280, 800, "light")];

/// A browser in which axe stands ready on every page.
async fn with_axe(scene: &Scene, look: usize) -> Browser {
    let axe = std::env::var_os("DAMA_AXE")
        .expect("DAMA_AXE names axe's script; `cargo xtask test` fetches it");
    let source = std::fs::read_to_string(axe).expect("axe's script");
    let browser = Browser::open(&scene.driver, Screen::Desktop).await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": source})).await;
    take_look(&browser, look).await;
    browser
}

/// Changes size and colours. Nothing moves, so that no colour is on its way to
/// another.
async fn take_look(browser: &Browser, look: usize) {
    let (width, height, scheme) = LOOKS[look % LOOKS.len()];
    let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
    browser.devtools("Emulation.setDeviceMetricsOverride", size).await;
    let features = json!([
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]);
    browser.devtools("Emulation.setEmulatedMedia", json!({"features": features})).await;
}

/// What axe found on a page.
struct Findings {
    /// Rule and elements of each hindrance.
    violations: Vec<String>,
    /// How many rules had something to look at, and found nothing.
    passes: u64,
}

async fn look_for_hindrances(browser: &Browser) -> Findings {
    // Colours on their way to others are no colours of the page.
    let expression = "new Promise(requestAnimationFrame).then(() => { \
        document.getAnimations().filter(it => it.effect.getComputedTiming().endTime < 1e6)\
            .forEach(it => it.finish()); }).then(() => axe.run(document, {resultTypes: ['violations']})).then(found => ({\
        violations: found.violations.map(it => it.id + ': ' + it.nodes.map(node => \
            node.target.join(' ') + ' (' + (node.any[0]?.message ?? node.html) + ')').join('; ')),\
        passes: found.passes.length }))";
    let answer = browser
        .devtools(
            "Runtime.evaluate",
            json!({"expression": expression, "awaitPromise": true, "returnByValue": true}),
        )
        .await;
    let found = &answer["result"]["value"];
    let violations = found["violations"].as_array().unwrap_or_else(|| panic!("{answer}"));
    Findings {
        violations: violations.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        passes: found["passes"].as_u64().expect("a number"),
    }
}

/// The findings of many pages, and the table for `docs/web.md`.
#[derive(Default)]
struct Report {
    found: Vec<String>,
}

impl Report {
    /// Looks at the page as it stands.
    async fn look(&mut self, browser: &Browser, look: usize, page: &str) {
        let Findings { violations, passes } = look_for_hindrances(browser).await;
        let (width, _, scheme) = LOOKS[look % LOOKS.len()];
        eprintln!("| {page} | {width} px, {scheme} | {} | {passes} |", violations.len());
        for hindrance in &violations {
            eprintln!("    {hindrance}");
        }
        // A page that is empty has no hindrances either.
        assert!(passes >= 10, "{page}: only {passes} rules found something to look at");
        self.found.extend(violations.iter().map(|it| format!("{page} ({width}, {scheme}): {it}")));
    }

    /// Nothing was found.
    fn check(&self) {
        assert!(self.found.is_empty(), "{}", self.found.join("\n"));
    }
}

#[tokio::test]
async fn what_hinders_is_found() {
    let scene = Scene::set().await;
    let page = with_axe(&scene, 0).await;
    page.goto(&scene.server.url("/en/about")).await;
    assert!(look_for_hindrances(&page).await.violations.is_empty());
    // Colours by script: the page's policy takes no style from a text.
    let broken = "(() => { const main = document.querySelector('main'); \
        main.innerHTML = '<img src=\"/none.png\"><button></button><p>pale words</p>'; \
        const pale = main.querySelector('p').style; \
        pale.color = '#bbb'; pale.background = '#ccc'; })()";
    page.eval(broken).await;
    let found = look_for_hindrances(&page).await.violations;
    for rule in ["image-alt", "button-name", "color-contrast"] {
        assert!(found.iter().any(|it| it.starts_with(rule)), "{rule}: {found:?}");
    }
    page.quit().await;
}
