//! The clients in Python that the tests use, each set in a virtual environment
//! of its own under the target directory.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    fault::Fault,
    shell::{output, root, run, target_dir, works},
};

/// Names under which systems keep Python 3.
const PYTHON: [&str; 2] = ["python3", "python"];

/// pydraughts, which talks to `dama hub`.
pub(crate) fn ensure_pydraughts() -> Result<PathBuf, Fault> {
    ensure("pydraughts", "crates/cli/tests/hub/requirements.txt", "import draughts")
}

/// websockets and schemathesis, which talk to the server.
pub(crate) fn ensure_clients() -> Result<PathBuf, Fault> {
    ensure("clients", "tests/clients/requirements.txt", "import schemathesis, websockets")
}

/// axe, the script that looks for hindrances in pages: Python's package brings
/// it in one file, and a checksum says which. Nothing of the package runs.
pub(crate) fn ensure_axe() -> Result<PathBuf, Fault> {
    let find = "import importlib.util; assert importlib.util.find_spec('axe_playwright_python')";
    let python = ensure("axe", "tests/axe/requirements.txt", find)?;
    let place = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let folder = output(Command::new(&python).args(["-c", place]))?;
    Ok(Path::new(folder.trim()).join("axe_playwright_python").join("axe.min.js"))
}

/// Makes sure that modules can be imported, in the versions that the
/// requirements name, and returns the Python that can.
fn ensure(name: &str, requirements: &str, imports: &str) -> Result<PathBuf, Fault> {
    let wanted = root().join(requirements);
    let versions = fs::read_to_string(&wanted).map_err(Fault::file(&wanted))?;
    let folder = target_dir()?.join(name);
    let (python, stamp) = (inside(&folder), folder.join("installed.txt"));
    let is_installed = fs::read_to_string(&stamp).is_ok_and(|installed| installed == versions);
    if is_installed && works(Command::new(&python).args(["-c", imports])) {
        return Ok(python);
    }
    let Some(system) = PYTHON.into_iter().find(|name| works(Command::new(name).args(CAN_MAKE)))
    else {
        return Err(Fault::Missing {
            what: "the tests need Python 3 with venv and pip, and it was not found".into(),
            remedy: advice().into(),
        });
    };
    eprintln!("    installing {}", names(&versions));
    run(Command::new(system).args(["-m", "venv", "--clear"]).arg(&folder), Some(advice()))?;
    run(
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet"])
            // What is pinned by a checksum is wanted alone.
            .args(versions.contains("--hash=").then_some("--no-deps"))
            .arg("--requirement")
            .arg(&wanted),
        Some("pip needs a network for the first run of the tests"),
    )?;
    // Written last: an installation that was broken off is not taken for one.
    fs::write(&stamp, versions).map_err(Fault::file(&stamp))?;
    Ok(python)
}

/// What is installed, without checksums.
fn names(versions: &str) -> String {
    let words = versions.split_whitespace().filter(|word| !word.starts_with("--"));
    words.collect::<Vec<_>>().join(" ")
}

/// What shows that a Python can make virtual environments with pip.
const CAN_MAKE: [&str; 2] = ["-c", "import sys, venv, ensurepip; assert sys.version_info[0] == 3"];

/// The Python of a virtual environment.
fn inside(folder: &Path) -> PathBuf {
    if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") }
}

fn advice() -> &'static str {
    if cfg!(target_os = "macos") {
        "brew install python"
    } else {
        "install Python 3 with its venv module (Debian: sudo apt-get install python3-venv)"
    }
}
