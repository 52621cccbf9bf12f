//! The process that is measured.

use std::{path::PathBuf, process::Stdio, time::Duration};

use rustix::thread::sched_setaffinity;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

use crate::{
    fault::Fault,
    machine::{self, Usage},
};

const PATIENCE: Duration = Duration::from_secs(60);

/// A server of ours, ended when dropped.
pub(crate) struct Measured {
    /// Held so that it ends with this.
    _child: Child,
    pid: u32,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
}

impl Measured {
    /// Starts a program and reads its address from the first line that it
    /// writes: `listening on http://ADDRESS`. With `alone` it has the first core
    /// to itself and the generator the last.
    pub(crate) async fn start(mut command: Command, alone: bool) -> Result<Measured, Fault> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        let alone = alone && machine::cores() > 1;
        if alone {
            // A child begins where its parent's thread is.
            let _ = sched_setaffinity(None, &machine::first_core());
        }
        let spawned = command.spawn();
        if alone {
            machine::take_last_core();
        }
        let mut child = spawned.map_err(Fault::Start)?;
        let pid = child.id().ok_or(Fault::Gone)?;
        let stdout = child.stdout.take().ok_or(Fault::Gone)?;
        let first = timeout(PATIENCE, BufReader::new(stdout).lines().next_line()).await;
        let line = first.ok().and_then(Result::ok).flatten().unwrap_or_default();
        let address = line.strip_prefix("listening on http://");
        let address = address.ok_or_else(|| Fault::NotUp(line.clone()))?.to_owned();
        Ok(Measured { _child: child, pid, address })
    }

    /// What it has used so far.
    pub(crate) fn usage(&self) -> Result<Usage, Fault> {
        machine::usage(self.pid).ok_or(Fault::Gone)
    }
}

/// A program of this workspace, beside this one.
pub(crate) fn binary(name: &str) -> Result<PathBuf, Fault> {
    let own = std::env::current_exe().map_err(Fault::Start)?;
    let path = own.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if path.exists() { Ok(path) } else { Err(Fault::NoBinary(path)) }
}
