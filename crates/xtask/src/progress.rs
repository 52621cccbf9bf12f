//! Progress that a person can follow: `1/4 what is happening … 12 s`.

use std::time::Instant;

use crate::fault::Fault;

/// Numbers the steps of one command and tells how long each took.
pub(crate) struct Steps {
    total: usize,
    done: usize,
    started: Instant,
}

impl Steps {
    pub(crate) fn new(total: usize) -> Self {
        Self { total, done: 0, started: Instant::now() }
    }

    /// Announces a step, runs it, and says how long it took.
    pub(crate) fn step<T>(
        &mut self,
        what: &str,
        work: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.done += 1;
        eprintln!("{}/{} {what} …", self.done, self.total);
        let began = Instant::now();
        let result = work()?;
        eprintln!("{}/{} done, {:.1} s", self.done, self.total, began.elapsed().as_secs_f32());
        Ok(result)
    }

    /// The closing line.
    pub(crate) fn finish(self, what: &str) {
        eprintln!("{what}, {:.0} s in all", self.started.elapsed().as_secs_f32());
    }
}
