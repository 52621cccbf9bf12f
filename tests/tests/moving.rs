//! Stories of a database that moves from a file to PostgreSQL and back.

use std::process::{Output, Stdio};

use serde_json::{Value, json};
use testbed::Postgres;
use tests::{Person, Server, server::binary};
use tokio::io::AsyncWriteExt as _;

async fn dama(args: &[&str], input: &[u8]) -> Output {
    let mut child = tokio::process::Command::new(binary())
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("dama runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that reads nothing closes the pipe.
    let _ = stdin.write_all(input).await;
    drop(stdin);
    child.wait_with_output().await.expect("its end")
}

/// What must go well; its standard output, and the last line of the other.
async fn done(args: &[&str], input: &[u8]) -> (Vec<u8>, String) {
    let output = dama(args, input).await;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {told}");
    (output.stdout, told.lines().last().unwrap_or_default().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_in_postgresql_and_comes_back() {
    let Some(postgres) = Postgres::shared() else { return };
    let there = postgres.database();
    let mut server = Server::start_with(&["--limits", "off"]).await;
    let (maria, juan) = (Person::new(&server), Person::new(&server));
    let game = maria.play_with(&juan, "english").await;
    maria.does(&game, "move", json!({"path": [11, 15]})).await;
    assert_eq!(server.stop().await, Some(0));

    let here = server.database();
    let (text, exported) = done(&["export", "--database", &here], b"").await;
    let (_, imported) = done(&["import", "--database", &there], &text).await;
    assert_eq!(exported.strip_prefix("exported"), imported.strip_prefix("imported"));
    let again = dama(&["import", "--database", &there], &text).await;
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("not empty"), "{again:?}");

    let mut moved = Server::start_on(&there, &["--limits", "off"]).await;
    let juan = juan.at_node(moved.address());
    juan.does(&game, "move", json!({"path": [22, 18]})).await;
    assert_eq!(juan.snapshot(&game).await["you"], "second");
    assert_eq!(moved.stop().await, Some(0));

    let (report, _) = done(&["check", "--json", "--database", &there], b"").await;
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["faults"], json!([]));
    let (text, _) = done(&["export", "--database", &there], b"").await;
    let folder = tempfile::tempdir().expect("a folder");
    let back = format!("sqlite://{}", folder.path().join("back.db").display());
    done(&["import", "--database", &back], &text).await;
    let returned = Server::start_on(&back, &["--limits", "off"]).await;
    let maria = maria.at_node(returned.address());
    let moves = maria.snapshot(&game).await["moves"].as_array().map(Vec::len);
    assert_eq!(moves, Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tools_say_what_they_cannot_do_with_postgresql_and_show_no_password() {
    let Some(postgres) = Postgres::shared() else { return };
    let there = postgres.database();
    done(&["migrate", "--database", &there], b"").await;
    let doctor = dama(&["doctor", "--json", "--database", &there], b"").await;
    let findings: Value = serde_json::from_slice(&doctor.stdout).expect("JSON");
    let verdict = |what: &str| {
        let mut all = findings.as_array().expect("a list").iter();
        all.find(|finding| finding["what"] == what).expect(what)["verdict"].clone()
    };
    assert_eq!(verdict("database"), "good");
    assert_eq!(verdict("schema"), "good");
    // The private instance of the tests does without fsync.
    assert_eq!(verdict("durability"), "wrong");

    for args in [
        ["backup", "--database", "postgres://dama:secret@localhost/dama", "copy.db"],
        ["restore", "--database", "postgres://dama:secret@localhost/dama", "copy.db"],
    ] {
        let refused = dama(&args, b"").await;
        let told = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains("pg_dump") && !told.contains("secret"), "{told}");
    }
    for args in [
        &["serve", "--database", "postgres://dama:secret@127.0.0.1:1/dama"][..],
        &["serve", "--database", "mysql://dama:secret@127.0.0.1:1/dama"],
        &["serve", "--bus", "http://dama:secret@127.0.0.1:1/"],
        &["export", "--database", "postgres://dama:secret@127.0.0.1:1/dama"],
    ] {
        let refused = dama(args, b"").await;
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && !told.contains("secret"), "{told}");
    }
}
