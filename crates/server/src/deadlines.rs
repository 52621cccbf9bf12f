//! The flags: who notices that a clock has run out, and that the server was
//! down meanwhile.
//!
//! Deadlines stand in the store, so any process may look after them. One that
//! is late, or two at once, do no harm: the fall of a flag is a command like
//! any other, decided again when the game has gone on.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use play::{Actor, Command, GameId, Refusal, Time};
use store::{Deadline, StoreError};
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};
use tracing::{error, info, warn};

use crate::{
    app::App,
    desk::{Rejection, Wish},
};

/// How often it is looked whether a known deadline has come.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How often the store is asked for deadlines that other processes may have
/// set.
const ASK_EVERY: Duration = Duration::from_secs(5);
/// How often a sign of life is left in the store. After a crash the players
/// are given back the time since the last one.
const BEAT_EVERY: Duration = Duration::from_secs(5);
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

/// Gives back the time in which no server lived. Before anything is served,
/// so that no flag falls for it; cut short, it is safe to do again.
///
/// With several servers on one store only the first one may do so: the others
/// see a sign of life that is younger than two beats.
pub(crate) async fn resume(app: &App) -> Result<(), StoreError> {
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
    let mut tick = interval(LOOK_EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut next_beat = app.now().plus(BEAT_EVERY);
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            () = app.shutdown().cancelled() => return,
        }
        let now = app.now();
        if now >= next_beat {
            next_beat = now.plus(BEAT_EVERY);
            if let Err(cause) = app.store().alive(now).await {
                warn!(%cause, "no sign of life was left");
            }
        }
        if app.deadlines().has_come(now)
            && let Err(cause) = let_fall(&app, now).await
        {
            warn!(%cause, "deadlines could not be looked after");
        }
    }
}

/// Lets every flag fall whose time has come, and finds the next one.
async fn let_fall(app: &App, now: Time) -> Result<(), StoreError> {
    // First, so that a deadline that is set meanwhile is not lost.
    app.deadlines().put_off(now.plus(ASK_EVERY));
    say_to_all(app, now, &Command::Flag).await?;
    let passed = Deadline { at: now, game: GameId::from_u128(u128::MAX) };
    let next = app.store().deadlines(now.plus(ASK_EVERY), Some(passed), 1).await?;
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
