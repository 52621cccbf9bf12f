//! Beginning games, leaving them, and coming back to them.

use protocol::Viewer;
use rules::Route;

use super::{
    Choice, Created, Effect, Online, Rival, SavedLocal, Scores,
    app::{App, Asking, Place, Table, World},
    clock::Times,
    current::{Current, invite_of, remember_invite},
    wire,
};
use crate::words::{self, board};

impl App {
    /// What was on the table at the last visit.
    pub(crate) fn resume(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        match self.place {
            Place::Game(id) => {
                self.invite = invite_of(id, world.keep);
                self.join(Online::new(id), world)
            }
            Place::Replay => Vec::new(),
            Place::Home => match Current::load(world.keep) {
                Some(Current::Computer(id)) => self.join(Online::new(id), world),
                Some(Current::Local) => {
                    if let Some(saved) = SavedLocal::load(world.keep) {
                        self.table = Table::Local(Box::new(saved));
                    }
                    Vec::new()
                }
                None => {
                    self.load_tally(world);
                    Vec::new()
                }
            },
        }
    }

    /// Sits down at a game of the server.
    pub(crate) fn join(&mut self, online: Online, world: &mut World<'_>) -> Vec<Effect> {
        self.table = Table::Online(Box::new(online));
        self.times = Times::default();
        let orders = self.link.start(world.now);
        self.follow(orders)
    }

    /// The choices of the form have changed: a board that waits shows them.
    pub(crate) fn choose(&mut self, choice: Choice, world: &mut World<'_>) -> Vec<Effect> {
        self.choice = choice;
        if matches!(self.table, Table::Ready) {
            // The form tells its choices when the page opens, too: what was
            // said then is still to be read.
            let note = self.note.take().filter(|note| !note.is_refusal);
            self.clear();
            self.note = note;
            self.load_tally(world);
        }
        Vec::new()
    }

    /// The score so far against the computer that is chosen or played.
    pub(crate) fn load_tally(&mut self, world: &mut World<'_>) {
        if let Some(pairing) = self.pairing() {
            self.tally = Scores::load(world.keep).tally(pairing);
        }
    }

    /// The form was sent.
    pub(crate) fn begin(
        &mut self,
        choice: Choice,
        rival: Rival,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        self.choice = choice;
        if self.is_going_on() {
            return self.ask(Asking::NewGame(Some(rival)));
        }
        self.start(rival, world)
    }

    /// Whether somebody is in the middle of a game that leaves the board with
    /// the next one. The friend's game has a page of its own.
    pub(crate) fn is_going_on(&self) -> bool {
        let Some(session) = self.session() else { return false };
        let leaves = self.is_local() || self.place == Place::Home;
        leaves && session.is_playing() && session.board().ply_count() > 0
    }

    /// Starts a game as chosen.
    pub(crate) fn start(&mut self, rival: Rival, world: &mut World<'_>) -> Vec<Effect> {
        let mut effects = self.leave(world);
        if matches!(self.place, Place::Game(_)) {
            self.place = Place::Home;
            effects.push(Effect::Address(format!("/{}/", self.lang)));
        }
        match rival {
            Rival::Device => self.begin_local(world),
            Rival::Computer | Rival::Friend => {
                let Some(session) = self.choice.session(rival) else { return effects };
                let online = Online::begun(&session, self.choice.bottom());
                self.table = Table::Online(Box::new(online));
                effects.push(Effect::Create(wire::create(&self.choice, rival, self.lang)));
                self.say(board::connecting(self.lang));
            }
        }
        effects
    }

    /// The first move on the board that waits begins a game with the computer.
    pub(crate) fn begin_with(&mut self, route: &Route, world: &mut World<'_>) -> Vec<Effect> {
        let Some(session) = self.choice.session(Rival::Computer) else { return Vec::new() };
        let mut online = Online::begun(&session, self.choice.bottom());
        if online.play(world.id(), route).is_err() {
            return Vec::new();
        }
        self.table = Table::Online(Box::new(online));
        vec![Effect::Create(wire::create(&self.choice, Rival::Computer, self.lang))]
    }

    /// The server has made the game, or has not.
    pub(crate) fn created(
        &mut self,
        answer: Result<Created, String>,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        let Table::Online(online) = &self.table else { return Vec::new() };
        if online.id().as_u128() != 0 {
            return Vec::new();
        }
        let created = match answer {
            Ok(created) => created,
            Err(code) => {
                self.table = Table::Ready;
                self.clear();
                self.refuse(words::refusal(self.lang, &code));
                return Vec::new();
            }
        };
        let id = created.game;
        let online = if online.you() == Viewer::Seat(created.side) {
            online.as_ref().clone().named(id)
        } else {
            // The lot fell otherwise than shown.
            Online::new(id)
        };
        let mut effects = Vec::new();
        match created.invite {
            Some(invite) => {
                self.keeps &= remember_invite(id, &invite, world.keep);
                self.invite = Some(invite);
                self.place = Place::Game(id);
                effects.push(Effect::Address(format!("/g/{id}")));
                effects.push(Effect::Focus(super::Action::CopyLink));
                self.say(board::waiting_friend(self.lang));
            }
            None => self.keeps &= Current::Computer(id).save(world.keep),
        }
        effects.extend(self.join(online, world));
        effects
    }

    /// The server knows the game, or it is gone.
    pub(crate) fn checked(&mut self, exists: bool, world: &mut World<'_>) -> Vec<Effect> {
        if exists {
            return Vec::new();
        }
        self.missing = true;
        let orders = self.link.stop();
        let effects = self.follow(orders);
        let words = words::refusal(self.lang, "not_found");
        if self.place == Place::Home {
            Current::forget(world.keep);
            self.table = Table::Ready;
            self.missing = false;
        }
        self.refuse(words);
        effects
    }

    /// Goes on with the rematch that has begun.
    pub(crate) fn go_to_rematch(
        &mut self,
        next: play::GameId,
        world: &mut World<'_>,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        match self.place {
            Place::Home => self.keeps &= Current::Computer(next).save(world.keep),
            Place::Replay => {}
            Place::Game(_) => {
                self.place = Place::Game(next);
                effects.push(Effect::Address(format!("/g/{next}")));
            }
        }
        let orders = self.link.stop();
        effects.extend(self.follow(orders));
        self.clear();
        effects.extend(self.join(Online::new(next), world));
        effects
    }

    /// Leaves what is on the table. A game on the server stays there.
    fn leave(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        let orders = self.link.stop();
        let effects = self.follow(orders);
        Current::forget(world.keep);
        self.table = Table::Ready;
        self.invite = None;
        self.flipped = false;
        self.clear();
        self.load_tally(world);
        effects
    }

    /// Clears the table for a new game.
    pub(crate) fn new_game(&mut self, world: &mut World<'_>) -> Vec<Effect> {
        if matches!(self.place, Place::Game(_)) {
            return vec![Effect::GoHome];
        }
        let mut effects = self.leave(world);
        self.say(self.status());
        effects.push(Effect::ShowSetup);
        effects
    }

    /// Asks before something is done.
    pub(crate) fn ask(&mut self, asking: Asking) -> Vec<Effect> {
        self.asking = Some(asking);
        let text = self.question().map(|question| question.text);
        self.say(text.unwrap_or_default());
        vec![Effect::Focus(super::Action::No)]
    }
}
