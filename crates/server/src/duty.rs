//! What one server at a time does for all of them.

use std::time::Duration;

use store::{Duty, Lease, StoreError};
use tracing::warn;

use crate::app::App;

impl App {
    /// Takes a duty that nobody else has, or keeps it for so long; whether it is
    /// this server's. One that is alone has all of them.
    pub(crate) async fn claim(&self, duty: Duty, lasts: Duration) -> Result<bool, StoreError> {
        if !self.bus().is_shared() {
            return Ok(true);
        }
        let now = self.now();
        let lease = Lease { duty, holder: self.node(), now, until: now.plus(lasts) };
        self.store().claim(lease).await
    }

    /// Gives a duty up, so that nobody has to wait for the end of its lease.
    pub(crate) async fn give_up(&self, duty: Duty) {
        if self.bus().is_shared()
            && let Err(cause) = self.store().release(duty, self.node()).await
        {
            warn!(duty = duty.name(), %cause, "a duty was not given up");
        }
    }
}
