//! `docs/openapi.json` says what the code does: its routes are those of the
//! router, its codes those of the protocol, its schemas fit the examples, and a
//! generator that makes requests of it finds no answer that it does not tell.
//!
//! `cargo xtask test` installs the generator, schemathesis, and says where in
//! `DAMA_CLIENTS`; `cargo xtask openapi N` lets it try more.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    path::PathBuf,
};

use protocol::ErrorCode;
use serde_json::{Value, json};
use tests::{Person, Server, clients};
use tokio::process::Command;

/// Requests of each route, beside those that the generator makes in any case.
const EXAMPLES: &str = "10";
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

fn document() -> Value {
    let text = std::fs::read_to_string(docs().join("openapi.json")).expect("docs/openapi.json");
    serde_json::from_str(&text).expect("JSON")
}

/// `GET /api/games` and so on, of the document.
fn documented() -> BTreeSet<String> {
    let document = document();
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().expect("methods").keys();
        methods.map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    operations.collect()
}

/// The same, of the router's own source.
fn routed() -> BTreeSet<String> {
    let source = include_str!("../../crates/server/src/http.rs");
    let mut routes = BTreeSet::new();
    for part in source.split(".route(").skip(1) {
        let Some(path) = part.trim_start().strip_prefix('"').and_then(|it| it.split('"').next())
        else {
            continue;
        };
        let handlers = part.split(".route(").next().unwrap_or_default();
        let handlers = handlers.lines().take_while(|line| !line.trim().starts_with(".fallback"));
        let handlers: String = handlers.collect();
        for method in ["get", "post", "put", "delete"] {
            let calls = [format!(" {method}("), format!(".{method}(")];
            if calls.iter().any(|call| handlers.contains(call.as_str())) {
                routes.insert(format!("{} {path}", method.to_uppercase()));
            }
        }
    }
    routes
}

#[test]
fn the_document_has_every_route_for_programs_and_none_that_is_not_there() {
    let (documented, routed) = (documented(), routed());
    assert!(routed.contains("POST /api/games") && routed.contains("GET /i/{token}"), "{routed:?}");
    assert!(documented.is_subset(&routed), "{:?}", documented.difference(&routed));
    let for_programs = routed.iter().filter(|route| route.contains(" /api/"));
    let missing: Vec<_> = for_programs.filter(|route| !documented.contains(*route)).collect();
    assert_eq!(missing, Vec::<&String>::new(), "docs/openapi.json lacks them");
}

#[test]
fn the_document_has_every_code() {
    let document = document();
    let codes = document["components"]["schemas"]["Code"]["enum"].as_array().expect("a list");
    let documented: BTreeSet<_> = codes.iter().filter_map(Value::as_str).collect();
    assert_eq!(documented, ErrorCode::all().map(ErrorCode::name).collect());
}

#[tokio::test]
async fn the_examples_of_the_protocol_fit_their_schemas() {
    let Some(python) = clients::python("the examples against their schemas") else { return };
    let output = Command::new(python)
        .arg(clients::script("golden.py"))
        .arg(docs())
        .output()
        .await
        .expect("Python starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.trim().parse::<u32>().expect("a number") > 40, "{stdout}");
}

/// The document with things that there are, so that not every request is about
/// nothing; and nobody waits for news.
fn with_examples(game: &str, token: &str) -> Value {
    let mut document = document();
    let paths = document["paths"].as_object_mut().expect("paths");
    for operation in paths.values_mut().filter_map(Value::as_object_mut).flatten() {
        let parameters = operation.1.get_mut("parameters").and_then(Value::as_array_mut);
        for parameter in parameters.into_iter().flatten() {
            match parameter["name"].as_str() {
                Some("id") => parameter["example"] = json!(game),
                Some("token") => parameter["example"] = json!(token),
                Some("wait") => parameter["schema"] = json!({"type": "integer", "enum": [0]}),
                _ => {}
            }
        }
    }
    document
}

#[tokio::test]
async fn a_generator_of_requests_gets_no_answer_that_is_not_documented() {
    let Some(python) = clients::python("requests by schemathesis") else { return };
    let server = Server::start().await;
    let maria = Person::new(&server);
    let computer = json!({"kind": "computer", "level": "easy"});
    let (game, _) = maria.create(&json!({"variant": "english", "opponent": computer})).await;
    let friend = json!({"kind": "friend"});
    let (_, token) = maria.create(&json!({"variant": "international", "opponent": friend})).await;
    let file = server.folder().join("openapi.json");
    let document = with_examples(&game, &token.expect("an invite"));
    std::fs::write(&file, document.to_string()).expect("written");
    let examples = std::env::var("DAMA_EXAMPLES").unwrap_or_else(|_| EXAMPLES.to_owned());
    let output = Command::new(python)
        .args(["-m", "schemathesis.cli", "run"])
        .arg(&file)
        .args(["--url", &server.url(""), "--checks", CHECKS, "--max-examples", &examples])
        .args(["--header", &format!("Cookie: {}", maria.cookie().expect("a cookie"))])
        // It would forget who asks, and all that follows would be about nobody.
        .args(["--exclude-operation-id", "eraseMe"])
        .args(["--seed", "1", "--request-timeout", "10", "--max-redirects", "0"])
        .args(["--continue-on-failure", "--no-shrink", "--warnings", "off"])
        .current_dir(server.folder())
        .output()
        .await
        .expect("Python starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("Test cases:"), "{stdout}");
    // It is still there, and so is the game.
    assert_eq!(maria.snapshot(&game).await["id"], game);
    let log = server.log();
    assert!(!log.contains("ERROR"), "{log}");
    // For `cargo xtask openapi`, which shows it.
    let told = stdout.rsplit("Test cases:").next().unwrap_or_default();
    writeln!(io::stderr(), "{told}").expect("somebody listens");
}
