//! What the disk itself needs for what the store waits for.

use std::{
    fs::File,
    io::Write,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{
    fault::Fault,
    latency::{Latencies, Percentiles},
};

/// How often the disk is tried, beside the load.
const EVERY: Duration = Duration::from_millis(50);

/// Writes a page and waits for the disk, again and again, until told to end.
pub(crate) struct Disk {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<std::io::Result<Latencies>>,
}

impl Disk {
    /// Begins, in a file of its own in this folder.
    pub(crate) fn watch(folder: &Path) -> Result<Disk, Fault> {
        let mut file = File::create(folder.join("disk-probe")).map_err(Fault::Disk)?;
        let stop = Arc::new(AtomicBool::new(false));
        let thread = thread::spawn({
            let stop = stop.clone();
            move || {
                let mut latencies = Latencies::default();
                while !stop.load(Ordering::Relaxed) {
                    let start = Instant::now();
                    file.write_all(&[0; 4_096])?;
                    file.sync_data()?;
                    latencies.note(start.elapsed());
                    thread::sleep(EVERY);
                }
                Ok(latencies)
            }
        });
        Ok(Disk { stop, thread })
    }

    /// Ends, with what was found.
    pub(crate) fn end(self) -> Result<Percentiles, Fault> {
        self.stop.store(true, Ordering::Relaxed);
        let latencies = self.thread.join().map_err(|_| Fault::Gone)?.map_err(Fault::Disk)?;
        Ok(latencies.percentiles())
    }
}
