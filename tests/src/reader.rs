//! Somebody whose browser runs no scripts: links are followed, buttons post
//! the form around them, and that is all.

use reqwest::{
    Method, StatusCode,
    header::{LOCATION, ORIGIN},
};
use serde_json::Value;

use crate::{PlainPage, Server};

/// A browser without scripts, with a jar of cookies.
pub struct Reader {
    client: reqwest::Client,
    origin: String,
    /// Whether forms are sent with `Origin`, as younger browsers do.
    pub tells_origin: bool,
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
        PlainPage::read(status, path, headers, html)
    }
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
