//! Duties that one process at a time looks after.
//!
//! A lease makes it rare that two do the same, and sees to it that the work of
//! one that died is taken over. It is no lock: who was away for longer than the
//! lease may still believe to hold it. What is done under a lease must do no
//! harm when it is done twice; the number of a game's last event sees to that.

use std::time::Duration;

use play::Time;

/// For how long a job belongs to the process that wrote it, before another one
/// may take it for abandoned: longer than the computer thinks.
pub const JOB_LEASE: Duration = Duration::from_secs(5);

/// One process among those that share a store: a fresh random number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u128);

impl NodeId {
    /// The node of that number.
    #[must_use]
    pub const fn from_u128(number: u128) -> NodeId {
        NodeId(number)
    }

    /// The number.
    #[must_use]
    pub const fn as_u128(self) -> u128 {
        self.0
    }
}

/// What one process at a time does for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// To let flags fall.
    Flags,
    /// To forget what nobody comes back to.
    Retention,
    /// To give the clocks back the time in which nobody served.
    Downtime,
}

impl Duty {
    /// The name under which it is kept.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Duty::Flags => "flags",
            Duty::Retention => "retention",
            Duty::Downtime => "downtime",
        }
    }
}

/// A duty that somebody wants to have, or to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// Which.
    pub duty: Duty,
    /// Who wants it.
    pub holder: NodeId,
    /// Now: a lease that ends by then is free for everybody.
    pub now: Time,
    /// Until when it is wanted.
    pub until: Time,
}
