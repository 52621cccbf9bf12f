//! The browser that the tests drive: Chromium with its driver.

use std::{env, fs, path::Path, process::Command};

use crate::{
    fault::Fault,
    shell::{run, works},
};

/// Names under which systems keep the two programs.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const DRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// Makes sure that Chromium and its driver can be started, installing them
/// where that can be done without asking.
pub(crate) fn ensure() -> Result<(), Fault> {
    if present() {
        return Ok(());
    }
    let packages = packages(&fs::read_to_string("/etc/os-release").unwrap_or_default());
    let Some(packages) = packages.filter(|_| is_root()) else {
        return Err(Fault::Missing {
            what: "the tests need Chromium and chromedriver, and they were not found".into(),
            remedy: advice(packages),
        });
    };
    eprintln!("    installing {}", packages.join(" "));
    run(apt().arg("update").arg("--quiet"), None)?;
    run(
        apt().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(packages),
        Some("install Chromium and chromedriver by hand, then run the command again"),
    )?;
    if present() {
        return Ok(());
    }
    Err(Fault::Missing {
        what: "Chromium was installed, but `chromium` or `chromedriver` does not start".into(),
        remedy: "run `chromium --version` and `chromedriver --version` to see why".into(),
    })
}

fn present() -> bool {
    let any = |names: &[&str]| names.iter().any(|name| works(Command::new(name).arg("--version")));
    any(&CHROMIUM) && any(&DRIVER)
}

fn apt() -> Command {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}

/// The packages of this system, if we know how to install there.
fn packages(os_release: &str) -> Option<&'static [&'static str]> {
    let id = os_release.lines().find_map(|line| line.strip_prefix("ID="))?;
    match id.trim_matches('"') {
        "debian" => Some(&["chromium", "chromium-driver", "fonts-dejavu-core"]),
        "ubuntu" => Some(&["chromium-browser", "chromium-chromedriver", "fonts-dejavu-core"]),
        _ => None,
    }
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

fn advice(packages: Option<&[&str]>) -> String {
    match packages {
        Some(packages) => format!(
            "sudo apt-get update && sudo apt-get install --no-install-recommends {}",
            packages.join(" ")
        ),
        None if cfg!(target_os = "macos") => {
            "brew install --cask chromium && brew install --cask chromedriver".into()
        }
        None => "install Chromium and chromedriver with your system's package manager".into(),
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    fn check(os_release: &str, driver: Option<&str>) {
        let found = packages(os_release);
        match driver {
            None => assert_eq!(found, None),
            Some(name) => assert!(found.is_some_and(|names| names.contains(&name)), "{found:?}"),
        }
    }

    #[test]
    fn each_system_gets_its_own_package_names() {
        check("NAME=\"Debian\"\nID=debian\nVERSION_ID=\"13\"\n", Some("chromium-driver"));
        check("ID=ubuntu\nID_LIKE=debian\n", Some("chromium-chromedriver"));
        check("ID=\"fedora\"\n", None);
        check("", None);
    }

    #[test]
    fn the_advice_is_a_command_where_we_know_one() {
        let advice = advice(packages("ID=debian\n"));
        assert!(advice.starts_with("sudo apt-get update"), "{advice}");
    }
}
