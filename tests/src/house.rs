//! The real server inside the test's own process, under a clock that the test
//! moves: for stories in which hours and days go by.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use play::Time;
use server::{Config, Limits, World};
use tempfile::TempDir;
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::oneshot,
    task::{JoinHandle, block_in_place, spawn_blocking},
};
use uuid::Uuid;

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
    address: String,
    folder: TempDir,
    config: Config,
    running: Option<Running>,
}

/// A runtime of its own, so that it can be taken away at once.
struct Running {
    runtime: Runtime,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl House {
    /// Opens on a free port, some day in 2027, without limits.
    pub async fn open() -> House {
        House::open_with(Config { limits: Limits::Off, ..Config::default() }).await
    }

    /// The same with settings of the story's own.
    ///
    /// # Panics
    /// When it does not come up.
    pub async fn open_with(config: Config) -> House {
        let config = Config { engine_threads: Some(1), ..config };
        let folder = tempfile::tempdir().expect("a folder for the database");
        let clock = Arc::new(StoryClock(AtomicU64::new(1_800_000_000_000)));
        let (running, address) =
            serve("127.0.0.1:0", folder.path(), clock.clone(), config.clone()).await;
        House { clock, address, folder, config, running: Some(running) }
    }

    /// `127.0.0.1:PORT`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Time goes by.
    pub fn wait(&self, duration: Duration) {
        let millis = u64::try_from(duration.as_millis()).expect("a time that a story takes");
        self.clock.0.fetch_add(millis, Ordering::SeqCst);
    }

    /// Asks the server to stop, and waits until it has.
    pub async fn close(&mut self) {
        let running = self.running.take().expect("it is open");
        let _ = running.stop.send(());
        running.served.await.expect("an orderly end");
        running.runtime.shutdown_background();
    }

    /// Takes everything away at once, as a power cut does.
    pub fn crash(&mut self) {
        let running = self.running.take().expect("it is open");
        // Every task is dropped where it stands; the threads are waited for,
        // so that the file is free.
        block_in_place(|| running.runtime.shutdown_timeout(Duration::from_secs(10)));
    }

    /// Opens again at the same address with the same database.
    pub async fn open_again(&mut self) {
        let (running, address) =
            serve(&self.address, self.folder.path(), self.clock.clone(), self.config.clone()).await;
        assert_eq!(address, self.address);
        self.running = Some(running);
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.runtime.shutdown_background();
        }
    }
}

async fn serve(
    listen: &str,
    folder: &Path,
    clock: Arc<StoryClock>,
    config: Config,
) -> (Running, String) {
    let url = format!("sqlite://{}", folder.join("dama.db").display());
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
