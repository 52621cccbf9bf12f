//! Programs of others that the tests need, from the system's own packages.

use std::{env, fs, path::Path, process::Command};

use crate::{fault::Fault, shell::run};

/// What systems call the packages of something.
pub(crate) struct Packages {
    /// Debian.
    pub(crate) debian: &'static [&'static str],
    /// Ubuntu.
    pub(crate) ubuntu: &'static [&'static str],
}

impl Packages {
    /// Those of a system, if we know how to install there.
    fn of(&self, os_release: &str) -> Option<&'static [&'static str]> {
        let id = os_release.lines().find_map(|line| line.strip_prefix("ID="))?;
        match id.trim_matches('"') {
            "debian" => Some(self.debian),
            "ubuntu" => Some(self.ubuntu),
            _ => None,
        }
    }

    fn of_this_system(&self) -> Option<&'static [&'static str]> {
        self.of(&fs::read_to_string("/etc/os-release").unwrap_or_default())
    }
}

/// Installs them where that can be done without asking: as root, on a system
/// that we know. Returns whether it was done.
pub(crate) fn install(packages: &Packages) -> Result<bool, Fault> {
    let Some(names) = packages.of_this_system().filter(|_| is_root()) else { return Ok(false) };
    eprintln!("    installing {}", names.join(" "));
    run(apt().arg("update").arg("--quiet"), None)?;
    run(
        apt().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(names),
        Some("install them by hand, then run the command again"),
    )?;
    Ok(true)
}

/// What to type to install them, on a system that we know.
pub(crate) fn advice(packages: &Packages) -> Option<String> {
    packages.of_this_system().map(typed)
}

fn typed(names: &[&str]) -> String {
    let names = names.join(" ");
    format!("sudo apt-get update && sudo apt-get install --no-install-recommends {names}")
}

fn apt() -> Command {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

/// The user id of a process is the owner of its entry in /proc.
#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(Path::new("/proc/self")).is_ok_and(|entry| entry.uid() == 0)
        || env::var("USER").is_ok_and(|user| user == "root")
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(test)]
mod unit {
    use super::*;

    const DRIVER: Packages =
        Packages { debian: &["chromium-driver"], ubuntu: &["chromium-chromedriver"] };

    fn check(os_release: &str, names: Option<&[&str]>) {
        assert_eq!(DRIVER.of(os_release), names);
    }

    #[test]
    fn each_system_gets_its_own_package_names() {
        check("NAME=\"Debian\"\nID=debian\nVERSION_ID=\"13\"\n", Some(&["chromium-driver"]));
        check("ID=ubuntu\nID_LIKE=debian\n", Some(&["chromium-chromedriver"]));
        check("ID=\"fedora\"\n", None);
        check("", None);
    }

    #[test]
    fn the_advice_is_a_command_where_we_know_one() {
        let advice = typed(DRIVER.debian);
        assert!(advice.starts_with("sudo apt-get update") && advice.contains("chromium-driver"));
    }
}
