//! The real server inside the test's own process, under a clock that the test
//! moves: for stories in which hours and days go by.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use play::Time;
use server::{Config, Limits, World, bus::SharedBus};
use tempfile::TempDir;
use testbed::Postgres;
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::oneshot,
    task::{JoinHandle, block_in_place, spawn_blocking},
    time::timeout,
};
use uuid::Uuid;

use crate::{Balancer, Person, Wires, wires::Quality};

/// A clock that stands still until it is moved.
struct StoryClock(AtomicU64);

impl World for StoryClock {
    fn now(&self) -> Time {
        Time::from_millis(self.0.load(Ordering::SeqCst))
    }

    fn random(&self) -> [u8; 16] {
        // Two of them, because some bits of each are fixed.
        let [a, b] = [Uuid::new_v4().as_u128(), Uuid::new_v4().as_u128()];
        (a ^ b.rotate_left(64)).to_be_bytes()
    }
}

/// A server in this process, with a database of its own.
pub struct House {
    clock: Arc<StoryClock>,
    /// Of each server.
    addresses: Vec<String>,
    /// What makes several look like one.
    front: Option<Balancer>,
    config: Config,
    database: String,
    _folder: TempDir,
    running: Vec<Running>,
}

/// A runtime of its own, so that it can be taken away at once.
struct Running {
    runtime: Runtime,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl House {
    /// Opens on a free port, some day in 2027, without limits; with two servers
    /// behind a balancer where stories are told of clusters.
    pub async fn open() -> House {
        if !crate::tells_of_clusters() {
            return House::open_with(Config { limits: Limits::Off, ..Config::default() }).await;
        }
        let mut house = House::of_servers(2, Wires::new(Quality::Good)).await;
        house.front = Some(Balancer::start(house.addresses.clone()).await);
        house
    }

    /// Opens one server with settings of the story's own.
    ///
    /// # Panics
    /// When it does not come up.
    pub async fn open_with(config: Config) -> House {
        House::with(1, config).await
    }

    /// Opens with several servers on one database, and wires between them.
    pub async fn of_servers(count: usize, wires: Wires) -> House {
        let bus = SharedBus::new(wires);
        House::with(count, Config { limits: Limits::Off, bus, ..Config::default() }).await
    }

    /// Opens several servers on one database, with settings of the story's own.
    pub async fn of_config(count: usize, config: Config) -> House {
        House::with(count, config).await
    }

    async fn with(count: usize, config: Config) -> House {
        let folder = tempfile::tempdir().expect("a folder for the database");
        let database = match if config.bus.is_shared() { Postgres::shared() } else { None } {
            Some(postgres) => postgres.database(),
            None => format!("sqlite://{}", folder.path().join("dama.db").display()),
        };
        let mut house = House {
            clock: Arc::new(StoryClock(AtomicU64::new(1_800_000_000_000))),
            addresses: vec!["127.0.0.1:0".to_owned(); count],
            front: None,
            config: Config { engine_threads: Some(1), ..config },
            database,
            _folder: folder,
            running: Vec::new(),
        };
        house.open_all(true).await;
        house
    }

    /// `127.0.0.1:PORT`.
    #[must_use]
    pub fn address(&self) -> &str {
        self.front.as_ref().map_or(&self.addresses[0], Balancer::address)
    }

    /// `127.0.0.1:PORT` of one of several servers.
    #[must_use]
    pub fn address_of(&self, server: usize) -> &str {
        &self.addresses[server]
    }

    /// Time goes by.
    pub fn wait(&self, duration: Duration) {
        let millis = u64::try_from(duration.as_millis()).expect("a time that a story takes");
        self.clock.0.fetch_add(millis, Ordering::SeqCst);
    }

    /// Asks the server to stop, and waits until it has.
    pub async fn close(&mut self) {
        assert!(!self.running.is_empty(), "it is open");
        for running in self.running.drain(..) {
            let _ = running.stop.send(());
            running.served.await.expect("an orderly end");
            running.runtime.shutdown_background();
        }
    }

    /// Takes everything away at once, as a power cut does.
    pub fn crash(&mut self) {
        assert!(!self.running.is_empty(), "it is open");
        for running in self.running.drain(..) {
            // Every task is dropped where it stands; the threads are waited
            // for, so that the file is free.
            block_in_place(|| running.runtime.shutdown_timeout(Duration::from_secs(10)));
        }
    }

    /// Takes the last of several servers away at once.
    pub fn crash_one(&mut self) {
        let running = self.running.pop().expect("it is open");
        block_in_place(|| running.runtime.shutdown_timeout(Duration::from_secs(10)));
    }

    /// Opens again at the same address with the same database.
    pub async fn open_again(&mut self) {
        self.open_all(false).await;
    }

    /// A server that starts beside another waits for its next sign of life:
    /// unless time may go by, as long as it would take in earnest.
    async fn open_all(&mut self, time_goes_by: bool) {
        for number in 0..self.addresses.len() {
            let listen = self.addresses[number].clone();
            let (running, address) =
                serve(&listen, &self.database, self.config.clone(), self.clock.clone()).await;
            assert!(listen.ends_with(":0") || listen == address);
            self.addresses[number] = address;
            self.running.push(running);
            let asking = Person::at(&self.addresses[number]);
            let mut answered = pin!(asking.get("/healthz"));
            while timeout(Duration::from_millis(200), answered.as_mut()).await.is_err() {
                if time_goes_by {
                    self.wait(Duration::from_secs(3));
                }
            }
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        for running in self.running.drain(..) {
            running.runtime.shutdown_background();
        }
    }
}

async fn serve(
    listen: &str,
    database: &str,
    config: Config,
    clock: Arc<StoryClock>,
) -> (Running, String) {
    let url = database.to_owned();
    let opening = spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let store = runtime.block_on(store::open(&url)).expect("a store");
        (runtime, store)
    });
    let (runtime, store) = opening.await.expect("no panic");
    let (stop, stopped) = oneshot::channel::<()>();
    let (told, address) = oneshot::channel();
    let listen = listen.to_owned();
    let served = runtime.spawn(async move {
        let listener = TcpListener::bind(&listen).await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        told.send(address).expect("the story waits");
        let until_told = async move {
            let _ = stopped.await;
        };
        server::run(config, listener, store, clock, until_told).await.expect("it serves");
    });
    let address = address.await.expect("it comes up");
    (Running { runtime, stop, served }, address)
}
