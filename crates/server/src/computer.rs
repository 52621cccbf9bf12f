//! The computer as a player: its turns become tickets of the pool, its
//! answers ordinary commands.

use std::time::Duration;

use play::{Actor, GameId, Level, Refusal, Session, Side};
use store::{JOB_LEASE, Job, StoreError};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval},
};
use tracing::{debug, error, info, warn};

use crate::{
    app::App,
    desk::{Rejection, Wish},
    metrics::Metrics,
    pool::{Answer, FULL_BUDGET, Load, Pool, Question, Ticket},
    world::SharedWorld,
};

/// Into so many parts the computer divides the time that it has left.
const PARTS: u32 = 30;

/// How often it is looked for turns that nobody has in hand.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// After so long in the pool the lease of a turn is made longer.
const HOLD_AFTER: Duration = Duration::from_secs(2);
/// Turns that are taken over at once, for each thread.
const TAKEN_OVER: usize = 4;

/// The computer's side of the desk.
pub(crate) struct Computer {
    pool: Pool,
    world: SharedWorld,
}

impl Computer {
    /// Starts the threads. Its answers arrive on the returned channel and
    /// want [`play_answers`].
    pub(crate) fn start(
        threads: usize,
        tables: engine::TableSource,
        world: SharedWorld,
        metrics: &Metrics,
    ) -> (Self, mpsc::UnboundedReceiver<Answer>) {
        // Unbounded, but never longer than the games that wait for an answer.
        let (sender, answers) = mpsc::unbounded_channel();
        (Computer { pool: Pool::start(threads, tables, &sender, metrics), world }, answers)
    }

    /// Whether one more game at this level would still get its time.
    pub(crate) fn has_room_for(&self, level: Level) -> bool {
        level != Level::Hard || self.pool.has_room()
    }

    /// How busy the threads are.
    pub(crate) fn load(&self) -> Load {
        self.pool.load()
    }

    /// Takes up what the computer owes in a game, or drops what it was
    /// thinking. A draw offer is answered before the next move.
    pub(crate) fn follow(&self, game: GameId, session: &Session) {
        let Some((side, _)) = session.computer() else { return };
        let offered = session.is_playing() && session.offers().draw == Some(side.opponent());
        let question = match session.computer_to_move() {
            _ if offered => Question::DrawOffer { color: side.color(session.variant()) },
            Some(level) => Question::Move { level, seed: self.world.seed() },
            None => return self.pool.cancel(game),
        };
        let board = session.board().clone();
        let within = self.budget(session, side);
        self.pool.submit(Ticket { game, seq: session.seq(), board, question, within });
    }

    /// The time for one answer, so that the computer does not run out of time
    /// in a game with a clock.
    fn budget(&self, session: &Session, side: Side) -> Duration {
        let Some(face) = session.clock_face(self.world.now()) else { return FULL_BUDGET };
        (face.left[side] / PARTS).min(FULL_BUDGET)
    }

    /// Stops thinking; what is owed stays in the store.
    pub(crate) fn close(&self) {
        self.pool.close();
    }
}

/// Takes up what an earlier process left unanswered, where there is no other
/// one that may have it in hand.
pub(crate) async fn resume(app: &App) -> Result<(), StoreError> {
    if app.bus().is_shared() {
        return Ok(());
    }
    let jobs = app.store().open_jobs().await?;
    if !jobs.is_empty() {
        info!(jobs = jobs.len(), "taking up the computer's turns");
    }
    let games: Vec<_> = jobs.iter().map(|job| job.game).collect();
    app.store().hold_jobs(&games, app.now().plus(JOB_LEASE)).await?;
    for job in jobs {
        take_up(app, job).await;
    }
    Ok(())
}

async fn take_up(app: &App, job: Job) {
    if app.computer().pool.has(job.game, job.seq) {
        return;
    }
    match app.look(job.game).await {
        Ok((_, session)) => app.computer().follow(job.game, &session),
        Err(cause) => error!(game = %job.game, %cause, "cannot take up a turn"),
    }
}

/// Keeps the turns that wait here, and takes over those that nobody has in
/// hand: of a server that died, or whose answer could not be kept.
pub(crate) async fn watch_jobs(app: App) {
    let mut tick = interval(LOOK_EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            () = app.shutdown().cancelled() => return,
        }
        if let Err(cause) = look_after_jobs(&app).await {
            warn!(%cause, "the computer's turns were not looked after");
        }
    }
}

async fn look_after_jobs(app: &App) -> Result<(), StoreError> {
    let until = app.now().plus(JOB_LEASE);
    let in_hand = app.computer().pool.in_hand_for(HOLD_AFTER);
    app.store().hold_jobs(&in_hand, until).await?;
    let room = app.computer().pool.room(TAKEN_OVER);
    if room == 0 {
        return Ok(());
    }
    let jobs = app.store().claim_jobs(app.now(), until, room).await?;
    app.metrics().took_over_jobs(jobs.len());
    for job in jobs {
        info!(game = %job.game, "taking over a turn of the computer");
        take_up(app, job).await;
    }
    Ok(())
}

/// Plays the computer's answers until the pool is gone.
pub(crate) async fn play_answers(app: App, mut answers: mpsc::UnboundedReceiver<Answer>) {
    loop {
        let answer = tokio::select! {
            answer = answers.recv() => answer,
            () = app.shutdown().cancelled() => return,
        };
        let Some(answer) = answer else { return };
        // One task each: a slow game must not hold up the others.
        let (app, tasks) = (app.clone(), app.tasks().clone());
        tasks.spawn(async move { play_answer(&app, answer).await });
    }
}

async fn play_answer(app: &App, answer: Answer) {
    let wish = Wish::unnamed(Actor::Computer, answer.command);
    match app.submit(answer.game, wish).await {
        Ok(_) => {}
        Err(Rejection::Refused(
            Refusal::Stale | Refusal::GameOver | Refusal::NotYourTurn | Refusal::NoOffer,
        )) => {
            debug!(game = %answer.game, "the game went on without the answer");
        }
        // The job stays in the store, so a restart takes it up again.
        Err(cause) => error!(game = %answer.game, %cause, "the computer's move was not played"),
    }
}
