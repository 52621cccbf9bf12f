//! Who looks at a game: the connections of each seat and those who only watch,
//! on this node, and what other nodes say of theirs.

use std::{collections::HashMap, time::Duration};

use axum::extract::ws::Utf8Bytes;
use play::{BySide, Face, PlayerId, Seat, Session, Side, Time};
use protocol::{Presence, PresenceView, ServerMessage};
use store::NodeId;
use tokio::{sync::mpsc, time::Instant};

use crate::{askers::Askers, bus::Held};

/// How long the word of another node is good: several times as long as it takes
/// to say it again.
pub(crate) const GOOD_FOR: Duration = Duration::from_secs(20);
/// How often the number of watchers is told to other nodes, at most, when it
/// changes; it is told again and again all the same.
const WATCHERS_EVERY: Duration = Duration::from_secs(1);
/// Nodes whose word is remembered for one game.
const MAX_NODES: usize = 64;

pub(crate) type ListenerId = u64;

/// Whoever has a place in a room.
pub(crate) struct Audience {
    listeners: HashMap<ListenerId, Listener>,
    next: ListenerId,
    told: Option<Seen>,
    /// Since when nobody of a side has been here.
    away_since: BySide<Option<Time>>,
    /// The faces of the players on the two sides.
    faces: BySide<Option<Face>>,
    /// Who asks again and again instead of keeping a connection open.
    asking: BySide<Askers>,
    /// The same of those without a seat.
    watching: Askers,
    /// Whether somebody waits for those who do not ask again in time.
    is_swept: bool,
    /// What other nodes said last.
    elsewhere: HashMap<NodeId, Elsewhere>,
    /// What was said last of this one, and when.
    announced: Held,
    announced_at: Option<Instant>,
}

/// What another node said.
struct Elsewhere {
    held: Held,
    count: u64,
    until: Instant,
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
    faces: BySide<Option<Face>>,
}

impl Audience {
    /// Nobody, and what earlier processes noted of who is away.
    pub(crate) fn new() -> Self {
        Audience {
            listeners: HashMap::new(),
            next: 0,
            told: None,
            away_since: BySide::default(),
            faces: BySide::default(),
            asking: BySide::default(),
            watching: Askers::default(),
            is_swept: false,
            elsewhere: HashMap::new(),
            announced: Held::default(),
            announced_at: None,
        }
    }

    /// What this node holds.
    pub(crate) fn held(&self) -> Held {
        Held { seats: BySide::new_with(|side| self.is_connected(side)), watchers: self.watchers() }
    }

    /// What this node holds, if others must be told of it; it counts as told
    /// then. That only the number of watchers has changed is not told more often
    /// than once in [`WATCHERS_EVERY`], unless the last one has left.
    pub(crate) fn unannounced(&mut self, now: Instant) -> Option<Held> {
        let held = self.held();
        let is_recent = self.announced_at.is_some_and(|at| now < at + WATCHERS_EVERY);
        let waits = held.seats == self.announced.seats && is_recent && !held.is_nobody();
        if held == self.announced || waits {
            return None;
        }
        self.announce(now)
    }

    /// What this node holds, to be told again; `None` where it is nobody and
    /// others know that.
    pub(crate) fn announce(&mut self, now: Instant) -> Option<Held> {
        let held = self.held();
        if held.is_nobody() && self.announced.is_nobody() {
            return None;
        }
        (self.announced, self.announced_at) = (held, Some(now));
        Some(held)
    }

    /// Another node says what it holds. An older word that comes late is
    /// passed over, and so are very many nodes.
    pub(crate) fn hear(&mut self, node: NodeId, count: u64, held: Held, now: Instant) {
        let known = self.elsewhere.get(&node);
        let is_old = known.is_some_and(|known| known.count >= count);
        let is_too_many = known.is_none() && self.elsewhere.len() >= MAX_NODES;
        if is_old || is_too_many {
            return;
        }
        self.elsewhere.insert(node, Elsewhere { held, count, until: now + GOOD_FOR });
    }

    /// Forgets nodes that have said nothing for too long. One that holds nobody
    /// is remembered as long, so that its older words are known when they come
    /// late.
    pub(crate) fn forget_silent(&mut self, now: Instant) {
        self.elsewhere.retain(|_, it| it.until > now);
    }

    /// Nobody can be heard now, so nobody's silence means anything.
    pub(crate) fn excuse_silence(&mut self, now: Instant) {
        for it in self.elsewhere.values_mut() {
            it.until = now + GOOD_FOR;
        }
    }

    /// The faces of the players on the two sides.
    pub(crate) const fn faces(&self) -> BySide<Option<Face>> {
        self.faces
    }

    /// Notes the faces of those who sit there.
    pub(crate) fn set_faces(&mut self, faces: BySide<Option<Face>>) {
        self.faces = faces;
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

    /// Whether nobody listens on this node.
    pub(crate) fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }

    pub(crate) fn remove(&mut self, id: ListenerId) {
        self.listeners.remove(&id);
    }

    /// Those who ask for news of a side, or without one.
    pub(crate) fn askers(&mut self, side: Option<Side>) -> &mut Askers {
        match side {
            Some(side) => &mut self.asking[side],
            None => &mut self.watching,
        }
    }

    /// Somebody is expected to ask again; returns whether nobody waits for that
    /// yet.
    pub(crate) fn begins_to_expect(&mut self) -> bool {
        !std::mem::replace(&mut self.is_swept, true)
    }

    /// Forgets who did not ask again in time; when the next one is late.
    pub(crate) fn sweep(&mut self, now: Instant) -> Option<Instant> {
        let BySide { first, second } = &mut self.asking;
        let all = [first, second, &mut self.watching];
        let next = all.into_iter().filter_map(|askers| {
            askers.forget_late(now);
            askers.next_late()
        });
        let next = next.min();
        self.is_swept = next.is_some();
        next
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

    /// Sends to those who have a seat.
    pub(crate) fn tell_seats(&mut self, text: &Utf8Bytes) {
        self.listeners.retain(|_, listener| {
            listener.side.is_none() || listener.outbox.try_send(text.clone()).is_ok()
        });
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
        self.asking[moved].send_away();
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
        let Seen { sides: BySide { first, second }, watchers, faces } = self.see(session.seats());
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
            first_face: faces.first,
            second_face: faces.second,
        }
    }

    /// Whether somebody of a side is here, on whichever node.
    pub(crate) fn is_here(&self, side: Side) -> bool {
        self.is_connected(side) || self.elsewhere.values().any(|it| it.held.seats[side])
    }

    /// Whether somebody of a side is connected to this node.
    fn is_connected(&self, side: Side) -> bool {
        self.asking[side].count() > 0
            || self.listeners.values().any(|listener| listener.side == Some(side))
    }

    /// How many watch on this node.
    fn watchers(&self) -> u32 {
        let watchers = self.listeners.values().filter(|listener| listener.side.is_none()).count();
        u32::try_from(watchers + self.watching.count()).unwrap_or(u32::MAX)
    }

    fn see(&self, seats: BySide<Seat>) -> Seen {
        let of = |side| match seats[side] {
            Seat::Computer(_) => Some(Presence::Here),
            Seat::Open => None,
            Seat::Player(_) if self.is_here(side) => Some(Presence::Here),
            Seat::Player(_) => Some(Presence::Away),
        };
        let others = self.elsewhere.values().map(|it| it.held.watchers);
        let watchers = others.fold(self.watchers(), u32::saturating_add);
        Seen { sides: BySide::new_with(of), watchers, faces: self.faces }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: NodeId = NodeId::from_u128(1);
    const BEN: NodeId = NodeId::from_u128(2);

    fn first(watchers: u32) -> Held {
        Held { seats: BySide { first: true, second: false }, watchers }
    }

    #[test]
    fn words_that_are_doubled_or_come_late_change_nothing() {
        let (mut audience, now) = (Audience::new(), Instant::now());
        audience.hear(ANA, 5, first(1), now);
        audience.hear(ANA, 5, Held::default(), now);
        audience.hear(ANA, 4, Held::default(), now);
        assert!(audience.is_here(Side::First) && !audience.is_here(Side::Second));
        audience.hear(ANA, 6, Held::default(), now);
        audience.hear(ANA, 5, first(1), now);
        assert!(!audience.is_here(Side::First));
    }

    #[test]
    fn a_seat_is_here_while_any_node_holds_it() {
        let (mut audience, now) = (Audience::new(), Instant::now());
        audience.hear(ANA, 1, first(0), now);
        audience.hear(BEN, 1, first(0), now);
        audience.hear(ANA, 2, Held::default(), now);
        assert!(audience.is_here(Side::First));
        audience.hear(BEN, 2, Held::default(), now);
        assert!(!audience.is_here(Side::First));
    }

    #[test]
    fn a_node_that_falls_silent_is_forgotten_unless_nobody_can_be_heard() {
        let (mut audience, now) = (Audience::new(), Instant::now());
        audience.hear(ANA, 1, first(0), now);
        let later = now + GOOD_FOR - Duration::from_secs(1);
        audience.forget_silent(later);
        audience.excuse_silence(later);
        audience.forget_silent(now + GOOD_FOR);
        assert!(audience.is_here(Side::First));
        audience.forget_silent(later + GOOD_FOR);
        assert!(!audience.is_here(Side::First));
    }

    #[test]
    fn a_crowd_of_watchers_is_announced_now_and_then_and_a_seat_at_once() {
        let (mut audience, now) = (Audience::new(), Instant::now());
        audience.add(None, None, mpsc::channel(1).0);
        let announced = |audience: &mut Audience| audience.unannounced(now).is_some();
        assert!(announced(&mut audience));
        for _ in 0..100 {
            audience.add(None, None, mpsc::channel(1).0);
            assert!(!announced(&mut audience));
        }
        audience.add(None, Some(Side::First), mpsc::channel(1).0);
        assert!(announced(&mut audience) && !announced(&mut audience));
        audience.add(None, None, mpsc::channel(1).0);
        assert!(audience.unannounced(now + WATCHERS_EVERY).is_some());
        audience.listeners.clear();
        assert_eq!(audience.unannounced(now + WATCHERS_EVERY), Some(Held::default()));
        assert_eq!(audience.announce(now), None, "nobody, as everybody knows");
    }

    #[test]
    fn what_is_remembered_of_nodes_has_a_bound() {
        let (mut audience, now) = (Audience::new(), Instant::now());
        for node in 0..1_000 {
            audience.hear(NodeId::from_u128(node), 1, first(0), now);
        }
        assert_eq!(audience.elsewhere.len(), MAX_NODES);
    }
}
