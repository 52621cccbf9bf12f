//! Stories of the tools around a server that runs: check, backup, restore and
//! doctor.

use std::{path::Path, process::Output};

use serde_json::{Value, json};
use tests::{Person, Server, server::binary};

async fn dama(args: &[&str]) -> Output {
    tokio::process::Command::new(binary()).args(args).output().await.expect("dama runs")
}

fn database(server: &Server) -> String {
    format!("sqlite://{}", server.folder().join("dama.db").display())
}

async fn checked(url: &str) -> Value {
    let output = dama(&["check", "--json", "--database", url]).await;
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[tokio::test]
async fn a_game_is_checked_copied_and_brought_back() {
    let mut server = Server::start().await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "international").await;
    maria.does(&game, "move", json!({"path": [32, 28]})).await;
    let computer = json!({"kind": "computer", "level": "easy"});
    maria.create(&json!({"variant": "english", "opponent": computer, "side": "second"})).await;

    let url = database(&server);
    let report = checked(&url).await;
    assert_eq!(report["faults"], json!([]));
    assert!(report["games"] == 2 && report["events"].as_u64() >= Some(2), "{report}");

    let copy = server.folder().join("copy.db");
    let copy = copy.to_str().expect("a path");
    assert!(dama(&["backup", "--database", &url, copy]).await.status.success());
    juan.does(&game, "move", json!({"path": [18, 23]})).await;
    let in_use = dama(&["restore", "--database", &url, copy]).await;
    assert_eq!(in_use.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&in_use.stderr).contains("in use"), "{in_use:?}");
    assert_eq!(maria.snapshot(&game).await["moves"].as_array().map(Vec::len), Some(2));

    assert_eq!(server.stop().await, Some(0));
    let restored = dama(&["restore", "--database", &url, copy]).await;
    assert!(restored.status.success(), "{restored:?}");
    let old = String::from_utf8_lossy(&restored.stdout);
    let old = old.trim().strip_prefix("the old database is now ").expect("a name");
    assert!(Path::new(old).exists());
    server.restart().await;
    assert_eq!(maria.snapshot(&game).await["moves"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn the_doctor_finds_a_server_that_answers_and_one_that_does_not() {
    let mut server = Server::start().await;
    let (url, public) = (database(&server), server.url(""));
    let args = ["doctor", "--json", "--database", &url, "--public-url", &public];
    let output = dama(&args).await;
    let findings: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let verdict = |what: &str| {
        let mut all = findings.as_array().expect("a list").iter();
        all.find(|finding| finding["what"] == what).expect(what)["verdict"].clone()
    };
    for what in ["folder", "readiness", "websocket"] {
        assert_eq!(verdict(what), "good", "{findings}");
    }
    server.stop().await;
    let output = dama(&args).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("refused"), "{output:?}");
}
