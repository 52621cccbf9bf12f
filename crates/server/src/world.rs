//! The one seam through which time, randomness and ids enter the server, so
//! that a test can run it under a clock and a seed of its own.

use std::{
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use play::Time;

/// Time and randomness.
pub trait World: Send + Sync + 'static {
    /// Now.
    fn now(&self) -> Time;

    /// 128 random bits, fit to be a secret.
    fn random(&self) -> [u8; 16];

    /// A seed where guessing does no harm.
    fn seed(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.random();
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

/// A shared [`World`].
pub type SharedWorld = Arc<dyn World>;

/// The machine's clock and the operating system's generator.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealWorld;

impl World for RealWorld {
    fn now(&self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    /// # Panics
    /// When the operating system has no randomness: without it there are no
    /// secrets, and no answer is better than a guessable one.
    fn random(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        bytes
    }
}
