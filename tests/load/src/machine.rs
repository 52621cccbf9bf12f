//! What the machine allows, and what a process has used.

use std::{fs, time::Duration};

use rustix::{
    process::{Resource, Rlimit, getrlimit, setrlimit},
    thread::{CpuSet, sched_setaffinity},
};

/// Clock ticks of `/proc/PID/stat` in a second: fixed for user space on Linux.
const TICKS: u64 = 100;

/// Lets this process and those it starts have as many open sockets as it may.
pub(crate) fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    // Without it the default has to do, and says so when it is too small.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// The cores of this machine.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Keeps the calling thread, and the threads that it starts from now on, on
/// the last core. The servers that are measured have the first.
pub(crate) fn take_last_core() {
    if cores() > 1 {
        let mut set = CpuSet::new();
        set.set(cores() - 1);
        // A machine that does not allow it measures less precisely.
        let _ = sched_setaffinity(None, &set);
    }
}

/// The first core, for a server that is measured.
pub(crate) fn first_core() -> CpuSet {
    let mut set = CpuSet::new();
    set.set(0);
    set
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Processor time of all its threads.
    pub(crate) cpu: Duration,
    /// Resident memory, in bytes.
    pub(crate) memory: u64,
}

/// What a process has used so far; `None` when there is no such process.
pub(crate) fn usage(pid: u32) -> Option<Usage> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold anything; counting begins after it.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let ticks: u64 = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = resident.split_whitespace().next()?.parse().ok()?;
    Some(Usage { cpu: Duration::from_millis(ticks * 1_000 / TICKS), memory: kib * 1_024 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_used_memory_and_one_that_never_was_has_not() {
        let own = usage(std::process::id()).expect("we run");
        assert!(own.memory > 100_000);
        assert!(usage(u32::MAX).is_none());
    }
}
