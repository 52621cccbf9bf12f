//! Stories of too much, from too few, and of who is let in at all.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{Answer, Person, Server};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// More than an address may create in a minute.
const TOO_MANY: usize = 400;

fn game() -> Value {
    json!({"variant": "english", "opponent": {"kind": "friend"}})
}

/// Creates a game as somebody new whom a proxy has heard from there.
async fn create_from(server: &Server, forwarded: &str) -> Answer {
    let somebody = Person::new(server);
    let request = somebody.request(Method::POST, "/api/games");
    somebody.finish(request.header("x-forwarded-for", forwarded).json(&game())).await
}

async fn creations_until_refused(server: &Server, forwarded: impl Fn(usize) -> String) -> usize {
    for number in 0..TOO_MANY {
        let answer = create_from(server, &forwarded(number)).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(answer.code(), "too_many_requests");
            assert!(answer.headers.contains_key("retry-after"));
            return number;
        }
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    }
    TOO_MANY
}

#[tokio::test]
async fn without_a_trusted_proxy_a_forged_address_changes_nothing() {
    let server = Server::start_with(&[]).await;
    let made = creations_until_refused(&server, |number| format!("192.0.2.{}", number % 250)).await;
    assert!(made < TOO_MANY, "all of them come from one address");
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_a_limit_of_its_own() {
    let server = Server::start_with(&["--trusted-proxy", "127.0.0.0/8"]).await;
    // What the client wrote itself stands to the left, and is not believed.
    let forged = |number: usize| format!("192.0.2.{}, 198.51.100.7", number % 250);
    let made = creations_until_refused(&server, forged).await;
    assert!(made < TOO_MANY, "all of them come from one client");
    assert_eq!(create_from(&server, "198.51.100.8").await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn one_player_creates_only_so_much_while_a_neighbour_goes_on() {
    let server = Server::start_with(&[]).await;
    let maria = Person::new(&server);
    let mut refused = None;
    for _ in 0..40 {
        let answer = maria.post("/api/games", &game()).await;
        if answer.status != StatusCode::CREATED {
            refused = Some(answer.code());
            break;
        }
    }
    assert_eq!(refused.as_deref(), Some("too_many_requests"));
    let juan = Person::new(&server);
    assert_eq!(juan.post("/api/games", &game()).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn one_player_has_ten_sockets_open_and_a_closed_one_makes_room() {
    let server = Server::start_with(&[]).await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut open = Vec::new();
    for _ in 0..10 {
        let mut socket = maria.socket(&game, None).await;
        socket.caught_up().await;
        open.push(socket);
    }
    let path = format!("/api/games/{game}/socket");
    let upgrade = || {
        let headers = [
            ("connection", "upgrade"),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let request = maria.request(Method::GET, &path);
        headers.into_iter().fold(request, |request, (name, value)| request.header(name, value))
    };
    let eleventh = maria.finish(upgrade()).await;
    assert_eq!((eleventh.status.as_u16(), eleventh.code().as_str()), (429, "too_many_requests"));
    juan.socket(&game, None).await.caught_up().await;
    open.pop();
    // The server hears of it a moment later.
    let mut again = tests::Socket::open(server.address(), &game, None, maria.cookie()).await;
    for _ in 0..200 {
        if again.is_ok() {
            break;
        }
        again = tests::Socket::open(server.address(), &game, None, maria.cookie()).await;
    }
    again.expect("there is room again").caught_up().await;
}

/// Sends bytes on one connection and reads answers until there is nothing for
/// the next one.
async fn statuses(server: &Server, requests: &[String]) -> Vec<u16> {
    let mut stream = TcpStream::connect(server.address()).await.expect("a connection");
    let mut statuses = Vec::new();
    for request in requests {
        stream.write_all(request.as_bytes()).await.expect("sent");
        statuses.push(read_status(&mut stream).await);
    }
    statuses
}

/// Reads one answer to its end; 0 when the connection ended instead.
async fn read_status(stream: &mut TcpStream) -> u16 {
    let mut seen = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&seen).to_ascii_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            let length: usize = length.map_or(0, |length| length.trim().parse().expect("a length"));
            if body.len() >= length {
                return head[9..12].parse().expect("a status");
            }
        }
        let read = timeout(Duration::from_secs(20), stream.read(&mut chunk)).await;
        match read.expect("an answer in time") {
            Ok(count) if count > 0 => seen.extend_from_slice(&chunk[..count]),
            _ => return 0,
        }
    }
}

fn request(head: &str, body: &str) -> String {
    format!("{head} HTTP/1.1\r\nhost: h\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

#[tokio::test]
async fn what_is_refused_before_it_is_read_does_not_cost_the_connection() {
    let server = Server::start().await;
    let body = "x".repeat(9_000);
    let foreign =
        request("POST /api/games", &body).replace("host: h", "host: h\r\norigin: http://e");
    let requests = [
        foreign,
        request("POST /api/games", &body),
        request("POST /nosuch", &body),
        request("DELETE /api/games", &body),
        request("GET /healthz", ""),
    ];
    assert_eq!(statuses(&server, &requests).await, [403, 415, 404, 405, 200]);
}

#[tokio::test]
async fn a_path_without_a_language_is_not_found_by_any_method() {
    let server = Server::start().await;
    let person = Person::new(&server);
    for path in ["/nosuch", "/nosuch/", "/nosuch/rules/english"] {
        let answer = person.send(Method::POST, path, None).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(person.send(Method::POST, "/en/", None).await.status, 405);
}

#[tokio::test]
async fn a_body_that_stalls_is_refused_by_code_within_its_time() {
    let server = Server::start().await;
    let mut stream = TcpStream::connect(server.address()).await.expect("a connection");
    let head = "POST /api/games HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\n";
    stream
        .write_all(format!("{head}content-length: 100\r\n\r\n{{").as_bytes())
        .await
        .expect("sent");
    let mut answer = String::new();
    let read = timeout(Duration::from_secs(30), stream.read_to_string(&mut answer)).await;
    read.expect("the connection ends").expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("\"too_slow\""), "{answer}");
}

/// Asks until the answer has this status.
async fn asks_until(person: &Person, status: StatusCode) {
    let asking = async {
        while person.get("/en/").await.status != status {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(20), asking).await.expect("the list is read again");
}

#[tokio::test]
async fn the_block_list_is_read_again_when_it_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("blocked.txt");
    let flag = list.to_str().expect("a path").to_owned();
    let server = Server::start_with(&["--limits", "off", "--block-list", &flag]).await;
    let person = Person::new(&server);
    assert_eq!(person.get("/en/").await.status, StatusCode::OK);
    std::fs::write(&list, "# all of us\n127.0.0.0/8\n").expect("written");
    asks_until(&person, StatusCode::FORBIDDEN).await;
    assert_eq!(person.get("/api/me/games").await.code(), "blocked");
    // A list with a mistake in it is no reason to let everybody in.
    std::fs::write(&list, "127.0.0.0/8\nnobody at all\n").expect("written");
    assert_eq!(person.get("/en/").await.status, StatusCode::FORBIDDEN);
    std::fs::write(&list, "192.0.2.1\n").expect("written");
    asks_until(&person, StatusCode::OK).await;
}
