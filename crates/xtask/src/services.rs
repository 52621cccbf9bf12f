//! What the tests of a cluster start private instances of: PostgreSQL, NATS, and
//! Caddy as the balancer of the compose files.

use std::{fs, process::Command};

use crate::{
    fault::Fault,
    packages::{self, Packages},
    shell::works,
};

const NAMES: &[&str] = &["postgresql", "nats-server", "caddy", "iproute2"];
const PACKAGES: Packages = Packages { debian: NAMES, ubuntu: NAMES };

/// Makes sure that all can be started, installing them where that can be done
/// without asking. Elsewhere it says what is missing: the tests of a cluster
/// are skipped then, and fail under `CI=true`.
pub(crate) fn ensure() -> Result<(), Fault> {
    if present() {
        return Ok(());
    }
    packages::install(&PACKAGES)?;
    if !present() {
        let remedy = packages::advice(&PACKAGES);
        let remedy = remedy.as_deref().unwrap_or("install PostgreSQL, nats-server, caddy and ip");
        eprintln!(
            "    PostgreSQL, NATS, Caddy or ip is missing, so not all of a cluster is tested; {remedy}"
        );
    }
    Ok(())
}

fn present() -> bool {
    let nats = ["nats-server", "/usr/sbin/nats-server"];
    let has_nats = nats.iter().any(|name| works(Command::new(name).arg("--version")));
    // Debian keeps PostgreSQL's programs out of the search path.
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let in_debian =
        versions.map(|entry| entry.path().join("bin/initdb")).any(|file| file.is_file());
    let caddy = works(Command::new("caddy").arg("version"));
    let ip = ["ip", "/usr/sbin/ip"].iter().any(|name| works(Command::new(name).arg("-V")));
    has_nats && caddy && ip && (in_debian || works(Command::new("initdb").arg("--version")))
}
