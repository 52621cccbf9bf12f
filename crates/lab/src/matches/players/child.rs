//! A process that is spoken to in lines, and never waited for without end.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{self, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    thread,
    time::Instant,
};

/// Longer lines end the conversation.
const MAX_LINE: u64 = 1 << 20;
/// Lines that wait to be read or written.
const WAITING: usize = 1_024;

/// Why nothing was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time is up.
    TimeOut,
    /// The process has closed its ears or its mouth.
    Gone,
}

/// A running process; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Child {
    process: process::Child,
    to: SyncSender<String>,
    from: Receiver<String>,
}

impl Child {
    /// Starts a program with its arguments.
    pub(super) fn start(words: &[String]) -> io::Result<Child> {
        let (program, args) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut process = process::Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (to, lines) = sync_channel::<String>(WAITING);
        let (heard, from) = sync_channel(WAITING);
        // Threads, because neither end of a pipe can be asked for a time-out.
        if let Some(mut stdin) = process.stdin.take() {
            thread::spawn(move || {
                for line in lines {
                    if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = process.stdout.take() {
            thread::spawn(move || {
                let mut stdout = BufReader::new(stdout);
                while let Some(line) = next_line(&mut stdout) {
                    if heard.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Child { process, to, from })
    }

    /// Says one line; does not wait until it is read.
    pub(super) fn say(&self, line: &str) -> Result<(), Silence> {
        self.to.try_send(format!("{line}\n")).map_err(|error| match error {
            TrySendError::Full(_) => Silence::TimeOut,
            TrySendError::Disconnected(_) => Silence::Gone,
        })
    }

    /// The next line, waited for until `deadline`.
    pub(super) fn hear(&self, deadline: Instant) -> Result<String, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Silence::TimeOut);
        }
        self.from.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::TimeOut,
            RecvTimeoutError::Disconnected => Silence::Gone,
        })
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A line without its end; `None` at the end, and for what is no line of text.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    let read = input.by_ref().take(MAX_LINE).read_line(&mut line).ok()?;
    let whole = read > 0 && (line.ends_with('\n') || (read as u64) < MAX_LINE);
    whole.then(|| line.trim().to_owned())
}
