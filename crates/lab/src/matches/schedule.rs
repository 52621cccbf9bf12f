//! Plays the games of a match that are still missing, some at a time.

use std::{
    collections::HashSet,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    Side,
    args::Plan,
    fault::Fault,
    players::Player,
    record::{File, Played},
    referee,
    statistics::{Tally, Verdict},
};

/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(2);

/// What a thread reports: a game, or why it plays none.
type Report = Result<Played, Fault>;

/// Plays what `tally` has not seen yet, keeps and counts each game.
pub(super) fn play_missing(plan: &Plan, file: &mut File, tally: &mut Tally) -> Result<(), Fault> {
    let known: HashSet<u32> = tally.games().collect();
    let missing: Vec<u32> = (0..plan.games).filter(|game| !known.contains(game)).collect();
    if missing.is_empty() || is_decided(plan, tally) {
        return Ok(());
    }
    if !known.is_empty() {
        eprintln!("{} games are there already", known.len());
    }
    if plan.games as usize > 2 * plan.openings.len() {
        eprintln!("there are {} openings: they will be played again", plan.openings.len());
    }
    let threads = plan.concurrency.get().min(missing.len());
    let queue = Mutex::new(missing.into_iter());
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (report, reports) = mpsc::channel();
        for _ in 0..threads {
            let report = report.clone();
            let (queue, stop) = (&queue, &stop);
            scope.spawn(move || work(plan, queue, stop, &report));
        }
        drop(report);
        let done = collect(plan, file, tally, &reports);
        // Games in progress end, no other begins.
        stop.store(true, Ordering::Relaxed);
        done
    })
}

fn work(
    plan: &Plan,
    queue: &Mutex<std::vec::IntoIter<u32>>,
    stop: &AtomicBool,
    report: &mpsc::Sender<Report>,
) {
    let new = |side: Side| {
        let command = plan.engines[side.index()].clone();
        Player::new(command, plan.variant, plan.budgets[side.index()], plan.patience)
    };
    let mut players = Side::BOTH.map(new);
    for (side, player) in Side::BOTH.into_iter().zip(&mut players) {
        if let Err(fault) = player.new_game() {
            let command = plan.engines[side.index()].to_string();
            let _ = report.send(Err(Fault::Start { side, command, fault }));
            return;
        }
    }
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    while let Some(number) = next().filter(|_| !stop.load(Ordering::Relaxed)) {
        let opening = &plan.openings[number as usize / 2 % plan.openings.len()];
        let played = referee::play(number, opening, &mut players, plan.budgets, plan.adjudication);
        if report.send(Ok(played)).is_err() {
            return;
        }
    }
}

fn collect(
    plan: &Plan,
    file: &mut File,
    tally: &mut Tally,
    reports: &mpsc::Receiver<Report>,
) -> Result<(), Fault> {
    let mut told = Instant::now();
    for report in reports {
        let played = report?;
        file.keep(&played)?;
        tally.add(&played);
        let all = tally.count() == plan.games;
        if told.elapsed() >= PROGRESS || all {
            eprintln!("{}/{} {}", tally.count(), plan.games, tally.summary());
            told = Instant::now();
        }
        if is_decided(plan, tally) {
            return Ok(());
        }
    }
    if tally.count() < plan.games { Err(Fault::Broken) } else { Ok(()) }
}

fn is_decided(plan: &Plan, tally: &Tally) -> bool {
    plan.sprt.is_some_and(|sprt| sprt.test(tally).verdict != Verdict::Open)
}
