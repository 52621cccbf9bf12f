//! What servers tell each other about the games that somebody looks at.
//!
//! Everything that is told is a hint. The truth is in the store: who hears of
//! an event that it does not know reads it there, and does so now and then
//! without having heard anything. So messages may be lost, doubled and
//! overtake each other, and nothing but time is lost by it.

mod alone;
mod nats;
mod note;

use std::{fmt, ops::Deref, sync::Arc};

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use play::GameId;
use tokio::sync::watch;

pub(crate) use alone::Alone;
pub use nats::{BadUrl, Nats};
pub(crate) use note::{Held, Note};

/// What is said about one game, in the order in which it arrives; it ends
/// never, and dropping it ends the interest in that game.
pub type Subscription = BoxStream<'static, String>;

/// A way to the other servers.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Whether there can be other servers at all. Where there are none, nothing
    /// is said and nobody is waited for.
    fn is_shared(&self) -> bool;

    /// Says something about a game to all who listen, this server included.
    /// Waits for nothing: what cannot be sent now is lost.
    fn publish(&self, game: GameId, text: String);

    /// Listens to what is said about a game from about now on. Returns within
    /// a second or so, whether the others can be reached or not.
    async fn subscribe(&self, game: GameId) -> Subscription;

    /// Whether what is said now will be heard, as far as is known.
    fn is_up(&self) -> bool;

    /// Changes whenever something may have been missed: the way to the others
    /// was broken, or a listener was too slow.
    fn follow_gaps(&self) -> watch::Receiver<u64>;

    /// Sends what was said, and ends.
    async fn close(&self);
}

/// A [`Bus`] that can be handed on. The default is that of a server alone.
#[derive(Clone)]
pub struct SharedBus(Arc<dyn Bus>);

impl SharedBus {
    /// That bus.
    pub fn new(bus: impl Bus) -> Self {
        SharedBus(Arc::new(bus))
    }
}

impl Default for SharedBus {
    fn default() -> Self {
        SharedBus::new(Alone::default())
    }
}

impl Deref for SharedBus {
    type Target = dyn Bus;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for SharedBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedBus").field("is_shared", &self.is_shared()).finish()
    }
}
