//! A game on the server as this page knows it: the confirmed copy, the wishes
//! that are under way, and who is there.
//!
//! A wish has an id of its own and is sent again after every reconnection
//! until it is answered; the server grants an id once. So a wish is neither
//! lost nor granted twice, however often the line breaks.

use play::{GameId, Refusal, Seq, Session, Side};
use protocol::{
    Applied, ClientCommand, ClientGame, ErrorCode, Presence, PresenceView, ServerMessage, Snapshot,
    Viewer, WireEvent, Wish,
};
use rules::Square;
use uuid::Uuid;

use super::wishes::{Said, Wishes};

/// What a message of the server led to.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Something happened in the game.
    Happened(WireEvent),
    /// The whole game was told anew.
    Told,
    /// The page knows all that the server knows; wishes under way go out now.
    CaughtUp,
    /// A wish was refused.
    Refused(Option<Wish>, ErrorCode),
    /// The copy could not follow: the whole game must be told anew.
    OutOfStep,
}

/// A game on the server.
#[derive(Clone, Debug)]
pub struct Online {
    id: GameId,
    game: Option<ClientGame>,
    /// Wishes that are not done yet, in their order.
    under_way: Wishes,
    /// The game with the own move that is under way, or with an end that is.
    ahead: Option<Session>,
    /// Whether the game is as the server told it, and not as the page began it.
    told: bool,
    caught_up: bool,
    presence: [Option<Presence>; 2],
    watchers: u32,
}

impl Online {
    /// A game of which nothing but its id is known.
    #[must_use]
    pub fn new(id: GameId) -> Self {
        Self {
            id,
            game: None,
            under_way: Wishes::default(),
            ahead: None,
            told: false,
            caught_up: false,
            presence: [None; 2],
            watchers: 0,
        }
    }

    /// A game that the page itself has begun and the server is still to
    /// create.
    #[must_use]
    pub fn begun(session: &Session, side: Side) -> Self {
        let id = GameId::from_u128(0);
        let snapshot = Snapshot::of(session, id, Viewer::Seat(side));
        Self { game: ClientGame::from_snapshot(&snapshot).ok(), ..Self::new(id) }
    }

    /// The id that the server gave to the game.
    #[must_use]
    pub fn named(mut self, id: GameId) -> Self {
        self.id = id;
        if let Some(game) = &mut self.game {
            game.id = id;
        }
        self
    }

    /// The game's id.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.id
    }

    /// As what this page sees the game.
    #[must_use]
    pub fn you(&self) -> Viewer {
        self.game.as_ref().map_or(Viewer::Watcher, |game| game.you)
    }

    /// The game as it is shown: with the own move that is under way.
    #[must_use]
    pub fn shown(&self) -> Option<&Session> {
        self.ahead.as_ref().or(self.game.as_ref().map(ClientGame::session))
    }

    /// The game as the server has confirmed it.
    #[must_use]
    pub fn confirmed(&self) -> Option<&Session> {
        self.game.as_ref().map(ClientGame::session)
    }

    /// Whether an own move is shown that the server has not confirmed.
    #[must_use]
    pub fn is_sending(&self) -> bool {
        self.ahead.is_some()
    }

    /// Whether the page knows all that the server knows.
    #[must_use]
    pub fn is_caught_up(&self) -> bool {
        self.caught_up
    }

    /// The last event that is known.
    #[must_use]
    pub fn since(&self) -> Option<Seq> {
        self.game.as_ref().map(ClientGame::seq)
    }

    /// The last event that the server told, to ask for the later ones; `None`
    /// when the whole game must be told.
    #[must_use]
    pub fn since_told(&self) -> Option<Seq> {
        self.since().filter(|_| self.told)
    }

    /// Whether the player of a side has a page open, as far as known.
    #[must_use]
    pub fn presence(&self, side: Side) -> Option<Presence> {
        let [first, second] = self.presence;
        match side {
            Side::First => first,
            Side::Second => second,
        }
    }

    /// How many look on.
    #[must_use]
    pub fn watchers(&self) -> u32 {
        self.watchers
    }

    /// The line is gone: what was known of presence is not known any more.
    pub fn cut(&mut self) {
        self.caught_up = false;
        self.presence = [None; 2];
    }

    /// Whether such a wish waits for its answer.
    #[must_use]
    pub fn is_under_way(&self, wish: &Wish) -> bool {
        self.under_way.contains(wish)
    }

    /// Makes a wish; returns what to send now, if the line is up.
    pub fn wish(&mut self, id: Uuid, wish: Wish) -> Option<Said> {
        if self.is_under_way(&wish) {
            return None;
        }
        let command = ClientCommand { id, seq: self.since().unwrap_or_default(), wish };
        let said = self.under_way.add(command);
        self.caught_up.then_some(said)
    }

    /// Makes the wish to play a move, which is shown at once.
    ///
    /// # Errors
    /// Why the server would refuse it.
    pub fn play(&mut self, id: Uuid, path: &[Square]) -> Result<Option<Said>, Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::NotStarted)?;
        if self.ahead.is_some() {
            return Err(Refusal::NotYourTurn);
        }
        self.ahead = Some(game.after_own_move(path)?);
        Ok(self.wish(id, Wish::Move { path: path.to_vec() }))
    }

    /// Everything that is to be sent once the line is up again.
    #[must_use]
    pub fn unanswered(&self) -> Vec<Said> {
        self.under_way.said()
    }

    /// Takes a message of the server.
    pub fn hear(&mut self, message: ServerMessage) -> Vec<News> {
        match message {
            ServerMessage::Snapshot { game, .. } => match ClientGame::from_snapshot(&game) {
                Ok(game) if game.id == self.id => {
                    self.game = Some(game);
                    self.told = true;
                    self.look_ahead();
                    vec![News::Told]
                }
                _ => Vec::new(),
            },
            ServerMessage::Event { seq, event, .. } => self.happened(seq, event),
            ServerMessage::CaughtUp { .. } => {
                self.caught_up = self.game.is_some();
                vec![News::CaughtUp]
            }
            ServerMessage::Accepted { id, seq } => {
                self.under_way.granted(id, seq);
                self.look_ahead();
                Vec::new()
            }
            ServerMessage::Refused { id, code, .. } => {
                let wish = id.and_then(|id| self.under_way.refused(id));
                self.look_ahead();
                vec![News::Refused(wish, code)]
            }
            ServerMessage::Presence(PresenceView { first, second, watchers, .. }) => {
                self.presence = [first, second];
                self.watchers = watchers;
                Vec::new()
            }
            ServerMessage::Pong { seq } if self.caught_up && self.since() < Some(seq) => {
                self.out_of_step()
            }
            ServerMessage::Pong { .. } | ServerMessage::Reaction(_) | ServerMessage::Unknown => {
                Vec::new()
            }
        }
    }

    fn happened(&mut self, seq: Seq, event: WireEvent) -> Vec<News> {
        let Some(game) = &mut self.game else { return Vec::new() };
        match game.apply(seq, &event) {
            Ok(Applied::New) => {
                self.look_ahead();
                vec![News::Happened(event)]
            }
            Ok(Applied::Known) => Vec::new(),
            Err(_) => self.out_of_step(),
        }
    }

    fn out_of_step(&mut self) -> Vec<News> {
        // The old copy stays on the board until the server has told the game.
        self.told = false;
        self.caught_up = false;
        vec![News::OutOfStep]
    }

    /// Shows the own move that is under way, as long as it fits the game, and an
    /// end that is still to be told.
    fn look_ahead(&mut self) {
        self.under_way.forget_done(self.since());
        let Some(game) = &self.game else { return };
        // A move that ends the game and its end are two messages; what is seen is
        // one.
        self.ahead = game.ended_by_board();
        for (seq, path) in self.under_way.moves() {
            if !game.session().is_stale(seq) {
                self.ahead = game.after_own_move(path).ok();
            }
        }
    }
}

#[cfg(test)]
#[path = "online_tests.rs"]
mod tests;
