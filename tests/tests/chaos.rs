//! A server that is killed, paused and cut off while people play: nothing that was
//! acknowledged is lost, nothing happens twice, and everybody saw the same.
//!
//! The long form: `cargo xtask chaos`.

use tests::chaos::{OneNode, Plan, TwoNodes, Verdict, run};

/// So many faults as `DAMA_CHAOS_ROUNDS` says, or a few; the seed is the one of
/// `DAMA_CHAOS_SEED`, or another one each time.
fn plan() -> Plan {
    let number = |name| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let seed = number("DAMA_CHAOS_SEED").unwrap_or_else(|| fastrand::u64(..));
    let rounds = number("DAMA_CHAOS_ROUNDS").unwrap_or(4) as u32;
    Plan { rounds, pairs: 8, seed }
}

fn check(plan: Plan, verdict: &Verdict) {
    eprintln!("seed {}: {verdict}", plan.seed);
    assert!(verdict.faults.is_empty(), "seed {}: {:?}", plan.seed, verdict.faults);
    assert!(verdict.granted > 100, "little was played: {verdict}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_killed_and_paused_loses_nothing_and_does_nothing_twice() {
    let plan = plan();
    let verdict = run(OneNode::start().await, plan).await;
    check(plan, &verdict);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cluster_of_which_anything_breaks_loses_nothing_and_does_nothing_twice() {
    let Some(cluster) = TwoNodes::start().await else { return };
    let plan = plan();
    let verdict = run(cluster, plan).await;
    check(plan, &verdict);
}
