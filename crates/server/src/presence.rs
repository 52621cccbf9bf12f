//! Noting who is away, so that the time of a claim survives a restart.
//!
//! A seat is here while any of its connections answers the server's pings, or
//! while it polls. Only games of two people that go on are noted: nobody can
//! claim anything in the others.

use std::{collections::HashSet, sync::Arc, time::Duration};

use futures_util::future::join_all;
use play::{BySide, GameId, Seat, Session, Side};
use tokio::time::{Instant, sleep_until};
use tracing::warn;

use crate::{app::App, ear::Ear, room::Room};

/// Games of which other nodes are asked at once.
const ASKED_ABOUT: usize = 12;
/// How long after an answer its receiver still counts as here: the next request
/// is on its way.
const NEXT_WITHIN: Duration = Duration::from_secs(10);
/// The same after a request that its sender broke off, as a page does that is
/// closed: only a page that is loaded again asks so soon.
const AGAIN_WITHIN: Duration = Duration::from_secs(3);

/// A request for news that is being held, which shows that its sender is here.
/// Dropped without an answer it was broken off: the connection is gone.
pub(crate) struct Asking {
    app: App,
    room: Arc<Room>,
    side: Option<Side>,
    turn: u64,
    ear: Arc<Ear>,
    /// For how long its sender counts as here once it is held no more.
    within: Duration,
}

impl Asking {
    /// The answer is on its way, and the next request comes at once.
    pub(crate) fn answer(self) {
        self.answer_until_next(Duration::ZERO);
    }

    /// The answer is on its way, and the next request comes after a pause.
    pub(crate) fn answer_until_next(mut self, pause: Duration) {
        self.within = pause + NEXT_WITHIN;
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let until = Instant::now() + self.within;
        if self.room.has_asked(self.side, self.turn, until) {
            self.app.sweep_later(&self.room, self.ear.clone());
        }
    }
}

impl App {
    /// Tells who is here if that has changed, and notes it; returns whether
    /// it has. Connections that a stopping server cuts off have not gone away;
    /// and nobody is away before other nodes have had time to say who is there.
    pub(crate) fn look_around(&self, room: &Arc<Room>, session: &Session) -> bool {
        if self.shutdown().is_cancelled() {
            return false;
        }
        self.announce(room);
        if !self.can_judge(room) {
            return false;
        }
        let changed = room.tell_presence(session, self.now());
        if changed && is_noted(session) {
            let (app, room) = (self.clone(), room.clone());
            self.tasks().spawn(async move { app.note_away(&room).await });
        }
        changed
    }

    /// Writes down who is away, unless that is written already.
    pub(crate) async fn note_away(&self, room: &Room) {
        let mut noted = room.noted.lock().await;
        let away = room.away_since();
        if *noted == away {
            return;
        }
        match self.store().set_away(room.game(), away).await {
            Ok(()) => *noted = away,
            Err(cause) => warn!(game = %room.game(), %cause, "who is away was not noted"),
        }
    }

    /// Somebody asks for news, of a seat or without one, and waits for them.
    pub(crate) fn asks(
        &self,
        room: &Arc<Room>,
        session: &Session,
        side: Option<Side>,
        ear: Arc<Ear>,
    ) -> Asking {
        let turn = room.asks(side);
        self.look_around(room, session);
        Asking { app: self.clone(), room: room.clone(), side, turn, ear, within: AGAIN_WITHIN }
    }

    /// Looks again whenever somebody is late who was expected to ask. One task
    /// for each room, whoever asks there and how often.
    fn sweep_later(&self, room: &Arc<Room>, ear: Arc<Ear>) {
        let (app, room) = (self.clone(), room.clone());
        self.tasks().spawn(async move {
            while let Some(next) = room.sweep() {
                app.look_again(&room).await;
                tokio::select! {
                    () = sleep_until(next) => {}
                    () = app.shutdown().cancelled() => return,
                }
            }
            app.look_again(&room).await;
            drop(ear);
        });
    }

    async fn look_again(&self, room: &Arc<Room>) {
        if let Ok((_, session)) = self.look(room.game()).await {
            self.look_around(room, &session);
        }
    }
}

impl App {
    /// In which of these games somebody of a side is here, on whichever node;
    /// looks at the first few of them only where other nodes must be asked.
    pub(crate) async fn where_here(&self, games: &[(GameId, Side)]) -> HashSet<GameId> {
        if self.bus().is_shared() {
            let asked = &games[..games.len().min(ASKED_ABOUT)];
            let asking = asked.iter().map(|&(game, side)| async move {
                let room = self.hub().room(game);
                let ear = self.listen(&room).await;
                ear.settle().await;
                room.is_here(side).then_some(game)
            });
            return join_all(asking).await.into_iter().flatten().collect();
        }
        let here = |&(game, side): &(GameId, Side)| self.hub().is_here(game, side);
        games.iter().filter(|it| here(it)).map(|&(game, _)| game).collect()
    }
}

/// Whether somebody may come to claim something.
fn is_noted(session: &Session) -> bool {
    let BySide { first, second } = session.seats();
    let people = |seat| matches!(seat, Seat::Player(_));
    session.is_playing() && people(first) && people(second)
}
