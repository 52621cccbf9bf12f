//! How a store gets on, for whoever measures it.

use std::{fmt::Debug, sync::Arc, time::Duration};

/// Hears how a store gets on. Called on the writer's own task, so it must not
/// wait for anything.
pub trait Observer: Debug + Send + Sync + 'static {
    /// A transaction with so many requests was tried and took so long, the
    /// disk's own time included; so many more were waiting when it ended.
    fn transaction(&self, requests: usize, took: Duration, waiting: usize);
}

/// A shared [`Observer`].
pub type SharedObserver = Arc<dyn Observer>;
