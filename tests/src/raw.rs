//! A client that writes bytes: for what no library would send.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

/// How long a story waits for bytes; longer than every deadline of the server
/// that it may wait for.
const PATIENCE: Duration = Duration::from_secs(20);
/// The mask of our frames; any will do.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// The first byte of a frame: the last of its message, and what it holds.
pub const TEXT: u8 = 0x81;
/// A binary frame.
pub const BINARY: u8 = 0x82;
/// A close frame.
pub const CLOSE: u8 = 0x88;
/// A ping.
pub const PING: u8 = 0x89;
/// A pong.
pub const PONG: u8 = 0x8a;
/// Text of which more is to come.
pub const TEXT_BEGINS: u8 = 0x01;
/// More of a message, and not its end.
pub const GOES_ON: u8 = 0x00;
/// The end of a message.
pub const ENDS: u8 = 0x80;

/// A frame as clients send it: masked, its length in the shortest form.
#[must_use]
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len() as u64;
    let form = match length {
        0..126 => 7,
        126..=0xffff => 16,
        _ => 64,
    };
    frame_saying(first, form, length, payload)
}

/// A frame that says this length in 7, 16 or 64 bits, whatever follows.
///
/// # Panics
/// When the form is no other or cannot say the length.
#[must_use]
pub fn frame_saying(first: u8, bits: u8, length: u64, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match bits {
        7 => bytes.push(0x80 | u8::try_from(length).expect("seven bits")),
        16 => {
            bytes.push(0x80 | 126);
            bytes.extend(u16::try_from(length).expect("sixteen bits").to_be_bytes());
        }
        64 => {
            bytes.push(0x80 | 127);
            bytes.extend(length.to_be_bytes());
        }
        _ => panic!("no such form"),
    }
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.into_iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// The payload of a close frame.
#[must_use]
pub fn closing(code: u16, reason: &[u8]) -> Vec<u8> {
    [&code.to_be_bytes() as &[u8], reason].concat()
}

/// A connection to the server.
pub struct Raw {
    stream: TcpStream,
    seen: Vec<u8>,
    broken: bool,
}

/// The head of an answer.
#[derive(Debug)]
pub struct Head {
    /// The status.
    pub status: u16,
    /// Status line and fields, in small letters.
    pub text: String,
}

impl Raw {
    /// Connects.
    ///
    /// # Panics
    /// When nobody listens.
    pub async fn connect(address: &str) -> Raw {
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("an open connection");
        Raw { stream, seen: Vec::new(), broken: false }
    }

    /// Connects and opens the websocket of a game, as a watcher.
    ///
    /// # Panics
    /// When the server refuses.
    pub async fn open(address: &str, game: &str) -> Raw {
        let mut raw = Raw::connect(address).await;
        raw.send(upgrade(game, "").as_bytes()).await;
        let head = raw.head().await.expect("an answer");
        assert_eq!(head.status, 101, "{}", head.text);
        raw
    }

    /// The same with hardly any room for what the server says, and nobody reads.
    ///
    /// # Panics
    /// When the server cannot be reached.
    pub async fn open_deaf(address: &str, game: &str) -> Raw {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4_096).expect("a small buffer");
        let address = address.parse().expect("an address");
        let stream = socket.connect(address).await.expect("a connection");
        let mut raw = Raw { stream, seen: Vec::new(), broken: false };
        raw.send(upgrade(game, "").as_bytes()).await;
        raw
    }

    /// Sends bytes. A connection that the server has cut is no fault here: what
    /// comes back tells.
    pub async fn send(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// Says that nothing more will be sent.
    pub async fn shut(&mut self) {
        let _ = self.stream.shutdown().await;
    }

    /// The head of the next answer; `None` when the connection ends instead.
    ///
    /// # Panics
    /// When neither comes in time, or it is no answer.
    pub async fn head(&mut self) -> Option<Head> {
        let end = loop {
            match self.seen.windows(4).position(|end| end == b"\r\n\r\n") {
                Some(at) => break at + 4,
                None => self.more().await?,
            }
        };
        let head: Vec<u8> = self.seen.drain(..end).collect();
        let text = String::from_utf8_lossy(&head).to_ascii_lowercase();
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
        Some(Head { status: status.expect("a status line"), text })
    }

    /// The next answer with its body, by its `Content-Length`.
    ///
    /// # Panics
    /// When it does not come in time.
    pub async fn answer(&mut self) -> Option<(Head, String)> {
        let head = self.head().await?;
        let length = head.text.split("content-length: ").nth(1).and_then(|it| it.lines().next());
        let length: usize = length.map_or(0, |length| length.trim().parse().expect("a length"));
        while self.seen.len() < length {
            self.more().await?;
        }
        let body: Vec<u8> = self.seen.drain(..length).collect();
        Some((head, String::from_utf8_lossy(&body).into_owned()))
    }

    /// The next frame of the server: its first byte and its payload; `None` at
    /// the end of the connection.
    ///
    /// # Panics
    /// When neither comes in time.
    pub async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        loop {
            if let Some((head, length)) = frame_head(&self.seen)
                && self.seen.len() >= head + length
            {
                let bytes: Vec<u8> = self.seen.drain(..head + length).collect();
                return Some((bytes[0], bytes[head..].to_vec()));
            }
            self.more().await?;
        }
    }

    /// Waits for the end; the code of the close frame before it, if any.
    pub async fn end(&mut self) -> Option<u16> {
        let mut code = None;
        while let Some((first, payload)) = self.frame().await {
            if first == CLOSE {
                code = payload.first_chunk().map(|code| u16::from_be_bytes(*code)).or(Some(1005));
            }
        }
        code
    }

    /// Whether the connection broke, in the place of an end in order.
    #[must_use]
    pub const fn broke(&self) -> bool {
        self.broken
    }

    /// Reads some bytes; `None` at the end.
    async fn more(&mut self) -> Option<()> {
        let mut chunk = [0; 4_096];
        let read = timeout(PATIENCE, self.stream.read(&mut chunk)).await;
        match read.expect("something in time") {
            Ok(count) if count > 0 => {
                self.seen.extend_from_slice(&chunk[..count]);
                Some(())
            }
            end => {
                self.broken = end.is_err();
                None
            }
        }
    }
}

/// The request that opens the websocket of a game, with further fields, each
/// with its line's end.
#[must_use]
pub fn upgrade(game: &str, fields: &str) -> String {
    format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nhost: h\r\nconnection: Upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{fields}\r\n"
    )
}

/// Bytes before the payload of a server's frame, and in it.
fn frame_head(bytes: &[u8]) -> Option<(usize, usize)> {
    match *bytes.get(1)? {
        126 => {
            let length = bytes.get(2..4)?.first_chunk().map(|it| u16::from_be_bytes(*it))?;
            Some((4, length.into()))
        }
        127 => {
            let length = bytes.get(2..10)?.first_chunk().map(|it| u64::from_be_bytes(*it))?;
            Some((10, usize::try_from(length).ok()?))
        }
        length => Some((2, length.into())),
    }
}
