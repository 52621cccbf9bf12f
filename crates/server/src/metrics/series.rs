//! The series that exist from the start.

use play::{Level, Outcome};
use protocol::ErrorCode;
use rules::Variant;

use super::{CLASSES, CLOSE_CODES, Counters, Inner, Labels};

impl Inner {
    /// Begins every series at nought: a counter that only appears with its
    /// first event seems never to have grown.
    pub(super) fn begin(&self) {
        for class in CLASSES {
            begin(&self.requests, &[("status", class)]);
        }
        for code in CLOSE_CODES.map(|(_, name)| name).into_iter().chain(["none", "other"]) {
            begin(&self.closes, &[("code", code)]);
        }
        for what in ["said", "heard", "missed"] {
            begin(&self.bus, &[("what", what)]);
        }
        for end in ["taken", "gone", "refused", "failed"] {
            begin(&self.pushes, &[("end", end)]);
        }
        for what in ["games", "players"] {
            begin(&self.forgotten, &[("what", what)]);
        }
        for code in ErrorCode::all() {
            for via in ["http", "socket"] {
                begin(&self.refusals, &[("via", via), ("code", code.name())]);
            }
        }
        for variant in Variant::ALL.map(|variant| ("variant", variant.name())) {
            let levels = Level::ALL.map(Level::name);
            for opponent in levels.into_iter().chain(["friend"]) {
                begin(&self.games, &[variant, ("opponent", opponent)]);
            }
            for by in ["player", "computer"] {
                begin(&self.moves, &[variant, ("by", by)]);
            }
            for outcome in Outcome::all() {
                begin(&self.ended, &[variant, ("reason", outcome.reason())]);
            }
        }
    }
}

fn begin<const N: usize>(family: &Counters<N>, labels: &Labels<N>) {
    drop(family.get_or_create(labels));
}
