//! Stories of bad input: refused by code, and the server lives on.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{Person, Server, Socket};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

async fn check_post(person: &Person, body: &Value, status: u16, code: &str) {
    let answer = person.post("/api/games", body).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{body}");
}

#[tokio::test]
async fn a_game_that_cannot_be_is_refused_and_makes_nobody_a_player() {
    let server = Server::start().await;
    let person = Person::new(&server);
    let friend = json!({"kind": "friend"});
    check_post(&person, &json!({}), 400, "bad_request").await;
    check_post(&person, &json!([]), 400, "bad_request").await;
    check_post(&person, &json!({"variant": "chess", "opponent": friend}), 400, "bad_request").await;
    let rules = json!({"tournament": true});
    let body = json!({"variant": "english", "opponent": friend, "rules": rules});
    check_post(&person, &body, 400, "bad_rules").await;
    for fen in ["", "x", "W:W1,1:B2", "W:W4:B49", "B:W22:B", "W:W1-60:B2", "B:W:B"] {
        let body = json!({"variant": "english", "opponent": friend, "fen": fen});
        check_post(&person, &body, 400, "bad_fen").await;
    }
    assert_eq!(person.cookie(), None);
}

#[tokio::test]
async fn another_site_s_page_can_do_nothing() {
    let server = Server::start().await;
    let maria = Person::new(&server);
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}});
    for origin in ["http://evil.example", "null", "http://127.0.0.1"] {
        let request =
            maria.request(Method::POST, "/api/games").header("origin", origin).json(&body);
        let answer = maria.finish(request).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "bad_origin"));
    }
    let request =
        maria.request(Method::POST, "/api/games").header("origin", server.url("")).json(&body);
    assert_eq!(maria.finish(request).await.status, StatusCode::CREATED);

    let (game, _) = maria.create(&body).await;
    let url = format!("ws://{}/api/games/{game}/socket", server.address());
    let mut upgrade = url.into_client_request().expect("a request");
    upgrade.headers_mut().insert("origin", "http://evil.example".parse().expect("a value"));
    assert!(Socket::open_request(upgrade).await.is_err(), "no upgrade for another site");
}

#[tokio::test]
async fn a_body_must_be_json_and_small() {
    let server = Server::start().await;
    let person = Person::new(&server);
    let post = || person.request(Method::POST, "/api/games");
    let plain = person.finish(post().body("{}")).await;
    assert_eq!((plain.status.as_u16(), plain.code().as_str()), (415, "unsupported_media_type"));
    let json = post().header("content-type", "application/json");
    let large = person.finish(json.body("x".repeat(20_000))).await;
    assert_eq!((large.status.as_u16(), large.code().as_str()), (413, "too_large"));
}

#[tokio::test]
async fn frames_that_are_no_messages_are_answered_and_the_socket_lives() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    for frame in [
        "",
        "x",
        "{}",
        "[]",
        "null",
        r#"{"type":"fly"}"#,
        r#"{"type":"move","id":"no","seq":1,"path":[11,15]}"#,
        r#"{"type":"move","id":"6f1c1c0e-97a4-4f6e-8d5a-0a8f0a3f6c11","seq":-1,"path":[11,15]}"#,
        r#"{"type":"move","id":"6f1c1c0e-97a4-4f6e-8d5a-0a8f0a3f6c11","seq":1,"path":[0,99]}"#,
        r#"{"type":"move","id":"6f1c1c0e-97a4-4f6e-8d5a-0a8f0a3f6c11","seq":1}"#,
    ] {
        socket.send_text(frame).await;
        let answer = socket.next_of(&["refused"]).await;
        assert_eq!(answer["code"], "bad_message", "{frame}");
    }
    assert_eq!(socket.play(&[11, 15]).await["type"], "accepted");
}

async fn check_close(game: &str, person: &Person, message: Message, code: u16) {
    let mut socket = person.socket(game, None).await;
    socket.caught_up().await;
    let shown = message.to_string();
    socket.send_raw(message).await.expect("sent");
    let frame = socket.closed().await;
    let closed = frame.map(|frame| u16::from(frame.code));
    assert_eq!(closed, Some(code), "{}", &shown[..shown.len().min(40)]);
}

#[tokio::test]
async fn what_is_too_large_or_not_text_closes_the_socket_with_its_code() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    check_close(&game, &maria, Message::text("x".repeat(5_000)), 1009).await;
    check_close(&game, &maria, Message::text("x".repeat(100_000)), 1009).await;
    check_close(&game, &maria, Message::binary(vec![1, 2, 3]), 1003).await;
    assert_eq!(maria.snapshot(&game).await["state"], "playing");
}

#[tokio::test]
async fn who_sends_too_fast_is_cut_off() {
    let server = Server::start_with(&[]).await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    for _ in 0..100 {
        let ping = Message::text(r#"{"type":"ping","seq":1}"#);
        if socket.send_raw(ping).await.is_err() {
            break;
        }
    }
    assert_eq!(socket.closed().await.map(|frame| u16::from(frame.code)), Some(1008));
}

#[tokio::test]
async fn unknown_things_are_not_found_as_code_or_as_a_page() {
    let server = Server::start().await;
    let person = Person::new(&server);
    for path in [
        "/api/games/1111111111111111111111",
        "/api/games/x",
        "/api/games/1111111111111111111111/pdn",
        "/api/invites/x",
        "/api/nothing",
        "/api/games/%FF",
        "/api/games/%FF/pdn",
        "/api/invites/%FF",
    ] {
        let answer = person.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (404, "not_found"), "{path}");
    }
    let pages = ["/xx/", "/en/nothing", "/g/x", "/en/rules/chess", "/nothing", "/i/%FF", "/g/%FF"];
    for path in pages {
        let answer = person.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.text.starts_with("<!DOCTYPE html>"), "{path}: {}", answer.text);
    }
    let answer = person.send(Method::DELETE, "/api/games", None).await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_protect_the_visitor() {
    let server = Server::start().await;
    let person = Person::new(&server);
    for path in ["/en/", "/api/games/x", "/healthz", "/nothing"] {
        let answer = person.get(path).await;
        let header = |name: &str| answer.headers.get(name).and_then(|v| v.to_str().ok());
        assert_eq!(header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(header("referrer-policy"), Some("same-origin"), "{path}");
        let policy = header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn secrets_never_reach_the_log() {
    let server = Server::start().await;
    let maria = Person::new(&server);
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}});
    let (_, token) = maria.create(&body).await;
    let token = token.expect("an invite");
    maria.get(&format!("/i/{token}")).await;
    Person::new(&server).send(Method::POST, &format!("/i/{token}"), None).await;
    let secret = maria.cookie().expect("a cookie");
    let secret = secret.split_once('=').expect("a value").1;
    let log = std::fs::read_to_string(server.folder().join("server.log")).expect("a log");
    assert!(!log.contains(&token), "the token is in the log");
    assert!(!log.contains(secret), "the cookie is in the log");
}

#[tokio::test]
async fn a_query_that_cannot_be_read_is_refused_by_code() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    for path in ["events?since=x", "events?wait=abc", "events?wait=-1", "socket", "socket?since=x"]
    {
        let answer = maria.get(&format!("/api/games/{game}/{path}")).await;
        assert_eq!(
            (answer.status.as_u16(), answer.code().as_str()),
            (400, "bad_request"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_close_frame_is_answered() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    socket.send_raw(Message::Close(None)).await.expect("sent");
    assert!(socket.ends_in_order().await);
}

#[tokio::test]
async fn a_stray_cookie_does_not_hide_the_real_one() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    // Of another program on this host, or of another server of this one.
    for stray in ["zzz", "1111111111111111111112", "", "\"\"", "%31"] {
        let cookie = format!("dama_player={stray}; {}", maria.cookie().expect("a cookie"));
        let stranger = Person::new(&server);
        let request = stranger.request(Method::GET, &format!("/api/games/{game}"));
        let answer = stranger.finish(request.header("cookie", cookie)).await;
        assert_eq!(answer.json()["you"], "first", "{stray}");
    }
}

#[tokio::test]
async fn every_answer_to_a_known_browser_renews_its_cookie() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    for path in ["/en/", "/g/x", "/nothing", "/api/nothing", &format!("/api/games/{game}")] {
        let answer = maria.get(path).await;
        let renewed = answer.headers.get_all("set-cookie").iter().any(|field| {
            field
                .to_str()
                .is_ok_and(|text| text.contains("dama_player=") && text.contains("Max-Age"))
        });
        assert!(renewed, "{path}");
    }
}

#[tokio::test]
async fn what_shared_caches_may_keep_carries_nobody_s_cookie() {
    let server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    maria.play_with(&juan, "english").await;
    for path in ["/en/later", "/en/app.webmanifest"] {
        let answer = maria.get(path).await;
        assert!(answer.headers["cache-control"].to_str().expect("text").starts_with("public"));
        assert!(!answer.headers.contains_key("set-cookie"), "{path}");
    }
}

#[tokio::test]
async fn a_host_that_is_none_reaches_no_link() {
    let server = Server::start().await;
    let maria = Person::new(&server);
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}});
    for host in ["evil.example/x?", "\"><b>"] {
        let request = maria.request(Method::POST, "/api/games").header("host", host).json(&body);
        let url = maria.finish(request).await.json()["invite"]["url"].clone();
        assert!(url.as_str().is_some_and(|url| url.starts_with("http://localhost/i/")), "{url}");
    }
}
