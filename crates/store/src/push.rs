//! Browsers that are told by push.

use core::fmt;

use play::{PlayerId, Time};

/// Subscriptions of one player; the oldest goes when there is one more.
pub const MAX_PUSH_SUBSCRIPTIONS: u32 = 8;

/// The longest endpoint, in bytes.
pub const MAX_ENDPOINT_BYTES: usize = 2_048;

/// A browser that wants to be told when it is its player's turn.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// Whose it is.
    pub player: PlayerId,
    /// The address at which its push service takes messages for it. A secret:
    /// whoever knows it can take the subscription away.
    pub endpoint: String,
    /// The browser's public key: a point of P-256, not compressed.
    pub public_key: [u8; 65],
    /// What only the browser and this service know.
    pub auth: [u8; 16],
    /// The language in which the browser speaks of it.
    pub lang: String,
    /// When it was made.
    pub at: Time,
}

impl fmt::Debug for PushSubscription {
    /// Without anything that is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushSubscription")
            .field("player", &self.player)
            .field("lang", &self.lang)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}
