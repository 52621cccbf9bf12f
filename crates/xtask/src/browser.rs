//! The browser that the tests drive: Chromium with its driver.

use std::process::Command;

use crate::{
    fault::Fault,
    packages::{self, Packages},
    shell::works,
};

/// Names under which systems keep the two programs.
const CHROMIUM: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const DRIVER: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// What systems call the two, and a font for them.
const PACKAGES: Packages = Packages {
    debian: &["chromium", "chromium-driver", "fonts-dejavu-core"],
    ubuntu: &["chromium-browser", "chromium-chromedriver", "fonts-dejavu-core"],
};

/// Makes sure that Chromium and its driver can be started, installing them
/// where that can be done without asking.
pub(crate) fn ensure() -> Result<(), Fault> {
    if present() {
        return Ok(());
    }
    if !packages::install(&PACKAGES)? {
        return Err(Fault::Missing {
            what: "the tests need Chromium and chromedriver, and they were not found".into(),
            remedy: packages::advice(&PACKAGES).unwrap_or_else(|| advice().into()),
        });
    }
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

/// Where no package is known.
const fn advice() -> &'static str {
    if cfg!(target_os = "macos") {
        "brew install --cask chromium && brew install --cask chromedriver"
    } else {
        "install Chromium and chromedriver with your system's package manager"
    }
}
