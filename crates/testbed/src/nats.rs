//! A NATS of one's own.

use std::{ffi::OsString, net::TcpListener, path::PathBuf};

use crate::{find, instance::Instance, skip};

/// What it says when it takes connections.
const READY: &str = "Server is ready";

/// A running NATS server; ended when dropped, or with this process.
pub struct Nats {
    instance: Instance,
    address: String,
    port: u16,
}

impl Nats {
    /// Starts one on a free port of the loopback interface; `None`, and told,
    /// where NATS is not installed.
    ///
    /// # Panics
    /// When it does not come up, or is missing under `CI=true`.
    #[must_use]
    pub fn start() -> Option<Nats> {
        // Not by NATS itself: it must come back on the same one.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        Nats::listening("127.0.0.1", free.expect("a free port").port())
    }

    /// Starts one on an address and a port; `None`, and told, where NATS is not
    /// installed.
    ///
    /// # Panics
    /// When it does not come up, or is missing under `CI=true`.
    #[must_use]
    pub fn listening(address: &str, port: u16) -> Option<Nats> {
        let Some(program) = find("nats-server", &[PathBuf::from("/usr/sbin")]) else {
            skip("NATS", "Debian: apt-get install nats-server");
            return None;
        };
        let arguments = ["-a", address, "-p"].map(OsString::from);
        let arguments = [&arguments[..], &[port.to_string().into()]].concat();
        let folder = Instance::folder("nats");
        let instance = Instance::start(folder, "KILL", &program, &arguments, READY);
        Some(Nats { instance, address: address.to_owned(), port })
    }

    /// `nats://ADDRESS:PORT`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("nats://{}:{}", self.address, self.port)
    }

    /// Ends it at once: SIGKILL.
    pub fn kill(&mut self) {
        self.instance.end("KILL");
    }

    /// Starts it again on the same port.
    ///
    /// # Panics
    /// When it does not come up.
    pub fn start_again(&mut self) {
        self.instance.start_again();
    }

    /// Stops it in its tracks: connections stand, and nothing moves.
    pub fn pause(&mut self) {
        self.instance.send("STOP");
    }

    /// Lets it go on.
    pub fn go_on(&mut self) {
        self.instance.send("CONT");
    }
}
