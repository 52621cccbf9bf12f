//! Somebody whose browser runs no scripts: links are followed, buttons post
//! the form around them, and that is all.

use reqwest::{
    Method, StatusCode,
    header::{HeaderMap, LOCATION, ORIGIN},
};
use serde_json::Value;

use crate::Server;

/// A browser without scripts, with a jar of cookies.
pub struct Reader {
    client: reqwest::Client,
    origin: String,
    /// Whether forms are sent with `Origin`, as younger browsers do.
    pub tells_origin: bool,
}

/// A page that was loaded.
#[derive(Clone, Debug)]
pub struct PlainPage {
    /// The status of the answer.
    pub status: StatusCode,
    /// Its path, with the query.
    pub path: String,
    /// The header fields.
    pub headers: HeaderMap,
    /// The document.
    pub html: String,
    elements: Vec<Element>,
}

/// One opening tag, with the text up to the next tag that is not inside it.
#[derive(Clone, Debug)]
struct Element {
    tag: String,
    attributes: Vec<(String, String)>,
    text: String,
    /// The number of the form around it.
    form: Option<usize>,
}

impl Element {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

impl Reader {
    /// Somebody whom the server has never seen.
    ///
    /// # Panics
    /// When no HTTP client can be made.
    #[must_use]
    pub fn new(server: &Server) -> Reader {
        Reader::at(&server.url(""))
    }

    /// The same at this origin.
    ///
    /// # Panics
    /// When no HTTP client can be made.
    #[must_use]
    pub fn at(origin: &str) -> Reader {
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .cookie_store(true)
            .no_proxy()
            .build()
            .expect("a client");
        Reader { client, origin: origin.to_owned(), tells_origin: true }
    }

    /// Opens an address, of this server or absolute.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn open(&self, path: &str) -> PlainPage {
        self.load(self.client.get(self.absolute(path)), path.to_owned()).await
    }

    /// Follows the first link whose address begins so.
    ///
    /// # Panics
    /// When there is none.
    pub async fn follow(&self, page: &PlainPage, beginning: &str) -> PlainPage {
        let href = page.links().into_iter().find(|href| href.starts_with(beginning));
        let href = href.unwrap_or_else(|| panic!("no link to {beginning}: {}", page.html));
        self.open(&href).await
    }

    /// Presses the first button with this name and value.
    pub async fn press(&self, page: &PlainPage, name: &str, value: &str) -> PlainPage {
        self.press_after(page, name, value, &[]).await
    }

    /// The same, after other choices in the form.
    ///
    /// # Panics
    /// When there is no such button, or the server does not answer.
    pub async fn press_after(
        &self,
        page: &PlainPage,
        name: &str,
        value: &str,
        choices: &[(&str, &str)],
    ) -> PlainPage {
        let (action, fields) = page.form_of(name, value, choices);
        self.post(&action, &fields).await
    }

    /// Posts fields as a form does, and follows where it leads.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn post(&self, path: &str, fields: &[(String, String)]) -> PlainPage {
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{}={}", coded(name), coded(value)))
            .collect();
        let mut request = self
            .client
            .request(Method::POST, self.absolute(path))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body.join("&"));
        if self.tells_origin {
            request = request.header(ORIGIN, &self.origin);
        }
        self.load(request, path.to_owned()).await
    }

    /// Sends JSON, as no browser without scripts would: to set a scene.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn sets_up(&self, path: &str, body: &Value) -> Value {
        let answer = self.client.post(self.absolute(path)).json(body).send().await;
        let answer = answer.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.status());
        answer.json().await.expect("JSON")
    }

    /// A game's snapshot, as this reader's browser would be told it.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn snapshot(&self, page: &PlainPage) -> Value {
        let path = format!("/api/games/{}", page.game());
        let answer = self.client.get(self.absolute(&path)).send().await.expect("an answer");
        answer.json().await.expect("a snapshot")
    }

    fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.origin) } else { path.to_owned() }
    }

    async fn load(&self, request: reqwest::RequestBuilder, mut path: String) -> PlainPage {
        let mut response = request.send().await.expect("an answer");
        for _ in 0..5 {
            if response.status() != StatusCode::SEE_OTHER {
                break;
            }
            let to = response.headers()[LOCATION].to_str().expect("an address").to_owned();
            response = self.client.get(self.absolute(&to)).send().await.expect("an answer");
            path = to;
        }
        let (status, headers) = (response.status(), response.headers().clone());
        let html = response.text().await.expect("a page");
        PlainPage { status, path, headers, elements: elements(&html), html }
    }
}

impl PlainPage {
    /// The addresses of all links.
    #[must_use]
    pub fn links(&self) -> Vec<String> {
        let links = self.elements.iter().filter(|element| element.tag == "a");
        links.filter_map(|link| link.get("href")).map(str::to_owned).collect()
    }

    /// The values of the buttons with this name that can be pressed.
    #[must_use]
    pub fn buttons(&self, name: &str) -> Vec<String> {
        let buttons = self.elements.iter().filter(|element| {
            element.tag == "button" && element.get("name") == Some(name) && !element.has("disabled")
        });
        buttons.filter_map(|button| button.get("value")).map(str::to_owned).collect()
    }

    /// The value of an attribute of the first element that has it.
    #[must_use]
    pub fn value(&self, attribute: &str) -> Option<&str> {
        self.elements.iter().find_map(|element| element.get(attribute))
    }

    /// The text of the first element of a class.
    #[must_use]
    pub fn text(&self, class: &str) -> Option<&str> {
        let of_class = |element: &&Element| {
            element.get("class").is_some_and(|c| c.split(' ').any(|c| c == class))
        };
        self.elements.iter().find(of_class).map(|element| element.text.trim())
    }

    /// When the page looks again by itself, in seconds, and where.
    ///
    /// # Panics
    /// When the header is odd.
    #[must_use]
    pub fn refresh(&self) -> Option<(u64, String)> {
        let text = self.headers.get("refresh")?.to_str().expect("text");
        let (seconds, path) = text.split_once("; url=").expect("a time and an address");
        Some((seconds.parse().expect("seconds"), path.to_owned()))
    }

    /// The id of the game that the page is of.
    ///
    /// # Panics
    /// When it is of none.
    #[must_use]
    pub fn game(&self) -> String {
        let action = self.elements.iter().find_map(|element| element.get("action"));
        let path = [&*self.path, action.unwrap_or_default()];
        let mut parts = path.iter().filter_map(|path| path.split("/g/").nth(1));
        let part = parts.next().unwrap_or_else(|| panic!("{} is of no game", self.path));
        part.split(['/', '?']).next().unwrap_or_default().to_owned()
    }

    /// What pressing a button sends, and where to.
    ///
    /// # Panics
    /// When there is no such button that can be pressed.
    #[must_use]
    pub fn form_of(
        &self,
        name: &str,
        value: &str,
        choices: &[(&str, &str)],
    ) -> (String, Vec<(String, String)>) {
        let button = self.elements.iter().find(|element| {
            element.tag == "button"
                && (
                    element.get("name").unwrap_or_default(),
                    element.get("value").unwrap_or_default(),
                ) == (name, value)
                && !element.has("disabled")
        });
        let button = button.unwrap_or_else(|| panic!("no button {name}={value}: {}", self.html));
        let form = button.form.expect("a form around it");
        let inside = self.elements.iter().filter(|element| element.form == Some(form));
        let head = inside.clone().find(|element| element.tag == "form").expect("its beginning");
        assert_eq!(head.get("method"), Some("post"));
        let action = head.get("action").expect("where it goes").to_owned();
        let mut fields = Vec::new();
        for field in inside {
            let Some(own) = field.get("name") else { continue };
            let chosen = choices.iter().find(|(name, _)| *name == own).map(|(_, value)| *value);
            let sent = match (&*field.tag, field.get("type")) {
                ("input", Some("radio")) => match chosen {
                    Some(chosen) => field.get("value").filter(|value| *value == chosen),
                    None => field.get("value").filter(|_| field.has("checked")),
                },
                ("input", Some("checkbox")) => chosen,
                ("input", _) => field.get("value"),
                // The first option is chosen as it comes.
                ("select", _) => Some(chosen.unwrap_or("")),
                _ => None,
            };
            fields.extend(sent.map(|value| (own.to_owned(), value.to_owned())));
        }
        if !name.is_empty() {
            fields.push((name.to_owned(), value.to_owned()));
        }
        (action, fields)
    }
}

/// The elements of a document that this server wrote: every value is quoted.
fn elements(html: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    let (mut forms, mut form) = (0, None);
    // What stands in a noscript is there for a browser like this one.
    for piece in html.split('<').skip(1) {
        let Some((tag, text)) = split_tag(piece) else { continue };
        if tag == "/form" {
            form = None;
        }
        if tag.starts_with(['/', '!']) {
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if name == "form" {
            assert_eq!(form, None, "a form inside a form");
            form = Some(forms);
            forms += 1;
        }
        let (tag, attributes) = (name.to_owned(), attributes_of(attributes));
        found.push(Element { tag, attributes, text: unescaped(text), form });
    }
    found
}

/// A tag and the text behind it; a `>` within quotes does not end a tag.
fn split_tag(piece: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let end = piece.find(|c| {
        quoted ^= c == '"';
        c == '>' && !quoted
    })?;
    Some((piece[..end].trim_end_matches('/').trim_end(), &piece[end + 1..]))
}

fn attributes_of(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix("=\"") {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => ("", after),
        };
        found.push((name.to_owned(), unescaped(value)));
        rest = after.trim_start();
    }
    found
}

fn unescaped(text: &str) -> String {
    let pairs = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn coded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_form_sends_its_fields_its_choices_and_the_button() {
        let html = r#"<form method="post" action="/x"><input type="hidden" name="id" value="a&amp;b">
            <input type="radio" name="r" value="1" checked><input type="radio" name="r" value="2">
            <input type="checkbox" name="c" value="on"><select name="s"><option value=""></option></select>
            <button name="b" value="1>2">A</button><button name="b" value="off" disabled>B</button></form>
            <a href="/y">Y</a>"#;
        let page = PlainPage {
            status: StatusCode::OK,
            path: "/".into(),
            headers: HeaderMap::new(),
            html: html.into(),
            elements: elements(html),
        };
        assert_eq!(page.buttons("b"), ["1>2"]);
        assert_eq!(page.links(), ["/y"]);
        let fields = |choices: &[(&str, &str)]| {
            let (action, fields) = page.form_of("b", "1>2", choices);
            assert_eq!(action, "/x");
            fields.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(fields(&[]), "id=a&b r=1 s= b=1>2");
        assert_eq!(fields(&[("r", "2"), ("c", "on")]), "id=a&b r=2 c=on s= b=1>2");
        assert_eq!(coded("a b&ő"), "a%20b%26%C5%91");
    }
}
