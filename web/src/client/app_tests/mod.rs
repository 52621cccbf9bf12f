//! Whole stories of the page, without a page.

use core::time::Duration;

use play::{Actor, BySide, Command, GameConfig, Level, PlayerId, Seat, Seq, Session, Side, Time};
use protocol::{ServerMessage, Snapshot, Viewer, WireEvent};
use rules::GameRules;

use super::*;
use crate::client::{Action, Created, Keep, Memory, Rival};

/// A page with its browser; what it was told to do is remembered.
struct Reader {
    app: App,
    keep: Memory,
    now: f64,
    dice: u128,
    effects: Vec<Effect>,
}

impl Reader {
    fn visits(place: Place, keep: Memory) -> Self {
        let mut keep = keep;
        let mut dice = 0;
        let mut chance = || {
            dice += 1;
            dice << 64
        };
        let mut world = World { now: 0.0, keep: &mut keep, chance: &mut chance };
        let (app, effects) = App::new(Lang::En, place, &mut world);
        Self { app, keep, now: 0.0, dice, effects }
    }

    fn does(&mut self, msg: Msg) -> &mut Self {
        self.now += 10.0;
        let dice = &mut self.dice;
        let mut chance = || {
            *dice += 1;
            *dice << 64
        };
        let mut world = World { now: self.now, keep: &mut self.keep, chance: &mut chance };
        let effects = self.app.update(msg, &mut world);
        self.effects.extend(effects);
        self
    }

    fn taps(&mut self, numbers: &[u8]) -> &mut Self {
        for &number in numbers {
            self.does(Msg::Tap(square(number)));
        }
        self
    }

    fn presses(&mut self, actions: &[Action]) -> &mut Self {
        for &action in actions {
            // As slow as somebody who reads what the buttons say.
            self.now += 1_000.0;
            self.does(Msg::Press(action));
        }
        self
    }

    fn hears(&mut self, message: &ServerMessage) -> &mut Self {
        let generation = self.generation();
        self.does(Msg::Heard(generation, message.to_text()))
    }

    /// The number of the latest socket.
    fn generation(&self) -> u32 {
        let opened = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Open { generation, .. } => Some(*generation),
            _ => None,
        });
        opened.expect("a socket was opened")
    }

    fn sent(&self) -> Vec<&str> {
        let texts = self.effects.iter().filter_map(|effect| match effect {
            Effect::Send(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    fn sees(&self) -> TableView {
        self.app.view()
    }

    fn offered(&self) -> Vec<Action> {
        self.sees().actions.iter().map(|button| button.action).collect()
    }
}

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

fn home() -> Reader {
    Reader::visits(Place::Home, Memory::default())
}

const ID: GameId = GameId::from_u128(77);

/// A server's game, with as many moves as given.
fn server_game(seats: BySide<Seat>, moves: &[&[u8]]) -> (Session, Vec<WireEvent>) {
    let config = GameConfig::new(Variant::English, GameRules::STANDARD, None, seats).unwrap();
    let mut session = Session::new(config);
    let mut events = Vec::new();
    for path in moves {
        let path = path.iter().map(|&number| square(number)).collect();
        let side = session.side_to_move();
        let actor = match session.seats()[side] {
            Seat::Computer(_) => Actor::Computer,
            _ => Actor::Player(PlayerId::stand_in(side)),
        };
        let command = Command::Move { path, seq: session.seq(), lag: Duration::ZERO };
        for event in play::decide(&session, actor, command, Time::ZERO).unwrap() {
            play::evolve(&mut session, &event).unwrap();
            events.push(WireEvent::from(&event));
        }
    }
    (session, events)
}

fn with_computer() -> BySide<Seat> {
    let first = Seat::Player(PlayerId::stand_in(Side::First));
    BySide { first, second: Seat::Computer(Level::Easy) }
}

fn with_friend() -> BySide<Seat> {
    BySide::new_with(|side| Seat::Player(PlayerId::stand_in(side)))
}

fn snapshot(session: &Session, you: Viewer) -> ServerMessage {
    let game = Box::new(Snapshot::of(session, ID, you));
    ServerMessage::Snapshot { seq: session.seq(), game }
}

/// A page of a game that knows all that the server knows.
fn at_game(session: &Session, you: Viewer) -> Reader {
    let mut reader = Reader::visits(Place::Game(ID), Memory::default());
    reader.hears(&snapshot(session, you));
    reader.hears(&ServerMessage::CaughtUp { seq: session.seq(), clock: None });
    reader
}

mod clock;
mod device;
mod line;
mod online;
mod seats;
mod solo;
