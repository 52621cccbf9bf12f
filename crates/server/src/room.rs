//! A room: one game on this node, its cached session and whoever looks at it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use axum::extract::ws::Utf8Bytes;
use play::{BySide, Face, GameId, PlayerId, Seq, Session, Side, Time};
use protocol::{PresenceView, ReactionView, ServerMessage, Snapshot, Viewer};
use store::NodeId;
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};

use crate::{
    audience::{Audience, ListenerId},
    bus::Held,
    ear::Ear,
    pace::Pace,
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
    /// Whether somebody of a side is in the room of a game, as far as this node
    /// knows.
    pub(crate) fn is_here(&self, game: GameId, side: Side) -> bool {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.get(&game).and_then(Weak::upgrade);
        drop(rooms);
        room.is_some_and(|room| room.is_here(side))
    }

    /// Whether somebody uses the room of a game.
    pub(crate) fn is_live(&self, game: GameId) -> bool {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.get(&game).is_some_and(|room| room.strong_count() > 0)
    }

    /// The rooms in which somebody listens to other nodes.
    pub(crate) fn listening(&self) -> Vec<Arc<Room>> {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let live = rooms.values().filter_map(Weak::upgrade);
        live.filter(|room| room.ear().is_some()).collect()
    }

    /// Rooms that somebody is in; it looks at all of them.
    pub(crate) fn live_rooms(&self) -> usize {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.values().filter(|room| room.strong_count() > 0).count()
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
    /// Since when which side is away, as the store has it. Whoever holds the
    /// lock may write it, so that notes never overtake each other.
    pub noted: tokio::sync::Mutex<BySide<Option<Time>>>,
    last_seq: watch::Sender<Seq>,
    /// Counts how often somebody came or went.
    comings: watch::Sender<u64>,
    /// How this room hears of other nodes, while somebody is in it. Whoever
    /// holds the first lock may make one; the second is for looking.
    pub hearing: tokio::sync::Mutex<()>,
    ear: Mutex<Weak<Ear>>,
    pace: Mutex<Pace>,
    last_reaction: watch::Sender<Option<ReactionView>>,
}

impl Room {
    fn new(game: GameId) -> Self {
        Room {
            game,
            table: tokio::sync::Mutex::new(None),
            audience: Mutex::new(Audience::new()),
            noted: tokio::sync::Mutex::default(),
            last_seq: watch::Sender::new(Seq::ZERO),
            comings: watch::Sender::new(0),
            hearing: tokio::sync::Mutex::default(),
            ear: Mutex::default(),
            pace: Mutex::default(),
            last_reaction: watch::Sender::new(None),
        }
    }

    /// How this room hears of other nodes, if it does.
    pub(crate) fn ear(&self) -> Option<Arc<Ear>> {
        self.ear.lock().unwrap_or_else(PoisonError::into_inner).upgrade()
    }

    /// Hears of other nodes by this one from now on, as long as it lives.
    pub(crate) fn set_ear(&self, ear: &Arc<Ear>) {
        *self.ear.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(ear);
    }

    /// The game that is played here.
    pub(crate) const fn game(&self) -> GameId {
        self.game
    }

    /// Adds a listener. Its place is kept until the returned [`Place`] drops.
    pub(crate) fn join(
        self: &Arc<Self>,
        player: Option<PlayerId>,
        side: Option<Side>,
        outbox: mpsc::Sender<Utf8Bytes>,
        ear: Arc<Ear>,
    ) -> Place {
        let id = self.audience().add(player, side, outbox);
        Place { room: self.clone(), id, ear }
    }

    /// Whether somebody of a side is here, as far as this node knows.
    pub(crate) fn is_here(&self, side: Side) -> bool {
        self.audience().is_here(side)
    }

    /// Whether nobody listens here.
    pub(crate) fn is_empty(&self) -> bool {
        self.audience().is_empty()
    }

    /// Hears what another node holds.
    pub(crate) fn hear(&self, node: NodeId, count: u64, held: Held) {
        self.audience().hear(node, count, held, Instant::now());
    }

    /// What this node holds.
    pub(crate) fn held(&self) -> Held {
        self.audience().held()
    }

    /// What this node holds, if others must be told of it.
    pub(crate) fn unannounced(&self) -> Option<Held> {
        self.audience().unannounced(Instant::now())
    }

    /// What this node holds, to be told again.
    pub(crate) fn announce(&self) -> Option<Held> {
        self.audience().announce(Instant::now())
    }

    /// Forgets what nodes said that are silent now, or excuses them.
    pub(crate) fn mind_silence(&self, can_hear: bool) {
        if can_hear {
            self.audience().forget_silent(Instant::now());
        } else {
            self.audience().excuse_silence(Instant::now());
        }
    }

    /// Sends a message to everybody, the players first. A listener whose
    /// queue is full loses its place, and with it its connection.
    pub(crate) fn tell(&self, message: &ServerMessage) {
        let text = Utf8Bytes::from(message.to_text());
        self.audience().tell(&text);
    }

    /// A seat has moved: whoever is somebody else now is told the game anew, as
    /// that one sees it.
    pub(crate) fn reseat(&self, moved: Side, session: &Session, now: Time) {
        let faces = self.faces();
        self.audience().reseat(moved, session, |side| {
            let game = Snapshot::at(session, self.game, side.into(), now);
            let game = Box::new(game.with_faces(faces));
            ServerMessage::Snapshot { seq: session.seq(), game }.to_text().into()
        });
    }

    /// Takes over who is away from what the store knows.
    pub(crate) fn remember_away(&self, away: BySide<Option<Time>>) {
        self.audience().remember(away);
        // Held by somebody who is writing: then the store is behind.
        if let Ok(mut noted) = self.noted.try_lock() {
            *noted = away;
        }
    }

    /// Tells a sign to the two players, as far as they listen on this node.
    pub(crate) fn tell_reaction(&self, said: ReactionView) {
        let text = ServerMessage::Reaction(said).to_text();
        self.audience().tell_seats(&text.into());
        self.last_reaction.send_replace(Some(said));
    }

    /// Notes a reaction of a side, or how long it has to wait.
    pub(crate) fn may_react(&self, side: Side) -> Result<(), Duration> {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.react(side, Instant::now())
    }

    /// Notes the faces of both players, as the store has them.
    pub(crate) fn learn_faces(&self, faces: BySide<Option<Face>>) {
        self.audience().set_faces(faces);
    }

    /// Notes the face of one player.
    pub(crate) fn learn_face(&self, side: Side, face: Option<Face>) {
        let mut audience = self.audience();
        let mut faces = audience.faces();
        faces[side] = face;
        audience.set_faces(faces);
    }

    /// The faces of the players on the two sides.
    pub(crate) fn faces(&self) -> BySide<Option<Face>> {
        self.audience().faces()
    }

    /// The whole game as one viewer sees it now.
    pub(crate) fn snapshot(&self, session: &Session, you: Viewer, now: Time) -> Snapshot {
        Snapshot::at(session, self.game, you, now).with_faces(self.faces())
    }

    /// A request for news is held; what [`Room::has_asked`] must be told.
    pub(crate) fn asks(&self, side: Option<Side>) -> u64 {
        self.audience().askers(side).begin()
    }

    /// It is held no more, and its sender is expected again until then. Returns
    /// whether somebody must wait for that.
    pub(crate) fn has_asked(&self, side: Option<Side>, turn: u64, until: Instant) -> bool {
        let mut audience = self.audience();
        audience.askers(side).end(turn, until);
        audience.begins_to_expect()
    }

    /// Forgets who did not ask again in time; when the next one is late.
    pub(crate) fn sweep(&self) -> Option<Instant> {
        self.audience().sweep(Instant::now())
    }

    /// Tells who is here, if that has changed; returns whether it has.
    pub(crate) fn tell_presence(&self, session: &Session, now: Time) -> bool {
        let changed = self.audience().look(session, now);
        if changed {
            self.comings.send_modify(|count| *count += 1);
        }
        changed
    }

    /// Since when nobody of each side has been here.
    pub(crate) fn away_since(&self) -> BySide<Option<Time>> {
        self.audience().away_since()
    }

    /// The number of the last event that was told here.
    pub(crate) fn seq(&self) -> Seq {
        *self.last_seq.borrow()
    }

    /// Who is here now.
    pub(crate) fn presence(&self, session: &Session, now: Time) -> PresenceView {
        self.audience().view(session, now)
    }

    /// Follows the number of the last event.
    pub(crate) fn follow(&self) -> watch::Receiver<Seq> {
        self.last_seq.subscribe()
    }

    /// Follows who comes and goes.
    pub(crate) fn follow_presence(&self) -> watch::Receiver<u64> {
        self.comings.subscribe()
    }

    /// Follows what the two say to each other by signs.
    pub(crate) fn follow_reactions(&self) -> watch::Receiver<Option<ReactionView>> {
        self.last_reaction.subscribe()
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

/// A listener's place in a room; leaves when dropped.
pub(crate) struct Place {
    room: Arc<Room>,
    id: ListenerId,
    ear: Arc<Ear>,
}

impl Place {
    /// Leaves; others must still be told of it by what is returned.
    pub(crate) fn leave(self) -> Arc<Ear> {
        self.ear.clone()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.room.audience().remove(self.id);
    }
}
