//! The real server as a child process on a port of its own.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use testbed::{Nats, Postgres};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

use crate::{Balancer, Cluster};

/// How long a start or an orderly stop may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server with a database of its own, ended when dropped.
pub struct Server {
    child: Child,
    address: String,
    folder: TempDir,
    database: String,
    flags: Vec<String>,
    level: &'static str,
    /// What makes a cluster of it, where stories are told of one.
    more: Option<Box<More>>,
}

/// The rest of a cluster that looks like one server.
struct More {
    other: Server,
    front: Balancer,
    _nats: Nats,
    _postgres: Postgres,
}

impl Server {
    /// Starts a server on a free port of the loopback interface.
    ///
    /// # Panics
    /// When the server does not come up.
    pub async fn start() -> Server {
        if crate::tells_of_clusters() {
            let cluster = Cluster::start().await.expect("PostgreSQL and NATS");
            return Server::of_cluster(cluster).await;
        }
        Server::start_with(&["--limits", "off"]).await
    }

    /// Has a cluster look like one server, behind a balancer.
    async fn of_cluster(cluster: Cluster) -> Server {
        let Cluster { nodes, postgres, nats, .. } = cluster;
        let [mut server, other]: [Server; 2] = nodes.try_into().ok().expect("two servers");
        let addresses = vec![server.address.clone(), other.address.clone()];
        let front = Balancer::start(addresses).await;
        let more = More { other, front, _nats: nats, _postgres: postgres };
        server.more = Some(Box::new(more));
        server
    }

    /// Starts a server on a database that is there already.
    ///
    /// # Panics
    /// When the server does not come up.
    pub async fn start_on(database: &str, flags: &[&str]) -> Server {
        let folder = tempfile::tempdir().expect("a folder for the log");
        Server::launch(folder, database.to_owned(), flags, "info").await
    }

    /// Starts a server with these flags beside address and database.
    ///
    /// # Panics
    /// When the server does not come up.
    pub async fn start_with(flags: &[&str]) -> Server {
        Server::start_logging(flags, "info").await
    }

    /// The same, with everything in the log down to a level.
    ///
    /// # Panics
    /// When the server does not come up.
    pub async fn start_logging(flags: &[&str], level: &'static str) -> Server {
        let folder = tempfile::tempdir().expect("a folder for the database");
        let database = format!("sqlite://{}", folder.path().join("dama.db").display());
        Server::launch(folder, database, flags, level).await
    }

    async fn launch(
        folder: TempDir,
        database: String,
        flags: &[&str],
        level: &'static str,
    ) -> Server {
        let flags: Vec<String> = flags.iter().map(ToString::to_string).collect();
        let (child, address) = launch("127.0.0.1:0", folder.path(), &database, &flags, level).await;
        Server { child, address, folder, database, flags, level, more: None }
    }

    /// `127.0.0.1:PORT`.
    #[must_use]
    pub fn address(&self) -> &str {
        self.more.as_ref().map_or(&self.address, |more| more.front.address())
    }

    /// `http://127.0.0.1:PORT` with this path behind it.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address())
    }

    /// Where the admin listener is, with this path behind it; the server must
    /// have been started with one.
    ///
    /// # Panics
    /// When the log does not tell.
    #[must_use]
    pub fn admin_url(&self, path: &str) -> String {
        let log = self.log();
        let found = log.split("admin listener address=").nth(1);
        let address = found.and_then(|rest| rest.split_whitespace().next());
        format!("http://{}{path}", address.unwrap_or_else(|| panic!("no admin listener: {log}")))
    }

    /// What the server has logged so far.
    ///
    /// # Panics
    /// When it cannot be read.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder().join("server.log")).expect("a log")
    }

    /// The URL of the database.
    #[must_use]
    pub fn database(&self) -> String {
        self.database.clone()
    }

    /// The folder that holds the database.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Ends the server as a power cut would: SIGKILL, at once.
    ///
    /// # Panics
    /// When the process cannot be killed.
    pub async fn kill(&mut self) {
        self.child.kill().await.expect("SIGKILL");
        if let Some(more) = &mut self.more {
            more.other.child.kill().await.expect("SIGKILL");
        }
    }

    /// Asks the server to stop (SIGTERM) and waits; returns its exit code.
    ///
    /// # Panics
    /// When it does not stop in time.
    pub async fn stop(&mut self) -> Option<i32> {
        self.signal(Signal::TERM);
        if let Some(more) = &mut self.more {
            Box::pin(more.other.stop()).await;
        }
        let status = timeout(PATIENCE, self.child.wait()).await.expect("it stops in time");
        status.expect("a status").code()
    }

    /// Sends a signal.
    ///
    /// # Panics
    /// When the server runs no more.
    pub fn signal(&self, signal: Signal) {
        let id = self.child.id().expect("the server runs");
        let pid = Pid::from_raw(i32::try_from(id).expect("a process id")).expect("a process id");
        kill_process(pid, signal).expect("the signal is sent");
    }

    /// Starts it again on the same port with the same database.
    ///
    /// # Panics
    /// When it does not come up.
    pub async fn restart(&mut self) {
        let (child, address) =
            launch(&self.address, self.folder.path(), &self.database, &self.flags, self.level)
                .await;
        assert_eq!(address, self.address);
        self.child = child;
        if let Some(more) = &mut self.more {
            Box::pin(more.other.restart()).await;
        }
    }
}

async fn launch(
    listen: &str,
    folder: &Path,
    database: &str,
    flags: &[String],
    level: &str,
) -> (Child, String) {
    let log = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join("server.log"))
        .expect("a log file");
    let mut child = Command::new(binary())
        .args(["serve", "--listen", listen, "--database", database])
        .args(flags)
        .current_dir(folder)
        .env("RUST_LOG", level)
        // The admin listener's address is found in it.
        .env("NO_COLOR", "1")
        // Made at each start they would cost the stories more than they give;
        // a flag brings them back.
        .env("DAMA_TABLES", "off")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let stdout = child.stdout.take().expect("a pipe");
    let mut lines = BufReader::new(stdout).lines();
    let first = timeout(PATIENCE, lines.next_line()).await;
    let Ok(Ok(Some(line))) = first else {
        let log = std::fs::read_to_string(folder.join("server.log")).unwrap_or_default();
        panic!("the server did not come up: {log}");
    };
    let address = line.strip_prefix("listening on http://").expect("the first line").to_owned();
    (child, address)
}

/// The binary under test: `DAMA_BIN`, else beside the test programs.
///
/// # Panics
/// When it was not built.
#[must_use]
pub fn binary() -> PathBuf {
    let path = std::env::var_os("DAMA_BIN").map_or_else(
        || {
            let test = std::env::current_exe().expect("this program has a path");
            let folder = test.parent().and_then(Path::parent).expect("target/PROFILE/deps");
            folder.join("dama")
        },
        PathBuf::from,
    );
    assert!(path.exists(), "{} is missing: run `cargo xtask test`", path.display());
    path
}
