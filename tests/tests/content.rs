//! Stories of readers, people and machines: every link leads somewhere, every
//! page is small, and what goes wrong is told in the reader's language.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use reqwest::{Method, StatusCode};
use tests::{Person, Server};

const LANGS: [&str; 4] = ["en", "fil", "hu", "id"];
/// What a page of text may weigh, style sheets included, in bytes as they go
/// over the wire.
const BUDGET: usize = 15 * 1024;

/// The values of an attribute, with the entities that we write undone.
fn values(html: &str, attribute: &str) -> Vec<String> {
    let needle = format!(" {attribute}=\"");
    let values = html.split(&needle).skip(1).filter_map(|rest| rest.split('"').next());
    values.map(|value| value.replace("&amp;", "&")).collect()
}

/// The addresses in a sitemap, as paths of this server.
async fn listed(person: &Person, server: &Server) -> Vec<String> {
    let map = person.get("/sitemap.xml").await;
    assert_eq!(map.status, StatusCode::OK);
    let origin = server.url("");
    let addresses = map.text.split("<loc>").skip(1).filter_map(|rest| rest.split('<').next());
    addresses
        .map(|address| address.strip_prefix(&origin).expect("our own address").to_owned())
        .collect()
}

/// The text pages: everything listed but the home pages.
async fn texts(person: &Person, server: &Server) -> Vec<String> {
    let mut texts = listed(person, server).await;
    texts.retain(|path| !path.ends_with('/'));
    texts
}

#[tokio::test]
async fn no_link_on_any_page_is_dead() {
    let server = Server::start().await;
    let person = Person::new(&server);
    let mut waiting: VecDeque<String> = LANGS.map(|lang| format!("/{lang}/")).into();
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut fragments = BTreeSet::new();
    while let Some(path) = waiting.pop_front() {
        if ids.contains_key(&path) {
            continue;
        }
        let page = person.get(&path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        ids.insert(path.clone(), values(&page.text, "id").into_iter().collect());
        if !page.text.starts_with("<!DOCTYPE html>") {
            continue;
        }
        // An empty square of a board uses no drawing.
        let html = page.text.replace("href=\"#none\"", "");
        for link in values(&html, "href").into_iter().chain(values(&html, "src")) {
            let own = link.strip_prefix(&server.url("")).unwrap_or(&link);
            let (target, id) = own.split_once('#').unwrap_or((own, ""));
            let target = if target.is_empty() { path.as_str() } else { target };
            assert!(target.starts_with('/'), "{path} leads to {link}");
            if !id.is_empty() {
                fragments.insert((target.to_owned(), id.to_owned(), path.clone()));
            }
            waiting.push_back(target.to_owned());
        }
    }
    for (target, id, from) in fragments {
        assert!(ids[&target].contains(&id), "{from} leads to {target}#{id}");
    }
    for path in listed(&person, &server).await {
        assert!(ids.contains_key(&path), "no link leads to {path}");
    }
}

#[tokio::test]
async fn a_page_of_text_is_small_and_brings_no_program() {
    let server = Server::start().await;
    let person = Person::new(&server);
    let mut sizes = BTreeMap::new();
    let mut weigh = async |path: &str| {
        if let Some(&size) = sizes.get(path) {
            return size;
        }
        let request = person.request(Method::GET, path).header("accept-encoding", "br");
        let answer = request.send().await.expect("an answer");
        let packed = answer.headers().get("content-encoding").is_some_and(|kind| kind == "br");
        assert!(packed, "{path} is not packed");
        let size = answer.bytes().await.expect("a body").len();
        sizes.insert(path.to_owned(), size);
        size
    };
    for path in texts(&person, &server).await {
        let html = person.get(&path).await.text;
        assert!(values(&html, "src").is_empty(), "{path} loads something");
        let page = weigh(&path).await;
        let mut all = page;
        let styles = html.split("rel=\"stylesheet\"").skip(1);
        let styles: Vec<_> = styles.filter_map(|rest| rest.split("href=\"").nth(1)).collect();
        assert_eq!(styles.len(), 2, "{path}");
        for style in styles {
            all += weigh(style.split('"').next().expect("an address")).await;
        }
        eprintln!("{path} {page} {all}");
        assert!(all <= BUDGET, "{path} weighs {all}");
    }
}

#[tokio::test]
async fn a_reader_s_language_is_found_offered_and_remembered() {
    let server = Server::start().await;
    let ask = async |fields: &[(&str, &str)]| {
        let person = Person::new(&server);
        let mut request = person.request(Method::GET, "/");
        for (name, value) in fields {
            request = request.header(*name, *value);
        }
        let answer = person.finish(request).await;
        answer.headers["location"].to_str().expect("text").to_owned()
    };
    let wishes = [
        ("tl", "/fil/"),
        ("tl-PH,en;q=0.5", "/fil/"),
        ("fil-PH,fil;q=0.9,en-US;q=0.8", "/fil/"),
        ("in", "/id/"),
        ("in-ID,in;q=0.9,en-US;q=0.8", "/id/"),
        ("ms", "/id/"),
        ("ms-MY,ms;q=0.9,en;q=0.8", "/id/"),
        ("hu-HU", "/hu/"),
        ("de-AT", "/en/"),
    ];
    for (wish, path) in wishes {
        assert_eq!(ask(&[("accept-language", wish)]).await, path, "{wish}");
    }
    // Whoever has read a page in a language gets that one the next time.
    let read = Person::new(&server).get("/hu/tips").await;
    let cookie = read.headers["set-cookie"].to_str().expect("text");
    let (pair, rest) = cookie.split_once(';').expect("attributes");
    assert!(rest.contains("Max-Age=31536000") && rest.contains("HttpOnly"), "{cookie}");
    assert_eq!(ask(&[("accept-language", "tl"), ("cookie", pair)]).await, "/hu/");
}

#[tokio::test]
async fn robots_find_the_sitemap_and_it_lists_every_text_in_every_language() {
    let server = Server::start().await;
    let person = Person::new(&server);
    let robots = person.get("/robots.txt").await.text;
    assert!(robots.contains(&format!("Sitemap: {}", server.url("/sitemap.xml"))), "{robots}");
    let paths = listed(&person, &server).await;
    for path in &paths {
        let below = path.split('/').skip(2).collect::<Vec<_>>().join("/");
        for lang in LANGS {
            assert!(paths.contains(&format!("/{lang}/{below}")), "{lang}: {below}");
        }
        let page = person.get(path).await;
        let canonical = format!("rel=\"canonical\" href=\"{}\"", server.url(path));
        assert!(page.text.contains(&canonical), "{path}");
    }
    let origin = Server::start_with(&["--public-url", "https://dama.example"]).await;
    let map = Person::new(&origin).get("/sitemap.xml").await.text;
    assert!(map.contains("<loc>https://dama.example/fil/tips</loc>"));
}

/// An error page in Hungarian with a way on.
fn check_page(answer: &tests::Answer, status: u16, heading: &str) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
    assert!(answer.text.contains("<html lang=\"hu\""), "{}", answer.text);
    assert!(answer.text.contains(&format!("<h1>{heading}</h1>")), "{}", answer.text);
    assert!(answer.text.contains("href=\"/hu/\" class=\"button primary\""), "{}", answer.text);
}

#[tokio::test]
async fn what_goes_wrong_is_a_page_in_the_reader_s_language() {
    let server = Server::start().await;
    let person = Person::new(&server);
    check_page(&person.get("/hu/nothing").await, 404, "Itt nincs semmi");
    let hungarian = person.request(Method::GET, "/g/x").header("accept-language", "hu");
    check_page(&person.finish(hungarian).await, 404, "Itt nincs semmi");
    let form = |body: String| {
        let post = person.request(Method::POST, "/hu/new");
        post.header("content-type", "application/x-www-form-urlencoded").body(body)
    };
    let answer = person.finish(form("opponent=martian".into())).await;
    check_page(&answer, 400, "Ezt nem értettük");
    let answer = person.finish(form(format!("opponent={}", "x".repeat(20_000)))).await;
    check_page(&answer, 413, "Ez túl sok");
    let answer = person.finish(form(String::new()).header("origin", "http://evil.example")).await;
    check_page(&answer, 403, "Innen nem megy");
    // Programs are told by code, as before.
    let answer = person.get("/api/nothing").await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (404, "not_found"));
}

#[tokio::test]
async fn who_starts_too_many_games_is_asked_to_wait_in_words() {
    let server = Server::start_with(&[]).await;
    let person = Person::new(&server);
    let body = "opponent=friend&variant=english&side=first";
    for _ in 0..2_000 {
        let post = person.request(Method::POST, "/hu/new");
        let post = post.header("content-type", "application/x-www-form-urlencoded").body(body);
        let answer = person.finish(post).await;
        if answer.status == StatusCode::SEE_OTHER {
            continue;
        }
        check_page(&answer, 429, "Kicsit lassabban");
        assert!(answer.headers.contains_key("retry-after"));
        return;
    }
    panic!("nobody was asked to wait");
}

#[tokio::test]
async fn an_invite_that_was_taken_back_says_so_in_words() {
    let server = Server::start().await;
    let maria = Person::new(&server);
    let body = serde_json::json!({"variant": "english", "opponent": {"kind": "friend"}});
    let (_, token) = maria.create(&body).await;
    let token = token.expect("an invite");
    maria.send(Method::POST, &format!("/i/{token}/cancel"), None).await;
    let juan = Person::new(&server);
    let answer = juan.get(&format!("/i/{token}?lang=hu")).await;
    check_page(&answer, 410, "Ezt a meghívót visszavonták");
}

#[tokio::test]
async fn a_button_of_the_practice_plan_starts_its_game() {
    let server = Server::start().await;
    let person = Person::new(&server);
    let tips = person.get("/id/tips").await.text;
    let forms: Vec<&str> = tips.split("action=\"/id/new\"").skip(1).collect();
    assert_eq!(forms.len(), 4);
    for form in forms {
        let form = form.split("</form>").next().expect("an end");
        let pairs = values(form, "name").into_iter().zip(values(form, "value"));
        let body: Vec<_> = pairs.map(|(name, value)| format!("{name}={value}")).collect();
        let post = person.request(Method::POST, "/id/new");
        let post = post.header("content-type", "application/x-www-form-urlencoded");
        let answer = person.finish(post.body(body.join("&"))).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{body:?}");
        let place = answer.headers["location"].to_str().expect("text");
        // Two on one device play on the home page.
        let device = body.iter().any(|pair| pair == "opponent=device");
        assert!(place.starts_with(if device { "/id/" } else { "/g/" }), "{body:?}: {place}");
    }
}
