//! A websocket client that knows the protocol's shape and nothing more.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::ServerMessage;
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{
        self, Message,
        client::IntoClientRequest,
        http::{HeaderValue, header},
        protocol::CloseFrame,
    },
};
use uuid::Uuid;

/// How long a story waits for a message.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long it waits for a message while pings come.
const LONGEST: Duration = Duration::from_secs(60);

/// The connection is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

/// One open websocket of a game.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The number of the last event seen.
    pub seq: u64,
}

impl Socket {
    /// Opens the websocket of a game.
    ///
    /// # Errors
    /// When the server refuses the upgrade.
    pub async fn open(
        address: &str,
        game: &str,
        since: Option<u64>,
        cookie: Option<String>,
    ) -> Result<Socket, tungstenite::Error> {
        let since = since.map_or_else(String::new, |seq| format!("?since={seq}"));
        let mut request =
            format!("ws://{address}/api/games/{game}/socket{since}").into_client_request()?;
        if let Some(cookie) = cookie {
            request.headers_mut().insert(header::COOKIE, HeaderValue::try_from(cookie)?);
        }
        Self::open_request(request).await
    }

    /// Opens a websocket by a request of the caller's making.
    ///
    /// # Errors
    /// When the server refuses the upgrade.
    pub async fn open_request(
        request: tungstenite::handshake::client::Request,
    ) -> Result<Socket, tungstenite::Error> {
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Socket { stream, seq: 0 })
    }

    /// Sends any text.
    ///
    /// # Panics
    /// When the connection is gone.
    pub async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.expect("the connection stands");
    }

    /// Sends a text over a line that may be dead.
    ///
    /// # Errors
    /// When the connection is gone.
    pub async fn try_send_text(&mut self, text: &str) -> Result<(), tungstenite::Error> {
        self.send_raw(Message::text(text)).await
    }

    /// The next message of the service, if one comes within this time.
    ///
    /// # Errors
    /// When the connection is gone.
    ///
    /// # Panics
    /// When the service says what the contract does not know.
    pub async fn next_within(&mut self, time: Duration) -> Result<Option<ServerMessage>, Gone> {
        loop {
            match timeout(time, self.stream.next()).await {
                Err(_) => return Ok(None),
                Ok(Some(Ok(Message::Text(text)))) => {
                    return Ok(Some(ServerMessage::parse(&text).expect(&text)));
                }
                Ok(None | Some(Ok(Message::Close(_)) | Err(_))) => return Err(Gone),
                Ok(Some(Ok(_))) => {}
            }
        }
    }

    /// Sends any message, dead connection or not.
    ///
    /// # Errors
    /// When the connection is gone.
    pub async fn send_raw(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        self.stream.send(message).await
    }

    /// Sends a command of this kind with further fields; returns its id.
    pub async fn send(&mut self, kind: &str, fields: Value) -> Uuid {
        let id = Uuid::new_v4();
        self.send_as(id, kind, fields).await;
        id
    }

    /// Sends a command under a given id.
    pub async fn send_as(&mut self, id: Uuid, kind: &str, fields: Value) {
        let mut message = json!({"type": kind, "id": id, "seq": self.seq});
        if let (Some(message), Value::Object(fields)) = (message.as_object_mut(), fields) {
            message.extend(fields);
        }
        self.send_text(&message.to_string()).await;
    }

    /// Waits for a ping of the server. The answer goes out with whatever is sent
    /// or read next.
    ///
    /// # Panics
    /// When none comes in time.
    pub async fn pinged(&mut self) {
        loop {
            let message = timeout(PATIENCE, self.stream.next()).await.expect("a ping in time");
            if let Message::Ping(_) = message.expect("an open connection").expect("a frame") {
                return;
            }
        }
    }

    /// The next message of the server, whatever it is; `None` when closed.
    ///
    /// # Panics
    /// When none comes in time.
    pub async fn next(&mut self) -> Option<Value> {
        // Pings alone keep nobody waiting for ever.
        timeout(LONGEST, self.next_text()).await.expect("a message in time")
    }

    async fn next_text(&mut self) -> Option<Value> {
        loop {
            let message = timeout(PATIENCE, self.stream.next()).await.expect("a message in time");
            match message? {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    if let Some(seq) = value["seq"].as_u64()
                        && ["event", "snapshot", "caught_up"]
                            .contains(&value["type"].as_str().unwrap_or_default())
                    {
                        self.seq = seq;
                    }
                    return Some(value);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of one of these types; others are passed over.
    ///
    /// # Panics
    /// When the connection closes first, or none comes in time.
    pub async fn next_of(&mut self, kinds: &[&str]) -> Value {
        loop {
            let value = self.next().await.unwrap_or_else(|| panic!("closed before {kinds:?}"));
            if kinds.contains(&value["type"].as_str().unwrap_or_default()) {
                return value;
            }
        }
    }

    /// The next event of this kind; other messages are passed over.
    pub async fn next_event(&mut self, kind: &str) -> Value {
        self.next_of_event(kind).await["event"].clone()
    }

    /// The next message with an event of this kind; others are passed over.
    pub async fn next_of_event(&mut self, kind: &str) -> Value {
        loop {
            let value = self.next_of(&["event"]).await;
            if value["event"]["kind"] == kind {
                return value;
            }
        }
    }

    /// Waits until the server says that everything missed was told.
    pub async fn caught_up(&mut self) -> u64 {
        let value = self.next_of(&["caught_up"]).await;
        value["seq"].as_u64().expect("a number")
    }

    /// Plays a move; returns the answer, `accepted` or `refused`.
    pub async fn play(&mut self, path: &[u8]) -> Value {
        let id = self.send("move", json!({"path": path})).await;
        self.answer_to(id).await
    }

    /// The answer to a command.
    pub async fn answer_to(&mut self, id: Uuid) -> Value {
        loop {
            let value = self.next_of(&["accepted", "refused"]).await;
            if value["id"] == id.to_string() {
                return value;
            }
        }
    }

    /// Waits for the end; whether the server answered the close frame.
    ///
    /// # Panics
    /// When nothing happens in time.
    pub async fn ends_in_order(&mut self) -> bool {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("an end in time") {
                Some(Ok(Message::Close(_))) => return true,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return false,
            }
        }
    }

    /// Waits for the close frame and returns it.
    ///
    /// # Panics
    /// When none comes in time.
    pub async fn closed(&mut self) -> Option<CloseFrame> {
        loop {
            let message = timeout(PATIENCE, self.stream.next()).await.expect("a close in time");
            match message {
                Some(Ok(Message::Close(frame))) => return frame,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}
