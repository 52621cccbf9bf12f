//! Hearing of a game without a websocket: a long poll, which also shows that
//! its sender is here.

use std::time::Duration;

use axum::{Extension, Json, extract::State};
use play::{Session, State as Stand};
use protocol::{ClockView, ErrorCode, EventsPage, NumberedEvent};
use serde::Deserialize;
use tokio::time::sleep;

use super::{Asked, Segment, Since, game_id};
use crate::{app::App, desk::is_seat_move, error::ApiError, identity::Visitor};

/// The longest wait of a long poll, in seconds.
const LONGEST_WAIT_S: u64 = 25;
/// More events than this come as a snapshot.
const MOST_EVENTS: usize = 200;

/// The `wait` of a long poll, in seconds.
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
    Asked(since): Asked<Since>,
    Asked(wait): Asked<Wait>,
) -> Result<Json<EventsPage>, ApiError> {
    let game = game_id(&id)?;
    let (since, wait) = (since.seq()?, wait.duration()?);
    let (room, session) = app.look(game).await?;
    let side = visitor.side_in(&session);
    let ear = app.listen(&room).await;
    if app.bus().is_shared() {
        // What another node wrote before this one listened is known to no hint.
        app.refresh(&room).await?;
    }
    // Followed before the others learn that somebody is here to hear.
    let (mut reactions, mut reaction) = (room.follow_reactions(), None);
    let asking = (!wait.is_zero()).then(|| app.asks(&room, &session, side, ear.clone()));
    ear.settle().await;
    // Not told where it is not known.
    let presence =
        |session: &Session| app.can_judge(&room).then(|| room.presence(session, app.now()));
    let whole = |session: &Session| {
        let you = visitor.side_in(session).into();
        let snapshot = Box::new(room.snapshot(session, you, app.now()));
        Ok(Json(EventsPage::Snapshot { snapshot, presence: presence(session) }))
    };
    let Some(since) = since.filter(|&since| since <= session.seq()) else {
        if let Some(asking) = asking {
            asking.answer();
        }
        return whole(&session);
    };
    // Nothing happens any more in a game that never began.
    if since == session.seq() && !matches!(session.state(), Stand::Cancelled(_)) {
        let (mut last, mut comings) = (room.follow(), room.follow_presence());
        tokio::select! {
            _ = last.wait_for(|&seq| seq > since) => {}
            _ = comings.changed() => {}
            // Told to the two alone.
            _ = reactions.changed(), if side.is_some() => reaction = *reactions.borrow(),
            () = sleep(wait) => {}
            () = app.shutdown().cancelled() => {}
        }
    }
    if let Some(asking) = asking {
        asking.answer();
    }
    if side.is_some() && reactions.has_changed().unwrap_or(false) {
        reaction = *reactions.borrow_and_update();
    }
    let (_, session) = app.look(game).await?;
    let events = app.events_between(game, since, &session).await?;
    // Who sits where may have changed: then the whole game is told.
    if events.len() > MOST_EVENTS || events.iter().any(|stored| is_seat_move(&stored.event)) {
        return whole(&session);
    }
    let numbered = |stored: &store::StoredEvent| NumberedEvent {
        seq: stored.seq,
        event: (&stored.event).into(),
    };
    let now = app.now();
    Ok(Json(EventsPage::Events {
        seq: events.last().map_or(since, |last| last.seq),
        events: events.iter().map(numbered).collect(),
        clock: session.clock_face(now).map(ClockView::from),
        presence: presence(&session),
        reaction,
    }))
}
