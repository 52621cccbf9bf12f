//! The life of the connection: when to open it, when to doubt it, when to
//! wait, and when to do without a websocket. It knows neither socket nor
//! request; time and chance come in as arguments.
//!
//! Some networks refuse websockets or let them hang. Where two in a row never
//! said a word, the page asks for events by plain requests instead, each of
//! which the server holds until there is news, and tries a socket again now
//! and then.

mod fallback;
mod order;
#[cfg(test)]
mod tests;
mod times;

use fallback::Fallback;
pub use order::Order;
use times::{
    CONNECT_DEADLINE, FIRST_WAIT, LONGEST_WAIT, MANY_FAILURES, MUTE_SOCKETS, OFFLINE_DOUBT,
    PING_DEADLINE, POLL_DEADLINE, QUIET,
};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Not wanted.
    Off,
    /// The device says that it has no network.
    Offline {
        since: f64,
    },
    /// A socket that has not said a word yet.
    Connecting {
        since: f64,
    },
    Open {
        heard: f64,
        asked: Option<f64>,
    },
    /// A request for news.
    Polling {
        since: f64,
    },
    Waiting {
        until: f64,
    },
}

/// The connection to one game.
#[derive(Clone, Debug)]
pub struct Link {
    phase: Phase,
    generation: u32,
    failures: u32,
    mute_sockets: u32,
    fallback: Option<Fallback>,
    visible: bool,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            phase: Phase::Off,
            generation: 0,
            failures: 0,
            mute_sockets: 0,
            fallback: None,
            visible: true,
        }
    }
}

impl Link {
    /// The connection is wanted from now on.
    pub fn start(&mut self, now: f64) -> Vec<Order> {
        self.failures = 0;
        if self.fallback.is_some() { self.poll(now, false) } else { self.open(now) }
    }

    /// It is wanted no more.
    pub fn stop(&mut self) -> Vec<Order> {
        self.phase = Phase::Off;
        self.generation += 1;
        vec![Order::Close]
    }

    /// Whether messages go through a socket.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Open { .. })
    }

    /// Whether requests do what a socket cannot.
    #[must_use]
    pub fn is_without_socket(&self) -> bool {
        self.fallback.is_some()
    }

    /// Whether it is wanted and not there.
    #[must_use]
    pub fn is_down(&self) -> bool {
        match self.phase {
            Phase::Off | Phase::Open { .. } => false,
            // A socket that is tried takes nothing away.
            Phase::Connecting { .. } | Phase::Polling { .. } => self.fallback.is_none(),
            Phase::Offline { .. } | Phase::Waiting { .. } => true,
        }
    }

    /// Whether the device says that it has no network.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        matches!(self.phase, Phase::Offline { .. })
    }

    /// Whether it was lost or never came about, again and again.
    #[must_use]
    pub fn has_failed_often(&self) -> bool {
        self.failures >= MANY_FAILURES
    }

    /// Whether it was lost at least once since it last lived.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.failures > 0
    }

    /// Whether a report of that socket or request still counts.
    #[must_use]
    pub fn is_current(&self, generation: u32) -> bool {
        generation == self.generation
    }

    /// The socket said something.
    pub fn heard(&mut self, now: f64) {
        if matches!(self.phase, Phase::Connecting { .. } | Phase::Open { .. }) {
            self.failures = 0;
            self.mute_sockets = 0;
            self.fallback = None;
            self.phase = Phase::Open { heard: now, asked: None };
        }
    }

    /// The request for news was answered: the next one goes out, or a socket
    /// is tried again.
    pub fn polled(&mut self, now: f64) -> Vec<Order> {
        if !matches!(self.phase, Phase::Polling { .. }) {
            return Vec::new();
        }
        self.failures = 0;
        let fallback = self.fallback.get_or_insert_with(|| Fallback::new(now));
        if fallback.is_due(now) && self.visible {
            return self.open(now);
        }
        self.poll(now, true)
    }

    /// The socket is gone, or the request failed. `chance` is anywhere from 0
    /// to 1.
    pub fn lost(&mut self, now: f64, chance: f64) -> Vec<Order> {
        match self.phase {
            Phase::Off | Phase::Offline { .. } | Phase::Waiting { .. } => Vec::new(),
            Phase::Connecting { .. } => {
                self.mute_sockets += 1;
                if self.mute_sockets < MUTE_SOCKETS {
                    self.wait(now, chance);
                    return Vec::new();
                }
                if let Some(fallback) = &mut self.fallback {
                    fallback.put_off(now);
                } else {
                    self.failures = self.failures.saturating_add(1);
                }
                self.poll(now, false)
            }
            Phase::Polling { .. } => {
                // Perhaps it was not the socket's fault: that one is next.
                self.fallback = None;
                self.mute_sockets = MUTE_SOCKETS - 1;
                self.wait(now, chance);
                Vec::new()
            }
            Phase::Open { .. } => {
                self.wait(now, chance);
                Vec::new()
            }
        }
    }

    /// The page is shown again or comes out of the browser's cache, or the
    /// network has changed: what seemed to live may be dead.
    pub fn woken(&mut self, now: f64) -> Vec<Order> {
        match self.phase {
            Phase::Off => Vec::new(),
            Phase::Open { heard, .. } => {
                self.phase = Phase::Open { heard, asked: Some(now) };
                vec![Order::Ping]
            }
            Phase::Offline { .. } => {
                if let Some(fallback) = &mut self.fallback {
                    fallback.hurry(now);
                }
                self.start(now)
            }
            Phase::Connecting { .. } | Phase::Polling { .. } | Phase::Waiting { .. } => {
                self.start(now)
            }
        }
    }

    /// The page is shown or hidden.
    pub fn set_visible(&mut self, visible: bool, now: f64) -> Vec<Order> {
        let shown = visible && !self.visible;
        self.visible = visible;
        if shown { self.woken(now) } else { Vec::new() }
    }

    /// The page goes into the browser's cache, or the device lost its network.
    pub fn suspend(&mut self, now: f64) -> Vec<Order> {
        if self.phase == Phase::Off {
            return Vec::new();
        }
        self.phase = Phase::Offline { since: now };
        self.generation += 1;
        vec![Order::Close]
    }

    /// The time has come to look.
    pub fn tick(&mut self, now: f64, chance: f64) -> Vec<Order> {
        match self.phase {
            Phase::Offline { since } if self.visible && now - since >= OFFLINE_DOUBT => {
                self.woken(now)
            }
            Phase::Connecting { since } if now - since >= CONNECT_DEADLINE => {
                self.give_up(now, chance)
            }
            Phase::Waiting { until } if now >= until => self.open(now),
            Phase::Open { asked: Some(asked), .. } if now - asked >= PING_DEADLINE => {
                self.give_up(now, chance)
            }
            Phase::Polling { since } if self.visible && now - since >= POLL_DEADLINE => {
                self.give_up(now, chance)
            }
            Phase::Open { heard, asked: None } if self.visible && now - heard >= QUIET => {
                self.phase = Phase::Open { heard, asked: Some(now) };
                vec![Order::Ping]
            }
            _ => Vec::new(),
        }
    }

    /// When to look next, `None` when nothing is due: a hidden page does not
    /// wake the device.
    #[must_use]
    pub fn due(&self) -> Option<f64> {
        match self.phase {
            Phase::Off => None,
            Phase::Offline { since } => self.visible.then_some(since + OFFLINE_DOUBT),
            Phase::Connecting { since } => Some(since + CONNECT_DEADLINE),
            Phase::Waiting { until } => Some(until),
            Phase::Open { asked: Some(asked), .. } => Some(asked + PING_DEADLINE),
            Phase::Open { heard, asked: None } => self.visible.then_some(heard + QUIET),
            Phase::Polling { since } => self.visible.then_some(since + POLL_DEADLINE),
        }
    }

    fn open(&mut self, now: f64) -> Vec<Order> {
        self.generation += 1;
        self.phase = Phase::Connecting { since: now };
        vec![Order::Open { generation: self.generation }]
    }

    fn poll(&mut self, now: f64, wait: bool) -> Vec<Order> {
        self.generation += 1;
        self.phase = Phase::Polling { since: now };
        vec![Order::Poll { generation: self.generation, wait }]
    }

    /// The line is no good: whatever it may still say does not count.
    pub fn give_up(&mut self, now: f64, chance: f64) -> Vec<Order> {
        self.generation += 1;
        let mut orders = vec![Order::Close];
        orders.extend(self.lost(now, chance));
        orders
    }

    fn wait(&mut self, now: f64, chance: f64) {
        let longest = (FIRST_WAIT * 2f64.powi(self.failures.min(8) as i32)).min(LONGEST_WAIT);
        // Full jitter: after a restart not everybody comes back in the same
        // moment. A hidden page is in no hurry.
        let wait = if self.visible { longest * chance } else { 60_000.0 * (1.0 + chance) };
        self.failures = self.failures.saturating_add(1);
        self.phase = Phase::Waiting { until: now + wait };
    }
}
