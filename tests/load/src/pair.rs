//! Two who play one game after another with each other.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::time::sleep_until;
use uuid::Uuid;

use crate::{
    fault::Fault,
    latency::Latencies,
    script::Script,
    server::{Seats, Server},
    socket::Socket,
};

/// Where a pair meets.
pub(crate) enum Place {
    /// At the server that is measured.
    Server(Arc<Server>),
    /// In a room of a bare relay at this address.
    Relay(String),
}

/// Two players with their sockets.
pub(crate) struct Pair {
    number: usize,
    place: Place,
    seats: Option<Seats>,
    sockets: [Socket; 2],
    /// Which script comes next.
    next: usize,
}

/// What a pair has done.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) moves: u64,
    pub(crate) games: u64,
    /// From the sending of a move to its arrival at the other player.
    pub(crate) latencies: Latencies,
}

impl Played {
    pub(crate) fn add(&mut self, other: Played) {
        self.moves += other.moves;
        self.games += other.games;
        self.latencies.merge(other.latencies);
    }
}

impl Pair {
    /// Sits down, with both sockets open.
    pub(crate) async fn sit(number: usize, place: Place) -> Result<Pair, Fault> {
        let (seats, sockets) = meet(number, &place, [None, None]).await?;
        Ok(Pair { number, place, seats, sockets, next: number })
    }

    /// The game that they sit at, and both cookies; `None` at a relay.
    pub(crate) fn seats(&self) -> Option<&Seats> {
        self.seats.as_ref()
    }

    /// Keeps the sockets open and reads what comes, until dropped.
    pub(crate) async fn listen(self) {
        let [first, second] = self.sockets;
        tokio::join!(first.listen(), second.listen());
    }

    /// Plays games until `end`: each move as soon as the one before has come,
    /// or one in each `period`.
    pub(crate) async fn play(
        mut self,
        scripts: &[Script],
        end: Instant,
        period: Option<Duration>,
    ) -> Result<Played, Fault> {
        let mut played = Played::default();
        // Spread over the first period, so that not all move together.
        let offset = period.unwrap_or_default().mul_f64((self.number % 97) as f64 / 97.0);
        let mut due = Instant::now() + offset;
        loop {
            let script = &scripts[self.next % scripts.len()];
            self.next += 1;
            for (ply, path) in script.iter().enumerate() {
                if let Some(period) = period {
                    sleep_until(due.into()).await;
                    due += period;
                }
                if Instant::now() >= end {
                    return Ok(played);
                }
                // The first event of a game is that the friend has joined.
                let seq = ply as u64 + 1;
                let id = Uuid::from_u64_pair(rand_half(self.number, self.next), seq);
                let start = Instant::now();
                let text = format!(r#"{{"type":"move","id":"{id}","seq":{seq},"path":{path}}}"#);
                self.sockets[ply % 2].send(text).await?;
                self.sockets[(ply + 1) % 2].moved(seq + 1).await?;
                played.latencies.note(start.elapsed());
                played.moves += 1;
            }
            played.games += 1;
            let cookies = match self.seats.take() {
                Some(Seats { cookies: [first, second], .. }) => [Some(first), Some(second)],
                None => [None, None],
            };
            if let Place::Server(_) = self.place {
                (self.seats, self.sockets) = meet(self.number, &self.place, cookies).await?;
            }
        }
    }
}

async fn meet(
    number: usize,
    place: &Place,
    cookies: [Option<String>; 2],
) -> Result<(Option<Seats>, [Socket; 2]), Fault> {
    match place {
        Place::Relay(address) => {
            let path = format!("/relay/{number}");
            let first = Socket::open(address, &path, None).await?;
            let second = Socket::open(address, &path, None).await?;
            Ok((None, [first, second]))
        }
        Place::Server(server) => {
            let seats = server.seat(cookies).await?;
            let open = |side: usize| {
                Socket::of_game(&server.address, &seats.game, Some(&seats.cookies[side]), None)
            };
            let mut sockets = [open(0).await?, open(1).await?];
            for socket in &mut sockets {
                socket.caught_up().await?;
            }
            Ok((Some(seats), sockets))
        }
    }
}

/// Half of a command's id, another one for each game of each pair.
fn rand_half(pair: usize, game: usize) -> u64 {
    (pair as u64) << 32 | game as u64
}
