//! A conversation with a running `dama hub`.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

/// Nothing takes so long; a line that has not come by then never will.
const NEVER: Duration = Duration::from_secs(60);

/// A running `dama hub`.
pub(crate) struct Hub {
    process: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Hub {
    pub(crate) fn start(args: &[&str]) -> Hub {
        let mut process = Command::new(env!("CARGO_BIN_EXE_dama"))
            .arg("hub")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("dama starts");
        let stdout = BufReader::new(process.stdout.take().expect("piped"));
        let (heard, lines) = channel();
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| heard.send(line))
        });
        let stdin = process.stdin.take();
        Hub { process, stdin, lines }
    }

    pub(crate) fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("open");
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).expect("dama listens");
    }

    pub(crate) fn hear(&self) -> String {
        self.lines.recv_timeout(NEVER).expect("an answer")
    }

    /// The first line that begins so; `info` lines before it are left out.
    #[track_caller]
    pub(crate) fn hear_past_info(&self, beginning: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(beginning) {
                return line;
            }
            assert!(line.starts_with("info "), "{line} instead of {beginning}");
        }
    }

    /// Says a line and expects exactly this answer.
    #[track_caller]
    pub(crate) fn check(&mut self, line: &str, answer: &str) {
        self.say(line);
        assert_eq!(self.hear(), answer, "after {line}");
    }

    /// Nothing was said that has not been heard.
    #[track_caller]
    pub(crate) fn check_silent(&mut self) {
        self.check("ping", "pong");
    }

    /// Closes the input and waits for a good end.
    #[track_caller]
    pub(crate) fn check_ends(mut self) -> Vec<String> {
        self.stdin = None;
        let rest = self.lines.iter().collect();
        assert!(self.process.wait().expect("waited for").success());
        rest
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
