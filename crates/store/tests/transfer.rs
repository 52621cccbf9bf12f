//! A whole database as text, and back, into the other kind.

use std::collections::BTreeSet;

use play::{Event, PlayerId, Side, Time};
use sqlx::{Connection, SqliteConnection};
use store::{
    Appended, JobChange, PushSubscription, SeatLink, SeatLinkKind, TokenHash,
    contract::{Table, TemporaryStore, append_of, fresh, marker},
    transfer::{LineFault, Totals, TransferError, export, import},
};
use testbed::Postgres;

/// A store with something in every table.
async fn filled() -> TemporaryStore {
    let opened = TemporaryStore::sqlite().await;
    for n in 0..30_u64 {
        let table = Table::of_two(&opened.store).await;
        let mut append = append_of(table.game, table.first, 0, vec![marker(), marker()]);
        append.job = JobChange::Set(play::Level::Easy);
        append.due_at = n.is_multiple_of(2).then_some(Time::from_millis(n));
        let append = append.by_command(uuid::Uuid::from_u128(fresh()));
        assert!(matches!(opened.store.append(append).await, Ok(Appended::Done { .. })));
        let link = SeatLink {
            token: TokenHash::new([n as u8; 32]),
            game: table.game,
            side: Side::First,
            kind: SeatLinkKind::Saved,
            moves: 0,
            expires_at: None,
        };
        opened.store.put_seat_link(link).await.expect("a link");
    }
    let table = Table::with_open_seat(&opened.store).await;
    let event = Event::TakenBack { plies: 1, fen: "\"ñ\" 𝄞 \\".to_owned(), at: Time::ZERO };
    opened.store.append(append_of(table.game, table.first, 0, vec![event])).await.expect("kept");
    let subscription = PushSubscription {
        player: table.first,
        endpoint: "https://push.example/ñ".to_owned(),
        public_key: [4; 65],
        auth: [7; 16],
        lang: "fil".to_owned(),
        at: Time::from_millis(9),
    };
    opened.store.put_push(subscription).await.expect("kept");
    opened.store.push_key(vec![1, 2, 3]).await.expect("a key");
    opened.store.alive(Time::from_millis(5)).await.expect("a sign of life");
    opened
}

async fn exported(url: &str) -> (Vec<u8>, Totals) {
    let mut text = Vec::new();
    let totals = export(url, &mut text, &mut |_| {}).await.expect("an export");
    (text, totals)
}

async fn imported(url: &str, text: &[u8]) -> Result<Totals, TransferError> {
    import(url, &mut &*text, &mut |_| {}).await
}

/// Goes over to another database, and is the same there.
async fn goes_over(from: &str, to: &TemporaryStore) {
    let (text, totals) = exported(from).await;
    assert_eq!(imported(to.url(), &text).await.expect("an import"), totals);
    assert_eq!(exported(to.url()).await, (text, totals));
    // It can be worked with: new games get numbers of their own.
    Table::of_two(&to.store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_goes_to_postgresql_and_back_and_is_the_same() {
    let Some(postgres) = Postgres::shared() else { return };
    let from = filled().await;
    let (text, totals) = exported(from.url()).await;
    let there = TemporaryStore::at(&postgres.database()).await;
    assert_eq!(imported(there.url(), &text).await.expect("an import"), totals);
    let back = TemporaryStore::sqlite().await;
    goes_over(there.url(), &back).await;
    assert_eq!(exported(there.url()).await.1, totals);
    Table::of_two(&there.store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_and_column_goes_over() {
    let from = filled().await;
    let (text, _) = exported(from.url()).await;
    let mut found = BTreeSet::new();
    for line in String::from_utf8(text).expect("text").lines().skip(1) {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        for (table, columns) in line.as_object().expect("an object") {
            if let Some(columns) = columns.as_object() {
                found.extend(columns.keys().map(|column| format!("{table}.{column}")));
            }
        }
    }
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(from.path());
    let mut file = SqliteConnection::connect_with(&options).await.expect("a connection");
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND m.name NOT IN ('_sqlx_migrations', 'lease')",
    )
    .fetch_all(&mut file)
    .await
    .expect("a list");
    assert_eq!(found, columns.into_iter().collect());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_mixed_into_a_database_that_is_not_empty() {
    let (from, to) = (filled().await, filled().await);
    let before = exported(to.url()).await;
    let refused = imported(to.url(), &exported(from.url()).await.0).await;
    assert!(matches!(refused, Err(TransferError::NotEmpty("player"))), "{refused:?}");
    assert_eq!(exported(to.url()).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_damaged_is_refused_and_leaves_nothing() {
    let from = filled().await;
    let text = String::from_utf8(exported(from.url()).await.0).expect("text");
    let line = |number, fault| format!("{:?}", TransferError::Line { number, fault });
    let cut = text.lines().take(10).map(|line| format!("{line}\n")).collect::<String>();
    let event = text.lines().find(|line| line.starts_with("{\"event\"")).expect("an event");
    let without_one = text.replacen(&format!("{event}\n"), "", 1);
    for (text, fault) in [
        (String::new(), format!("{:?}", TransferError::Format)),
        ("Dear Maria,\n".to_owned(), format!("{:?}", TransferError::Format)),
        (
            text.replace("\"edition\":1", "\"edition\":2"),
            format!("{:?}", TransferError::Edition(2)),
        ),
        (cut.clone(), format!("{:?}", TransferError::CutShort)),
        (cut.trim_end().to_owned(), format!("{:?}", TransferError::CutShort)),
        (without_one, format!("{:?}", TransferError::Damaged)),
        (
            text.replacen("\"created_at\":1000", "\"created_at\":1001", 1),
            format!("{:?}", TransferError::Damaged),
        ),
        (text.replacen("{\"player\"", "{\"players\"", 1), line(2, LineFault::Table)),
        (
            text.replacen("\"created_at\":1000", "\"created_at\":\"x\"", 1),
            line(2, LineFault::Column("created_at")),
        ),
        (text.replacen("{\"player\"", "[{\"player\"", 1), line(2, LineFault::NotARow)),
        (
            format!("{}\n\"", text.lines().next().expect("a line")),
            format!("{:?}", TransferError::CutShort),
        ),
        (
            format!("{}\n{}\n", text.lines().next().expect("a line"), "x".repeat(2 << 20)),
            line(2, LineFault::TooLong),
        ),
    ] {
        let to = TemporaryStore::sqlite().await;
        let refused = imported(to.url(), text.as_bytes()).await.expect_err("a refusal");
        assert_eq!(format!("{refused:?}"), fault);
        let nobody = PlayerId::from_u128(fresh());
        assert_eq!(to.store.games_of(nobody, 1).await, Ok(Vec::new()));
        assert_eq!(exported(to.url()).await.1.rows, 0, "{refused}");
    }
}
