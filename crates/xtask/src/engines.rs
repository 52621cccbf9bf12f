//! The other browsers of the long form of the tests: WebKitGTK and Firefox,
//! with their drivers. What cannot be had is named, and the stories run in the
//! others.

use std::{path::PathBuf, process::Command};

use crate::{
    fault::Fault,
    packages::{self, Packages},
    shell::{cargo, run, target_dir, works},
};

/// Tells the tests which engines there are.
pub(crate) const ENGINES: &str = "DAMA_ENGINES";
/// Tells the tests where geckodriver lies.
pub(crate) const GECKODRIVER: &str = "DAMA_GECKODRIVER";

/// What WebKitGTK takes: driver and browser, and a screen that nobody sees.
const WEBKIT: Packages =
    Packages { debian: &["webkit2gtk-driver", "xvfb"], ubuntu: &["webkit2gtk-driver", "xvfb"] };
const FIREFOX: Packages = Packages { debian: &["firefox-esr"], ubuntu: &["firefox"] };

/// The engines that can be driven here.
#[derive(Debug, Default)]
pub(crate) struct Engines {
    /// Their names, as the tests know them.
    pub(crate) names: Vec<&'static str>,
    /// geckodriver, where Firefox is among them.
    pub(crate) geckodriver: Option<PathBuf>,
}

/// Looks for the engines and installs what it can; each that is left out is
/// named with the reason.
pub(crate) fn ensure() -> Engines {
    let mut engines = Engines::default();
    match webkit() {
        Ok(()) => engines.names.push("webkit"),
        Err(fault) => skipped("WebKitGTK", &fault),
    }
    match firefox() {
        Ok(driver) => {
            engines.names.push("firefox");
            engines.geckodriver = Some(driver);
        }
        Err(fault) => skipped("Firefox", &fault),
    }
    engines
}

fn skipped(engine: &str, fault: &Fault) {
    eprintln!("    SKIPPED: {engine}: {fault}");
    if let Some(remedy) = fault.remedy() {
        eprintln!("    remedy: {remedy}");
    }
}

fn webkit() -> Result<(), Fault> {
    // Neither has a question that it answers with success.
    let is_there = || {
        let look = "command -v WebKitWebDriver && command -v Xvfb";
        works(Command::new("sh").args(["-c", look]))
    };
    installed("WebKitWebDriver and Xvfb", &WEBKIT, is_there)
}

fn firefox() -> Result<PathBuf, Fault> {
    let browser = || {
        let names = ["firefox-esr", "firefox"];
        names.iter().any(|name| works(Command::new(name).args(["--headless", "--version"])))
    };
    installed("Firefox", &FIREFOX, browser)?;
    geckodriver()
}

/// Makes sure that programs are there, installing them where that can be done
/// without asking.
fn installed(what: &str, wanted: &Packages, is_there: impl Fn() -> bool) -> Result<(), Fault> {
    if is_there() {
        return Ok(());
    }
    let was_done = packages::install(wanted)?;
    if is_there() {
        return Ok(());
    }
    let happened = if was_done { "were installed, but do not start" } else { "were not found" };
    Err(Fault::Missing {
        what: format!("{what} {happened}"),
        remedy: packages::advice(wanted).unwrap_or_else(|| format!("install {what}")),
    })
}

/// geckodriver, which Debian has no package of: from the path, or built once
/// under the target directory.
fn geckodriver() -> Result<PathBuf, Fault> {
    let on_path = PathBuf::from("geckodriver");
    if works(Command::new(&on_path).arg("--version")) {
        return Ok(on_path);
    }
    let folder = target_dir()?.join("geckodriver");
    let driver = folder.join("bin").join("geckodriver");
    if works(Command::new(&driver).arg("--version")) {
        return Ok(driver);
    }
    eprintln!("    building geckodriver, once");
    run(
        cargo().args(["install", "--quiet", "--locked", "geckodriver", "--root"]).arg(&folder),
        Some("install geckodriver by hand and put it on the path"),
    )?;
    Ok(driver)
}
