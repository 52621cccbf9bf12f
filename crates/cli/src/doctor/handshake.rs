//! One plain HTTP request, of which only the status matters.

use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

/// How long connecting, writing and reading may each take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What makes a request a websocket's. The key is a nonce of no meaning.
pub(super) const UPGRADE: [(&str, &str); 4] = [
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "ZGFtYSBkb2N0b3IgYXNrcw=="),
];

/// The status that `http://AUTHORITY/PATH` answers.
pub(super) fn status(authority: &str, path: &str, fields: &[(&str, &str)]) -> io::Result<u16> {
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let target = if has_port { authority.to_owned() } else { format!("{authority}:80") };
    let address = target.to_socket_addrs()?.next();
    let address = address.ok_or_else(|| io::Error::other("the name has no address"))?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let fields: String =
        fields.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {authority}\r\n{fields}\r\n")?;
    let mut line = [0; 12];
    stream.read_exact(&mut line)?;
    let status =
        line.strip_prefix(b"HTTP/1.1 ").and_then(|digits| std::str::from_utf8(digits).ok());
    status
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| io::Error::other("what answers speaks no HTTP"))
}
