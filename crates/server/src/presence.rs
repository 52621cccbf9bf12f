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
/// How long after a request's time its sender still counts as here: the next
/// one is on its way.
const NEXT_WITHIN: Duration = Duration::from_secs(10);

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

    /// A seat asks for news and will wait so long for them: it is here until
    /// it has had time to ask again.
    pub(crate) fn asked(
        &self,
        room: &Arc<Room>,
        session: &Session,
        side: Side,
        wait: Duration,
        ear: Arc<Ear>,
    ) {
        let is_new = room.asks(side, Instant::now() + wait + NEXT_WITHIN);
        self.look_around(room, session);
        if !is_new {
            return;
        }
        // One task for each seat that polls, whatever it asks and how often.
        let (app, room) = (self.clone(), room.clone());
        self.tasks().spawn(async move {
            while let Some(until) = room.asks_until(side) {
                tokio::select! {
                    () = sleep_until(until) => {}
                    () = app.shutdown().cancelled() => return,
                }
            }
            if let Ok((room, session)) = app.look(room.game()).await {
                app.look_around(&room, &session);
            }
            drop(ear);
        });
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
