//! What a check of a whole database finds, and copies of it.

use std::path::{Path, PathBuf};

use play::{Actor, Command, GameId, PlayerId, Session, Time};
use rules::Square;
use sqlx::{Connection, SqliteConnection, query, sqlite::SqliteConnectOptions};
use store::{
    Append, Author, JobChange, Store, Summary,
    check::Wrong,
    contract::{Table, TemporaryStore},
    sqlite::{CopyError, Options, SqliteStore, backup, check, restore},
};

/// Plays moves of a real game, as the server would.
async fn play(store: &dyn Store, game: GameId, players: [PlayerId; 2], moves: &[[u8; 2]]) {
    let stored = store.load_game(game).await.expect("readable").expect("the game");
    let events = stored.events.iter().map(|stored| &stored.event);
    let mut session = Session::replay(stored.config, events).expect("a game");
    for (path, player) in moves.iter().zip(players.into_iter().cycle()) {
        let path = path.map(|number| Square::new(number).expect("a square")).to_vec();
        let command = Command::Move { path, seq: session.seq(), lag: std::time::Duration::ZERO };
        let now = Time::from_millis(5_000);
        let events =
            play::decide(&session, Actor::Player(player), command, now).expect("a legal move");
        let expected_seq = session.seq();
        for event in &events {
            play::evolve(&mut session, event).expect("it follows");
        }
        let append = Append {
            game,
            expected_seq,
            author: Author::Player { player, command: None },
            events,
            at: now,
            job: JobChange::Keep,
            summary: Summary::of(&session),
            due_at: session.flag_at(),
            rematch: None,
        };
        store.append(append).await.expect("written");
    }
}

/// A store with one game of three plies.
async fn a_store() -> (TemporaryStore, GameId) {
    let opened = TemporaryStore::sqlite().await;
    let Table { game, first, second } = Table::of_two(&opened.store).await;
    play(&*opened.store, game, [first, second], &[[11, 15], [22, 18], [15, 22]]).await;
    (opened, game)
}

async fn change(path: &Path, statement: &'static str) {
    let options = SqliteConnectOptions::new().filename(path).foreign_keys(false);
    let mut foreign = SqliteConnection::connect_with(&options).await.expect("a connection");
    query(statement).execute(&mut foreign).await.expect("a statement of the test");
    foreign.close().await.expect("closed");
}

/// After this change of a sound database the check finds exactly this.
async fn check_found(statement: &'static str, expected: &str) {
    let (opened, game) = a_store().await;
    change(&opened.path(), statement).await;
    let report = check(&opened.path()).await.expect("a check");
    let found: Vec<_> =
        report.wrongs.iter().map(|(game, wrong)| (*game, wrong.to_string())).collect();
    assert_eq!(found, [(Some(game), expected.to_owned())], "{statement}");
}

#[tokio::test]
async fn a_sound_database_has_no_faults() {
    let (opened, _) = a_store().await;
    let report = check(&opened.path()).await.expect("a check");
    assert_eq!((report.games, report.events, report.wrongs), (1, 3, Vec::new()));
}

#[tokio::test]
async fn a_subscription_to_pushes_that_cannot_be_read_is_found() {
    let (opened, _) = a_store().await;
    let insert = "
        INSERT INTO push_subscription (endpoint, player, public_key, auth, lang, at)
        SELECT 'https://push.example/' || time, id, zeroblob(65), zeroblob(16), 'en', time
        FROM (SELECT id FROM player LIMIT 1), (SELECT 5 AS time UNION ALL SELECT -1)
    ";
    change(&opened.path(), insert).await;
    let report = check(&opened.path()).await.expect("a check");
    let found: Vec<_> =
        report.wrongs.iter().map(|(game, wrong)| (*game, wrong.to_string())).collect();
    let wrong = "the store holds something unreadable: a column holds an unknown value";
    assert_eq!(found, [(None, wrong.to_owned())]);
}

#[tokio::test]
async fn whatever_does_not_follow_from_the_events_is_found() {
    let gap = "the store holds something unreadable: an event is missing";
    check_found("DELETE FROM event WHERE seq = 2", gap).await;
    check_found(
        "UPDATE game SET seq = 4",
        "the game's row has another number of events than its events",
    )
    .await;
    check_found(
        "UPDATE game SET state = 'drawn:agreed'",
        "the game's row has another state than its events",
    )
    .await;
    check_found(
        "UPDATE game SET side_to_move = 3 - side_to_move",
        "the game's row has another side to move than its events",
    )
    .await;
    check_found(
        "UPDATE game SET due_at = 1",
        "the game's row has another fall of the flag than its events",
    )
    .await;
    check_found(
        "INSERT INTO job SELECT key, 3, 'easy', 0, 0 FROM game",
        "the computer's job does not fit the game",
    )
    .await;
}

#[tokio::test]
async fn an_illegal_move_is_found() {
    let (opened, game) = a_store().await;
    // The black man goes where it cannot.
    change(&opened.path(), "UPDATE event SET body = replace(body, '11', '12') WHERE seq = 1").await;
    let report = check(&opened.path()).await.expect("a check");
    let [(found, wrong)] = &report.wrongs[..] else { panic!("{:?}", report.wrongs) };
    assert_eq!(*found, Some(game));
    assert!(matches!(wrong, Wrong::Log(_)), "{wrong}");
}

#[tokio::test]
async fn a_row_that_names_nothing_is_found() {
    let (opened, _) = a_store().await;
    change(&opened.path(), "INSERT INTO job VALUES (77, 1, 'easy', 0, 0)").await;
    let report = check(&opened.path()).await.expect("a check");
    assert_eq!(report.wrongs, [(None, Wrong::Reference("job".to_owned()))]);
}

fn copy_of(opened: &TemporaryStore) -> PathBuf {
    opened.path().with_file_name("copy.db")
}

#[tokio::test]
async fn a_copy_of_an_open_store_holds_all_that_was_acknowledged() {
    let (opened, game) = a_store().await;
    let copy = copy_of(&opened);
    backup(&opened.path(), &copy).await.expect("a copy");
    assert_eq!(check(&copy).await.expect("a check").events, 3);
    let store = SqliteStore::open(&copy, Options::default()).await.expect("the copy opens");
    let stored = store.load_game(game).await.expect("readable");
    assert_eq!(stored, opened.store.load_game(game).await.expect("readable"));
    assert!(matches!(backup(&opened.path(), &copy).await, Err(CopyError::Exists(_))));
}

#[tokio::test]
async fn a_copy_is_restored_only_where_nobody_has_the_database_open() {
    let (opened, game) = a_store().await;
    let copy = copy_of(&opened);
    backup(&opened.path(), &copy).await.expect("a copy");
    let Table { game: later, .. } = Table::of_two(&opened.store).await;
    assert!(matches!(restore(&copy, &opened.path()).await, Err(CopyError::InUse)));
    assert!(opened.store.load_game(later).await.expect("readable").is_some(), "all is as it was");
    assert_eq!(opened.store.ready().await, Ok(()));

    opened.store.close().await;
    let old = restore(&copy, &opened.path()).await.expect("restored").expect("the old one");
    let again = opened.open_again(Options::default()).await.expect("the store opens");
    assert!(again.load_game(game).await.expect("readable").is_some());
    assert!(again.load_game(later).await.expect("readable").is_none());
    let old = SqliteStore::open(&old, Options::default()).await.expect("the old one opens");
    assert!(old.load_game(later).await.expect("readable").is_some());
}

#[tokio::test]
async fn an_older_schema_is_copied_before_it_is_changed() {
    let (opened, _) = a_store().await;
    opened.store.close().await;
    // As the program before the last change of the schema left it.
    for statement in [
        "DROP TABLE lease",
        "DROP INDEX job_until",
        "ALTER TABLE job DROP COLUMN until",
        "DELETE FROM _sqlx_migrations WHERE version = 6",
    ] {
        change(&opened.path(), statement).await;
    }
    let again = opened.open_again(Options::default()).await.expect("the store opens");
    again.close().await;
    let copy = opened.path().with_file_name("dama.db.before-0006");
    assert_eq!(check(&copy).await.expect("a check").events, 3);
}
