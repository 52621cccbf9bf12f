//! The bus of a server that is alone: there is nobody to tell.

use async_trait::async_trait;
use futures_util::{StreamExt as _, stream};
use play::GameId;
use tokio::sync::watch;

use super::{Bus, Subscription};

/// Says nothing and hears nothing.
#[derive(Default)]
pub(crate) struct Alone {
    /// Nothing is ever missed.
    gaps: watch::Sender<u64>,
}

#[async_trait]
impl Bus for Alone {
    fn is_shared(&self) -> bool {
        false
    }

    fn publish(&self, _: GameId, _: String) {}

    async fn subscribe(&self, _: GameId) -> Subscription {
        stream::pending().boxed()
    }

    fn is_up(&self) -> bool {
        true
    }

    fn follow_gaps(&self) -> watch::Receiver<u64> {
        self.gaps.subscribe()
    }

    async fn close(&self) {}
}
