//! Who looks at a game on this node: the connections of each seat and those
//! who only watch.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use play::{BySide, PlayerId, Seat, Session, Side, Time};
use protocol::{Presence, PresenceView, ServerMessage};
use tokio::{sync::mpsc, time::Instant};

pub(crate) type ListenerId = u64;

/// Whoever has a place in a room.
pub(crate) struct Audience {
    listeners: HashMap<ListenerId, Listener>,
    next: ListenerId,
    told: Option<Seen>,
    /// Since when nobody of a side has been here.
    away_since: BySide<Option<Time>>,
    /// Until when a side counts as here because it asks again and again
    /// instead of keeping a connection open.
    asks_until: BySide<Option<Instant>>,
}

struct Listener {
    /// Who listens, `None` for somebody without a seat's cookie.
    player: Option<PlayerId>,
    /// The listener's seat, `None` for a watcher.
    side: Option<Side>,
    outbox: mpsc::Sender<Utf8Bytes>,
}

/// Who is here, as far as it is told when it changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Seen {
    sides: BySide<Option<Presence>>,
    watchers: u32,
}

impl Audience {
    /// Nobody, and what earlier processes noted of who is away.
    pub(crate) fn new() -> Self {
        Audience {
            listeners: HashMap::new(),
            next: 0,
            told: None,
            away_since: BySide::default(),
            asks_until: BySide::default(),
        }
    }

    /// Takes over what was noted before this node looked for itself.
    pub(crate) fn remember(&mut self, away_since: BySide<Option<Time>>) {
        if self.told.is_none() {
            self.away_since = away_since;
        }
    }

    pub(crate) fn add(
        &mut self,
        player: Option<PlayerId>,
        side: Option<Side>,
        outbox: mpsc::Sender<Utf8Bytes>,
    ) -> ListenerId {
        let id = self.next;
        self.next += 1;
        self.listeners.insert(id, Listener { player, side, outbox });
        id
    }

    pub(crate) fn remove(&mut self, id: ListenerId) {
        self.listeners.remove(&id);
    }

    /// A side that polls counts as here until then. Returns whether it did
    /// not before, so that somebody must look again when the time is over.
    pub(crate) fn asks(&mut self, side: Side, until: Instant) -> bool {
        let known = &mut self.asks_until[side];
        let is_new = known.is_none();
        *known = Some(known.map_or(until, |known| known.max(until)));
        is_new
    }

    /// Until when a side still counts as here; forgets it when that is over.
    pub(crate) fn asks_until(&mut self, side: Side, now: Instant) -> Option<Instant> {
        let known = &mut self.asks_until[side];
        *known = known.filter(|&until| until > now);
        *known
    }

    /// Since when nobody of each side has been here.
    pub(crate) const fn away_since(&self) -> BySide<Option<Time>> {
        self.away_since
    }

    /// Sends to everybody, the players first; a crowd of watchers must not
    /// delay them. Who does not take it in time loses the place.
    pub(crate) fn tell(&mut self, text: &Utf8Bytes) {
        let send = |listener: &Listener| listener.outbox.try_send(text.clone()).is_ok();
        let mut lost: Vec<_> = Vec::new();
        for watching in [false, true] {
            for (&id, listener) in &self.listeners {
                if listener.side.is_none() == watching && !send(listener) {
                    lost.push(id);
                }
            }
        }
        for id in lost {
            self.listeners.remove(&id);
        }
    }

    /// A seat has moved: gives everybody the side that is theirs now, and tells
    /// those for whom that is another one. Who polled for the seat counts as
    /// here only when asking again.
    pub(crate) fn reseat(
        &mut self,
        moved: Side,
        session: &Session,
        told: impl Fn(Option<Side>) -> Utf8Bytes,
    ) {
        self.asks_until[moved] = None;
        self.listeners.retain(|_, listener| {
            let side = listener.player.and_then(|player| session.side_of(player));
            if side == listener.side {
                return true;
            }
            listener.side = side;
            listener.outbox.try_send(told(side)).is_ok()
        });
    }

    /// Looks who is here, and tells it if that has changed; returns whether
    /// it has.
    pub(crate) fn look(&mut self, session: &Session, now: Time) -> bool {
        let seen = self.see(session.seats());
        if self.told == Some(seen) {
            return false;
        }
        self.told = Some(seen);
        self.away_since = BySide::new_with(|side| match seen.sides[side] {
            Some(Presence::Away) => Some(self.away_since[side].unwrap_or(now)),
            Some(Presence::Here) | None => None,
        });
        let text = ServerMessage::Presence(self.view(session, now)).to_text();
        self.tell(&text.into());
        true
    }

    /// Who is here, and for how long somebody has not been.
    pub(crate) fn view(&self, session: &Session, now: Time) -> PresenceView {
        let Seen { sides: BySide { first, second }, watchers } = self.see(session.seats());
        let millis = |since| u64::try_from(now.since(since).as_millis()).unwrap_or(u64::MAX);
        let away_ms = |side: Side, seen| {
            let away_since = self.away_since[side].filter(|_| seen == Some(Presence::Away));
            away_since.map(millis)
        };
        let (first_away_ms, second_away_ms) =
            (away_ms(Side::First, first), away_ms(Side::Second, second));
        let turn = first_away_ms.or(second_away_ms).map(|_| millis(session.turn_began()));
        PresenceView {
            first,
            second,
            watchers,
            first_away_ms,
            second_away_ms,
            turn_ms: turn.filter(|_| session.is_playing()),
        }
    }

    /// Whether somebody of a side is here.
    pub(crate) fn is_here(&self, side: Side) -> bool {
        self.asks_until[side].is_some()
            || self.listeners.values().any(|listener| listener.side == Some(side))
    }

    fn see(&self, seats: BySide<Seat>) -> Seen {
        let of = |side| match seats[side] {
            Seat::Computer(_) => Some(Presence::Here),
            Seat::Open => None,
            Seat::Player(_) if self.is_here(side) => Some(Presence::Here),
            Seat::Player(_) => Some(Presence::Away),
        };
        let watchers = self.listeners.values().filter(|listener| listener.side.is_none()).count();
        Seen { sides: BySide::new_with(of), watchers: u32::try_from(watchers).unwrap_or(u32::MAX) }
    }
}
