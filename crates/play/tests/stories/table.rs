//! A table to play at: two people, perhaps a computer, and somebody who looks
//! on. Whatever is said at it is checked against the promises of the crate.

use core::time::Duration;

use play::{
    Actor, BySide, Command, Event, GameConfig, GameId, Level, Outcome, PlayerId, Refusal, Seat,
    Seq, Session, Side, State, Time, decide, evolve,
};
use rules::{AnyGame, GameRules, Square, Variant};

pub(crate) const ANNA: PlayerId = PlayerId::from_u128(0xa11a);
pub(crate) const BELA: PlayerId = PlayerId::from_u128(0xbe1a);
pub(crate) const CILI: PlayerId = PlayerId::from_u128(0xc111);
pub(crate) const NEXT: GameId = GameId::from_u128(0x4e47);

/// Anna on the first side, Béla on the second.
pub(crate) const PEOPLE: BySide<PlayerId> = BySide { first: ANNA, second: BELA };

pub(crate) const EPOCH: Time = Time::from_millis(1_700_000_000_000);

pub(crate) fn path(text: &str) -> Vec<Square> {
    text.split(['-', 'x']).map(|number| number.parse().expect("a square in a test")).collect()
}

pub(crate) fn config(
    variant: Variant,
    rules: GameRules,
    fen: Option<&str>,
    seats: BySide<Seat>,
) -> GameConfig {
    let setup = fen.map(|fen| fen.parse().expect("a FEN in a test"));
    GameConfig::new(variant, rules, setup.as_ref(), seats).expect("a game in a test").made_at(EPOCH)
}

pub(crate) struct Table {
    pub(crate) session: Session,
    pub(crate) log: Vec<Event>,
    pub(crate) now: Time,
}

impl Table {
    pub(crate) fn of(config: GameConfig) -> Table {
        Table { session: Session::new(config), log: Vec::new(), now: EPOCH }
    }

    /// Anna and Béla in mid-game of their own.
    pub(crate) fn friends(variant: Variant) -> Table {
        Table::of(config(variant, GameRules::STANDARD, None, PEOPLE.map(Seat::Player)))
    }

    /// The same two moves later; Anna is to move.
    pub(crate) fn begun() -> Table {
        let mut table = Table::friends(Variant::English);
        table.plays("11-15 23-19");
        table
    }

    pub(crate) fn friends_from(variant: Variant, fen: &str) -> Table {
        Table::of(config(variant, GameRules::STANDARD, Some(fen), PEOPLE.map(Seat::Player)))
    }

    pub(crate) fn tournament() -> Table {
        let variant = Variant::International;
        let rules = GameRules::new(variant, true, None).expect("International has them");
        Table::of(config(variant, rules, None, PEOPLE.map(Seat::Player)))
    }

    /// Anna's invite, nobody there yet.
    pub(crate) fn waiting() -> Table {
        let seats = BySide { first: Seat::Player(ANNA), second: Seat::Open };
        Table::of(config(Variant::English, GameRules::STANDARD, None, seats))
    }

    /// Anna, on this side, against the computer.
    pub(crate) fn against_computer(anna: Side) -> Table {
        Table::against_computer_from(anna, None)
    }

    pub(crate) fn against_computer_from(anna: Side, fen: Option<&str>) -> Table {
        let seats = BySide::new_with(|side| {
            if side == anna { Seat::Player(ANNA) } else { Seat::Computer(Level::Easy) }
        });
        Table::of(config(Variant::English, GameRules::STANDARD, fen, seats))
    }

    pub(crate) fn seq(&self) -> Seq {
        self.session.seq()
    }

    pub(crate) fn wait(&mut self, duration: Duration) {
        self.now = self.now.plus(duration);
    }

    /// Says something; what happens is applied, and must keep every promise.
    pub(crate) fn says(
        &mut self,
        actor: impl Into<Speaker>,
        command: Command,
    ) -> Result<Vec<Event>, Refusal> {
        let Speaker(actor) = actor.into();
        let events = decide(&self.session, actor, command, self.now)?;
        for event in &events {
            evolve(&mut self.session, event).expect("what was decided fits");
        }
        self.log.extend(events.iter().cloned());
        assert_eq!(self.seq().get(), self.log.len() as u64, "seq counts the events without a gap");
        Ok(events)
    }

    pub(crate) fn granted(&mut self, actor: impl Into<Speaker>, command: Command) -> Vec<Event> {
        self.says(actor, command).expect("granted")
    }

    pub(crate) fn refused(
        &mut self,
        actor: impl Into<Speaker>,
        command: Command,
        refusal: Refusal,
    ) {
        let wish = format!("{command:?}");
        assert_eq!(self.says(actor, command), Err(refusal), "{wish}");
    }

    /// Whose turn it is plays these moves.
    pub(crate) fn plays(&mut self, moves: &str) -> Vec<Event> {
        moves
            .split_whitespace()
            .flat_map(|text| {
                let actor = self.actor_to_move();
                let seq = self.seq();
                self.granted(actor, mv(text, seq))
            })
            .collect()
    }

    pub(crate) fn actor_to_move(&self) -> Actor {
        match self.session.seats()[self.session.side_to_move()] {
            Seat::Player(player) => Actor::Player(player),
            Seat::Computer(_) => Actor::Computer,
            Seat::Open => Actor::Watcher,
        }
    }

    pub(crate) fn fen(&self) -> String {
        self.session.board().fen()
    }

    /// The same log, told from the beginning, gives the same session.
    pub(crate) fn check_replay(&self) {
        let again = Session::replay(self.session.config().clone(), &self.log);
        assert_eq!(again.as_ref(), Ok(&self.session));
    }

    pub(crate) fn ended_with(&self, winner: Option<Side>, reason: &str) {
        let outcome = Outcome::from_parts(winner, reason).expect("an end that there is");
        assert_eq!(self.session.state(), State::Finished(outcome));
        self.check_replay();
    }

    /// Plays so many plies of kings that nobody can capture and no position
    /// comes thrice.
    pub(crate) fn plays_quietly(&mut self, plies: usize) {
        for _ in 0..plies {
            let quiet = quiet_move(self.session.board()).expect("room enough to move quietly");
            let actor = self.actor_to_move();
            let seq = self.seq();
            self.granted(actor, Command::Move { path: quiet, seq, lag: Duration::ZERO });
        }
    }
}

fn quiet_move(board: &AnyGame) -> Option<Vec<Square>> {
    let mut best = None;
    for legal in board.legal_moves() {
        let mut after = board.clone();
        after.play_path(&legal.path).expect("legal");
        let can_capture = after.legal_moves().iter().any(|it| !it.captures.is_empty());
        if can_capture {
            continue;
        }
        let seen = after.repetitions();
        if best.as_ref().is_none_or(|&(least, _)| seen < least) {
            best = Some((seen, legal.path));
        }
    }
    best.map(|(_, path)| path)
}

pub(crate) fn mv(text: &str, seq: Seq) -> Command {
    Command::Move { path: path(text), seq, lag: Duration::ZERO }
}

/// Who speaks, for the brevity of stories.
pub(crate) struct Speaker(pub(crate) Actor);

impl From<PlayerId> for Speaker {
    fn from(player: PlayerId) -> Self {
        Speaker(Actor::Player(player))
    }
}

impl From<Actor> for Speaker {
    fn from(actor: Actor) -> Self {
        Speaker(actor)
    }
}

pub(crate) fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(kind).collect()
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Joined { .. } => "joined",
        Event::Moved { .. } => "moved",
        Event::DrawOffered { .. } => "draw_offered",
        Event::DrawDeclined { .. } => "draw_declined",
        Event::DrawWithdrawn { .. } => "draw_withdrawn",
        Event::TakebackRequested { .. } => "takeback_requested",
        Event::TakebackDeclined { .. } => "takeback_declined",
        Event::TakebackWithdrawn { .. } => "takeback_withdrawn",
        Event::TakenBack { .. } => "taken_back",
        Event::Cancelled { .. } => "cancelled",
        Event::RematchOffered { .. } => "rematch_offered",
        Event::RematchDeclined { .. } => "rematch_declined",
        Event::RematchWithdrawn { .. } => "rematch_withdrawn",
        Event::RematchStarted { .. } => "rematch_started",
        Event::Ended { .. } => "ended",
        Event::SeatMoved { .. } => "seat_moved",
        Event::SeatReportedLost { .. } => "seat_reported_lost",
        Event::SeatKept { .. } => "seat_kept",
        Event::ClockHeld { .. } => "clock_held",
    }
}
