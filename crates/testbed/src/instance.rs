//! One program, started, stopped and started again.

use std::{
    ffi::OsString,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, channel},
    },
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::somebody;

/// How long a program may take to come up or to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads words: `start`, `end SIGNAL`, `send SIGNAL`. Its arguments are the
/// folder, the signal that ends the program at last, the program and what that
/// takes. A shell has what it starts in the background ignore `INT` and `QUIT`,
/// so those end only who asks for them by itself.
const KEEPER: &str = r#"
folder=$1; last=$2; shift 2; pid=
end() {
    if [ -n "$pid" ]; then
        kill -s CONT "$pid" 2>/dev/null; kill -s "$1" "$pid" 2>/dev/null; wait "$pid" 2>/dev/null
    fi
    pid=
}
while read -r word signal; do
    case $word in
        start) "$@" </dev/null 2>&1 & pid=$! ;;
        send) kill -s "$signal" "$pid" ;;
        end) end "$signal"; echo "the program has ended" ;;
    esac
done
end "$last"
rm -rf "$folder"
"#;

/// A program in a folder of its own.
pub(crate) struct Instance {
    keeper: Child,
    /// `None` at the very end.
    words: Option<ChildStdin>,
    /// What it has written and nobody has read yet.
    lines: Mutex<Receiver<String>>,
    ready: &'static str,
    folder: PathBuf,
}

impl Instance {
    /// Makes a folder for a program, owned by the user as whom it will run.
    pub(crate) fn folder(name: &str) -> PathBuf {
        let folder = TempDir::with_prefix(format!("dama-{name}-")).expect("a folder");
        if let Some((user, group)) = somebody() {
            std::os::unix::fs::chown(folder.path(), Some(user), Some(group)).expect("a new owner");
        }
        // Removed by the keeper.
        folder.keep()
    }

    /// Sees to a program that says `ready` in a line of its output when it is,
    /// and starts it; `last` is the signal that ends it at last.
    pub(crate) fn start(
        folder: PathBuf,
        last: &str,
        program: &Path,
        arguments: &[OsString],
        ready: &'static str,
    ) -> Instance {
        let mut keeper = as_somebody("sh");
        keeper.args(["-c", KEEPER, "keeper"]).arg(&folder).arg(last).arg(program).args(arguments);
        let mut keeper = keeper
            .current_dir(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let words = keeper.stdin.take();
        let output = BufReader::new(keeper.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut instance = Instance { keeper, words, lines: Mutex::new(lines), ready, folder };
        instance.start_again();
        instance
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }

    /// Starts the program, which must not run, and waits until it is ready.
    pub(crate) fn start_again(&mut self) {
        self.say("start");
        self.wait_for(self.ready);
    }

    /// Ends the program by a signal, and waits for its end.
    pub(crate) fn end(&mut self, signal: &str) {
        self.say(&format!("end {signal}"));
        self.wait_for("the program has ended");
    }

    /// Sends a signal that does not end it.
    pub(crate) fn send(&mut self, signal: &str) {
        self.say(&format!("send {signal}"));
    }

    fn say(&mut self, word: &str) {
        let words = self.words.as_mut().expect("a pipe");
        writeln!(words, "{word}").expect("the keeper listens");
    }

    fn wait_for(&mut self, sign: &str) {
        let lines = self.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
        let until = Instant::now() + PATIENCE;
        let mut seen = Vec::new();
        while let Ok(line) = lines.recv_timeout(until - Instant::now().min(until)) {
            if line.contains(sign) {
                return;
            }
            seen.push(line);
        }
        panic!("it never said {sign:?}: {seen:#?}");
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // The pipe breaks, and the keeper does the rest.
        drop(self.words.take());
        let _ = self.keeper.wait();
    }
}

/// A command that is run by a user without rights.
pub(crate) fn as_somebody(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    if let Some((user, group)) = somebody() {
        command.uid(user).gid(group);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shell that says that it is ready, and waits.
    fn patient() -> Instance {
        let arguments = ["-c", "echo it is ready; exec sleep 600"].map(OsString::from);
        let folder = Instance::folder("test");
        Instance::start(folder, "KILL", Path::new("/bin/sh"), &arguments, "is ready")
    }

    #[test]
    fn a_program_can_be_ended_paused_and_started_again() {
        let mut program = patient();
        program.send("STOP");
        program.send("CONT");
        for signal in ["KILL", "TERM"] {
            program.end(signal);
            program.start_again();
        }
        program.send("STOP");
        program.end("TERM");
    }

    #[test]
    fn nothing_is_left_of_a_program_that_is_dropped() {
        // The last thing that it does, when it is told to end.
        let leave = "trap 'touch ../$0; exit' TERM; echo it is ready; while :; do sleep 0.1; done";
        let folder = Instance::folder("test");
        let name = format!("{}-left", folder.file_name().expect("a name").display());
        let arguments = ["-c".into(), leave.into(), name.clone().into()];
        let sh = Path::new("/bin/sh");
        drop(Instance::start(folder.clone(), "TERM", sh, &arguments, "is ready"));
        assert!(!folder.exists());
        let trace = folder.with_file_name(name);
        assert!(std::fs::remove_file(trace).is_ok(), "it was not told to end");
    }
}
