//! What is PostgreSQL's own: connections that break, a server that crashes,
//! locks, and a schema that several bring up to date at once.

use std::time::Duration;

use play::{Event, Face, PlayerId, Seq, Time};
use sqlx::{Connection, PgConnection, query, query_scalar};
use store::{
    Appended, DecodeError, NewPlayer, SecretHash, SharedStore, StoreError,
    contract::{Table, TemporaryStore, append_of, fresh, marker},
    postgres::{Options, PgStore},
};
use testbed::Postgres;
use tokio::sync::mpsc;

fn done(seq: u64) -> Result<Appended, StoreError> {
    Ok(Appended::Done { seq: Seq::new(seq) })
}

/// A connection of somebody else to the store's database.
async fn foreign_connection(url: &str) -> PgConnection {
    PgConnection::connect(url).await.expect("another connection")
}

async fn execute(connection: &mut PgConnection, statement: &'static str) {
    query(statement).execute(connection).await.expect("a statement of the test");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_that_open_a_new_database_at_once_make_its_schema_once() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.database();
    let open = async || store::open(&url).await.map(drop);
    let opened = tokio::join!(open(), open(), open(), open(), open());
    assert_eq!(opened, (Ok(()), Ok(()), Ok(()), Ok(()), Ok(())));
    let mut foreign = foreign_connection(&url).await;
    let twice: i64 =
        query_scalar("SELECT count(*) - count(DISTINCT version) FROM _sqlx_migrations")
            .fetch_one(&mut foreign)
            .await
            .expect("a count");
    assert_eq!(twice, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_databases_have_the_same_tables_and_columns() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.database();
    store::open(&url).await.expect("the store opens");
    let mut columns: Vec<String> = query_scalar(
        "SELECT table_name || '.' || column_name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut foreign_connection(&url).await)
    .await
    .expect("a list");
    let sqlite = TemporaryStore::sqlite().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(sqlite.path());
    let mut file = sqlx::SqliteConnection::connect_with(&options).await.expect("a connection");
    let mut others: Vec<String> = query_scalar(
        "SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND m.name NOT IN ('_sqlx_migrations', 'sqlite_sequence')",
    )
    .fetch_all(&mut file)
    .await
    .expect("a list");
    columns.sort();
    others.sort();
    assert_eq!(columns, others);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_that_is_ahead_of_this_program_is_left_alone() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.database();
    store::open(&url).await.expect("the store opens").close().await;
    let mut foreign = foreign_connection(&url).await;
    execute(
        &mut foreign,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of a newer program', TRUE, '\\x00', 0)",
    )
    .await;
    execute(&mut foreign, "ALTER TABLE player ADD COLUMN of_tomorrow BIGINT").await;
    let again = store::open(&url).await.expect("the store opens");
    let id = PlayerId::from_u128(fresh());
    let new = NewPlayer { id, secret: SecretHash::new([7; 32]), face: Face::Fox, at: Time::ZERO };
    assert_eq!(again.add_player(new).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_is_held_too_long_is_told_and_the_writer_lives_on() {
    let Some(postgres) = Postgres::shared() else { return };
    let url = postgres.database();
    let lock_wait = Duration::from_millis(100);
    let store = PgStore::open(&url, Options { lock_wait, ..Options::default() }).await;
    let store: SharedStore = std::sync::Arc::new(store.expect("the store opens"));
    let Table { game, first, .. } = Table::of_two(&store).await;
    let mut holder = foreign_connection(&url).await;
    execute(&mut holder, "BEGIN").await;
    execute(&mut holder, "SELECT 1 FROM game FOR UPDATE").await;
    let append = append_of(game, first, 0, vec![marker()]);
    assert_eq!(store.append(append.clone()).await, Err(StoreError::Busy));
    // Reading does not wait.
    assert!(store.load_game(game).await.is_ok_and(|found| found.is_some()));
    execute(&mut holder, "ROLLBACK").await;
    assert_eq!(store.append(append).await, done(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_break_while_they_rest_are_noticed_by_nobody() {
    let Some(postgres) = Postgres::shared() else { return };
    let opened = TemporaryStore::at(&postgres.database()).await;
    let Table { game, first, .. } = Table::of_two(&opened.store).await;
    let mut foreign = foreign_connection(opened.url()).await;
    for seq in 0..3 {
        execute(
            &mut foreign,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .await;
        let append = append_of(game, first, seq, vec![marker()]);
        assert_eq!(opened.store.append(append).await, done(seq + 1));
        assert_eq!(opened.store.events_since(game, Seq::new(seq)).await.map(|it| it.len()), Ok(1));
        assert_eq!(opened.store.ready().await, Ok(()));
    }
}

/// What a player tells of the progress of a game.
enum News {
    Acknowledged,
    Failed,
}

/// One event after another, until the store was gone so often; what was
/// acknowledged and what is in doubt.
async fn play_on(
    store: SharedStore,
    table: Table,
    crashes: u32,
    news: mpsc::UnboundedSender<News>,
) -> (Vec<Event>, Vec<Event>) {
    let (mut kept, mut doubtful, mut failures) = (Vec::new(), Vec::new(), 0);
    let mut known = 0;
    while failures < crashes {
        let event = marker();
        match store.append(append_of(table.game, table.first, known, vec![event.clone()])).await {
            Ok(Appended::Done { seq }) => {
                kept.push(event);
                known = seq.get();
                news.send(News::Acknowledged).expect("somebody listens");
            }
            // Something of which we had no answer is there after all.
            Ok(Appended::Conflict) => known += 1,
            Ok(Appended::Repeated { .. }) => panic!("there was no command id"),
            Err(error) => {
                assert!(error.is_passing(), "{error}");
                doubtful.push(event);
                failures += 1;
                news.send(News::Failed).expect("somebody listens");
                while store.ready().await.is_err() {}
            }
        }
    }
    (kept, doubtful)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_the_crash_of_the_database_and_the_rest_happens_once_at_most()
 {
    let Some(mut postgres) = Postgres::start() else { return };
    let opened = TemporaryStore::at(&postgres.database()).await;
    let mut players = tokio::task::JoinSet::new();
    let (told, mut news) = mpsc::unbounded_channel();
    let mut tables = Vec::new();
    for _ in 0..20 {
        let table = Table::of_two(&opened.store).await;
        tables.push(table);
        let (store, told) = (opened.store.clone(), told.clone());
        players.spawn(async move { (table.game, play_on(store, table, 2, told).await) });
    }
    for _ in 0..2 {
        let mut acknowledged = 0;
        while acknowledged < 500 {
            let it = news.recv().await.expect("they play");
            acknowledged += usize::from(matches!(it, News::Acknowledged));
        }
        postgres.crash();
        let mut failed = 0;
        while failed < tables.len() {
            let it = news.recv().await.expect("they play");
            failed += usize::from(matches!(it, News::Failed));
        }
        postgres.start_again();
    }
    while let Some(played) = players.join_next().await {
        let (game, (kept, doubtful)) = played.expect("no panic");
        let stored = opened.store.load_game(game).await.expect("readable").expect("the game");
        let events: Vec<_> = stored.events.into_iter().map(|stored| stored.event).collect();
        let count = |event| events.iter().filter(|it| *it == event).count();
        assert!(kept.iter().all(|event| count(event) == 1), "an acknowledged event is missing");
        assert!(doubtful.iter().all(|event| count(event) <= 1), "an event happened twice");
        assert_eq!(events.len(), kept.len() + doubtful.iter().map(count).sum::<usize>());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_not_there_is_told_and_not_waited_for() {
    let Some(mut postgres) = Postgres::start() else { return };
    let url = postgres.database();
    assert!(store::open(&url.replace("dama_0", "none")).await.is_err());
    for url in ["postgres://", "mysql://localhost/dama", "postgres://a:b:c/d"] {
        assert!(store::open(url).await.is_err(), "{url}");
    }
    let opened = TemporaryStore::at(&url).await;
    let Table { game, .. } = Table::of_two(&opened.store).await;
    postgres.crash();
    assert_eq!(opened.store.ready().await, Err(StoreError::Unreachable));
    assert_eq!(opened.store.load_game(game).await, Err(StoreError::Unreachable));
    assert_eq!(store::open(&url).await.err(), Some(StoreError::Unreachable));
    postgres.start_again();
    assert_eq!(opened.store.ready().await, Ok(()));
    opened.store.close().await;
    assert_eq!(opened.store.ready().await, Err(StoreError::Closed));
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_is_found_and_named() {
    let Some(postgres) = Postgres::shared() else { return };
    for (statement, error) in [
        ("DELETE FROM event WHERE seq = 2", DecodeError::Gap),
        ("UPDATE event SET form = 9 WHERE seq = 2", DecodeError::UnknownForm(9)),
        ("UPDATE event SET at = -1 WHERE seq = 2", DecodeError::Column),
        ("UPDATE game SET variant = 'chess'", DecodeError::Column),
    ] {
        let opened = TemporaryStore::at(&postgres.database()).await;
        let Table { game, first, .. } = Table::of_two(&opened.store).await;
        let events = vec![marker(), marker(), marker()];
        assert_eq!(opened.store.append(append_of(game, first, 0, events)).await, done(3));
        execute(&mut foreign_connection(opened.url()).await, statement).await;
        assert_eq!(opened.store.load_game(game).await, Err(StoreError::Corrupt(error)));
    }
}
