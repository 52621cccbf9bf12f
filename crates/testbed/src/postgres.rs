//! A PostgreSQL of one's own.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

use crate::{
    find,
    instance::{Instance, as_somebody},
    skip,
};

/// What it says when it takes connections.
const READY: &str = "database system is ready to accept connections";
/// Immediate shutdown, in PostgreSQL's words: as after a crash.
const CRASH: &str = "QUIT";
/// The name of its owner.
const USER: &str = "dama";

/// A running PostgreSQL, reached by a socket in its folder; ended when dropped,
/// or with this process.
pub struct Postgres {
    instance: Instance,
    programs: PathBuf,
    made: AtomicU32,
}

impl Postgres {
    /// The one that the tests of this process share; `None`, and told, where
    /// PostgreSQL is not installed.
    ///
    /// # Panics
    /// When it does not come up, or is missing under `CI=true`.
    #[must_use]
    pub fn shared() -> Option<&'static Postgres> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| Some(Postgres::launch(&programs()?, None)));
        if shared.is_none() {
            missing();
        }
        shared.as_ref()
    }

    /// One of its own, for a test that stops it; `None`, and told, where
    /// PostgreSQL is not installed.
    ///
    /// # Panics
    /// When it does not come up, or is missing under `CI=true`.
    #[must_use]
    pub fn start() -> Option<Postgres> {
        let Some(programs) = programs() else {
            missing();
            return None;
        };
        Some(Postgres::launch(&programs, None))
    }

    /// One that also listens at an address, port 5432, for whoever has the
    /// password, and holds a database of that name; `None`, and told, where
    /// PostgreSQL is not installed.
    ///
    /// # Panics
    /// When it does not come up, or is missing under `CI=true`.
    #[must_use]
    pub fn listening(address: &str, database: &str, password: &str) -> Option<Postgres> {
        let Some(programs) = programs() else {
            missing();
            return None;
        };
        let postgres = Postgres::launch(&programs, Some((address, password)));
        postgres.make(database);
        Some(postgres)
    }

    fn launch(programs: &Path, listening: Option<(&str, &str)>) -> Postgres {
        let folder = Instance::folder("postgres");
        let (address, password) = listening.unwrap_or(("", "nobody may come by the network"));
        let secret = folder.join("password");
        fs::write(&secret, password).expect("a file");
        let data = folder.join("data");
        let made = as_somebody(programs.join("initdb"))
            .args(["--no-sync", "--encoding=UTF8", "--locale=C"])
            .args(["--auth-local=trust", "--auth-host=scram-sha-256", "--pwfile"])
            .arg(&secret)
            .args(["--username", USER, "--pgdata"])
            .arg(&data)
            .current_dir(&folder)
            .stdout(Stdio::null())
            .status()
            .expect("initdb starts");
        assert!(made.success(), "initdb: {made}");
        if listening.is_some() {
            let who = data.join("pg_hba.conf");
            let told = fs::read_to_string(&who).expect("who may come");
            fs::write(&who, told + "host all all all scram-sha-256\n").expect("a file");
        }
        // The machine does not lose power in a test, so nothing is lost by a
        // process that is killed. One that listens is as an operator has it.
        let syncs = if listening.is_some() { "on" } else { "off" };
        let settings = ["max_connections=300", "shared_buffers=64MB", "autovacuum=off"];
        let mut arguments: Vec<OsString> = vec!["-D".into(), data.into()];
        for setting in settings {
            arguments.extend(["-c".into(), setting.into()]);
        }
        let more = [format!("fsync={syncs}"), format!("full_page_writes={syncs}")];
        for setting in more.into_iter().chain([format!("listen_addresses={address}")]) {
            arguments.extend(["-c".into(), setting.into()]);
        }
        let mut socket = OsString::from("unix_socket_directories=");
        socket.push(&folder);
        arguments.extend(["-c".into(), socket]);
        let program = programs.join("postgres");
        let instance = Instance::start(folder, CRASH, &program, &arguments, READY);
        Postgres { instance, programs: programs.to_path_buf(), made: AtomicU32::new(0) }
    }

    /// A new, empty database; its URL.
    ///
    /// # Panics
    /// When it cannot be made.
    #[must_use]
    pub fn database(&self) -> String {
        let name = format!("dama_{}", self.made.fetch_add(1, Ordering::Relaxed));
        self.make(&name);
        format!("postgres://{USER}@localhost/{name}?host={}", self.instance.path().display())
    }

    /// The socket in the file system at which it listens.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.instance.path().join(".s.PGSQL.5432")
    }

    fn make(&self, name: &str) {
        let made = as_somebody(self.programs.join("createdb"))
            .args(["--username", USER, "--host"])
            .arg(self.instance.path())
            .arg(name)
            .current_dir(self.instance.path())
            .status()
            .expect("createdb starts");
        assert!(made.success(), "createdb: {made}");
    }

    /// Ends it as a crash does: connections break, and what was not committed
    /// is gone.
    pub fn crash(&mut self) {
        self.instance.end(CRASH);
    }

    /// Starts it again, with what it holds.
    ///
    /// # Panics
    /// When it does not come up.
    pub fn start_again(&mut self) {
        self.instance.start_again();
    }
}

fn missing() {
    skip("PostgreSQL", "Debian: apt-get install postgresql");
}

/// The folder of its programs: those of the newest version, which Debian keeps
/// out of the search path.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|entry| entry.path().join("bin")).collect();
    versions.sort_by_key(|path| {
        let name = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        std::cmp::Reverse(name.and_then(|name| name.parse::<u32>().ok()))
    });
    let postgres = find("postgres", &versions)?;
    postgres.parent().map(Path::to_path_buf).filter(|folder| folder.join("initdb").is_file())
}
