//! Sentences about who looks after what.

use std::{sync::Arc, time::Duration};

use play::{GameId, Level, Seq, Time};

use super::given::{Table, append_of, fresh, marker};
use crate::{Duty, JOB_LEASE, Job, JobChange, Lease, NodeId, SharedStore};

const SECOND: Duration = Duration::from_secs(1);
/// Later than every other moment of the sentences, of which many may share a
/// store.
const NOW: Time = Time::from_millis(1 << 40);

fn a_node() -> NodeId {
    NodeId::from_u128(fresh())
}

fn flags(holder: NodeId, now: Time) -> Lease {
    Lease { duty: Duty::Flags, holder, now, until: now.plus(5 * SECOND) }
}

/// As it says: until it ends, or is given up; who holds it may keep it.
pub async fn a_duty_is_held_by_one_at_a_time(stores: &[SharedStore; 2]) {
    let [here, there] = stores;
    let (ana, ben) = (a_node(), a_node());
    assert_eq!(here.claim(flags(ana, NOW)).await, Ok(true));
    assert_eq!(there.claim(flags(ben, NOW.plus(4 * SECOND))).await, Ok(false));
    assert_eq!(here.claim(flags(ana, NOW.plus(4 * SECOND))).await, Ok(true), "kept");
    assert_eq!(there.claim(flags(ben, NOW.plus(8 * SECOND))).await, Ok(false));
    let other = Lease { duty: Duty::Retention, ..flags(ben, NOW) };
    assert_eq!(there.claim(other).await, Ok(true), "another duty");
    assert_eq!(there.claim(flags(ben, NOW.plus(9 * SECOND))).await, Ok(true), "it has ended");
    assert_eq!(here.claim(flags(ana, NOW.plus(10 * SECOND))).await, Ok(false));
    assert_eq!(here.release(Duty::Flags, ana).await, Ok(()), "of somebody else: nothing");
    assert_eq!(here.claim(flags(ana, NOW.plus(10 * SECOND))).await, Ok(false));
    assert_eq!(there.release(Duty::Flags, ben).await, Ok(()));
    assert_eq!(here.claim(flags(ana, NOW.plus(10 * SECOND))).await, Ok(true));
}

/// As it says, a hundred times over.
pub async fn of_many_who_want_a_duty_one_gets_it(stores: &[SharedStore; 2]) {
    for round in 0..100_u32 {
        let now = NOW.plus(round * 100 * SECOND);
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..6 {
            let (store, lease) = (Arc::clone(&stores[n % 2]), flags(a_node(), now));
            tasks.spawn(async move { store.claim(lease).await.expect("an answer") });
        }
        let held = tasks.join_all().await.into_iter().filter(|held| *held).count();
        assert_eq!(held, 1, "round {round}");
    }
}

/// A game whose job was written then.
async fn a_job(store: &SharedStore, at: Time) -> Job {
    let Table { game, first, .. } = Table::with_computer(store, None).await;
    let mut append = append_of(game, first, 0, vec![marker()]);
    append.job = JobChange::Set(Level::Hard);
    append.at = at;
    store.append(append).await.expect("written");
    Job { game, seq: Seq::new(1), level: Level::Hard }
}

/// Those of these jobs that are claimed now; others' are claimed on the way.
async fn claimed(store: &SharedStore, now: Time, wanted: &[Job]) -> Vec<Job> {
    let mut found = Vec::new();
    loop {
        let until = now.plus(5 * SECOND);
        let jobs = store.claim_jobs(now, until, 10).await.expect("a list");
        if jobs.is_empty() {
            return found;
        }
        found.extend(jobs.into_iter().filter(|job| wanted.contains(job)));
    }
}

/// As it says: then somebody else may take it, and holds it as long.
pub async fn a_job_is_its_writer_s_until_the_lease_ends(stores: &[SharedStore; 2]) {
    let [here, there] = stores;
    let job = a_job(here, NOW).await;
    let end = NOW.plus(JOB_LEASE);
    let just_before = Time::from_millis(end.as_millis() - 1);
    assert_eq!(claimed(there, just_before, &[job]).await, []);
    assert_eq!(claimed(there, end, &[job]).await, [job]);
    assert_eq!(claimed(here, end.plus(4 * SECOND), &[job]).await, []);
    assert_eq!(claimed(here, end.plus(5 * SECOND), &[job]).await, [job]);
}

/// As it says, and never for a shorter time; a job that is not there stays
/// away.
pub async fn a_job_in_hand_can_be_held_longer(stores: &[SharedStore; 2]) {
    let [here, there] = stores;
    let job = a_job(here, NOW).await;
    let games = [job.game, GameId::from_u128(fresh())];
    for until in [60, 2] {
        here.hold_jobs(&games, NOW.plus(until * SECOND)).await.expect("held");
    }
    assert_eq!(claimed(there, NOW.plus(59 * SECOND), &[job]).await, []);
    assert_eq!(claimed(there, NOW.plus(60 * SECOND), &[job]).await, [job]);
}

/// As it says, each of fifty, by whoever of six.
pub async fn a_free_job_is_claimed_once(stores: &[SharedStore; 2]) {
    let mut jobs = Vec::new();
    for _ in 0..50 {
        jobs.push(a_job(&stores[0], NOW).await);
    }
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..6 {
        let (store, jobs) = (Arc::clone(&stores[n % 2]), jobs.clone());
        tasks.spawn(async move { claimed(&store, NOW.plus(JOB_LEASE), &jobs).await });
    }
    let mut found: Vec<_> = tasks.join_all().await.into_iter().flatten().collect();
    found.sort_by_key(|job| job.game);
    jobs.sort_by_key(|job| job.game);
    assert_eq!(found, jobs);
}

/// As it says: the oldest.
pub async fn no_more_jobs_are_claimed_than_asked_for(stores: &[SharedStore; 2]) {
    let [here, there] = stores;
    assert!(here.claim_jobs(NOW, NOW, 0).await.is_ok_and(|jobs| jobs.is_empty()));
    // Older than what any other sentence leaves.
    let old = [Time::from_millis(1), Time::from_millis(2), Time::from_millis(3)];
    let mut jobs = Vec::new();
    for at in old {
        jobs.push(a_job(here, at).await);
    }
    let found = there.claim_jobs(NOW, NOW.plus(SECOND), 2).await.expect("a list");
    assert_eq!(found.len(), 2);
    assert!(jobs[..2].iter().all(|job| found.contains(job)), "{found:?}");
}

/// As it says; a game that does not exist is left out.
pub async fn where_games_stand_is_told_for_many_at_once(stores: &[SharedStore; 2]) {
    let [here, there] = stores;
    let mut games = Vec::new();
    for events in 0..40 {
        let Table { game, first, .. } = Table::of_two(here).await;
        for seq in 0..events % 3 {
            here.append(append_of(game, first, seq, vec![marker()])).await.expect("written");
        }
        games.push((game, Seq::new(events % 3)));
    }
    let mut asked: Vec<_> = games.iter().map(|(game, _)| *game).collect();
    asked.push(GameId::from_u128(fresh()));
    let found = there.last_seen(&asked).await.expect("a list");
    let mut found: Vec<_> = found.into_iter().map(|last| (last.game, last.seq)).collect();
    found.sort();
    games.sort();
    assert_eq!(found, games);
    assert_eq!(here.last_seen(&[]).await, Ok(Vec::new()));
}
