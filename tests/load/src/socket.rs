//! A websocket client that costs the generator little: it looks at the
//! beginning of a message only.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Message, Utf8Bytes,
        client::IntoClientRequest,
        http::{HeaderValue, header::COOKIE},
        protocol::WebSocketConfig,
    },
};

use crate::fault::Fault;

/// Longer silence ends a measurement, in seconds.
const PATIENCE: u64 = 30;

/// Connections from one loopback address before the next is used: far fewer
/// than an address has ports, because a port that is used again soon is kept
/// waiting.
const PER_ADDRESS: u32 = 8_000;

static CONNECTIONS: AtomicU32 = AtomicU32::new(0);

/// What a message is, as far as a generator has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// An event with its number.
    Event(u64),
    /// All that was missed is told, up to this number.
    CaughtUp(u64),
    /// A command was turned down.
    Refused,
    /// What another client sent, from a bare relay.
    Relayed,
    /// Anything else.
    Other,
}

impl Heard {
    /// Looks at the beginning of a message.
    pub(crate) fn of(text: &str) -> Heard {
        let number = |rest: &str| {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().unwrap_or(0)
        };
        if let Some(rest) = text.strip_prefix(r#"{"type":"event","seq":"#) {
            Heard::Event(number(rest))
        } else if let Some(rest) = text.strip_prefix(r#"{"type":"caught_up","seq":"#) {
            Heard::CaughtUp(number(rest))
        } else if text.starts_with(r#"{"type":"refused""#) {
            Heard::Refused
        } else if text.starts_with(r#"{"type":"move""#) {
            Heard::Relayed
        } else {
            Heard::Other
        }
    }
}

/// One open websocket.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens a websocket at `ws://ADDRESS/PATH`.
    pub(crate) async fn open(
        address: &str,
        path: &str,
        cookie: Option<&str>,
    ) -> Result<Socket, Fault> {
        let to: SocketAddr =
            address.parse().map_err(|_| Fault::Unexpected(format!("address {address}")))?;
        let socket = TcpSocket::new_v4().map_err(Fault::Connect)?;
        if to.ip().is_loopback() {
            socket.bind(SocketAddr::new(source(), 0)).map_err(Fault::Connect)?;
        }
        socket.set_nodelay(true).map_err(Fault::Connect)?;
        let stream = socket.connect(to).await.map_err(Fault::Connect)?;
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        if let Some(cookie) = cookie {
            let value = HeaderValue::try_from(cookie);
            let value = value.map_err(|_| Fault::Unexpected(format!("cookie {cookie}")))?;
            request.headers_mut().insert(COOKIE, value);
        }
        let config = WebSocketConfig::default().read_buffer_size(2_048).write_buffer_size(0);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket(stream))
    }

    /// Opens the websocket of a game.
    pub(crate) async fn of_game(
        address: &str,
        game: &str,
        cookie: Option<&str>,
        since: Option<u64>,
    ) -> Result<Socket, Fault> {
        let since = since.map_or_else(String::new, |seq| format!("?since={seq}"));
        Socket::open(address, &format!("/api/games/{game}/socket{since}"), cookie).await
    }

    pub(crate) async fn send(&mut self, text: String) -> Result<(), Fault> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next text; pings are answered on the way.
    pub(crate) async fn text(&mut self) -> Result<Utf8Bytes, Fault> {
        loop {
            let next = timeout(Duration::from_secs(PATIENCE), self.0.next()).await;
            match next.map_err(|_| Fault::Silent(PATIENCE))?.ok_or(Fault::Gone)?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => return Err(Fault::Unexpected(format!("{frame:?}"))),
                _ => {}
            }
        }
    }

    /// Reads on until a move with this number has come, or anything from a
    /// bare relay.
    pub(crate) async fn moved(&mut self, seq: u64) -> Result<(), Fault> {
        loop {
            let text = self.text().await?;
            match Heard::of(&text) {
                Heard::Event(heard) if heard >= seq => return Ok(()),
                Heard::Relayed => return Ok(()),
                Heard::Refused => return Err(Fault::Unexpected(text.to_string())),
                _ => {}
            }
        }
    }

    /// Reads on until the server has told all that was missed.
    pub(crate) async fn caught_up(&mut self) -> Result<u64, Fault> {
        loop {
            if let Heard::CaughtUp(seq) = Heard::of(&self.text().await?) {
                return Ok(seq);
            }
        }
    }

    /// Reads whatever comes, for ever, without a bound on silence.
    pub(crate) async fn listen(mut self) {
        while let Some(Ok(_)) = self.0.next().await {}
    }
}

/// The address to connect from.
fn source() -> IpAddr {
    let number = CONNECTIONS.fetch_add(1, Ordering::Relaxed) / PER_ADDRESS;
    let [_, b, c, d] = (number % 0x00FF_FFF0 + 2).to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, b, c, d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_known_by_their_beginning() {
        for (text, heard) in [
            (r#"{"type":"event","seq":13,"event":{"kind":"moved"}}"#, Heard::Event(13)),
            (r#"{"type":"caught_up","seq":0}"#, Heard::CaughtUp(0)),
            (r#"{"type":"refused","id":null,"code":"stale"}"#, Heard::Refused),
            (r#"{"type":"move","id":"","seq":1,"path":[11,15]}"#, Heard::Relayed),
            (r#"{"type":"presence","watchers":3}"#, Heard::Other),
        ] {
            assert_eq!(Heard::of(text), heard, "{text}");
        }
    }

    #[test]
    fn the_examples_of_the_contract_begin_so() {
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol/");
        let read = |name: &str| std::fs::read_to_string(format!("{golden}{name}.json"));
        let heard = |name| Heard::of(&read(name).expect(name));
        assert_eq!(heard("server-event"), Heard::Event(13));
        assert_eq!(heard("server-caught_up"), Heard::CaughtUp(13));
        assert_eq!(heard("server-refused"), Heard::Refused);
        assert_eq!(heard("client-move"), Heard::Relayed);
    }
}
