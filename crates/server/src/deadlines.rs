//! The flags: who notices that a clock has run out, and that the server was
//! down meanwhile.
//!
//! Deadlines stand in the store, so any process may look after them, and of
//! several one does, by a lease. One that is late, or two at once, do no harm:
//! the fall of a flag is a command like any other, decided again when the game
//! has gone on.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use play::{Actor, Command, GameId, Refusal, Time};
use store::{Deadline, Duty, StoreError};
use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, sleep},
};
use tracing::{error, info, warn};

use crate::{
    app::App,
    desk::{Rejection, Wish},
};

/// How often it is looked whether a known deadline has come.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How often a server keeps its duty, and for how long; another one takes it
/// over when it was not kept.
const CLAIM_EVERY: Duration = Duration::from_secs(2);
const LEASE: Duration = Duration::from_secs(6);
/// How long nobody must have given a sign of life before nobody lives.
const SILENCE: Duration = Duration::from_secs(6);
/// How long giving back the time in which nobody lived may take, before another
/// server begins anew with it.
const GIVE_BACK_WITHIN: Duration = Duration::from_secs(60);
/// How often a server that starts looks for others.
const LOOK_FOR_OTHERS_EVERY: Duration = Duration::from_millis(200);
/// Games that are taken in hand at once.
const BATCH: u32 = 128;
/// The end of all time.
const NEVER: Time = Time::from_millis(u64::MAX);

/// When the store must be asked again.
pub(crate) struct Deadlines {
    next: AtomicU64,
}

impl Default for Deadlines {
    /// At once: nothing is known yet.
    fn default() -> Self {
        Deadlines { next: AtomicU64::new(0) }
    }
}

impl Deadlines {
    /// A flag falls then, unless something happens before.
    pub(crate) fn expect(&self, flag_at: Option<Time>) {
        if let Some(at) = flag_at {
            self.next.fetch_min(at.as_millis(), Ordering::Relaxed);
        }
    }

    /// Somebody saw a flag that has fallen.
    pub(crate) fn look_now(&self) {
        self.next.store(0, Ordering::Relaxed);
    }

    fn has_come(&self, now: Time) -> bool {
        self.next.load(Ordering::Relaxed) <= now.as_millis()
    }

    /// Nothing before then, as far as known so far.
    fn put_off(&self, until: Time) {
        self.next.store(until.as_millis(), Ordering::Relaxed);
    }
}

/// How often things are done that other servers may be waiting for.
struct Pace {
    /// How often the store is asked for deadlines that other processes may
    /// have set.
    ask_every: Duration,
    /// How often a sign of life is left in the store. After a crash the players
    /// are given back the time since the last one.
    beat_every: Duration,
}

impl Pace {
    fn of(app: &App) -> Self {
        let (ask, beat) = if app.bus().is_shared() { (1, 2) } else { (5, 5) };
        Pace { ask_every: Duration::from_secs(ask), beat_every: Duration::from_secs(beat) }
    }
}

/// Gives back the time in which no server lived. Before anything is served,
/// so that no flag falls for it; cut short, it is safe to do again. Where there
/// may be other servers one that lives has nothing to give back, and of several
/// that start at once one does it and the others wait for it.
pub(crate) async fn resume(app: &App) -> Result<(), StoreError> {
    loop {
        if app.bus().is_shared() && somebody_lives(app).await? {
            return Ok(());
        }
        if app.claim(Duty::Downtime, GIVE_BACK_WITHIN).await? {
            let given = give_back(app).await;
            app.give_up(Duty::Downtime).await;
            return given;
        }
        sleep(LOOK_FOR_OTHERS_EVERY).await;
    }
}

/// Whether another server gives signs of life. One that was there a moment ago
/// may have died since: then its next sign is waited for.
async fn somebody_lives(app: &App) -> Result<bool, StoreError> {
    let begun = Instant::now();
    let Some(last) = app.store().last_alive().await? else { return Ok(false) };
    while app.now().since(last) < SILENCE && begun.elapsed() < SILENCE {
        sleep(LOOK_FOR_OTHERS_EVERY).await;
        if app.store().last_alive().await? > Some(last) {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn give_back(app: &App) -> Result<(), StoreError> {
    let until = app.now();
    let Some(from) = app.store().last_alive().await? else {
        return app.store().alive(until).await;
    };
    let command = Command::Hold { from, until };
    let games = say_to_all(app, NEVER, &command).await?;
    if games > 0 {
        let down_ms = until.since(from).as_millis();
        info!(games, down_ms, "clocks go on where they stood");
    }
    app.store().alive_again(from, until).await
}

/// Lets flags fall until the server stops, and leaves signs of life.
pub(crate) async fn watch(app: App) {
    let pace = Pace::of(&app);
    let mut tick = interval(LOOK_EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut next_beat, mut next_claim) = (app.now(), app.now());
    let mut is_ours = false;
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            () = app.shutdown().cancelled() => break,
        }
        let now = app.now();
        if now >= next_beat {
            next_beat = now.plus(pace.beat_every);
            if let Err(cause) = app.store().alive(now).await {
                warn!(%cause, "no sign of life was left");
            }
        }
        if now >= next_claim {
            next_claim = now.plus(CLAIM_EVERY);
            let was_ours = is_ours;
            is_ours = app.claim(Duty::Flags, LEASE).await.unwrap_or_else(|cause| {
                warn!(%cause, "it is not known who looks after the flags");
                false
            });
            if is_ours && !was_ours {
                app.deadlines().look_now();
            }
        }
        if is_ours
            && app.deadlines().has_come(now)
            && let Err(cause) = let_fall(&app, now, pace.ask_every).await
        {
            warn!(%cause, "deadlines could not be looked after");
        }
    }
    if is_ours {
        app.give_up(Duty::Flags).await;
    }
}

/// Lets every flag fall whose time has come, and finds the next one.
async fn let_fall(app: &App, now: Time, ask_every: Duration) -> Result<(), StoreError> {
    // First, so that a deadline that is set meanwhile is not lost.
    app.deadlines().put_off(now.plus(ask_every));
    say_to_all(app, now, &Command::Flag).await?;
    let passed = Deadline { at: now, game: GameId::from_u128(u128::MAX) };
    let next = app.store().deadlines(now.plus(ask_every), Some(passed), 1).await?;
    app.deadlines().expect(next.first().map(|deadline| deadline.at));
    Ok(())
}

/// Says the same to every game whose flag falls by then; returns how many
/// there are. They are listed first: a clock that is set back would come again.
async fn say_to_all(app: &App, by: Time, command: &Command) -> Result<usize, StoreError> {
    let mut all: Vec<Deadline> = Vec::new();
    loop {
        let page = app.store().deadlines(by, all.last().copied(), BATCH).await?;
        if page.is_empty() {
            break;
        }
        all.extend(page);
    }
    for batch in all.chunks(BATCH as usize) {
        say_to(app, batch, command).await?;
    }
    Ok(all.len())
}

async fn say_to(app: &App, batch: &[Deadline], command: &Command) -> Result<(), StoreError> {
    let mut answers = JoinSet::new();
    for &Deadline { game, .. } in batch {
        let (app, wish) = (app.clone(), Wish::unnamed(Actor::Service, command.clone()));
        answers.spawn(async move { (game, app.submit(game, wish).await) });
    }
    while let Some(answer) = answers.join_next().await {
        match answer {
            // Somebody moved, or another process was faster.
            Ok((_, Ok(_) | Err(Rejection::Refused(Refusal::TooEarly | Refusal::GameOver)))) => {}
            Ok((_, Err(Rejection::Store(cause)))) => return Err(cause),
            Ok((game, Err(cause))) => error!(%game, %cause, "a clock was not looked after"),
            Err(cause) => error!(%cause, "a clock was not looked after"),
        }
    }
    Ok(())
}
