//! What a first visit costs: everything that a browser fetches for the home
//! page, before anybody moves.

use reqwest::Method;
use tests::{Person, Server};

/// What it may weigh in any language, in bytes as they go over the wire.
const BUDGET: usize = 100 * 1024;

/// The addresses in the head of a page that a browser fetches by itself.
fn fetched(html: &str) -> Vec<&str> {
    let head = html.split("</head>").next().unwrap_or_default();
    let tags = head.split('<').filter(|tag| {
        let links = ["\"stylesheet\"", "\"modulepreload\"", "\"preload\"", "\"icon\""];
        let is_link = tag.starts_with("link ") && links.iter().any(|rel| tag.contains(rel));
        is_link || tag.starts_with("script type=\"module\"")
    });
    tags.filter_map(|tag| {
        let value = tag.split(" href=\"").nth(1).or_else(|| tag.split(" src=\"").nth(1))?;
        value.split('"').next()
    })
    .collect()
}

/// The size of an answer as it goes over the wire, packed with brotli.
async fn weight(person: &Person, path: &str) -> usize {
    let request = person.request(Method::GET, path).header("accept-encoding", "br");
    let answer = request.send().await.expect("an answer");
    let packed = answer.headers().get("content-encoding").is_some_and(|kind| kind == "br");
    assert!(packed, "{path} is not packed");
    answer.bytes().await.expect("a body").len()
}

#[tokio::test]
async fn the_home_page_with_all_that_it_loads_stays_within_its_budget() {
    let server = Server::start().await;
    let person = Person::new(&server);
    for lang in ["en", "fil", "hu", "id"] {
        let home = format!("/{lang}/");
        let html = person.get(&home).await.text;
        let loads = fetched(&html);
        // Style, script, program, starter and icon: a page that loads less is
        // not the one with the board, and one that loads more is to be counted.
        assert_eq!(loads.len(), 5, "{loads:?}");
        let mut all = weight(&person, &home).await;
        eprintln!("{home} {all}");
        for path in loads {
            let size = weight(&person, path).await;
            eprintln!("    {path} {size}");
            all += size;
        }
        eprintln!("    in all {all} ({:.1} KiB)", all as f64 / 1024.0);
        assert!(all <= BUDGET, "{home} weighs {all}");
    }
}
