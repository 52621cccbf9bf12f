//! A client that we did not write the library of, and that knows nothing but the
//! protocol's page: `tests/clients/play.py`, over Python's `websockets`.

use std::process::Stdio;

use serde_json::{Value, json};
use tests::{Person, Server, clients};
use tokio::process::Command;

/// Both play a whole game of a variant, and agree how it ended.
async fn check(variant: &str) {
    let Some(python) = clients::python(&format!("{variant} against Python's websockets")) else {
        return;
    };
    let server = Server::start().await;
    let maria = Person::new(&server);
    let friend = json!({"kind": "friend"});
    let (game, token) = maria.create(&json!({"variant": variant, "opponent": friend})).await;
    let mut juan = Command::new(python)
        .arg(clients::script("play.py"))
        .args([server.address(), &token.expect("an invite")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("Python starts");
    let mut socket = maria.socket(&game, None).await;
    socket.caught_up().await;
    socket.next_event("joined").await;
    let result = loop {
        let snapshot = maria.snapshot(&game).await;
        if snapshot["state"] == "finished" {
            break snapshot["result"].clone();
        }
        if snapshot["side_to_move"] == "first" && snapshot["seq"] == socket.seq {
            let path = snapshot["legal"][0]["path"].clone();
            let id = socket.send("move", json!({"path": path})).await;
            let answer = socket.next_of(&["accepted", "refused"]).await;
            assert_eq!((&answer["type"], &answer["id"]), (&json!("accepted"), &json!(id)));
        } else {
            tokio::select! {
                _ = socket.next_of(&["event"]) => {}
                status = juan.wait() => {
                    // Nobody waits for one who has given up.
                    if !status.expect("it ends").success() {
                        break Value::Null;
                    }
                }
            }
        }
    };
    let output = juan.wait_with_output().await.expect("it ends");
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}{stderr}");
    let told: Value = serde_json::from_str(&stdout).expect("a result");
    assert_eq!(told, result, "both tell the same end");
}

#[tokio::test]
async fn a_game_of_english_draughts_by_invite() {
    check("english").await;
}

#[tokio::test]
async fn a_game_of_international_draughts_by_invite() {
    check("international").await;
}
