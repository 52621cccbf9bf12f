//! A page as a browser without scripts has it: links, and forms with buttons.

use reqwest::{StatusCode, header::HeaderMap};

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

impl PlainPage {
    /// Reads what the server answered.
    #[must_use]
    pub fn read(status: StatusCode, path: String, headers: HeaderMap, html: String) -> PlainPage {
        PlainPage { status, path, headers, elements: elements(&html), html }
    }

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
        let page = PlainPage::read(StatusCode::OK, "/".into(), HeaderMap::new(), html.into());
        assert_eq!(page.buttons("b"), ["1>2"]);
        assert_eq!(page.links(), ["/y"]);
        let fields = |choices: &[(&str, &str)]| {
            let (action, fields) = page.form_of("b", "1>2", choices);
            assert_eq!(action, "/x");
            fields.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(fields(&[]), "id=a&b r=1 s= b=1>2");
        assert_eq!(fields(&[("r", "2"), ("c", "on")]), "id=a&b r=2 c=on s= b=1>2");
    }
}
