//! Nothing that was acknowledged is lost when the process is killed, and
//! nothing happens twice when it comes back and asks again.
//!
//! This program is its own victim: started with a URL as its argument it
//! writes to the store of that URL as fast as it can and prints what was
//! acknowledged, until it is killed.

#![expect(clippy::print_stdout, reason = "the victim tells its murderer by stdout")]

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    time::Duration,
};

use play::{BySide, Event, Face, GameConfig, GameId, PlayerId, Seat, Seq, Time};
use rules::{GameRules, Variant};
use store::{
    Appended, NewGame, NewPlayer, SecretHash, SharedStore, StoreError, contract::append_of,
};
use testbed::Postgres;
use uuid::Uuid;

/// Games that are written to at the same time.
const GAMES: u128 = 64;
/// How often the writer is killed.
const KILLS: usize = 5;
/// Acknowledged events before each kill.
const EVENTS: usize = 3_000;

const PLAYERS: BySide<PlayerId> =
    BySide { first: PlayerId::from_u128(11), second: PlayerId::from_u128(12) };

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match std::env::args().nth(1) {
        Some(url) if url.contains("://") => runtime.block_on(write_until_killed(&url)),
        // Whatever else a test runner passes.
        _ => runtime.block_on(async {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("dama.db");
            nothing_acknowledged_is_lost_by_sigkill(&format!("sqlite://{}", file.display())).await;
            if let Some(postgres) = Postgres::start() {
                nothing_acknowledged_is_lost_by_sigkill(&postgres.database()).await;
            }
        }),
    }
}

async fn open(url: &str) -> SharedStore {
    store::open(url).await.expect("the store opens")
}

/// The event that a game has at this number, and at no other.
fn event_of(game: GameId, seq: u64) -> Event {
    Event::RematchStarted { game: GameId::from_u128(game.as_u128() << 64 | u128::from(seq)) }
}

fn command_of(game: GameId, seq: u64) -> Uuid {
    Uuid::from_u128(game.as_u128() << 64 | u128::from(seq))
}

async fn write_until_killed(url: &str) {
    let store = open(url).await;
    let mut games = tokio::task::JoinSet::new();
    for id in (1..=GAMES).map(GameId::from_u128) {
        let store = store.clone();
        games.spawn(async move { play_for_ever(&store, id).await });
    }
    games.join_all().await;
}

async fn play_for_ever(store: &SharedStore, game: GameId) {
    let stored = store.load_game(game).await.expect("a readable game").expect("the game");
    let last = stored.events.len() as u64;
    // The last command comes again, as from a player who never got the answer.
    if last > 0 {
        let again = append_of(game, PLAYERS.first, last - 1, vec![event_of(game, last)])
            .by_command(command_of(game, last));
        let repeated = Appended::Repeated { seq: Seq::new(last) };
        assert_eq!(store.append(again).await, Ok(repeated));
    }
    for known in last.. {
        let append = append_of(game, PLAYERS.first, known, vec![event_of(game, known + 1)])
            .by_command(command_of(game, known + 1));
        let done = Appended::Done { seq: Seq::new(known + 1) };
        assert_eq!(store.append(append).await, Ok(done));
        let mut stdout = std::io::stdout().lock();
        writeln!(stdout, "{} {}.", game.as_u128(), known + 1).expect("somebody listens");
    }
}

async fn nothing_acknowledged_is_lost_by_sigkill(url: &str) {
    make_games(url).await.expect("a new store");
    let mut acknowledged = BTreeMap::<u128, u64>::new();
    for kill in 1..=KILLS {
        // Anywhere between two syncs: not always at the moment of an answer.
        let delay = Duration::from_micros(700 * kill as u64);
        let count = run_and_kill(url, delay, &mut acknowledged);
        check(url, &acknowledged).await;
        println!("kill {kill}: {count} acknowledged events, none lost, none twice");
    }
}

async fn make_games(url: &str) -> Result<(), StoreError> {
    let store = open(url).await;
    for (id, secret) in [(PLAYERS.first, [1; 32]), (PLAYERS.second, [2; 32])] {
        let new =
            NewPlayer { id, secret: SecretHash::new(secret), face: Face::Fox, at: Time::ZERO };
        store.add_player(new).await?;
    }
    let seats = PLAYERS.map(Seat::Player);
    let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, seats)
        .expect("a game that can be played");
    for id in (1..=GAMES).map(GameId::from_u128) {
        store.create_game(NewGame { id, config: config.clone(), invite: None, job: None }).await?;
    }
    store.close().await;
    Ok(())
}

/// Runs the writer until it has acknowledged enough, kills it, and reads what
/// it still had to say.
fn run_and_kill(url: &str, delay: Duration, acknowledged: &mut BTreeMap<u128, u64>) -> usize {
    let this = std::env::current_exe().expect("the path of this program");
    let mut writer = Command::new(this).arg(url).stdout(Stdio::piped()).spawn().expect("a process");
    let stdout = BufReader::new(writer.stdout.take().expect("its output"));
    let mut count = 0;
    for line in stdout.lines() {
        let line = line.expect("a line of text");
        // The kill may cut the last line short; its full stop is missing then.
        let Some((game, seq)) = line.strip_suffix('.').and_then(|line| line.split_once(' ')) else {
            continue;
        };
        let (game, seq) = (game.parse().expect("a game"), seq.parse().expect("a number"));
        let last = acknowledged.entry(game).or_default();
        assert!(seq > *last, "game {game}: {seq} acknowledged after {last}");
        *last = seq;
        count += 1;
        if count == EVENTS {
            std::thread::sleep(delay);
            // SIGKILL; the lines that are in the pipe still come.
            writer.kill().expect("a process to kill");
        }
    }
    let status = writer.wait().expect("its end");
    assert!(!status.success() && count >= EVENTS, "it ended by itself: {status}, {count} events");
    count
}

async fn check(url: &str, acknowledged: &BTreeMap<u128, u64>) {
    let store = open(url).await;
    for id in (1..=GAMES).map(GameId::from_u128) {
        // Loading finds gaps by itself.
        let stored = store.load_game(id).await.expect("a whole game").expect("the game");
        let last = acknowledged.get(&id.as_u128()).copied().unwrap_or(0);
        assert!(stored.events.len() as u64 >= last, "game {id} lost events after {last}");
        for stored in &stored.events {
            assert_eq!(stored.event, event_of(id, stored.seq.get()), "game {id}");
        }
    }
    store.close().await;
}
