//! What every part of the server shares.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use play::Time;
use store::{NodeId, SharedStore, Store};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    about::About,
    bus::{Bus, SharedBus},
    cards::Cards,
    client::Door,
    computer::Computer,
    config::{Config, PublicUrl, Silence},
    deadlines::Deadlines,
    http::Packed,
    limits::RateLimits,
    metrics::Metrics,
    push::Pushes,
    retention::{Retention, Visits},
    room::Hub,
    world::SharedWorld,
};

/// The shared state; cheap to clone.
#[derive(Clone)]
pub(crate) struct App(Arc<Inner>);

struct Inner {
    store: SharedStore,
    world: SharedWorld,
    bus: SharedBus,
    node: NodeId,
    /// Counts what this node says to others.
    said: AtomicU64,
    public_url: Option<PublicUrl>,
    door: Door,
    hub: Hub,
    deadlines: Deadlines,
    limits: RateLimits,
    cards: Cards,
    packed: Packed,
    about: Arc<About>,
    visits: Visits,
    computer: Computer,
    metrics: Metrics,
    pushes: Option<Arc<Pushes>>,
    silence: Silence,
    shutdown: CancellationToken,
    tasks: TaskTracker,
}

impl App {
    pub(crate) fn new(
        config: &Config,
        store: SharedStore,
        world: SharedWorld,
        computer: Computer,
        pushes: Option<Arc<Pushes>>,
        shutdown: CancellationToken,
    ) -> Self {
        let node = NodeId::from_u128(u128::from_be_bytes(world.random()));
        App(Arc::new(Inner {
            store,
            world,
            bus: config.bus.clone(),
            node,
            said: AtomicU64::new(0),
            public_url: config.public_url.clone(),
            door: Door::new(config),
            hub: Hub::default(),
            deadlines: Deadlines::default(),
            limits: RateLimits::new(config.limits),
            cards: Cards::default(),
            packed: Packed::default(),
            about: Arc::new(About {
                retention: config.retention,
                operator: config.operator.clone(),
            }),
            visits: Visits::default(),
            computer,
            metrics: config.metrics.clone(),
            pushes,
            silence: config.silence,
            shutdown,
            tasks: TaskTracker::new(),
        }))
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    pub(crate) fn world(&self) -> &SharedWorld {
        &self.0.world
    }

    /// The way to the other servers.
    pub(crate) fn bus(&self) -> &dyn Bus {
        &*self.0.bus
    }

    /// Which of the servers this one is.
    pub(crate) fn node(&self) -> NodeId {
        self.0.node
    }

    /// A number greater than any that this node gave before to what it says.
    pub(crate) fn next_count(&self) -> u64 {
        self.0.said.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn now(&self) -> Time {
        self.0.world.now()
    }

    pub(crate) fn hub(&self) -> &Hub {
        &self.0.hub
    }

    pub(crate) fn deadlines(&self) -> &Deadlines {
        &self.0.deadlines
    }

    pub(crate) fn limits(&self) -> &RateLimits {
        &self.0.limits
    }

    pub(crate) fn cards(&self) -> &Cards {
        &self.0.cards
    }

    pub(crate) fn computer(&self) -> &Computer {
        &self.0.computer
    }

    /// Who is believed and let in.
    pub(crate) fn door(&self) -> &Door {
        &self.0.door
    }

    /// For how long what nobody comes back to is kept.
    pub(crate) fn retention(&self) -> Retention {
        self.0.about.retention
    }

    /// Who was here today.
    pub(crate) fn visits(&self) -> &Visits {
        &self.0.visits
    }

    /// Pages that are packed once.
    pub(crate) fn packed(&self) -> &Packed {
        &self.0.packed
    }

    /// What the pages tell of this server.
    pub(crate) fn about(&self) -> &Arc<About> {
        &self.0.about
    }

    /// What is counted.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How players are told by push, where the operator wants that.
    pub(crate) fn pushes(&self) -> Option<&Arc<Pushes>> {
        self.0.pushes.as_ref()
    }

    /// When a websocket that says nothing is given up.
    pub(crate) fn silence(&self) -> Silence {
        self.0.silence
    }

    /// Cancelled when the server is to stop.
    pub(crate) fn shutdown(&self) -> &CancellationToken {
        &self.0.shutdown
    }

    /// The tasks that a stopping server waits for.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.0.tasks
    }

    /// The origin that players see, when the operator has said so.
    pub(crate) fn public_origin(&self) -> Option<&str> {
        self.0.public_url.as_ref().map(PublicUrl::origin)
    }

    /// Whether players come over TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.0.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// A fresh random number for an id or a secret.
    pub(crate) fn random(&self) -> u128 {
        u128::from_be_bytes(self.0.world.random())
    }
}
