//! What is SQLite's own: files, locks, a full disk, and foreign hands.

use std::time::Duration;

use play::{Event, Face, PlayerId, Seq, Time};
use sqlx::{Connection, SqliteConnection, query, sqlite::SqliteConnectOptions};
use store::{
    Appended, DecodeError, NewPlayer, SecretHash, Store, StoreError,
    contract::{Table, TemporaryStore, append_of, fresh, marker},
    sqlite::{Options, SqliteStore},
};

fn done(seq: u64) -> Result<Appended, StoreError> {
    Ok(Appended::Done { seq: Seq::new(seq) })
}

/// A connection of somebody else to the store's file.
async fn foreign_connection(opened: &TemporaryStore) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(opened.path());
    SqliteConnection::connect_with(&options).await.expect("another connection")
}

async fn execute(connection: &mut SqliteConnection, statement: &'static str) {
    query(statement).execute(connection).await.expect("a statement of the test");
}

fn impatient() -> Options {
    Options { lock_wait: Duration::from_millis(50), ..Options::default() }
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_opening_again() {
    let opened = TemporaryStore::sqlite().await;
    let Table { game, first, .. } = Table::of_two(&opened.store).await;
    let event = marker();
    assert_eq!(opened.store.append(append_of(game, first, 0, vec![event.clone()])).await, done(1));
    opened.store.close().await;

    for _ in 0..2 {
        let again = opened.open_again(Options::default()).await.expect("the store opens");
        let stored = again.load_game(game).await.expect("a readable game").expect("the game");
        assert_eq!(stored.events.first().map(|it| &it.event), Some(&event));
        // The second time round it was only dropped.
    }
}

#[tokio::test]
async fn a_closed_store_finishes_what_it_was_given_and_takes_no_more() {
    let opened = TemporaryStore::sqlite().await;
    let table = Table::of_two(&opened.store).await;
    let append = append_of(table.game, table.first, 0, vec![marker()]);
    let (written, ()) = tokio::join!(opened.store.append(append.clone()), opened.store.close());
    assert_eq!(written, done(1));

    assert_eq!(opened.store.append(append).await, Err(StoreError::Closed));
    assert_eq!(opened.store.load_game(table.game).await, Err(StoreError::Closed));
    assert_eq!(opened.store.ready().await, Err(StoreError::Closed));
    opened.store.close().await;
}

#[tokio::test]
async fn a_closed_store_is_one_file() {
    let opened = TemporaryStore::sqlite().await;
    Table::of_two(&opened.store).await;
    assert!(opened.store.games_of(PlayerId::from_u128(fresh()), 1).await.is_ok());
    opened.store.close().await;
    let path = opened.path();
    let folder = path.parent().expect("a folder").read_dir().expect("a readable folder");
    let files: Vec<_> = folder.map(|entry| entry.expect("a file").path()).collect();
    assert_eq!(files, [path]);
}

#[tokio::test]
async fn two_stores_on_one_file_see_each_other_and_settle_their_races() {
    let opened = TemporaryStore::sqlite().await;
    let other = opened.open_again(Options::default()).await.expect("a second store");
    let Table { game, first, second } = Table::of_two(&opened.store).await;
    for seq in 0..50 {
        let (here, there) = tokio::join!(
            opened.store.append(append_of(game, first, seq, vec![marker()])),
            other.append(append_of(game, second, seq, vec![marker()])),
        );
        let won = [here, there].iter().filter(|it| **it == done(seq + 1)).count();
        let lost = [here, there].iter().filter(|it| **it == Ok(Appended::Conflict)).count();
        assert_eq!((won, lost), (1, 1), "{here:?} {there:?}");
    }
    let stored = other.load_game(game).await.expect("a readable game").expect("the game");
    assert_eq!(stored.events.len(), 50);
}

#[tokio::test]
async fn a_lock_held_for_a_second_delays_and_loses_nothing() {
    let opened = TemporaryStore::sqlite().await;
    let Table { game, first, .. } = Table::of_two(&opened.store).await;
    let mut holder = foreign_connection(&opened).await;
    execute(&mut holder, "BEGIN IMMEDIATE").await;

    let mut append = opened.store.append(append_of(game, first, 0, vec![marker()]));
    let early = tokio::time::timeout(Duration::from_secs(1), &mut append).await;
    assert!(early.is_err(), "answered while the lock was held: {early:?}");
    // Reading does not wait.
    assert!(opened.store.load_game(game).await.is_ok_and(|found| found.is_some()));

    execute(&mut holder, "ROLLBACK").await;
    assert_eq!(append.await, done(1));
}

#[tokio::test]
async fn a_lock_held_too_long_is_told_and_the_writer_lives_on() {
    let opened = TemporaryStore::sqlite().await;
    let Table { game, first, .. } = Table::of_two(&opened.store).await;
    let store = opened.open_again(impatient()).await.expect("a second store");
    let mut holder = foreign_connection(&opened).await;
    execute(&mut holder, "BEGIN IMMEDIATE").await;

    let append = append_of(game, first, 0, vec![marker()]);
    let answers =
        tokio::join!(store.append(append.clone()), store.append(append.clone()), store.ready(),);
    assert_eq!(answers, (Err(StoreError::Busy), Err(StoreError::Busy), Err(StoreError::Busy)));
    assert!(StoreError::Busy.is_passing());

    execute(&mut holder, "ROLLBACK").await;
    assert_eq!(store.ready().await, Ok(()));
    assert_eq!(store.append(append).await, done(1));
}

#[tokio::test]
async fn a_full_disk_acknowledges_nothing_false_and_the_game_goes_on_when_there_is_room() {
    let opened = TemporaryStore::sqlite().await;
    let Table { game, first, .. } = Table::of_two(&opened.store).await;
    let mut foreign = foreign_connection(&opened).await;
    execute(&mut foreign, "CREATE TABLE ballast (bytes BLOB)").await;
    execute(&mut foreign, "INSERT INTO ballast VALUES (zeroblob(200000))").await;
    let pages: u32 = sqlx::query_scalar("PRAGMA page_count")
        .fetch_one(&mut foreign)
        .await
        .expect("the size of the file");
    let options = Options { max_pages: Some(pages + 8), ..Options::default() };
    let small = opened.open_again(options).await.expect("a store with little room");

    let next = async |seq| {
        let fen = "W:W31-50:B1-20".repeat(20);
        let events = vec![Event::TakenBack { plies: 1, fen, at: Time::ZERO }];
        small.append(append_of(game, first, seq, events)).await
    };
    let mut last = 0;
    let error = loop {
        match next(last).await {
            Ok(written) => {
                assert_eq!(Ok(written), done(last + 1));
                last += 1;
            }
            Err(error) => break error,
        }
    };
    assert_eq!(error, StoreError::Full);
    // Whoever was in the same batch is told too, and reading still works.
    let answers = tokio::join!(next(last), next(last));
    assert_eq!(answers, (Err(StoreError::Full), Err(StoreError::Full)));
    let stored = small.load_game(game).await.expect("a readable game").expect("the game");
    assert_eq!(stored.events.len() as u64, last);

    execute(&mut foreign, "DROP TABLE ballast").await;
    assert_eq!(next(last).await, done(last + 1));
}

/// A change by foreign hands, and what loading the game then says.
async fn check_damage(statement: &'static str, error: DecodeError) {
    let opened = TemporaryStore::sqlite().await;
    let Table { game, first, .. } = Table::of_two(&opened.store).await;
    let events = vec![marker(), marker(), marker()];
    assert_eq!(opened.store.append(append_of(game, first, 0, events)).await, done(3));
    execute(&mut foreign_connection(&opened).await, statement).await;
    assert_eq!(opened.store.load_game(game).await, Err(StoreError::Corrupt(error)));
}

#[tokio::test]
async fn damage_is_found_and_named() {
    check_damage("DELETE FROM event WHERE seq = 2", DecodeError::Gap).await;
    check_damage("UPDATE event SET form = 9 WHERE seq = 2", DecodeError::UnknownForm(9)).await;
    check_damage("UPDATE event SET body = '{}' WHERE seq = 2", DecodeError::Event).await;
    check_damage("UPDATE event SET at = -1 WHERE seq = 2", DecodeError::Column).await;
    check_damage("UPDATE game SET config = ''", DecodeError::Config).await;
    check_damage("UPDATE game SET variant = 'chess'", DecodeError::Column).await;
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear Maria, shall we play dama? ".repeat(99)).expect("a letter");
    let opened = SqliteStore::open(&path, Options::default()).await;
    assert_eq!(opened.err(), Some(StoreError::Corrupt(DecodeError::Database)));
}

#[tokio::test]
async fn a_folder_that_does_not_exist_is_not_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("no/dama.db").display());
    assert!(matches!(store::open(&url).await.err(), Some(StoreError::Failed(_))));
    assert_eq!(store::open("mysql://localhost").await.err(), Some(StoreError::Url));
}

#[tokio::test]
async fn who_was_here_before_there_were_faces_gets_one_by_lot() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("dama.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut old = SqliteConnection::connect_with(&options).await.expect("a new file");
    let all = sqlx::migrate!("../../migrations/sqlite");
    let before = all.iter().filter(|migration| migration.version < 5).cloned().collect();
    let before = sqlx::migrate::Migrator { migrations: before, ..sqlx::migrate::Migrator::DEFAULT };
    before.run(&mut old).await.expect("the schema of then");
    for n in 1..=200_u8 {
        query("INSERT INTO player (id, created_at, seen_at) VALUES (?1, 1, 1)")
            .bind(&[n; 16][..])
            .execute(&mut old)
            .await
            .expect("a player");
        // The last one was forgotten.
        if n < 200 {
            query("INSERT INTO secret (hash, player, created_at) VALUES (?1, ?2, 1)")
                .bind(&[n; 32][..])
                .bind(&[n; 16][..])
                .execute(&mut old)
                .await
                .expect("a secret");
        }
    }
    old.close().await.expect("closed");

    let store = SqliteStore::open(&path, Options::default()).await.expect("the store opens");
    let mut seen = std::collections::HashSet::new();
    for n in 1..200_u8 {
        let face = store.face(PlayerId::from_u128(u128::from_be_bytes([n; 16]))).await;
        seen.insert(face.expect("a readable store").expect("a face that this program knows"));
    }
    assert!(seen.len() > 12, "by lot: {seen:?}");
    let forgotten = PlayerId::from_u128(u128::from_be_bytes([200; 16]));
    assert_eq!(store.face(forgotten).await, Ok(None));
}

#[tokio::test]
async fn a_schema_that_is_ahead_of_this_program_is_left_alone() {
    let opened = TemporaryStore::sqlite().await;
    let mut foreign = foreign_connection(&opened).await;
    execute(
        &mut foreign,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of a newer program', TRUE, x'00', 0)",
    )
    .await;
    execute(&mut foreign, "ALTER TABLE player ADD COLUMN of_tomorrow INTEGER").await;
    let again = opened.open_again(Options::default()).await.expect("the store opens");
    let id = PlayerId::from_u128(fresh());
    let new = NewPlayer { id, secret: SecretHash::new([7; 32]), face: Face::Fox, at: Time::ZERO };
    assert_eq!(again.add_player(new).await, Ok(()));
}
