//! PostgreSQL and NATS, of which the tests of a cluster start private ones.

use std::{fs, process::Command};

use crate::{
    fault::Fault,
    packages::{self, Packages},
    shell::works,
};

const PACKAGES: Packages =
    Packages { debian: &["postgresql", "nats-server"], ubuntu: &["postgresql", "nats-server"] };

/// Makes sure that both can be started, installing them where that can be done
/// without asking. Elsewhere it says what is missing: the tests of a cluster
/// are skipped then, and fail under `CI=true`.
pub(crate) fn ensure() -> Result<(), Fault> {
    if present() {
        return Ok(());
    }
    packages::install(&PACKAGES)?;
    if !present() {
        let remedy = packages::advice(&PACKAGES);
        let remedy = remedy.as_deref().unwrap_or("install PostgreSQL and nats-server");
        eprintln!("    PostgreSQL or NATS is missing, so clusters are not tested; {remedy}");
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
    has_nats && (in_debian || works(Command::new("initdb").arg("--version")))
}
