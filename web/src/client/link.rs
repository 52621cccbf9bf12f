//! The life of the connection: when to open it, when to doubt it, when to
//! wait. It knows no socket; time and chance come in as arguments.

/// Nothing heard for so long, and the page asks whether the line lives, ms.
const QUIET: f64 = 20_000.0;
/// An unanswered question for so long, and the line is dead, ms.
const PING_DEADLINE: f64 = 10_000.0;
/// A connection that does not come about in this time never will, ms.
const CONNECT_DEADLINE: f64 = 5_000.0;
/// The first wait is anywhere below this; each further one may be twice as
/// long, up to [`LONGEST_WAIT`], ms.
const FIRST_WAIT: f64 = 800.0;
const LONGEST_WAIT: f64 = 20_000.0;
/// After so many failures in a row the page says more than "trying again".
const MANY_FAILURES: u32 = 4;

/// What is to be done with the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Open a fresh one; whatever an older one says is void from now on.
    Open {
        /// The number of the new one.
        generation: u32,
    },
    /// Drop the one that there is.
    Close,
    /// Ask whether anybody is there.
    Ping,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Not wanted.
    Off,
    /// The device says that it has no network.
    Offline,
    Connecting {
        since: f64,
    },
    Open {
        heard: f64,
        asked: Option<f64>,
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
    visible: bool,
}

impl Default for Link {
    fn default() -> Self {
        Self { phase: Phase::Off, generation: 0, failures: 0, visible: true }
    }
}

impl Link {
    /// The connection is wanted from now on.
    pub fn start(&mut self, now: f64) -> Vec<Order> {
        self.failures = 0;
        self.open(now)
    }

    /// It is wanted no more.
    pub fn stop(&mut self) -> Vec<Order> {
        self.phase = Phase::Off;
        self.generation += 1;
        vec![Order::Close]
    }

    /// Whether messages can be sent.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Open { .. })
    }

    /// Whether it is wanted and not there.
    #[must_use]
    pub fn is_down(&self) -> bool {
        !matches!(self.phase, Phase::Off | Phase::Open { .. })
    }

    /// Whether the device says that it has no network.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        self.phase == Phase::Offline
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

    /// Whether a report of that socket still counts.
    #[must_use]
    pub fn is_current(&self, generation: u32) -> bool {
        generation == self.generation
    }

    /// The socket is open.
    pub fn opened(&mut self, now: f64) {
        self.phase = Phase::Open { heard: now, asked: None };
    }

    /// Something was heard.
    pub fn heard(&mut self, now: f64) {
        if self.is_open() {
            self.failures = 0;
            self.phase = Phase::Open { heard: now, asked: None };
        }
    }

    /// The socket is gone. `chance` is anywhere from 0 to 1.
    pub fn lost(&mut self, now: f64, chance: f64) -> Vec<Order> {
        if matches!(self.phase, Phase::Off | Phase::Offline) {
            return Vec::new();
        }
        self.wait(now, chance);
        Vec::new()
    }

    /// The page is shown again, comes back from the browser's cache, or the
    /// network has changed: what seemed to live may be dead, and a wait makes
    /// no sense any more.
    pub fn woken(&mut self, now: f64) -> Vec<Order> {
        match self.phase {
            Phase::Off => Vec::new(),
            Phase::Open { heard, .. } => {
                self.phase = Phase::Open { heard, asked: Some(now) };
                vec![Order::Ping]
            }
            Phase::Connecting { .. } | Phase::Waiting { .. } | Phase::Offline => self.start(now),
        }
    }

    /// The page is shown or hidden.
    pub fn set_visible(&mut self, visible: bool, now: f64) -> Vec<Order> {
        let shown = visible && !self.visible;
        self.visible = visible;
        if shown { self.woken(now) } else { Vec::new() }
    }

    /// The page goes into the browser's cache, or the device lost its network.
    pub fn suspend(&mut self) -> Vec<Order> {
        if self.phase == Phase::Off {
            return Vec::new();
        }
        self.phase = Phase::Offline;
        self.generation += 1;
        vec![Order::Close]
    }

    /// The time has come to look.
    pub fn tick(&mut self, now: f64, chance: f64) -> Vec<Order> {
        match self.phase {
            Phase::Off | Phase::Offline => Vec::new(),
            Phase::Connecting { since } if now - since >= CONNECT_DEADLINE => {
                self.give_up(now, chance)
            }
            Phase::Waiting { until } if now >= until => self.open(now),
            Phase::Open { asked: Some(asked), .. } if now - asked >= PING_DEADLINE => {
                self.give_up(now, chance)
            }
            Phase::Open { heard, asked: None } if self.visible && now - heard >= QUIET => {
                self.phase = Phase::Open { heard, asked: Some(now) };
                vec![Order::Ping]
            }
            Phase::Connecting { .. } | Phase::Waiting { .. } | Phase::Open { .. } => Vec::new(),
        }
    }

    /// When to look next, `None` when nothing is due: a hidden page does not
    /// wake the device.
    #[must_use]
    pub fn due(&self) -> Option<f64> {
        match self.phase {
            Phase::Off | Phase::Offline => None,
            Phase::Connecting { since } => Some(since + CONNECT_DEADLINE),
            Phase::Waiting { until } => Some(until),
            Phase::Open { asked: Some(asked), .. } => Some(asked + PING_DEADLINE),
            Phase::Open { heard, asked: None } => self.visible.then_some(heard + QUIET),
        }
    }

    fn open(&mut self, now: f64) -> Vec<Order> {
        self.generation += 1;
        self.phase = Phase::Connecting { since: now };
        vec![Order::Open { generation: self.generation }]
    }

    fn give_up(&mut self, now: f64, chance: f64) -> Vec<Order> {
        // Whatever the dead socket may still say does not count.
        self.generation += 1;
        self.wait(now, chance);
        vec![Order::Close]
    }

    fn wait(&mut self, now: f64, chance: f64) {
        let longest = (FIRST_WAIT * 2f64.powi(self.failures.min(8) as i32)).min(LONGEST_WAIT);
        // Full jitter: after a restart of the service not everybody comes back
        // in the same moment. A hidden page is in no hurry.
        let wait = if self.visible { longest * chance } else { 60_000.0 * (1.0 + chance) };
        self.failures = self.failures.saturating_add(1);
        self.phase = Phase::Waiting { until: now + wait };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_link() -> Link {
        let mut link = Link::default();
        assert_eq!(link.start(0.0), [Order::Open { generation: 1 }]);
        link.opened(100.0);
        link.heard(100.0);
        link
    }

    #[test]
    fn a_quiet_line_is_asked_and_an_unanswered_question_ends_it() {
        let mut link = open_link();
        assert_eq!(link.due(), Some(20_100.0));
        assert_eq!(link.tick(20_100.0, 0.5), [Order::Ping]);
        assert_eq!(link.tick(30_000.0, 0.5), []);
        assert_eq!(link.tick(30_100.0, 0.5), [Order::Close]);
        assert!(link.is_down() && !link.is_current(1));
        assert_eq!(link.due(), Some(30_500.0));
        assert_eq!(link.tick(30_500.0, 0.5), [Order::Open { generation: 3 }]);
    }

    #[test]
    fn an_answer_keeps_the_line() {
        let mut link = open_link();
        link.tick(20_100.0, 0.5);
        link.heard(21_000.0);
        assert_eq!(link.tick(31_000.0, 0.5), []);
        assert!(link.is_open());
    }

    #[test]
    fn a_connection_that_hangs_is_given_up_after_five_seconds() {
        let mut link = Link::default();
        link.start(0.0);
        assert_eq!(link.tick(4_999.0, 0.0), []);
        assert_eq!(link.tick(5_000.0, 0.0), [Order::Close]);
        assert!(matches!(link.tick(5_000.0, 0.0)[..], [Order::Open { .. }]));
    }

    #[test]
    fn the_waits_grow_with_chance_up_to_a_bound() {
        let mut link = Link::default();
        link.start(0.0);
        let mut waits = Vec::new();
        for _ in 0..8 {
            link.lost(0.0, 1.0);
            waits.push(link.due().unwrap());
        }
        assert_eq!(waits[..3], [800.0, 1_600.0, 3_200.0]);
        assert_eq!(waits.last(), Some(&LONGEST_WAIT));
        link.lost(0.0, 0.0);
        assert_eq!(link.due(), Some(0.0));
    }

    #[test]
    fn a_hidden_page_sets_no_clock_and_a_shown_one_asks_at_once() {
        let mut link = open_link();
        link.set_visible(false, 1_000.0);
        assert_eq!(link.due(), None);
        assert_eq!(link.set_visible(true, 90_000.0), [Order::Ping]);
        assert_eq!(link.due(), Some(100_000.0));
    }

    #[test]
    fn a_hidden_page_that_lost_its_line_waits_a_minute_or_more() {
        let mut link = open_link();
        link.set_visible(false, 0.0);
        link.lost(0.0, 0.0);
        assert_eq!(link.due(), Some(60_000.0));
        assert!(matches!(link.set_visible(true, 5_000.0)[..], [Order::Open { .. }]));
        assert!(!link.has_failed_often());
    }

    #[test]
    fn without_a_network_nothing_is_tried_until_it_is_back() {
        let mut link = open_link();
        assert_eq!(link.suspend(), [Order::Close]);
        assert_eq!((link.due(), link.lost(0.0, 0.5)), (None, vec![]));
        assert!(link.is_offline());
        assert!(matches!(link.woken(9_000.0)[..], [Order::Open { .. }]));
    }

    #[test]
    fn a_late_report_of_an_old_socket_is_void() {
        let mut link = open_link();
        link.tick(20_100.0, 0.5);
        link.tick(30_100.0, 0.5);
        assert!(!link.is_current(1));
    }

    #[test]
    fn a_link_that_is_not_wanted_stays_silent() {
        let mut link = open_link();
        assert_eq!(link.stop(), [Order::Close]);
        assert_eq!((link.woken(1.0), link.tick(99_000.0, 0.5), link.due()), (vec![], vec![], None));
    }
}
