//! Requests that no library sends: shapes by which one server has been made to
//! see a request where another sees a body, heads without end, and upgrades
//! that are none. Whatever comes, others are served.

use serde_json::Value;
use tests::{
    Person, Server,
    raw::{Raw, TEXT, frame, upgrade},
};

/// A small request, to see whether a connection can still be used.
const ASK: &str = "GET /healthz HTTP/1.1\r\nhost: h\r\n\r\n";
const BODY: &str = r#"{"variant":"english","opponent":{"kind":"friend"}}"#;

/// Making a game, with these fields about its body.
fn making(fields: &str, body: &str) -> Vec<u8> {
    let head = "POST /api/games HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\n";
    format!("{head}{fields}\r\n{body}").into_bytes()
}

fn asking(fields: &str) -> Vec<u8> {
    format!("GET /healthz HTTP/1.1\r\n{fields}\r\n").into_bytes()
}

/// A body in one chunk.
fn chunk(extension: &str) -> String {
    format!("{:x}{extension}\r\n{BODY}\r\n0\r\n\r\n", BODY.len())
}

/// Sends bytes, then another request, on one connection; the first answers.
/// Where the last of them is refused, it must end the connection.
async fn answers(server: &Server, bytes: &[u8], most: usize) -> Vec<u16> {
    let mut raw = Raw::connect(server.address()).await;
    raw.send(bytes).await;
    raw.send(ASK.as_bytes()).await;
    let mut statuses = Vec::new();
    while statuses.len() < most
        && let Some((head, _)) = raw.answer().await
    {
        statuses.push(head.status);
    }
    if statuses.last() != Some(&200) {
        assert!(raw.head().await.is_none(), "the connection ends");
    }
    statuses
}

async fn check(server: &Server, name: &str, bytes: &[u8], expected: &[u16]) {
    assert_eq!(answers(server, bytes, expected.len()).await, expected, "{name}");
    let neighbour = Person::new(server).get("/healthz").await;
    assert_eq!(neighbour.status.as_u16(), 200, "after {name}");
}

#[tokio::test]
async fn where_a_body_ends_is_never_a_matter_of_opinion() {
    let server = Server::start().await;
    let size = BODY.len();
    let length = |text: &str| making(&format!("content-length: {text}\r\n"), BODY);
    let coded = |text: &str| making(&format!("transfer-encoding: {text}\r\n"), &chunk(""));
    // Refused, and the connection with it: nobody knows what the rest is.
    for (name, bytes) in [
        ("two lengths", making(&format!("content-length: 5\r\ncontent-length: {size}\r\n"), BODY)),
        ("a list of lengths", length(&format!("{size}, {size}"))),
        ("a length with a sign", length(&format!("+{size}"))),
        ("a length below zero", length("-1")),
        ("a length in other digits", length("0x32")),
        ("a length of nothing", length("")),
        ("a length beyond all numbers", length("99999999999999999999")),
        ("a coding that is none", coded("identity")),
        ("a coding that almost is one", coded("xchunked")),
        ("chunks that are not the last coding", coded("chunked, identity")),
        ("a blank before the colon", making("transfer-encoding : chunked\r\n", &chunk(""))),
        ("a field that goes on in the next line", coded("\r\n chunked")),
    ] {
        check(&server, name, &bytes, &[400]).await;
    }
    // Read as chunks, and the rest of the connection is given up.
    let both = making("content-length: 4\r\ntransfer-encoding: chunked\r\n", &chunk(""));
    check(&server, "chunks and a length", &both, &[201]).await;
    let old = String::from_utf8(coded("chunked")).expect("text").replace("1.1", "1.0");
    check(&server, "chunks before there were any", old.as_bytes(), &[400]).await;
    // Chunks that are none.
    for (name, size) in [("a sign", "-1"), ("too many digits", "FFFFFFFFFFFFFFFFF"), ("no", "x")] {
        let bytes = making("transfer-encoding: chunked\r\n", &format!("{size}\r\n{BODY}\r\n"));
        check(&server, name, &bytes, &[400]).await;
    }
    let long = format!("1;{}\r\n{{\r\n0\r\n\r\n", "a".repeat(65_536));
    check(
        &server,
        "a chunk that never says how long it is",
        &making("transfer-encoding: chunked\r\n", &long),
        &[400],
    )
    .await;
}

#[tokio::test]
async fn bodies_that_are_clear_leave_the_connection_usable() {
    let server = Server::start().await;
    let chunked = |body: &str| making("transfer-encoding: chunked\r\n", body);
    let size = BODY.len();
    let twice = format!("content-length: {size}\r\ncontent-length: {size}\r\n");
    let with_trailer = chunk("").replace("0\r\n\r\n", "0\r\nx: y\r\n\r\n");
    let large = format!("5000\r\n{}\r\n0\r\n\r\n", " ".repeat(0x5000));
    let hidden = format!("host: h\r\ncontent-length: {}\r\n", ASK.len());
    for (name, bytes, expected) in [
        ("one length, said twice", making(&twice, BODY), [201, 200]),
        ("chunks", chunked(&chunk("")), [201, 200]),
        ("a chunk with a remark", chunked(&chunk(";a=b")), [201, 200]),
        ("a field behind the chunks", chunked(&with_trailer), [201, 200]),
        ("chunks of more than may be", chunked(&large), [413, 200]),
        ("a request as the body of another", [asking(&hidden), ASK.into()].concat(), [200, 200]),
        ("empty lines first", format!("\r\n\r\n{ASK}").into_bytes(), [200, 200]),
    ] {
        check(&server, name, &bytes, &expected).await;
    }
    check(&server, "three at once", ASK.repeat(3).as_bytes(), &[200; 4]).await;
}

#[tokio::test]
async fn a_head_that_is_none_or_too_large_is_refused_and_ends_its_connection() {
    let server = Server::start().await;
    let many: String = (0..64).map(|number| format!("x{number}: y\r\n")).collect();
    let long = |size: usize| asking(&format!("host: h\r\nx: {}\r\n", "a".repeat(size)));
    for (name, bytes, status) in [
        ("65 fields", asking(&format!("host: h\r\n{many}")), 431),
        ("a field of 17,000 bytes", long(17_000), 431),
        ("a field of a megabyte", long(1_000_000), 431),
        (
            "a path of 70,000 bytes",
            format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(70_000)).into(),
            431,
        ),
        ("a bare return", b"GET /healthz HTTP/1.1\rhost: h\r\r".to_vec(), 400),
        ("a return within a value", asking("host: h\r\nx: a\rb\r\n"), 400),
        ("a zero byte", asking("host: h\r\nx: a\0b\r\n"), 400),
        ("a method of no letters", b"G\x01T / HTTP/1.1\r\nhost: h\r\n\r\n".to_vec(), 400),
        ("a blank in the path", b"GET /a b HTTP/1.1\r\nhost: h\r\n\r\n".to_vec(), 400),
        ("bytes of no text in the path", b"GET /\xff HTTP/1.1\r\nhost: h\r\n\r\n".to_vec(), 400),
        ("no version", b"GET /\r\n\r\n".to_vec(), 400),
        ("a version to come", b"GET / HTTP/9.9\r\nhost: h\r\n\r\n".to_vec(), 400),
    ] {
        check(&server, name, &bytes, &[status]).await;
    }
}

#[tokio::test]
async fn a_request_that_is_not_clear_about_its_host_is_refused() {
    let server = Server::start().await;
    for (name, bytes) in [
        ("no host", asking("")),
        ("two hosts", asking("host: a\r\nhost: b\r\n")),
        ("the same host twice", asking("host: a\r\nhost: a\r\n")),
        ("another in the target", b"GET http://evil.example/ HTTP/1.1\r\nhost: h\r\n\r\n".into()),
    ] {
        check(&server, name, &bytes, &[400, 200]).await;
    }
    // Health checks of balancers speak so.
    assert_eq!(answers(&server, b"GET /healthz HTTP/1.0\r\n\r\n", 1).await, [200]);
}

#[tokio::test]
async fn methods_that_nobody_needs_do_nothing_and_tell_nothing() {
    let server = Server::start().await;
    let secret = "cookie: dama_player=8Lx3hGmvTq2ZcRkWbYd5pN\r\n";
    for (line, status) in [
        ("TRACE /en/ HTTP/1.1", 405),
        ("TRACE /api/me/games HTTP/1.1", 405),
        ("OPTIONS * HTTP/1.1", 404),
        ("OPTIONS /api/games HTTP/1.1", 405),
        ("BREW /en/ HTTP/1.1", 405),
        ("PUT /api/games HTTP/1.1", 405),
        ("PATCH /api/me/erase HTTP/1.1", 405),
        ("GET /api/me/erase HTTP/1.1", 405),
        ("CONNECT evil.example:80 HTTP/1.1", 400),
    ] {
        let mut raw = Raw::connect(server.address()).await;
        raw.send(format!("{line}\r\nhost: h\r\n{secret}\r\n").as_bytes()).await;
        let (head, body) = raw.answer().await.expect("an answer");
        assert_eq!(head.status, status, "{line}");
        assert!(!body.contains("8Lx3h"), "{line}: the request comes back");
        assert!(!head.text.contains("access-control"), "{line}: {}", head.text);
    }
}

/// The status of an upgrade with these fields in the place of the usual ones.
async fn upgraded(server: &Server, request: &str) -> u16 {
    let mut raw = Raw::connect(server.address()).await;
    raw.send(request.as_bytes()).await;
    raw.head().await.expect("an answer").status
}

#[tokio::test]
async fn an_upgrade_that_is_none_is_refused() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut witness = maria.socket(&game, None).await;
    witness.caught_up().await;
    let right = upgrade(&game, "");
    let host = format!("origin: http://{}\r\n", "h");
    for (name, request, status) in [
        ("the right one", right.clone(), 101),
        ("small and large letters", right.replace("websocket\r\n", "WebSocket\r\n"), 101),
        ("a list of connections", right.replace("n: Upgrade", "n: keep-alive, Upgrade"), 101),
        ("its own page", upgrade(&game, &host), 101),
        ("our subprotocol", upgrade(&game, "sec-websocket-protocol: dama.v1\r\n"), 101),
        ("ours among others", upgrade(&game, "sec-websocket-protocol: chat, dama.v1\r\n"), 101),
        (
            "ours in a second field",
            upgrade(&game, "sec-websocket-protocol: chat\r\nsec-websocket-protocol: dama.v1\r\n"),
            101,
        ),
        ("an extension that we lack", upgrade(&game, "sec-websocket-extensions: x\r\n"), 101),
        ("others alone", upgrade(&game, "sec-websocket-protocol: chat\r\n"), 400),
        ("no version", right.replace("sec-websocket-version: 13\r\n", ""), 400),
        ("an old version", right.replace("version: 13", "version: 8"), 400),
        ("a version to come", right.replace("version: 13", "version: 99"), 400),
        ("no key", right.replace("sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n", ""), 400),
        ("no connection", right.replace("connection: Upgrade\r\n", ""), 400),
        ("no upgrade", right.replace("upgrade: websocket\r\n", ""), 400),
        ("another upgrade", right.replace("websocket\r\nsec", "h2c\r\nsec"), 400),
        ("another method", right.replace("GET", "POST"), 405),
        ("the head alone", right.replace("GET", "HEAD"), 400),
        ("an old HTTP", right.replace("HTTP/1.1", "HTTP/1.0"), 400),
        ("another site's page", upgrade(&game, "origin: http://evil.example\r\n"), 403),
        ("a page of nowhere", upgrade(&game, "origin: null\r\n"), 403),
        ("two origins", upgrade(&game, &format!("{host}{host}")), 403),
        ("no such game", upgrade("1111111111111111111112", ""), 404),
        ("no id", upgrade("..%2f..", ""), 404),
        ("a since of no number", right.replace("/socket", "/socket?since=x"), 400),
    ] {
        assert_eq!(upgraded(&server, &request).await, status, "{name}");
    }
    assert_eq!(witness.play(&[11, 15]).await["type"], "accepted");
}

#[tokio::test]
async fn frames_behind_their_upgrade_are_heard_and_a_second_upgrade_is_no_frame() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let request = upgrade(&game, "");
    let mut eager = Raw::connect(server.address()).await;
    let ping = frame(TEXT, br#"{"type":"ping","seq":0}"#);
    eager.send(&[request.as_bytes(), &ping].concat()).await;
    assert_eq!(eager.head().await.expect("an answer").status, 101);
    loop {
        let (_, payload) = eager.frame().await.expect("a pong");
        let text: Value = serde_json::from_slice(&payload).unwrap_or_default();
        if text["type"] == "pong" {
            break;
        }
    }
    let mut twice = Raw::connect(server.address()).await;
    twice.send(request.repeat(2).as_bytes()).await;
    assert_eq!(twice.head().await.expect("an answer").status, 101);
    assert_eq!(twice.end().await, Some(1002));
}
