//! The judge: the logs of the store against what everybody did and saw.

use std::{collections::BTreeSet, fmt};

use play::{GameId, Seq, Session, Side};
use protocol::{WireEvent, Wish};
use rules::Square;
use store::Store;

use super::history::{Ending, History, Operation};

/// What must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A game that somebody played is not there.
    GameLost(GameId),
    /// A log has a gap, or its events do not follow from one another.
    NoGame(GameId),
    /// An operation was acknowledged, but is not in the log.
    Lost(GameId, Seq),
    /// Something stands in the log that nobody asked for, or more often than
    /// somebody asked for it.
    Unasked(GameId, Seq),
    /// Somebody was told another event than the one in the log.
    ToldOtherwise(GameId, Seq),
}

/// What became of it all.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Games that were looked at.
    pub games: usize,
    /// Operations that were granted, refused and left unknown.
    pub granted: usize,
    /// See `granted`.
    pub refused: usize,
    /// See `granted`.
    pub unknown: usize,
    /// Events that somebody was told.
    pub seen: usize,
    /// Everything that must not be.
    pub faults: Vec<Fault>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { games, granted, refused, unknown, seen, faults } = self;
        write!(
            f,
            "{games} games; operations: {granted} granted, {refused} refused, {unknown} unknown; \
             {seen} events told; {} faults",
            faults.len()
        )
    }
}

/// Judges all games that somebody played in.
pub(super) async fn judge(history: &History, store: &dyn Store) -> Verdict {
    let (by_game, seen) = (history.operations(), history.seen());
    let mut verdict = Verdict { games: by_game.len(), seen: seen.len(), ..Verdict::default() };
    let mut told = seen;
    told.sort_by_key(|(game, seq, _)| (game.as_u128(), *seq));
    for (id, operations) in &by_game {
        for operation in operations {
            match operation.ending {
                Ending::Granted(_) => verdict.granted += 1,
                Ending::Refused => verdict.refused += 1,
                Ending::Unknown => verdict.unknown += 1,
            }
        }
        let game = GameId::from_u128(*id);
        let from = told.partition_point(|(other, ..)| other.as_u128() < *id);
        let told = told[from..].iter().take_while(|(other, ..)| *other == game);
        let told: Vec<_> = told.map(|(_, seq, event)| (*seq, event)).collect();
        let Some(stored) = store.load_game(game).await.expect("the store can be read") else {
            verdict.faults.push(Fault::GameLost(game));
            continue;
        };
        let numbered = (1..).zip(&stored.events).all(|(n, event)| event.seq.get() == n);
        let events = stored.events.iter().map(|stored| &stored.event);
        if !numbered || Session::replay(stored.config, events.clone()).is_err() {
            verdict.faults.push(Fault::NoGame(game));
        }
        let log: Vec<_> = events.map(WireEvent::from).collect();
        let faults = faults_of(game, &log, operations, &told);
        if !faults.is_empty() {
            eprintln!("{game}: {faults:?}\nlog: {log:#?}\noperations: {operations:#?}");
        }
        verdict.faults.extend(faults);
    }
    verdict
}

/// What is wrong with the log of one game.
fn faults_of(
    game: GameId,
    log: &[WireEvent],
    operations: &[Operation],
    told: &[(Seq, &WireEvent)],
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut asked_for = BTreeSet::new();
    for operation in operations {
        let Ending::Granted(seq) = operation.ending else {
            continue;
        };
        match operation.trace(log, seq) {
            // A repeated id is answered again, so each of these is another one.
            Some(at) if asked_for.insert(at) => {}
            _ => faults.push(Fault::Lost(game, seq)),
        }
    }
    let mut open: Vec<_> = operations.iter().filter(|one| one.ending == Ending::Unknown).collect();
    for (at, event) in (1..).zip(log) {
        if asked_for.contains(&at) || !is_somebody_s(event) {
            continue;
        }
        let asked = open.iter().position(|one| one.base.get() < at && one.would_be(event));
        match asked {
            Some(index) => drop(open.remove(index)),
            None => faults.push(Fault::Unasked(game, Seq::new(at))),
        }
    }
    let differs = |(seq, event): &(Seq, &WireEvent)| {
        seq.get().checked_sub(1).and_then(|at| log.get(at as usize)) != Some(*event)
    };
    let differing = told.iter().filter(|told| differs(told));
    faults.extend(differing.map(|(seq, _)| Fault::ToldOtherwise(game, *seq)));
    faults
}

/// Whether only a command of a player makes this event, one for each command.
fn is_somebody_s(event: &WireEvent) -> bool {
    matches!(
        event,
        WireEvent::Moved { .. }
            | WireEvent::DrawOffered { .. }
            | WireEvent::DrawDeclined { .. }
            | WireEvent::TakebackRequested { .. }
            | WireEvent::TakebackDeclined { .. }
            | WireEvent::TakenBack { .. }
    )
}

impl Operation {
    /// Where the event of this operation stands, when its last one is `seq`: an
    /// end may follow it.
    fn trace(&self, log: &[WireEvent], seq: Seq) -> Option<u64> {
        let last = seq.get();
        [last, last.saturating_sub(1)].into_iter().find(|&at| {
            let event = at.checked_sub(1).and_then(|index| log.get(index as usize));
            at > self.base.get() && event.is_some_and(|event| self.would_be(event))
        })
    }

    /// Whether the operation makes such an event.
    fn would_be(&self, event: &WireEvent) -> bool {
        let own = |side: &Side| *side == self.side;
        match (&self.wish, event) {
            (Wish::Move { path }, WireEvent::Moved { side, path: played, .. }) => {
                own(side) && ends(path) == ends(played)
            }
            (Wish::OfferDraw, WireEvent::DrawOffered { side })
            | (Wish::AnswerDraw { accept: false }, WireEvent::DrawDeclined { side })
            | (Wish::RequestTakeback, WireEvent::TakebackRequested { side, .. })
            | (Wish::AnswerTakeback { accept: false }, WireEvent::TakebackDeclined { side }) => {
                own(side)
            }
            (Wish::AnswerTakeback { accept: true }, WireEvent::TakenBack { .. })
            | (
                Wish::Resign | Wish::OfferDraw | Wish::AnswerDraw { accept: true },
                WireEvent::Ended { .. },
            ) => true,
            _ => false,
        }
    }
}

fn ends(path: &[Square]) -> (Option<&Square>, Option<&Square>) {
    (path.first(), path.last())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId::from_u128(7);

    fn moved(side: Side, path: [u8; 2]) -> WireEvent {
        let path = path.map(|number| Square::new(number).expect("a square")).to_vec();
        let (pdn, fen) = (String::new(), String::new());
        WireEvent::Moved { side, path, captures: Vec::new(), pdn, fen }
    }

    fn asked(side: Side, path: [u8; 2], base: u64, ending: Ending) -> Operation {
        let path = path.map(|number| Square::new(number).expect("a square")).to_vec();
        Operation { game: GAME, side, base: Seq::new(base), wish: Wish::Move { path }, ending }
    }

    fn log() -> Vec<WireEvent> {
        vec![
            WireEvent::Joined { side: Side::Second },
            moved(Side::First, [11, 15]),
            moved(Side::Second, [22, 18]),
        ]
    }

    fn check(log: &[WireEvent], operations: &[Operation], faults: &[Fault]) {
        assert_eq!(faults_of(GAME, log, operations, &[]), faults);
    }

    #[test]
    fn what_was_granted_and_what_is_unknown_may_stand_once() {
        let granted = asked(Side::First, [11, 15], 1, Ending::Granted(Seq::new(2)));
        let unknown = asked(Side::Second, [22, 18], 2, Ending::Unknown);
        check(&log(), &[granted.clone(), unknown.clone()], &[]);
        check(&log()[..2], &[granted, unknown], &[]);
    }

    #[test]
    fn an_acknowledged_move_that_is_not_there_is_found() {
        let granted = asked(Side::First, [11, 15], 1, Ending::Granted(Seq::new(2)));
        let lost = asked(Side::Second, [22, 18], 2, Ending::Granted(Seq::new(3)));
        check(&log()[..2], &[granted, lost], &[Fault::Lost(GAME, Seq::new(3))]);
    }

    #[test]
    fn a_move_that_stands_twice_or_was_refused_is_found() {
        let granted = asked(Side::First, [11, 15], 1, Ending::Granted(Seq::new(2)));
        let refused = asked(Side::Second, [22, 18], 2, Ending::Refused);
        let unasked = Fault::Unasked(GAME, Seq::new(3));
        check(&log(), &[granted.clone(), refused], std::slice::from_ref(&unasked));
        let twice = [log()[0].clone(), log()[1].clone(), log()[1].clone()];
        check(&twice, &[granted], &[unasked]);
    }

    #[test]
    fn two_answers_for_one_event_are_found() {
        let granted = asked(Side::First, [11, 15], 1, Ending::Granted(Seq::new(2)));
        let lost = Fault::Lost(GAME, Seq::new(2));
        check(&log()[..2], &[granted.clone(), granted], &[lost]);
    }

    #[test]
    fn who_was_told_something_else_is_found() {
        let log = log();
        let other = moved(Side::First, [11, 16]);
        let told = [(Seq::new(2), &other), (Seq::new(1), &log[0]), (Seq::new(9), &other)];
        let unknown = [
            asked(Side::First, [11, 15], 1, Ending::Unknown),
            asked(Side::Second, [22, 18], 2, Ending::Unknown),
        ];
        assert_eq!(
            faults_of(GAME, &log, &unknown, &told),
            [Fault::ToldOtherwise(GAME, Seq::new(2)), Fault::ToldOtherwise(GAME, Seq::new(9))]
        );
    }
}
