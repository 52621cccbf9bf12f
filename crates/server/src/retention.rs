//! Forgetting what nobody comes back to, in steps that delay no move.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use play::{GameId, PlayerId, Time};
use store::{Cutoffs, Duty, Pruning, StoreError};
use tokio::time::sleep;
use tracing::{info, warn};

use crate::app::App;

/// How long it rests after it has been through the whole store.
const PASS_EVERY: Duration = Duration::from_secs(60 * 60);
/// How long the duty lasts after each step, and after the whole: so that no
/// other server goes through the same.
const LEASE: Duration = Duration::from_secs(60);
const LEASE_AT_END: Duration = Duration::from_secs(55 * 60);
/// Rows that one step looks at.
const LOOK_AT: u32 = 256;
/// Games or players that are forgotten in one transaction.
const BATCH: usize = 8;
/// A pause between two steps, in which others have the disk.
const PAUSE: Duration = Duration::from_millis(50);
/// Visits remembered until midnight, so that each is written once a day.
const REMEMBERED: usize = 200_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// For how many days what nobody comes back to is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Games that have ended, after the last visit.
    pub finished_days: u32,
    /// Games that go on or wait for a friend, after the last move or visit.
    pub abandoned_days: u32,
    /// Players, after the last visit.
    pub player_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Retention { finished_days: 400, abandoned_days: 30, player_days: 400 }
    }
}

impl Retention {
    fn cutoffs(&self, now: Time) -> Cutoffs {
        // Visits are noted to the day, so a day is added.
        let before = |days: u32| {
            Time::from_millis(now.as_millis().saturating_sub((u64::from(days) + 1) * DAY_MS))
        };
        Cutoffs {
            finished: before(self.finished_days),
            abandoned: before(self.abandoned_days),
            players: before(self.player_days),
        }
    }
}

/// Who and what was seen today.
#[derive(Default)]
pub(crate) struct Visits(Mutex<Today>);

#[derive(Default)]
struct Today {
    day: u64,
    seen: HashSet<u128>,
}

impl Visits {
    /// Whether this is the first time today. Rarely it says so twice, after
    /// very many others.
    fn is_first(&self, id: u128, now: Time) -> bool {
        let mut today = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let day = now.as_millis() / DAY_MS;
        if today.day != day || today.seen.len() >= REMEMBERED {
            *today = Today { day, seen: HashSet::new() };
        }
        today.seen.insert(id)
    }
}

impl App {
    /// Notes that somebody looks at a game. Nobody waits for it.
    pub(crate) fn visited(&self, game: GameId) {
        let now = self.now();
        if self.visits().is_first(game.as_u128(), now) {
            let app = self.clone();
            self.tasks().spawn(async move {
                if let Err(cause) = app.store().visit_game(game, now).await {
                    warn!(%game, %cause, "a visit was not noted");
                }
            });
        }
    }

    /// Notes that a player is here. Nobody waits for it.
    pub(crate) fn seen(&self, player: PlayerId) {
        let now = self.now();
        if self.visits().is_first(player.as_u128(), now) {
            let app = self.clone();
            self.tasks().spawn(async move {
                if let Err(cause) = app.store().see_player(player, now).await {
                    warn!(%cause, "a player's visit was not noted");
                }
            });
        }
    }
}

/// Goes through the store again and again until the server stops; of several
/// servers one does.
pub(crate) async fn watch(app: App) {
    loop {
        tokio::select! {
            passed = pass(&app) => match passed {
                Ok((0, 0)) => {}
                Ok((games, players)) => info!(games, players, "forgotten after their time"),
                Err(cause) => warn!(%cause, "what is old was not forgotten"),
            },
            () = app.shutdown().cancelled() => return,
        }
        tokio::select! {
            () = sleep(PASS_EVERY) => {}
            () = app.shutdown().cancelled() => return,
        }
    }
}

/// Once through all games and players; returns how many were forgotten.
async fn pass(app: &App) -> Result<(usize, usize), StoreError> {
    let cutoffs = app.retention().cutoffs(app.now());
    let (mut games, mut players) = (0, 0);
    let mut after = None;
    loop {
        if !app.claim(Duty::Retention, LEASE).await? {
            return Ok((games, players));
        }
        let mut stale = app.store().stale_games(cutoffs, after, LOOK_AT).await?;
        // Whoever has it open all the time does not visit it again.
        stale.found.retain(|&game| !app.hub().is_live(game));
        for batch in stale.found.chunks(BATCH) {
            app.store().prune(Pruning::Games(batch.to_vec()), cutoffs).await?;
            games += batch.len();
            app.metrics().forgotten("games", batch.len());
            sleep(PAUSE).await;
        }
        after = stale.next;
        if after.is_none() {
            break;
        }
        sleep(PAUSE).await;
    }
    let mut after = None;
    loop {
        if !app.claim(Duty::Retention, LEASE).await? {
            return Ok((games, players));
        }
        let stale = app.store().stale_players(cutoffs, after, LOOK_AT).await?;
        for batch in stale.found.chunks(BATCH) {
            app.store().prune(Pruning::Players(batch.to_vec()), cutoffs).await?;
            players += batch.len();
            app.metrics().forgotten("players", batch.len());
            sleep(PAUSE).await;
        }
        after = stale.next;
        if after.is_none() {
            app.claim(Duty::Retention, LEASE_AT_END).await?;
            return Ok((games, players));
        }
        sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_is_noted_once_a_day() {
        let visits = Visits::default();
        let noon = Time::from_millis(20_000 * DAY_MS + DAY_MS / 2);
        assert!(visits.is_first(1, noon) && visits.is_first(2, noon));
        assert!(!visits.is_first(1, noon));
        assert!(visits.is_first(1, noon.plus(Duration::from_millis(DAY_MS))));
    }

    #[test]
    fn nothing_is_over_at_the_beginning_of_time() {
        let cutoffs = Retention::default().cutoffs(Time::from_millis(5));
        assert_eq!((cutoffs.finished, cutoffs.players), (Time::ZERO, Time::ZERO));
    }
}
