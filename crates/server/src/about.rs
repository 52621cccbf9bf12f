//! What the pages tell of this server and not of every one.

use web::pages::Site;

use crate::{config::Operator, retention::Retention};

/// What is true of this server.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) retention: Retention,
    pub(crate) operator: Operator,
}

impl About {
    /// As the pages take it.
    pub(crate) fn site(&self) -> Site<'_> {
        Site {
            keep_finished_days: self.retention.finished_days,
            keep_abandoned_days: self.retention.abandoned_days,
            keep_player_days: self.retention.player_days,
            operator: self.operator.name.as_deref(),
            contact: self.operator.contact.as_deref(),
        }
    }
}
