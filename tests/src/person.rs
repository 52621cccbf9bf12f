//! Somebody with a browser's cookie and an HTTP client.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use reqwest::{
    Method, StatusCode,
    header::{COOKIE, HeaderMap, SET_COOKIE},
};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{Server, Socket};

/// How long somebody waits for an answer that may never come.
const PATIENCE: Duration = Duration::from_secs(10);

/// A person: everything said carries their cookie, once they have one.
#[derive(Clone)]
pub struct Person {
    client: reqwest::Client,
    address: String,
    cookie: Arc<Mutex<Option<String>>>,
}

/// What the server answered.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body as text.
    pub text: String,
}

impl Answer {
    /// The body as JSON.
    ///
    /// # Panics
    /// When it is not.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e}: {}", self.text))
    }

    /// The code of an error.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn code(&self) -> String {
        let body = self.json();
        body["error"]["code"].as_str().unwrap_or_else(|| panic!("no code: {body}")).to_owned()
    }
}

impl Person {
    /// Somebody whom the server has never seen.
    ///
    /// # Panics
    /// When no HTTP client can be made.
    #[must_use]
    pub fn new(server: &Server) -> Person {
        Person::at(server.address())
    }

    /// Somebody whom the server at this address has never seen.
    ///
    /// # Panics
    /// When no HTTP client can be made.
    #[must_use]
    pub fn at(address: &str) -> Person {
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            // The server closes a connection that is idle for 5 s; a request that
            // crosses that is lost.
            .pool_idle_timeout(Duration::from_secs(2))
            .build()
            .expect("a client");
        Person { client, address: address.to_owned(), cookie: Arc::default() }
    }

    /// The `Cookie` header that this person sends.
    ///
    /// # Panics
    /// Never, unless another thread panicked.
    #[must_use]
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().expect("no panic elsewhere").clone()
    }

    /// Sends a request with a JSON body, if any.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let mut request = self.client.request(method, format!("http://{}{path}", self.address));
        if let Some(body) = body {
            request = request.json(body);
        }
        self.finish(request).await
    }

    /// The same person, asking another node of the same service.
    #[must_use]
    pub fn at_node(&self, address: &str) -> Person {
        Person { address: address.to_owned(), ..self.clone() }
    }

    /// Sends a request built by the caller, with the cookie added.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn finish(&self, request: reqwest::RequestBuilder) -> Answer {
        self.try_finish(request).await.expect("an answer")
    }

    /// POST with a JSON body, to a server that may be gone.
    ///
    /// # Errors
    /// When no whole answer comes.
    pub async fn try_post(&self, path: &str, body: &Value) -> Result<Answer, reqwest::Error> {
        self.try_finish(self.request(Method::POST, path).json(body).timeout(PATIENCE)).await
    }

    async fn try_finish(
        &self,
        mut request: reqwest::RequestBuilder,
    ) -> Result<Answer, reqwest::Error> {
        if let Some(cookie) = self.cookie() {
            request = request.header(COOKIE, cookie);
        }
        let response = request.send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        for field in headers.get_all(SET_COOKIE) {
            let field = field.to_str().expect("text");
            if let Some(pair) = field.split(';').next().filter(|pair| pair.contains("dama_player="))
            {
                *self.cookie.lock().expect("no panic elsewhere") = Some(pair.to_owned());
            }
        }
        let text = response.text().await?;
        Ok(Answer { status, headers, text })
    }

    /// A request to be completed by the caller.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    /// POST with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    /// Creates a game and returns its id and, for a friend's game, the token.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn create(&self, body: &Value) -> (String, Option<String>) {
        let answer = self.post("/api/games", body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        let made = answer.json();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        (text(&made["game"]).expect("an id"), text(&made["invite"]["token"]))
    }

    /// Creates a game with a friend and lets the friend join.
    ///
    /// # Panics
    /// When the server refuses either.
    pub async fn play_with(&self, friend: &Person, variant: &str) -> String {
        self.play_like(friend, json!({"variant": variant})).await
    }

    /// Says something about a game without a websocket; the answer.
    pub async fn say(&self, game: &str, kind: &str, fields: Value) -> Answer {
        let seq = self.snapshot(game).await["seq"].clone();
        let mut message = json!({"type": kind, "id": Uuid::new_v4(), "seq": seq});
        if let (Some(message), Value::Object(fields)) = (message.as_object_mut(), fields) {
            message.extend(fields);
        }
        self.post(&format!("/api/games/{game}/commands"), &message).await
    }

    /// Says something that must be granted.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn does(&self, game: &str, kind: &str, fields: Value) {
        let answer = self.say(game, kind, fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{kind}: {}", answer.text);
    }

    /// Says something that must be refused; with which code.
    ///
    /// # Panics
    /// When it is granted.
    pub async fn is_refused(&self, game: &str, kind: &str, fields: Value) -> String {
        let answer = self.say(game, kind, fields).await;
        assert_ne!(answer.status, StatusCode::OK, "{kind}: {}", answer.text);
        answer.code()
    }

    /// Creates a game like this with a friend and lets the friend join.
    ///
    /// # Panics
    /// When the server refuses either.
    pub async fn play_like(&self, friend: &Person, mut body: Value) -> String {
        body["opponent"] = json!({"kind": "friend"});
        let (game, token) = self.create(&body).await;
        let path = format!("/api/invites/{}/accept", token.expect("an invite"));
        let joined = friend.send(Method::POST, &path, None).await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
        game
    }

    /// The game's snapshot as this person gets it.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn snapshot(&self, game: &str) -> Value {
        let answer = self.get(&format!("/api/games/{game}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }

    /// Opens the game's websocket.
    ///
    /// # Panics
    /// When the server refuses the upgrade.
    pub async fn socket(&self, game: &str, since: Option<u64>) -> Socket {
        Socket::open(&self.address, game, since, self.cookie()).await.expect("an upgrade")
    }
}
