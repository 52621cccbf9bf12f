//! What is counted and measured while the server runs, in the text form that
//! Prometheus reads.
//!
//! Labels are words from fixed lists, never an id, an address or a path: so the
//! number of series has a bound, and nobody's game can be told from them.

mod series;

use std::{
    fmt,
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use axum::{extract::ws::CloseCode, http::StatusCode};
use play::{Event, Session};
use prometheus_client::{
    encoding::text,
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Registry, Unit},
};
use protocol::ErrorCode;

use crate::pool::Load;

type Labels<const N: usize> = [(&'static str, &'static str); N];
type Counters<const N: usize> = Family<Labels<N>, Counter>;

/// What the server counts; cheap to clone, all clones count together.
#[derive(Clone, Default)]
pub struct Metrics(Arc<Inner>);

/// By which way something was refused.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Via {
    Http,
    Socket,
}

struct Inner {
    registry: Registry,
    connections: Gauge,
    sockets: Gauge,
    requests: Counters<1>,
    refusals: Counters<2>,
    closes: Counters<1>,
    games: Counters<2>,
    ended: Counters<2>,
    moves: Counters<2>,
    forgotten: Counters<1>,
    rooms: Gauge,
    bus_up: Gauge,
    bus: Counters<1>,
    jobs_taken_over: Counter,
    pushes: Counters<1>,
    append: Histogram,
    transaction: Histogram,
    batch: Histogram,
    store_waiting: Gauge,
    engine_waiting: Gauge,
    engine_thinking: Gauge,
    engine_budget: Gauge<f64, AtomicU64>,
    engine_search: Histogram,
}

/// Classes of statuses.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
/// Close codes that the server sends.
const CLOSE_CODES: [(CloseCode, &str); 8] = [
    (1002, "1002"),
    (1003, "1003"),
    (1007, "1007"),
    (1008, "1008"),
    (1009, "1009"),
    (1011, "1011"),
    (1012, "1012"),
    (4000, "4000"),
];

/// From 50 µs to 13 s, doubling: a sync of the disk takes 0.2 to 40 ms.
fn times() -> Histogram {
    Histogram::new(exponential_buckets(50e-6, 2.0, 19))
}

impl Default for Inner {
    fn default() -> Self {
        let mut inner = Inner {
            registry: Registry::with_prefix("dama"),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            requests: Family::default(),
            refusals: Family::default(),
            closes: Family::default(),
            games: Family::default(),
            ended: Family::default(),
            moves: Family::default(),
            forgotten: Family::default(),
            rooms: Gauge::default(),
            bus_up: Gauge::default(),
            bus: Family::default(),
            jobs_taken_over: Counter::default(),
            pushes: Family::default(),
            append: times(),
            transaction: times(),
            batch: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            store_waiting: Gauge::default(),
            engine_waiting: Gauge::default(),
            engine_thinking: Gauge::default(),
            engine_budget: Gauge::default(),
            engine_search: times(),
        };
        inner.register();
        inner.begin();
        inner
    }
}

impl Inner {
    fn register(&mut self) {
        let all = &mut self.registry;
        all.register("connections", "Open TCP connections", self.connections.clone());
        all.register("sockets", "Open websockets", self.sockets.clone());
        all.register("requests", "HTTP requests by class of status", self.requests.clone());
        all.register("refusals", "Refusals by way and code", self.refusals.clone());
        all.register(
            "socket_closes",
            "Ended websockets by the server's close code, none when the peer left",
            self.closes.clone(),
        );
        all.register("games", "Games made, rematches not included", self.games.clone());
        all.register("games_ended", "Games ended by reason", self.ended.clone());
        all.register("moves", "Moves by variant and kind of player", self.moves.clone());
        all.register("forgotten", "Rows pruned after their time", self.forgotten.clone());
        all.register("rooms", "Games in memory because somebody uses them", self.rooms.clone());
        all.register("bus_up", "Whether the other servers can be reached", self.bus_up.clone());
        all.register("bus", "Words to and of other servers, and hints missed", self.bus.clone());
        all.register(
            "jobs_taken_over",
            "Answers that another process owed",
            self.jobs_taken_over.clone(),
        );
        all.register(
            "pushes",
            "Messages to push services by what became of them",
            self.pushes.clone(),
        );
        let seconds = |all: &mut Registry, name: &str, help: &str, histogram: &Histogram| {
            all.register_with_unit(name, help, Unit::Seconds, histogram.clone());
        };
        seconds(all, "append", "A decision's way to the disk, its wait included", &self.append);
        seconds(all, "store_transaction", "One transaction with its sync", &self.transaction);
        all.register("store_batch", "Requests in one transaction", self.batch.clone());
        all.register(
            "store_waiting",
            "Requests that wait for the disk",
            self.store_waiting.clone(),
        );
        all.register("engine_waiting", "Positions that wait", self.engine_waiting.clone());
        all.register("engine_thinking", "Searches at work", self.engine_thinking.clone());
        all.register_with_unit(
            "engine_budget",
            "The longest time that the next search would be given",
            Unit::Seconds,
            self.engine_budget.clone(),
        );
        seconds(all, "engine_search", "How long searches took", &self.engine_search);
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

/// Counted as long as it lives.
pub(crate) struct Counted(Gauge);

impl Counted {
    fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// All of it, as text.
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        let mut out = String::with_capacity(16 << 10);
        text::encode(&mut out, &self.0.registry)?;
        Ok(out)
    }

    /// Takes over what nobody counts as it changes; called when it is asked.
    pub(crate) fn look(&self, rooms: usize, load: &Load, is_bus_up: bool) {
        self.0.bus_up.set(is_bus_up.into());
        self.0.rooms.set(count(rooms));
        self.0.engine_waiting.set(count(load.waiting));
        self.0.engine_thinking.set(count(load.thinking));
        self.0.engine_budget.set(load.budget.as_secs_f64());
    }

    /// Something was said to other servers.
    pub(crate) fn said(&self) {
        self.0.bus.get_or_create(&[("what", "said")]).inc();
    }

    /// Something was heard of servers.
    pub(crate) fn heard(&self) {
        self.0.bus.get_or_create(&[("what", "heard")]).inc();
    }

    /// A hint had been missed, and the store told.
    pub(crate) fn missed(&self) {
        self.0.bus.get_or_create(&[("what", "missed")]).inc();
    }

    /// Answers that another process owed were taken over.
    pub(crate) fn took_over_jobs(&self, count: usize) {
        self.0.jobs_taken_over.inc_by(count as u64);
    }

    /// A message to a push service came to this end.
    pub(crate) fn pushed(&self, end: &'static str) {
        self.0.pushes.get_or_create(&[("end", end)]).inc();
    }

    pub(crate) fn connection(&self) -> Counted {
        Counted::new(&self.0.connections)
    }

    pub(crate) fn socket(&self) -> Counted {
        Counted::new(&self.0.sockets)
    }

    pub(crate) fn answered(&self, status: StatusCode) {
        let place = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        let class = CLASSES[place];
        self.0.requests.get_or_create(&[("status", class)]).inc();
    }

    pub(crate) fn refused(&self, via: Via, code: ErrorCode) {
        let via = match via {
            Via::Http => "http",
            Via::Socket => "socket",
        };
        self.0.refusals.get_or_create(&[("via", via), ("code", code.name())]).inc();
    }

    /// A websocket is over, with a close code of ours or without.
    pub(crate) fn socket_ended(&self, code: Option<CloseCode>) {
        let known = |code| CLOSE_CODES.into_iter().find(|(known, _)| *known == code);
        let code = code.map_or("none", |code| known(code).map_or("other", |(_, name)| name));
        self.0.closes.get_or_create(&[("code", code)]).inc();
    }

    pub(crate) fn created(&self, session: &Session) {
        let opponent = session.computer().map_or("friend", |(_, level)| level.name());
        let labels = [("variant", session.variant().name()), ("opponent", opponent)];
        self.0.games.get_or_create(&labels).inc();
    }

    /// A decision's way to the disk took so long.
    pub(crate) fn appended(&self, took: Duration) {
        self.0.append.observe(took.as_secs_f64());
    }

    /// Events that are on the disk, and how the game stands after them.
    pub(crate) fn happened(&self, after: &Session, events: &[Event]) {
        let variant = ("variant", after.variant().name());
        for event in events {
            match event {
                Event::Moved { side, .. } => {
                    let by = after.seats()[*side].level().map_or("player", |_| "computer");
                    self.0.moves.get_or_create(&[variant, ("by", by)]).inc();
                }
                Event::Ended { outcome, .. } => {
                    self.0.ended.get_or_create(&[variant, ("reason", outcome.reason())]).inc();
                }
                _ => {}
            }
        }
    }

    /// So many were forgotten because nobody came back to them.
    pub(crate) fn forgotten(&self, what: &'static str, count: usize) {
        self.0.forgotten.get_or_create(&[("what", what)]).inc_by(count as u64);
    }

    /// A search took so long.
    pub(crate) fn thought(&self, took: Duration) {
        self.0.engine_search.observe(took.as_secs_f64());
    }
}

impl store::Observer for Metrics {
    fn transaction(&self, requests: usize, took: Duration, waiting: usize) {
        self.0.transaction.observe(took.as_secs_f64());
        self.0.batch.observe(requests as f64);
        self.0.store_waiting.set(count(waiting));
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
