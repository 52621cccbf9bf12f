//! chromedriver, through which the browsers are driven.

use std::{process::Stdio, time::Duration};

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

/// How long it may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running chromedriver; every browser that it started ends with it.
pub struct Driver {
    child: Child,
    url: String,
}

impl Driver {
    /// Starts chromedriver on a free port.
    ///
    /// # Panics
    /// When it is not installed or does not start.
    pub async fn start() -> Driver {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        // A group of its own: ending the driver alone would orphan its browsers.
        let mut child = Command::new(&program)
            .arg("--port=0")
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}; `cargo xtask test` installs it"));
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let port = timeout(PATIENCE, async {
            loop {
                let line = lines.next_line().await.expect("a line").expect("a port");
                if let Some((_, rest)) = line.split_once("started successfully on port ") {
                    break rest.trim_end_matches('.').to_owned();
                }
            }
        });
        let port = port.await.expect("chromedriver starts in time");
        // Keep reading, or a full pipe would stop it.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Driver { child, url: format!("http://127.0.0.1:{port}") }
    }
}

impl Driver {
    /// Where it listens.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let id = self.child.id().and_then(|id| i32::try_from(id).ok());
        if let Some(group) = id.and_then(Pid::from_raw) {
            // It may be gone already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
