//! A network, file systems and processes apart from everybody else's.

use std::{
    env,
    ffi::OsStr,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use testbed::skip;

/// Says that this process is in a namespace of its own.
const INSIDE: &str = "DAMA_INSIDE";

/// What is needed beside root: the program, and Debian's package with it.
const NEEDED: [(&str, &str); 5] = [
    ("unshare", "util-linux"),
    ("setpriv", "util-linux"),
    ("chroot", "coreutils"),
    ("ip", "iproute2"),
    ("caddy", "caddy"),
];

/// Whether this is the run inside, and if so what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Inside: carry the story out.
    Inside,
    /// Outside: it was carried out by a process inside, or skipped, and told.
    Outside,
}

/// Has a test of this program run in a namespace of its own: by a process that
/// is this program once more, with that test alone. Nothing of it outlives
/// that process.
///
/// # Panics
/// When the test fails inside, or what it needs is missing under `CI=true`.
#[must_use]
pub fn enter(test: &str) -> Within {
    if env::var_os(INSIDE).is_some() {
        return Within::Inside;
    }
    let is_there = |program: &str| {
        let path = env::var_os("PATH").unwrap_or_default();
        let sbin = [Path::new("/usr/sbin").to_path_buf(), Path::new("/sbin").to_path_buf()];
        env::split_paths(&path).chain(sbin).any(|folder| folder.join(program).is_file())
    };
    for (program, package) in NEEDED {
        if !is_there(program) {
            skip(program, &format!("Debian: apt-get install {package}"));
            return Within::Outside;
        }
    }
    if !run(namespace().arg("true")) {
        skip("the right to make namespaces", "run the tests as root");
        return Within::Outside;
    }
    let told = namespace()
        .arg(env::current_exe().expect("this program has a path"))
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1")
        .output()
        .expect("it starts");
    let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    for line in err.lines().filter(|line| line.to_lowercase().starts_with("skipped")) {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
    assert!(told.status.success() && out.contains("1 passed"), "{out}\n{err}");
    Within::Outside
}

/// A command in a namespace, which ends with this thread.
fn namespace() -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "unshare", "--net", "--mount", "--pid", "--fork"]);
    command.args(["--kill-child", "--mount-proc", "--"]);
    command
}

/// Gives the names addresses of a subnet, the first of them ending in 2, and
/// switches the network on; the addresses.
///
/// # Panics
/// When that fails.
#[must_use]
pub(super) fn name_addresses(subnet: &str, names: &[&str], hosts: &Path) -> Vec<String> {
    let addresses: Vec<_> = (2..).map(|n| format!("{subnet}.{n}")).take(names.len()).collect();
    let mut text = "127.0.0.1 localhost\n".to_owned();
    must(Command::new("ip").args(["link", "set", "lo", "up"]));
    for (address, name) in addresses.iter().zip(names) {
        text += &format!("{address} {name}\n");
        must(Command::new("ip").args(["addr", "add", &format!("{address}/32"), "dev", "lo"]));
    }
    std::fs::write(hosts, text).expect("a file of names");
    must(Command::new("mount").arg("--bind").arg(hosts).arg("/etc/hosts"));
    addresses
}

/// Runs a command that must succeed.
///
/// # Panics
/// When it does not.
pub(super) fn must(command: &mut Command) {
    let status = command.status().expect("it starts");
    assert!(status.success(), "{command:?}: {status}");
}

fn run(command: &mut Command) -> bool {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// A program in the search path, or where systems keep those of root.
///
/// # Panics
/// When it is nowhere.
pub(super) fn which(program: &str) -> std::path::PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/bin", "/usr/sbin"].map(OsStr::new).map(Path::new).map(Path::to_path_buf);
    let mut files = env::split_paths(&path).chain(more).map(|folder| folder.join(program));
    files.find(|file| file.is_file()).unwrap_or_else(|| panic!("{program} is missing"))
}
