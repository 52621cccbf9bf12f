//! The refusals that come before a wish's own reasons, in their fixed order.

use crate::{Actor, Refusal, Seq, Session, Side, State, Time};

/// Events after which a game takes only moves and ends. Two people need a few
/// hundred; without a bound, offers made and withdrawn would grow a log for
/// ever.
const LONG_WINDED: u64 = 10_000;

impl Session {
    /// The side of a player, while the game is going on. A flag that has fallen
    /// ended it, whether the service has said so yet or not.
    pub(super) fn admit(&self, actor: Actor, now: Time) -> Result<Side, Refusal> {
        let side = self.admit_after_end(actor)?;
        let has_fallen = self.clock.as_ref().is_some_and(|clock| clock.has_fallen(now));
        match self.state {
            State::Playing if has_fallen => Err(Refusal::GameOver),
            State::Playing => Ok(side),
            State::Waiting => Err(Refusal::NotStarted),
            State::Finished(_) | State::Cancelled(_) => Err(Refusal::GameOver),
        }
    }

    /// The same for a wish that later events may have overtaken.
    pub(super) fn admit_at(&self, actor: Actor, seq: Seq, now: Time) -> Result<Side, Refusal> {
        let side = self.admit(actor, now)?;
        self.refuse_stale(seq)?;
        Ok(side)
    }

    /// The side of a player, also after the end.
    pub(super) fn admit_after_end(&self, actor: Actor) -> Result<Side, Refusal> {
        let side = self.side_of_actor(actor).ok_or(Refusal::NotAPlayer)?;
        match self.state {
            State::Waiting => Err(Refusal::NotStarted),
            State::Playing | State::Finished(_) | State::Cancelled(_) => Ok(side),
        }
    }

    /// The same for a wish that later events may have overtaken.
    pub(super) fn admit_after_end_at(&self, actor: Actor, seq: Seq) -> Result<Side, Refusal> {
        let side = self.admit_after_end(actor)?;
        self.refuse_stale(seq)?;
        Ok(side)
    }

    /// The same for an undo, which the computer's reply does not overtake.
    pub(super) fn admit_undo_at(&self, actor: Actor, seq: Seq) -> Result<Side, Refusal> {
        let side = self.admit_after_end(actor)?;
        if self.overtaken.undo > seq {
            return Err(Refusal::Stale);
        }
        Ok(side)
    }

    /// Whether the game has used up its events for anything but moves.
    pub(super) const fn is_long_winded(&self) -> bool {
        self.seq.get() >= LONG_WINDED
    }

    fn refuse_stale(&self, seq: Seq) -> Result<(), Refusal> {
        if self.is_stale(seq) {
            return Err(Refusal::Stale);
        }
        Ok(())
    }
}
