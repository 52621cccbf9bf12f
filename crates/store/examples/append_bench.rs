//! How many moves a second the store takes, with one move of each game under
//! way at a time, and how long each waits for its answer.
//!
//! `cargo run --release -p store --features contract --example append_bench
//! [GAMES] [SECONDS] [FOLDER]`; 256 games for 5 seconds in the folder for
//! temporary files unless told otherwise.

#![expect(clippy::print_stdout, reason = "the result is what it is for")]

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use play::{Event, Seq, Side, Time};
use rules::Square;
use store::{
    Appended, SharedStore,
    contract::{Table, append_of, fresh},
};
use uuid::Uuid;

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(256_usize);
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(5);
    let parent = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = tempfile::tempdir_in(parent).expect("a folder for the database");
    let file = folder.path().join("dama.db");
    let store = store::open(&format!("sqlite://{}", file.display())).await.expect("a new store");
    let mut tables = Vec::new();
    for _ in 0..games {
        tables.push(Table::of_two(&store).await);
    }

    let start = Instant::now();
    let end = start + Duration::from_secs(seconds);
    let mut tasks = tokio::task::JoinSet::new();
    for table in tables {
        tasks.spawn(play_until(store.clone(), table, end));
    }
    let mut waits: Vec<Duration> = tasks.join_all().await.into_iter().flatten().collect();
    let elapsed = start.elapsed();
    store.close().await;

    waits.sort_unstable();
    let of = |share: f64| waits.get((waits.len() as f64 * share) as usize).copied();
    let bytes = std::fs::metadata(&file).map_or(0, |file| file.len());
    println!("games {games}");
    println!("moves {}", waits.len());
    println!("moves/s {:.0}", waits.len() as f64 / elapsed.as_secs_f64());
    println!("wait p50 {:?} p99 {:?} max {:?}", of(0.5), of(0.99), waits.last());
    println!("bytes/move {:.0}", bytes as f64 / waits.len() as f64);
}

/// Appends moves to one game, each when the one before is acknowledged; the
/// times that this took.
async fn play_until(store: SharedStore, table: Table, end: Instant) -> Vec<Duration> {
    let square = |number| Square::new(number).expect("a square");
    let event = Event::Moved {
        side: Side::First,
        path: vec![square(11), square(15)],
        captures: Vec::new(),
        pdn: "11-15".to_owned(),
        fen: "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15".to_owned(),
        at: Time::from_millis(1_700_000_000_000),
        lag: Duration::ZERO,
    };
    let mut waits = Vec::new();
    while Instant::now() < end {
        let known = waits.len() as u64;
        let append = append_of(table.game, table.first, known, vec![event.clone()])
            .by_command(Uuid::from_u128(fresh()));
        let start = Instant::now();
        let answer = store.append(append).await;
        waits.push(start.elapsed());
        assert_eq!(answer, Ok(Appended::Done { seq: Seq::new(known + 1) }));
    }
    waits
}
