//! The programs through which browsers are driven.

use std::{ffi::OsString, net::TcpListener, process::Stdio, time::Duration};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::TcpStream,
    process::{Child, ChildStdout, Command},
    time::{Instant, sleep, timeout},
};

/// How long one may take to start.
const PATIENCE: Duration = Duration::from_secs(20);
/// Between two knocks at a driver that does not say when it listens.
const KNOCK_AGAIN: Duration = Duration::from_millis(50);

/// A family of browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Chromium, by chromedriver: what every run of the tests has.
    Chromium,
    /// Firefox, by geckodriver.
    Firefox,
    /// WebKitGTK, by WebKitWebDriver; it needs a display, so one that nobody
    /// sees is started with it.
    WebKit,
}

impl Engine {
    /// The engine of this name: `chromium`, `firefox` or `webkit`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Engine> {
        match name {
            "chromium" => Some(Engine::Chromium),
            "firefox" => Some(Engine::Firefox),
            "webkit" => Some(Engine::WebKit),
            _ => None,
        }
    }
}

/// A running driver; every browser that it started ends with it.
pub struct Driver {
    engine: Engine,
    url: String,
    _programs: Vec<Program>,
}

/// A program in a group of its own: ending it alone would orphan what it has
/// started.
struct Program(Child);

impl Driver {
    /// Starts chromedriver on a free port.
    ///
    /// # Panics
    /// When it is not installed or does not start.
    pub async fn start() -> Driver {
        Driver::start_for(Engine::Chromium).await
    }

    /// Starts an engine's driver on a free port.
    ///
    /// # Panics
    /// When it is not installed or does not start.
    pub async fn start_for(engine: Engine) -> Driver {
        let (port, programs) = match engine {
            Engine::Chromium => {
                let mut driver = Command::new(named("CHROMEDRIVER", "chromedriver"));
                started(driver.arg("--port=0"), "started successfully on port ").await
            }
            Engine::Firefox => {
                let mut driver = Command::new(named("DAMA_GECKODRIVER", "geckodriver"));
                started(driver.arg("--port=0"), "Listening on 127.0.0.1:").await
            }
            Engine::WebKit => webkit().await,
        };
        let url = format!("http://127.0.0.1:{port}");
        Driver { engine, url, _programs: programs }
    }

    /// Where it listens.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// What it drives.
    pub(crate) const fn engine(&self) -> Engine {
        self.engine
    }
}

/// The program that a variable names, or the usual one.
fn named(variable: &str, usual: &str) -> OsString {
    std::env::var_os(variable).unwrap_or_else(|| usual.into())
}

/// Starts a program in a group of its own.
fn spawn(command: &mut Command) -> (Program, BufReader<ChildStdout>) {
    let mut child = command
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}; `cargo xtask test` installs it"));
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    (Program(child), output)
}

/// What stands behind `mark` in a program's output, up to a full stop or the
/// end of the line.
async fn said(output: BufReader<ChildStdout>, mark: &str) -> String {
    let mut lines = output.lines();
    let found = timeout(PATIENCE, async {
        loop {
            let line = lines.next_line().await.expect("a line").expect("a line with its number");
            if let Some((_, rest)) = line.split_once(mark) {
                break rest.trim_end_matches('.').to_owned();
            }
        }
    });
    let found = found.await.expect("it starts in time");
    // Keep reading, or a full pipe would stop it.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    found
}

/// Starts a driver that says its port.
async fn started(command: &mut Command, mark: &str) -> (String, Vec<Program>) {
    let (driver, output) = spawn(command);
    (said(output, mark).await, vec![driver])
}

/// WebKitWebDriver neither chooses a port nor says when it listens, and its
/// browser shows itself.
async fn webkit() -> (String, Vec<Program>) {
    let mut screen = Command::new("Xvfb");
    screen.args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]);
    let (screen, output) = spawn(&mut screen);
    let display = format!(":{}", said(output, "").await);
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = free.local_addr().expect("its number").port();
    drop(free);
    let mut driver = Command::new("WebKitWebDriver");
    driver.arg(format!("--port={port}")).env("DISPLAY", display).env("GDK_BACKEND", "x11");
    // Nobody listens to what is said to screen readers here.
    driver.env("NO_AT_BRIDGE", "1");
    let (driver, output) = spawn(&mut driver);
    let mut lines = output.lines();
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    let end = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        assert!(Instant::now() < end, "WebKitWebDriver starts in time");
        sleep(KNOCK_AGAIN).await;
    }
    // The driver goes first, then the screen.
    (port.to_string(), vec![driver, screen])
}

impl Drop for Program {
    fn drop(&mut self) {
        let id = self.0.id().and_then(|id| i32::try_from(id).ok());
        if let Some(group) = id.and_then(Pid::from_raw) {
            // It may be gone already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
