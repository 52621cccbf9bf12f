//! The events of a game for a client without a websocket: a request that is
//! held until there is news.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    extract::{Query, State},
};
use play::{Seq, Session, Side, State as Stand};
use protocol::{ErrorCode, EventsPage, NumberedEvent, Snapshot};
use serde::Deserialize;
use tokio::time::{Instant, sleep_until, timeout};

use super::{Segment, Since, game_id};
use crate::{app::App, error::ApiError, identity::Visitor, room::Room};

/// The longest wait, in seconds.
const LONGEST_WAIT_S: u64 = 25;
/// More events than this come as a snapshot.
const MOST_EVENTS: usize = 200;
/// How long after a request's time a player still counts as here: the next
/// request is on its way.
const NEXT_WITHIN: Duration = Duration::from_secs(10);

/// The `wait` of a request, in seconds.
#[derive(Deserialize)]
pub(crate) struct Wait {
    wait: Option<String>,
}

impl Wait {
    /// How long to wait: not at all when the query does not say.
    fn duration(&self) -> Result<Duration, ApiError> {
        let seconds = self.wait.as_deref().map_or(Ok(0), str::parse::<u64>);
        let seconds = seconds.map_err(|_| ErrorCode::BadRequest)?;
        Ok(Duration::from_secs(seconds.min(LONGEST_WAIT_S)))
    }
}

/// `GET /api/games/ID/events`
pub(crate) async fn events(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Segment(id): Segment,
    Query(since): Query<Since>,
    Query(wait): Query<Wait>,
) -> Result<Json<EventsPage>, ApiError> {
    let game = game_id(&id)?;
    let (since, wait) = (since.seq()?, wait.duration()?);
    let (room, session) = app.look(game).await?;
    let whole = |session: &Session| {
        let side = visitor.side_in(session).into();
        EventsPage::Snapshot {
            snapshot: Box::new(Snapshot::of(session, game, side)),
            presence: Some(room.presences(session.seats()).view()),
        }
    };
    let Some(since) = since.filter(|&since| since <= session.seq()) else {
        return Ok(Json(whole(&session)));
    };
    if wait > Duration::ZERO
        && let Some(side) = visitor.side_in(&session)
    {
        let until = Instant::now() + wait + NEXT_WITHIN;
        if room.asks(side, until) {
            app.tasks().spawn(leave_in_time(app.clone(), room.clone(), side));
        }
        room.tell_presence(session.seats(), app.now());
    }
    // Nothing happens any more in a game that never began.
    let is_over = matches!(session.state(), Stand::Cancelled(_));
    if since == session.seq() && !is_over {
        let (mut last, mut who) = (room.follow(), room.follow_presence());
        let known = room.presences(session.seats());
        let news = last.wait_for(|&seq| seq > since);
        let other = who.wait_for(|now| now.is_some_and(|now| now != known));
        let happens = async {
            tokio::select! { _ = news => {}, _ = other => {} }
        };
        tokio::select! {
            _ = timeout(wait, happens) => {}
            () = app.shutdown().cancelled() => {}
        }
    }
    let events = app.store().events_since(game, since).await?;
    if events.len() > MOST_EVENTS {
        let (_, session) = app.look(game).await?;
        return Ok(Json(whole(&session)));
    }
    let seq: Seq = events.last().map_or(since, |last| last.seq);
    let numbered = |stored: &store::StoredEvent| NumberedEvent {
        seq: stored.seq,
        event: (&stored.event).into(),
    };
    let events = events.iter().map(numbered).collect();
    let presence = Some(room.presences(session.seats()).view());
    Ok(Json(EventsPage::Events { seq, events, presence }))
}

/// Tells that a player who asks no more has gone.
async fn leave_in_time(app: App, room: Arc<Room>, side: Side) {
    while let Some(until) = room.asks_until(side) {
        tokio::select! {
            () = sleep_until(until) => {}
            () = app.shutdown().cancelled() => return,
        }
    }
    // The seats may have changed meanwhile. A game that cannot be looked at
    // has nobody to tell.
    if let Ok((room, session)) = app.look(room.game()).await {
        room.tell_presence(session.seats(), app.now());
    }
}
