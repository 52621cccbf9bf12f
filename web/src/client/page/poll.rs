//! A request for news on its way, where no socket brings them.

use web_sys::{AbortController, AbortSignal};

/// Breaks the request off when it is dropped.
pub(super) struct Poll(AbortController);

impl Poll {
    /// One that can be broken off, where the browser knows how.
    pub(super) fn new() -> Option<Self> {
        AbortController::new().ok().map(Self)
    }

    /// What the request has to listen to.
    pub(super) fn signal(&self) -> AbortSignal {
        self.0.signal()
    }
}

impl Drop for Poll {
    fn drop(&mut self) {
        self.0.abort();
    }
}
