//! A room: one game on this node, its cached session and whoever looks at it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use axum::extract::ws::Utf8Bytes;
use play::{BySide, GameId, Seat, Seq, Session, Side, Time};
use protocol::{Presence, PresenceView, ServerMessage};
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};

/// Messages that may wait for one connection; a full queue closes it.
pub(crate) const OUTBOX: usize = 64;
/// Rooms beyond which those that nobody uses are swept out.
const SWEEP_AT: usize = 1_024;

/// All rooms that somebody is in.
#[derive(Default)]
pub(crate) struct Hub {
    rooms: Mutex<HashMap<GameId, Weak<Room>>>,
}

impl Hub {
    /// Whether somebody of a side is in the room of a game.
    pub(crate) fn is_here(&self, game: GameId, side: Side) -> bool {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.get(&game).and_then(Weak::upgrade);
        drop(rooms);
        room.is_some_and(|room| room.audience().is_here(side))
    }

    /// The room of a game, made if nobody is in it. It lives as long as
    /// somebody holds it.
    pub(crate) fn room(&self, game: GameId) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(&game).and_then(Weak::upgrade) {
            return room;
        }
        if rooms.len() >= SWEEP_AT && rooms.len().is_power_of_two() {
            rooms.retain(|_, room| room.strong_count() > 0);
        }
        let room = Arc::new(Room::new(game));
        rooms.insert(game, Arc::downgrade(&room));
        room
    }
}

/// One game on this node.
pub(crate) struct Room {
    game: GameId,
    /// The session as far as this node knows it. Whoever holds the lock may
    /// load, decide and append; so commands of one game never race here.
    pub table: tokio::sync::Mutex<Option<Session>>,
    audience: Mutex<Audience>,
    last_seq: watch::Sender<Seq>,
    last_presence: watch::Sender<Option<Presences>>,
}

#[derive(Default)]
struct Audience {
    listeners: HashMap<ListenerId, Listener>,
    next: ListenerId,
    told: Option<Presences>,
    /// Until when a player without a websocket counts as here.
    asks_until: BySide<Option<Instant>>,
    /// When the last listener of a side left, as far as this node has seen.
    left_at: BySide<Option<Time>>,
}

type ListenerId = u64;

/// Who is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Presences {
    sides: BySide<Option<Presence>>,
    watchers: u32,
}

impl Presences {
    /// As it goes over the wire.
    pub(crate) const fn message(self) -> ServerMessage {
        let BySide { first, second } = self.sides;
        ServerMessage::Presence { first, second, watchers: self.watchers }
    }

    /// As an answer tells it.
    pub(crate) const fn view(self) -> PresenceView {
        let BySide { first, second } = self.sides;
        PresenceView { first, second, watchers: self.watchers }
    }
}

struct Listener {
    /// The listener's seat, `None` for a watcher.
    side: Option<Side>,
    outbox: mpsc::Sender<Utf8Bytes>,
}

impl Room {
    fn new(game: GameId) -> Self {
        Room {
            game,
            table: tokio::sync::Mutex::new(None),
            audience: Mutex::default(),
            last_seq: watch::Sender::new(Seq::ZERO),
            last_presence: watch::Sender::new(None),
        }
    }

    /// The game that is played here.
    pub(crate) const fn game(&self) -> GameId {
        self.game
    }

    /// Adds a listener. Its place is kept until the returned [`Place`] drops.
    pub(crate) fn join(
        self: &Arc<Self>,
        side: Option<Side>,
        outbox: mpsc::Sender<Utf8Bytes>,
    ) -> Place {
        let mut audience = self.audience();
        let id = audience.next;
        audience.next += 1;
        audience.listeners.insert(id, Listener { side, outbox });
        Place { room: self.clone(), id }
    }

    /// Sends a message to everybody, the players first. A listener whose
    /// queue is full loses its place, and with it its connection.
    pub(crate) fn tell(&self, message: &ServerMessage) {
        let text = Utf8Bytes::from(message.to_text());
        self.audience().tell(&text);
    }

    /// Tells who is here, if that has changed; returns whether it has.
    pub(crate) fn tell_presence(&self, seats: BySide<Seat>, now: Time) -> bool {
        let mut audience = self.audience();
        let presences = audience.presences(seats);
        if audience.told == Some(presences) {
            return false;
        }
        for side in Side::ALL {
            audience.left_at[side] = match presences.sides[side] {
                Some(Presence::Away) => Some(audience.left_at[side].unwrap_or(now)),
                Some(Presence::Here) | None => None,
            };
        }
        audience.told = Some(presences);
        self.last_presence.send_replace(Some(presences));
        let text = Utf8Bytes::from(presences.message().to_text());
        audience.tell(&text);
        true
    }

    /// A player without a websocket asks for news, and counts as here until
    /// then. Whether somebody has to be set to tell when that time is over.
    pub(crate) fn asks(&self, side: Side, until: Instant) -> bool {
        self.audience().asks_until[side].replace(until).is_none()
    }

    /// Until when such a player counts as here; `None` once that is over.
    pub(crate) fn asks_until(&self, side: Side) -> Option<Instant> {
        let mut audience = self.audience();
        audience.asks_until[side].take_if(|until| *until <= Instant::now());
        audience.asks_until[side]
    }

    /// Since when nobody of a side is here, as far as this room has seen.
    pub(crate) fn away_since(&self, side: Side) -> Option<Time> {
        self.audience().left_at[side]
    }

    /// The number of the last event that was told here.
    pub(crate) fn seq(&self) -> Seq {
        *self.last_seq.borrow()
    }

    /// Who is here now.
    pub(crate) fn presences(&self, seats: BySide<Seat>) -> Presences {
        self.audience().presences(seats)
    }

    /// Follows the number of the last event.
    pub(crate) fn follow(&self) -> watch::Receiver<Seq> {
        self.last_seq.subscribe()
    }

    /// Follows who is here.
    pub(crate) fn follow_presence(&self) -> watch::Receiver<Option<Presences>> {
        self.last_presence.subscribe()
    }

    /// Notes the number of the last event.
    pub(crate) fn advance(&self, seq: Seq) {
        self.last_seq.send_if_modified(|last| {
            let newer = *last < seq;
            *last = (*last).max(seq);
            newer
        });
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Audience {
    fn tell(&mut self, text: &Utf8Bytes) {
        let send = |listener: &Listener| listener.outbox.try_send(text.clone()).is_ok();
        // Players hear first; a crowd of watchers must not delay them.
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

    fn is_here(&self, side: Side) -> bool {
        self.asks_until[side].is_some_and(|until| until > Instant::now())
            || self.listeners.values().any(|listener| listener.side == Some(side))
    }

    fn presences(&self, seats: BySide<Seat>) -> Presences {
        let of = |side| match seats[side] {
            Seat::Computer(_) => Some(Presence::Here),
            Seat::Open => None,
            Seat::Player(_) if self.is_here(side) => Some(Presence::Here),
            Seat::Player(_) => Some(Presence::Away),
        };
        let watchers = self.listeners.values().filter(|listener| listener.side.is_none()).count();
        Presences {
            sides: BySide::new_with(of),
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
        }
    }
}

/// A listener's place in a room; leaves when dropped.
pub(crate) struct Place {
    room: Arc<Room>,
    id: ListenerId,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.room.audience().listeners.remove(&self.id);
    }
}
