//! Following what other nodes write: on a hint, at a conflict, and now and then
//! without any.

use std::{sync::Arc, time::Duration};

use play::{Event, GameId, Seq, Session};
use protocol::{ClockView, ServerMessage};
use store::{LastSeen, MAX_GAMES, StoreError, StoredEvent};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, warn};

use crate::{app::App, desk::Rejection, room::Room};

/// How often the store is asked whether a hint was missed.
const ASK_EVERY: Duration = Duration::from_secs(10);

impl App {
    /// Brings the session at a room's table up to what the store has, and tells
    /// everybody here what is new.
    pub(crate) async fn refresh(&self, room: &Arc<Room>) -> Result<(), Rejection> {
        let mut table = room.table.lock().await;
        self.catch_up(room, &mut table).await
    }

    /// The same for whoever holds the table.
    pub(crate) async fn catch_up(
        &self,
        room: &Arc<Room>,
        table: &mut Option<Session>,
    ) -> Result<(), Rejection> {
        let Some(session) = table else {
            return self.seat(room, table).await.map(drop);
        };
        let news = self.store().events_since(room.game(), session.seq()).await?;
        if news.is_empty() {
            return Ok(());
        }
        let events: Vec<_> = news.iter().map(|stored| stored.event.clone()).collect();
        self.meet(room, &events).await;
        let mut next = session.clone();
        let told = self.tell_stored(room, &mut next, &news);
        // Also when the log is broken: what was told is told.
        *session = next;
        told
    }

    /// The events after `since` up to where a session stands. Another node may
    /// have written more meanwhile; those come with whatever brings the session
    /// forward, and would be told twice.
    pub(crate) async fn events_between(
        &self,
        game: GameId,
        since: Seq,
        session: &Session,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        let mut events = self.store().events_since(game, since).await?;
        events.retain(|stored| stored.seq <= session.seq());
        Ok(events)
    }

    /// Applies events that another node has written, and tells them.
    pub(crate) fn tell_stored(
        &self,
        room: &Arc<Room>,
        session: &mut Session,
        news: &[StoredEvent],
    ) -> Result<(), Rejection> {
        let now = self.now();
        for stored in news {
            play::evolve(session, &stored.event)?;
            let clock = session.clock_face(now).map(ClockView::from);
            let event = (&stored.event).into();
            room.tell(&ServerMessage::Event { seq: stored.seq, event, clock });
            if let Event::SeatMoved { side, .. } = stored.event {
                room.reseat(side, session, now);
                self.look_around(room, session);
            }
        }
        room.advance(session.seq());
        self.deadlines().expect(session.flag_at());
        Ok(())
    }
}

/// Asks the store now and then, and whenever something may have been missed.
pub(crate) async fn watch(app: App) {
    if !app.bus().is_shared() {
        return;
    }
    let mut gaps = app.bus().follow_gaps();
    let mut tick = interval(ASK_EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            gap = gaps.changed() => {
                if gap.is_err() {
                    return;
                }
            }
            () = app.shutdown().cancelled() => return,
        }
        look_at_all(&app).await;
    }
}

/// Compares every room that listens with the store, many at a time.
async fn look_at_all(app: &App) {
    let rooms = app.hub().listening();
    for some in rooms.chunks(MAX_GAMES as usize) {
        let games: Vec<_> = some.iter().map(|room| room.game()).collect();
        let found = match app.store().last_seen(&games).await {
            Ok(found) => found,
            Err(cause) => {
                warn!(%cause, "the store was not asked what the others have written");
                return;
            }
        };
        for last in found {
            if let Some(room) = some.iter().find(|room| room.game() == last.game) {
                look_at(app, room, last).await;
            }
        }
    }
}

async fn look_at(app: &App, room: &Arc<Room>, last: LastSeen) {
    // Whoever keeps a page open does not visit it again.
    app.visited(room.game());
    if room.seq() < last.seq {
        debug!(game = %room.game(), "a hint was missed");
        app.metrics().missed();
        if let Err(cause) = app.refresh(room).await {
            warn!(game = %room.game(), %cause, "events of others were not read");
        }
    }
    // Somebody left another node and came to this one, and the two notes
    // overtook each other.
    let held = room.held().seats;
    if (held.first && last.away.first.is_some()) || (held.second && last.away.second.is_some()) {
        *room.noted.lock().await = last.away;
        app.note_away(room).await;
    }
}
