//! Stories of those who run the server: what they are told, and what the log
//! keeps to itself.

use reqwest::{Method, StatusCode};
use serde_json::json;
use tests::{Person, Server};

const ADMIN: [&str; 4] = ["--limits", "off", "--admin-listen", "127.0.0.1:0"];

async fn fetch(url: &str) -> (StatusCode, String) {
    let answer = reqwest::get(url).await.expect("an answer");
    (answer.status(), answer.text().await.expect("a body"))
}

/// The value of a series, `None` while there is none.
fn value(metrics: &str, series: &str) -> Option<f64> {
    let line = metrics.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '))?;
    Some(line.parse().expect("a number"))
}

#[tokio::test]
async fn the_metrics_follow_a_game() {
    let server = Server::start_with(&ADMIN).await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    assert_eq!(socket.play(&[11, 15]).await["type"], "accepted");
    assert_eq!(maria.is_refused(&game, "move", json!({"path": [12, 16]})).await, "not_your_turn");
    juan.does(&game, "resign", json!({})).await;

    let (status, metrics) = fetch(&server.admin_url("/metrics")).await;
    assert_eq!(status, StatusCode::OK);
    for (series, expected) in [
        ("dama_sockets", 1.0),
        ("dama_rooms", 1.0),
        ("dama_games_total{variant=\"english\",opponent=\"friend\"}", 1.0),
        ("dama_moves_total{variant=\"english\",by=\"player\"}", 1.0),
        ("dama_games_ended_total{variant=\"english\",reason=\"resigned\"}", 1.0),
        ("dama_refusals_total{via=\"http\",code=\"not_your_turn\"}", 1.0),
        // Joined, moved, resigned.
        ("dama_append_seconds_count", 3.0),
        ("dama_engine_waiting", 0.0),
        ("dama_engine_budget_seconds", 1.5),
    ] {
        assert_eq!(value(&metrics, series), Some(expected), "{series} in {metrics}");
    }
    for series in ["dama_store_transaction_seconds_count", "dama_store_batch_sum"] {
        assert!(value(&metrics, series).is_some_and(|value| value >= 3.0), "{series}: {metrics}");
    }
    assert!(!metrics.contains(&game), "no id is a label");
    assert!(metrics.ends_with("# EOF\n"));
}

#[tokio::test]
async fn without_an_admin_listener_there_are_no_metrics() {
    let server = Server::start().await;
    assert_eq!(fetch(&server.url("/metrics")).await.0, StatusCode::NOT_FOUND);
    let server = Server::start_with(&ADMIN).await;
    assert_eq!(fetch(&server.url("/metrics")).await.0, StatusCode::NOT_FOUND);
    for path in ["/healthz", "/readyz"] {
        assert_eq!(fetch(&server.admin_url(path)).await.0, StatusCode::OK, "{path}");
    }
    assert_eq!(fetch(&server.admin_url("/en/")).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_log_line_names_the_request_and_the_game() {
    let flags = ["--limits", "off", "--log", "json"];
    let server = Server::start_logging(&flags, "debug").await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    let answer = maria.get(&format!("/api/games/{game}")).await;
    let id = answer.headers.get("x-request-id").and_then(|id| id.to_str().ok()).expect("an id");
    let log = server.log();
    let lines = log.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let found: Vec<serde_json::Value> =
        lines.filter(|line: &serde_json::Value| line["span"]["id"] == id).collect();
    let [line] = &found[..] else { panic!("one line of {id} in {log}") };
    assert_eq!(line["span"]["game"], game);
    assert_eq!(line["span"]["route"], "/api/games/{id}");
    assert_eq!(line["status"], 200);
}

#[tokio::test]
async fn secrets_stay_out_of_the_log_even_when_everything_is_logged() {
    let server = Server::start_logging(&["--limits", "off"], "trace").await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let body = json!({"variant": "english", "opponent": {"kind": "friend"}});
    let (game, token) = maria.create(&body).await;
    let token = token.expect("an invite");
    maria.get(&format!("/i/{token}")).await;
    juan.get(&format!("/api/invites/{token}")).await;
    let joined = juan.send(Method::POST, &format!("/i/{token}"), None).await;
    assert_eq!(joined.status, StatusCode::SEE_OTHER);
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    assert_eq!(socket.play(&[11, 15]).await["type"], "accepted");
    maria.get("/en/games").await;
    let wish = json!({"kind": "continue"});
    let link = maria.post(&format!("/api/games/{game}/seat-links"), &wish).await.json();
    let link = link["token"].as_str().expect("a token").to_owned();
    maria.get(&format!("/s/{link}")).await;
    let phone = Person::new(&server);
    let moved = phone.send(Method::POST, &format!("/api/seat-links/{link}/redeem"), None).await;
    assert_eq!(moved.status, StatusCode::OK);
    // Before they are taken away.
    let cookies = [&maria, &juan, &phone].map(|person| person.cookie().expect("a cookie"));
    // Refusals and errors on the way must not tell either.
    juan.send(Method::POST, &format!("/api/invites/{token}/cancel"), None).await;
    maria.post(&format!("/i/{token}/nothing"), &json!({})).await;
    juan.send(Method::POST, "/api/me/erase", None).await;

    let log = server.log();
    assert!(log.contains("TRACE") && log.contains(&game), "the log tells the story: {log}");
    let cookies = cookies.iter().map(|pair| pair.split_once('=').expect("a value").1);
    for secret in cookies.chain([token.as_str(), link.as_str()]) {
        let place = log.lines().find(|line| line.contains(secret));
        assert_eq!(place, None, "a secret is in the log");
    }
}

/// The names of metrics in a text, as a page or a dashboard has them.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with("dama_"))
}

#[tokio::test]
async fn the_dashboard_and_the_manual_name_only_metrics_that_exist() {
    let server = Server::start_with(&ADMIN).await;
    let (_, metrics) = fetch(&server.admin_url("/metrics")).await;
    let known = |name: &str| {
        let endings = ["_total", "_bucket", "_sum", "_count"];
        let bare = endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
        metrics.contains(&format!("# TYPE {bare} "))
    };
    assert!(!known("dama_nothing"));
    for text in [
        include_str!("../../docker/grafana-dashboard.json"),
        include_str!("../../docs/operations.md"),
    ] {
        assert!(named(text).count() > 10);
        for name in named(text) {
            assert!(known(name), "{name} is no metric of {metrics}");
        }
    }
}
