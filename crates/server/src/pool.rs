//! The threads on which the computer thinks.
//!
//! Dedicated threads at the lowest priority, so that searches never delay a
//! relayed move: as many as cores, one waiting list in order of arrival, at
//! most one ticket for each game. The longer the list, the shorter each
//! search, so that answers come in time until the floor is reached; beyond
//! that new games at the longest level are refused.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use engine::{Resources, TableSource, Tables};
use play::{Command, GameId, Level, Seq};
use rules::{AnyGame, Color};
use tokio::sync::mpsc;
use tracing::{debug, warn};

use crate::{endgame, metrics::Metrics};

/// The longest that the computer thinks about one move.
pub(crate) const FULL_BUDGET: Duration = Duration::from_millis(1_500);
/// The shortest budget that the longest level is given.
const LEAST_BUDGET: Duration = Duration::from_millis(150);
/// The priority of a thinking thread: the lowest.
const NICENESS: i32 = 19;

/// Memory of positions that each thread keeps from search to search, in bytes.
const TABLE_BYTES: usize = 32 << 20;
/// Nodes for each earlier position that is looked at again for a draw offer.
const DRAW_OFFER_NODES: u64 = 20_000;

/// Something to think about.
pub(crate) struct Ticket {
    /// The game.
    pub game: GameId,
    /// The event that the answer answers.
    pub seq: Seq,
    /// The game with its history, for the draw rules.
    pub board: AnyGame,
    /// What is asked.
    pub question: Question,
    /// The most time for the answer.
    pub within: Duration,
}

/// What the computer is asked.
pub(crate) enum Question {
    /// Which move to play.
    Move {
        /// How strong.
        level: Level,
        /// Where chance comes from.
        seed: u64,
    },
    /// Whether to agree to a draw.
    DrawOffer {
        /// The computer's side.
        color: Color,
    },
}

/// What the computer answers.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The game.
    pub game: GameId,
    /// The command by which the computer says it.
    pub command: Command,
}

/// How busy the threads are.
pub(crate) struct Load {
    /// Tickets that wait.
    pub waiting: usize,
    /// Searches at work.
    pub thinking: usize,
    /// The time that the next ticket would be given.
    pub budget: Duration,
}

/// The waiting list and the threads behind it.
pub(crate) struct Pool {
    threads: usize,
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    arrived: Condvar,
}

/// A search at work.
struct Thought {
    seq: Seq,
    arrived: Instant,
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(Instant, Ticket)>,
    /// The stop signs of the searches at work.
    thinking: HashMap<GameId, Thought>,
    closed: bool,
}

impl Pool {
    /// Starts the threads; answers arrive on `answers`. They think without
    /// endgame tables until those are ready.
    pub(crate) fn start(
        threads: usize,
        source: TableSource,
        answers: &mpsc::UnboundedSender<Answer>,
        metrics: &Metrics,
    ) -> Self {
        let tables = endgame::prepare(source);
        let queue = Arc::new(Queue::default());
        for number in 0..threads {
            let (queue, answers, tables) = (queue.clone(), answers.clone(), tables.clone());
            let metrics = metrics.clone();
            let name = format!("engine-{number}");
            let spawned = thread::Builder::new().name(name).spawn(move || {
                lower_priority();
                let table = engine::Table::with_bytes(TABLE_BYTES);
                while let Some((ticket, stop, budget)) = queue.next(threads) {
                    let tables = tables.get().unwrap_or(const { &Tables::none() });
                    let resources = Resources::new(&table, tables);
                    let begun = Instant::now();
                    let answer = think(&ticket, budget, &stop, resources);
                    metrics.thought(begun.elapsed());
                    queue.done(ticket.game, &stop);
                    if let Some(answer) = answer
                        && answers.send(answer).is_err()
                    {
                        return;
                    }
                }
            });
            if let Err(error) = spawned {
                warn!(%error, "cannot start a thread for the computer");
            }
        }
        Pool { threads, queue }
    }

    /// Puts a position on the waiting list; an older one of the same game
    /// goes, and a search about it is stopped.
    pub(crate) fn submit(&self, ticket: Ticket) {
        let mut state = self.queue.lock();
        state.forget(ticket.game);
        state.waiting.push_back((Instant::now(), ticket));
        drop(state);
        self.queue.arrived.notify_one();
    }

    /// Drops what is waiting or thinking about a game.
    pub(crate) fn cancel(&self, game: GameId) {
        self.queue.lock().forget(game);
    }

    /// Whether the answer to this event of a game waits or is thought about.
    pub(crate) fn has(&self, game: GameId, seq: Seq) -> bool {
        let state = self.queue.lock();
        let thinks = state.thinking.get(&game).is_some_and(|thought| thought.seq == seq);
        thinks || state.waiting.iter().any(|(_, it)| it.game == game && it.seq == seq)
    }

    /// The games that have been in hand for so long.
    pub(crate) fn in_hand_for(&self, time: Duration) -> Vec<GameId> {
        let state = self.queue.lock();
        let waiting = state.waiting.iter().map(|(arrived, ticket)| (*arrived, ticket.game));
        let thinking = state.thinking.iter().map(|(&game, thought)| (thought.arrived, game));
        let all = waiting.chain(thinking);
        all.filter(|(arrived, _)| arrived.elapsed() >= time).map(|(_, game)| game).collect()
    }

    /// How many more games may come, when each thread may have so many.
    pub(crate) fn room(&self, each: usize) -> u32 {
        let free = (self.threads * each).saturating_sub(self.queue.lock().len());
        u32::try_from(free).unwrap_or(u32::MAX)
    }

    /// How busy the threads are.
    pub(crate) fn load(&self) -> Load {
        let state = self.queue.lock();
        Load {
            waiting: state.waiting.len(),
            thinking: state.thinking.len(),
            budget: share(self.threads, state.len() + 1),
        }
    }

    /// Whether the shortest budget still holds with one more game.
    pub(crate) fn has_room(&self) -> bool {
        let state = self.queue.lock();
        share(self.threads, state.len() + 1) > LEAST_BUDGET
    }

    /// Lets the threads finish; the open jobs stay in the store.
    pub(crate) fn close(&self) {
        let mut state = self.queue.lock();
        state.closed = true;
        state.waiting.clear();
        for thought in state.thinking.values() {
            thought.stop.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.queue.arrived.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next ticket, its stop sign and its budget; `None` when closed.
    fn next(&self, threads: usize) -> Option<(Ticket, Arc<AtomicBool>, Duration)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some((arrived, ticket)) = state.waiting.pop_front() {
                let budget = share(threads, state.len() + 1).min(ticket.within);
                let stop = Arc::new(AtomicBool::new(false));
                let thought = Thought { seq: ticket.seq, arrived, stop: stop.clone() };
                state.thinking.insert(ticket.game, thought);
                return Some((ticket, stop, budget));
            }
            state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn done(&self, game: GameId, stop: &Arc<AtomicBool>) {
        let mut state = self.lock();
        // A later search about the same game may have begun meanwhile.
        if state.thinking.get(&game).is_some_and(|current| Arc::ptr_eq(&current.stop, stop)) {
            state.thinking.remove(&game);
        }
    }
}

impl State {
    /// Tickets waiting and at work.
    fn len(&self) -> usize {
        self.waiting.len() + self.thinking.len()
    }

    fn forget(&mut self, game: GameId) {
        self.waiting.retain(|(_, ticket)| ticket.game != game);
        if let Some(thought) = self.thinking.get(&game) {
            thought.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// The time for one search when so many are in the system.
fn share(threads: usize, in_system: usize) -> Duration {
    let share = FULL_BUDGET.mul_f64(threads as f64 / in_system.max(1) as f64);
    share.clamp(LEAST_BUDGET, FULL_BUDGET)
}

fn think(
    ticket: &Ticket,
    budget: Duration,
    stop: &AtomicBool,
    resources: Resources<'_>,
) -> Option<Answer> {
    let begun = Instant::now();
    let clock = || begun.elapsed();
    let seq = ticket.seq;
    let command = match ticket.question {
        Question::Move { level, seed } => {
            let limits = engine::Limits::default().with_time(budget, &clock).with_stop(stop);
            let choice =
                engine::choose(&ticket.board, engine_level(level), limits, seed, resources)?;
            Command::Move { path: choice.path, seq, lag: Duration::ZERO }
        }
        Question::DrawOffer { color } => {
            let scores = engine::recent_scores(&ticket.board, color, DRAW_OFFER_NODES, resources);
            let accept = engine::accepts_draw(&ticket.board, &scores, resources.tables());
            Command::AnswerDraw { accept, seq }
        }
    };
    if stop.load(Ordering::Relaxed) {
        debug!(game = %ticket.game, "thought for nothing");
        return None;
    }
    Some(Answer { game: ticket.game, command })
}

const fn engine_level(level: Level) -> engine::Level {
    match level {
        Level::Easy => engine::Level::Easy,
        Level::Medium => engine::Level::Medium,
        Level::Hard => engine::Level::Hard,
    }
}

pub(crate) fn lower_priority() {
    let thread = rustix::thread::gettid();
    if let Err(error) = rustix::process::setpriority_process(Some(thread), NICENESS) {
        warn!(%error, "the computer thinks at normal priority");
    }
}

#[cfg(test)]
mod tests {
    use rules::{GameRules, Variant};

    use super::*;

    #[test]
    fn the_budget_shrinks_with_the_queue_down_to_the_floor() {
        assert_eq!(share(2, 1), FULL_BUDGET);
        assert_eq!(share(2, 2), FULL_BUDGET);
        assert_eq!(share(2, 4), FULL_BUDGET / 2);
        assert_eq!(share(2, 80), LEAST_BUDGET);
    }
    /// Whether the computer agrees to a draw, with the tables from there.
    fn agrees(fen: &str, source: &TableSource) -> bool {
        let setup = fen.parse().expect(fen);
        let board = AnyGame::start(Variant::English, Some(&setup), GameRules::STANDARD);
        let ticket = Ticket {
            game: GameId::from_u128(1),
            seq: Seq::default(),
            board: board.expect(fen),
            question: Question::DrawOffer { color: Color::White },
            within: FULL_BUDGET,
        };
        let table = engine::Table::with_bytes(1 << 16);
        let tables = source.tables(&[Variant::English]).expect("tables");
        let resources = Resources::new(&table, &tables);
        let answer = think(&ticket, FULL_BUDGET, &AtomicBool::new(false), resources);
        let command = answer.expect("an answer").command;
        command == Command::AnswerDraw { accept: true, seq: Seq::default() }
    }

    #[test]
    fn a_draw_by_the_tables_is_agreed_and_without_tables_it_waits() {
        assert!(agrees("W:WK18,30:BK1,K5", &TableSource::Memory));
        assert!(!agrees("W:WK18,30:BK1,K5", &TableSource::Off));
        assert!(!agrees("W:WK18,K22,K23:BK1", &TableSource::Memory));
    }
}
