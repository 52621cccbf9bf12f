//! Sentences about what the computer owes.

use play::{GameId, Level, Seq};

use super::given::{Table, append_of, marker};
use crate::{Appended, Job, JobChange, SharedStore};

async fn check_job(store: &SharedStore, game: GameId, expected: Option<(u64, Level)>) {
    let jobs = store.open_jobs().await.expect("a list");
    let found: Vec<_> = jobs.into_iter().filter(|job| job.game == game).collect();
    let expected = expected.map(|(seq, level)| Job { game, seq: Seq::new(seq), level });
    assert_eq!(found, Vec::from_iter(expected));
}

/// As it says; it always answers the last event of the decision that set it.
pub async fn a_job_is_set_kept_replaced_and_cleared(store: &SharedStore) {
    let Table { game, first, .. } = Table::with_computer(store, None).await;
    check_job(store, game, None).await;
    let steps = [
        (JobChange::Keep, None),
        (JobChange::Clear, None),
        (JobChange::Set(Level::Easy), Some((3, Level::Easy))),
        (JobChange::Keep, Some((3, Level::Easy))),
        (JobChange::Set(Level::Hard), Some((5, Level::Hard))),
        (JobChange::Clear, None),
    ];
    for (seq, (change, expected)) in (0..).zip(steps) {
        let mut append = append_of(game, first, seq, vec![marker()]);
        append.job = change;
        assert_eq!(store.append(append).await, Ok(Appended::Done { seq: Seq::new(seq + 1) }));
        check_job(store, game, expected).await;
    }
    let mut two = append_of(game, first, 6, vec![marker(), marker()]);
    two.job = JobChange::Set(Level::Medium);
    assert_eq!(store.append(two).await, Ok(Appended::Done { seq: Seq::new(8) }));
    check_job(store, game, Some((8, Level::Medium))).await;
}

/// As it says: where the computer moves first.
pub async fn a_game_can_begin_with_a_job(store: &SharedStore) {
    let Table { game, .. } = Table::with_computer(store, Some(Level::Hard)).await;
    check_job(store, game, Some((0, Level::Hard))).await;
}

/// As it says.
pub async fn an_append_that_is_turned_away_leaves_the_job_alone(store: &SharedStore) {
    let Table { game, first, .. } = Table::with_computer(store, Some(Level::Hard)).await;
    for change in [JobChange::Set(Level::Easy), JobChange::Clear] {
        let mut late = append_of(game, first, 7, vec![marker()]);
        late.job = change;
        assert_eq!(store.append(late).await, Ok(Appended::Conflict));
        check_job(store, game, Some((0, Level::Hard))).await;
    }
}
