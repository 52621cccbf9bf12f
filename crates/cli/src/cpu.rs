//! Processor time, which other work on the machine does not distort.

/// Seconds of processor time that this process has used.
#[cfg(unix)]
pub(crate) fn seconds() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds since the first call: other systems offer no processor time
/// without unsafe code.
#[cfg(not(unix))]
pub(crate) fn seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
