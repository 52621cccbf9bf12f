//! Games against the computer at Hard: how long its answers take, and what
//! everybody else feels of it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use rules::{English, Game, GameRules, Setup};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    crowd,
    fault::Fault,
    latency::{Latencies, Percentiles},
    play::{SCRIPTS, tell},
    script::scripts,
    server::{Server, ServerArgs},
    socket::Socket,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Games against the computer; each answer is answered at once
    #[arg(long, default_value_t = 80)]
    games: usize,
    /// Games of two beside them, one move a second each
    #[arg(long, default_value_t = 50)]
    others: usize,
    /// Seconds of play
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    #[command(flatten)]
    server: ServerArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    games: usize,
    /// From the acceptance of a move to the computer's answer.
    answers_ms: Percentiles,
    /// Games and moves that were turned away because it was busy.
    busy: u64,
    /// Moves of those who play each other, meanwhile.
    others_ms: Percentiles,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { games, answers_ms, busy, others_ms } = self;
        writeln!(f, "{games} games at Hard, {} answers after {answers_ms}", answers_ms.count)?;
        writeln!(f, "turned away {busy} times")?;
        write!(f, "a move of those who play each other arrives after {others_ms}")
    }
}

pub(crate) async fn run(args: Args) -> Result<(), Fault> {
    let server = Arc::new(args.server.start_on_all_cores().await?);
    let scripts = Arc::new(scripts(SCRIPTS));
    let pairs = crowd::seat_at(&server, 0, args.others).await?;
    let duration = Duration::from_secs(args.seconds);
    let end = Instant::now() + duration;
    let mut thinking = JoinSet::new();
    for number in 0..args.games {
        thinking.spawn(play(server.clone(), number, end));
    }
    let others = crowd::play(pairs, &scripts, duration, Some(args.others as f64)).await?;
    let (mut answers, mut busy) = (Latencies::default(), 0);
    while let Some(played) = thinking.join_next().await {
        let (latencies, refused) = played.map_err(|_| Fault::Gone)??;
        answers.merge(latencies);
        busy += refused;
    }
    let report = Report {
        games: args.games,
        answers_ms: answers.percentiles(),
        busy,
        others_ms: others.latencies.percentiles(),
    };
    tell(&report, args.server.json);
    Ok(())
}

/// How long somebody who was turned away waits.
const PAUSE: Duration = Duration::from_millis(500);

/// Plays random moves against the computer until `end`; how long its answers
/// took, and how often it was busy.
async fn play(server: Arc<Server>, number: usize, end: Instant) -> Result<(Latencies, u64), Fault> {
    let (mut latencies, mut busy, mut chance) = (Latencies::default(), 0, number);
    let mut cookie = None;
    while Instant::now() < end {
        let (game, owner) = match server.challenge(cookie.clone()).await {
            Ok(made) => made,
            Err(Fault::Refused { status: 503 | 429, .. }) => {
                busy += 1;
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            Err(fault) => return Err(fault),
        };
        let mut socket = Socket::of_game(&server.address, &game, Some(&owner), None).await?;
        cookie = Some(owner);
        let mut seq = socket.caught_up().await?;
        let mut fen = "B:W21-32:B1-12".to_owned();
        while Instant::now() < end {
            chance = chance.wrapping_mul(31).wrapping_add(7);
            let Some(path) = some_move(&fen, chance) else {
                break;
            };
            let id = Uuid::from_u64_pair(1 << 63 | number as u64, chance as u64);
            let said = json!({"type": "move", "id": id.to_string(), "seq": seq, "path": path});
            socket.send(said.to_string()).await?;
            let start = Instant::now();
            match answer(&mut socket, seq).await? {
                Answer::Moved { seq: now, fen: then } => {
                    latencies.note(start.elapsed());
                    (seq, fen) = (now, then);
                }
                Answer::Over => break,
                Answer::Busy => {
                    busy += 1;
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }
    Ok((latencies, busy))
}

enum Answer {
    Moved { seq: u64, fen: String },
    Over,
    Busy,
}

/// Waits for the computer's move after ours.
async fn answer(socket: &mut Socket, seq: u64) -> Result<Answer, Fault> {
    loop {
        let text = socket.text().await?;
        let said: Value =
            serde_json::from_str(&text).map_err(|_| Fault::Unexpected(text.to_string()))?;
        let event = &said["event"];
        match (said["type"].as_str(), event["kind"].as_str()) {
            (Some("refused"), _) if said["code"] == "busy" => return Ok(Answer::Busy),
            (Some("refused"), _) => return Err(Fault::Unexpected(text.to_string())),
            (_, Some("ended")) => return Ok(Answer::Over),
            (_, Some("moved")) if said["seq"].as_u64() > Some(seq + 1) => {
                let fen = event["fen"].as_str().unwrap_or_default().to_owned();
                return Ok(Answer::Moved { seq: said["seq"].as_u64().unwrap_or(seq), fen });
            }
            _ => {}
        }
    }
}

/// One of the legal moves, as its full path.
fn some_move(fen: &str, chance: usize) -> Option<Vec<u8>> {
    let setup: Setup = fen.parse().ok()?;
    let game = Game::<English>::from_position(setup.position().ok()?, GameRules::STANDARD);
    let moves = game.position().legal_moves();
    let mv = *moves.get((chance >> 3) % moves.len().max(1))?;
    Some(game.position().route(mv).iter().map(|square| square.number()).collect())
}
