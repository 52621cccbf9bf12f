//! `dama doctor`: whether a server could run here, and is reached.

mod handshake;
mod kept;

use std::path::Path;

use serde::Serialize;
use server::PublicUrl;
use store::postgres;

use crate::{
    database::{Database, DatabaseArg, wait_for},
    fault::Fault,
    output,
};

/// Free space below which the disk is as good as full, in MiB.
const LEAST_MIB: u64 = 100;
/// Free space that should be left, in MiB.
const ENOUGH_MIB: u64 = 1_024;
/// Open files that a busy server needs: one for each connection.
const ENOUGH_FILES: u64 = 10_000;

/// Look for what is wrong around a server: disk, permissions, limits, and
/// whether its public address answers and lets websockets through.
///
/// One line for each thing that was looked at; exit status 1 when something is
/// wrong. Give it the flags of the server, or its environment.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dama doctor --database sqlite:///var/lib/dama/dama.db
  dama doctor --public-url http://dama.example --json")]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArg,
    /// What players type into their browser
    #[arg(long, env = "DAMA_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Good,
    /// Not looked at, and why.
    Skipped,
    /// It works, but should be otherwise.
    Doubtful,
    Wrong,
}

#[derive(Serialize)]
struct Finding {
    what: &'static str,
    verdict: Verdict,
    detail: String,
}

fn found(what: &'static str, verdict: Verdict, detail: impl Into<String>) -> Finding {
    Finding { what, verdict, detail: detail.into() }
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut findings = match args.database.database()? {
        Database::File(database) => {
            let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            let mut findings = vec![is_writable(folder)];
            findings.extend(system(database, folder));
            findings
        }
        Database::Server(url) => {
            let mut findings = kept::look(wait_for(postgres::look(url))?);
            findings.extend(limits());
            findings
        }
    };
    findings.extend(public(args.public_url.as_ref()));
    let wrong = findings.iter().filter(|finding| finding.verdict == Verdict::Wrong).count();
    if args.json {
        output::json(&findings)?;
    } else {
        output::lines(findings.iter().map(|finding| {
            let mark = match finding.verdict {
                Verdict::Good => "good",
                Verdict::Skipped => "skipped",
                Verdict::Doubtful => "doubtful",
                Verdict::Wrong => "WRONG",
            };
            format!("{mark:8} {:16} {}", finding.what, finding.detail)
        }))?;
    }
    if wrong > 0 { Err(Fault::Found(wrong)) } else { Ok(()) }
}

#[cfg(unix)]
fn limits() -> Vec<Finding> {
    vec![open_files()]
}

#[cfg(not(unix))]
fn limits() -> Vec<Finding> {
    Vec::new()
}

/// SQLite writes files beside the database, so the folder must be writable.
fn is_writable(folder: &Path) -> Finding {
    let probe = folder.join(format!(".dama-doctor-{}", std::process::id()));
    let tried = std::fs::write(&probe, b"dama").and_then(|()| std::fs::remove_file(&probe));
    match tried {
        Ok(()) => found("folder", Verdict::Good, format!("{} is writable", folder.display())),
        Err(error) => found("folder", Verdict::Wrong, format!("{}: {error}", folder.display())),
    }
}

#[cfg(unix)]
fn system(database: &Path, folder: &Path) -> Vec<Finding> {
    vec![permissions(database), space(folder), open_files()]
}

#[cfg(not(unix))]
fn system(_: &Path, _: &Path) -> Vec<Finding> {
    vec![found("system", Verdict::Skipped, "disk and limits are looked at on Unix only")]
}

#[cfg(unix)]
fn permissions(database: &Path) -> Finding {
    use std::os::unix::fs::PermissionsExt;
    let what = "permissions";
    match std::fs::metadata(database) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            found(what, Verdict::Good, "no database yet; it will be made")
        }
        Err(error) => found(what, Verdict::Wrong, error.to_string()),
        Ok(meta) if meta.permissions().mode() & 0o007 != 0 => {
            let mode = meta.permissions().mode() & 0o777;
            found(what, Verdict::Doubtful, format!("everybody here can read it ({mode:o})"))
        }
        Ok(_) => found(what, Verdict::Good, "nobody else can read the database"),
    }
}

#[cfg(unix)]
fn space(folder: &Path) -> Finding {
    match rustix::fs::statvfs(folder) {
        Err(error) => found("disk", Verdict::Wrong, error.to_string()),
        Ok(disk) => {
            let mib = disk.f_bavail.saturating_mul(disk.f_frsize) >> 20;
            let verdict = match mib {
                ..LEAST_MIB => Verdict::Wrong,
                LEAST_MIB..ENOUGH_MIB => Verdict::Doubtful,
                ENOUGH_MIB.. => Verdict::Good,
            };
            found("disk", verdict, format!("{mib} MiB free"))
        }
    }
}

#[cfg(unix)]
fn open_files() -> Finding {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let verdict = if limit.is_none_or(|limit| limit >= ENOUGH_FILES) {
        Verdict::Good
    } else {
        Verdict::Doubtful
    };
    let limit = limit.map_or("no limit".to_owned(), |limit| limit.to_string());
    found("open files", verdict, format!("{limit}; each connection needs one"))
}

fn public(url: Option<&PublicUrl>) -> Vec<Finding> {
    let Some(url) = url else {
        let detail = "no --public-url: links use the request's Host, cookies are not Secure";
        return vec![found("public URL", Verdict::Doubtful, detail)];
    };
    let Some(authority) = url.origin().strip_prefix("http://") else {
        let detail = format!(
            "{0} speaks TLS, which this command does not; ask with `curl {0}/readyz`",
            url.origin()
        );
        return vec![found("public URL", Verdict::Skipped, detail)];
    };
    let without_tls = found("public URL", Verdict::Doubtful, "without TLS cookies are not Secure");
    vec![without_tls, reached(authority), upgraded(authority)]
}

fn reached(authority: &str) -> Finding {
    match handshake::status(authority, "/readyz", &[]) {
        Ok(200) => found("readiness", Verdict::Good, "the server is ready"),
        Ok(status) => found("readiness", Verdict::Wrong, format!("/readyz answers {status}")),
        Err(error) => found("readiness", Verdict::Wrong, error.to_string()),
    }
}

/// An upgrade for a game that nobody has is refused by the server with 404; a
/// proxy that does not pass upgrades on makes it a plain GET, which is 400.
fn upgraded(authority: &str) -> Finding {
    let path = "/api/games/1111111111111111111111/socket";
    match handshake::status(authority, path, &handshake::UPGRADE) {
        Ok(404) => found("websocket", Verdict::Good, "upgrades reach the server"),
        Ok(status) => {
            let detail = format!("an upgrade is answered {status}: does the proxy pass it on?");
            found("websocket", Verdict::Wrong, detail)
        }
        Err(error) => found("websocket", Verdict::Wrong, error.to_string()),
    }
}
