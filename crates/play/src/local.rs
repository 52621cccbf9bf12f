//! Two people on one device.
//!
//! [`LocalGame`] keeps a line of steps and how many of them stand; the
//! [`Session`] shown is always what those steps add up to. So undo and redo
//! move along the line, also past the end of the game, and the score follows
//! by itself.

mod saved;

use core::time::Duration;

use rules::{GameRules, Setup, Square, Variant};

use crate::{
    Actor, BySide, ConfigError, Event, GameConfig, LogError, PlayerId, Refusal, Score, Seat,
    Session, Side, Time,
    decide::{claim_draw, decide_move, offer_draw, resign},
    evolve,
};

pub use saved::{Saved, SavedError};

/// One thing that somebody did on the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Played a move, by its full route.
    Move(Vec<Square>),
    /// Gave up, for this side.
    Resign(Side),
    /// Both agreed on a draw.
    AgreeDraw,
    /// Claimed a draw because nobody makes progress (ruling 12a), for this side.
    ClaimDraw(Side),
}

/// A step with the events that it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Taken {
    step: Step,
    events: Vec<Event>,
}

/// A game of two people on one device.
///
/// ```
/// use play::local::LocalGame;
/// use rules::{GameRules, Square, Variant};
///
/// let mut game = LocalGame::new(Variant::English, GameRules::STANDARD, None)?;
/// let path: Vec<Square> = [11, 15].into_iter().filter_map(Square::new).collect();
/// game.play(&path)?;
/// assert!(game.undo());
/// assert!(game.redo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalGame {
    session: Session,
    line: Vec<Taken>,
    done: usize,
    swapped: bool,
    counts: bool,
}

impl LocalGame {
    /// A new game, with a score of nought.
    ///
    /// # Errors
    /// When such a game cannot be played.
    pub fn new(
        variant: Variant,
        rules: GameRules,
        setup: Option<&Setup>,
    ) -> Result<LocalGame, ConfigError> {
        let seats = BySide::new_with(|side| Seat::Player(PlayerId::stand_in(side)));
        let config = GameConfig::new(variant, rules, setup, seats)?;
        Ok(LocalGame::of(config, false))
    }

    fn of(config: GameConfig, swapped: bool) -> LocalGame {
        LocalGame {
            session: Session::new(config),
            line: Vec::new(),
            done: 0,
            swapped,
            counts: true,
        }
    }

    /// The same game with this score of the two's earlier games, by the sides
    /// of now.
    #[must_use]
    pub fn with_score(mut self, score: Score) -> LocalGame {
        self.restart(self.session.config().clone().with_score(score));
        self
    }

    /// The game as it stands.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Whether the one who sat on the first side at the beginning sits on the
    /// second now.
    #[must_use]
    pub const fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// The score of the two, this game included once it has ended.
    #[must_use]
    pub fn score(&self) -> Score {
        if self.counts { self.session.score() } else { self.session.config().score() }
    }

    /// Sets the score to nought; an end that already stands does not count
    /// any more.
    pub fn reset_score(&mut self) {
        self.counts = self.session.outcome().is_none();
        self.restart(self.session.config().clone().with_score(Score::default()));
    }

    /// Whether a step can be undone.
    #[must_use]
    pub const fn can_undo(&self) -> bool {
        self.done > 0
    }

    /// Whether an undone step can be made again.
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        self.done < self.line.len()
    }

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// As [`decide`](crate::decide()); nothing changes then.
    pub fn play(&mut self, path: &[Square]) -> Result<(), Refusal> {
        self.take(Step::Move(path.to_vec()))
    }

    /// Gives up for a side.
    ///
    /// # Errors
    /// [`Refusal::GameOver`]
    pub fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.take(Step::Resign(side))
    }

    /// Ends the game as the draw that both want.
    ///
    /// # Errors
    /// [`Refusal::GameOver`], or [`Refusal::NotAllowed`] before move 40 under
    /// tournament rules.
    pub fn agree_draw(&mut self) -> Result<(), Refusal> {
        self.take(Step::AgreeDraw)
    }

    /// Claims a draw for a side (ruling 12a).
    ///
    /// # Errors
    /// [`Refusal::GameOver`], or [`Refusal::TooEarly`] before its time.
    pub fn claim_draw(&mut self, side: Side) -> Result<(), Refusal> {
        self.take(Step::ClaimDraw(side))
    }

    /// Takes the last step back; false at the start.
    pub fn undo(&mut self) -> bool {
        let Some(done) = self.done.checked_sub(1) else {
            return false;
        };
        // Past its end the game is open again, and a new end counts.
        self.counts |= self.session.outcome().is_some();
        self.done = done;
        self.restart(self.session.config().clone());
        true
    }

    /// Makes the next undone step again; false when there is none.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.line.get(self.done) else {
            return false;
        };
        if apply(&mut self.session, &next.events).is_err() {
            debug_assert!(false, "a step that was made once can be made again");
            return false;
        }
        self.done += 1;
        true
    }

    /// Another game of the two, sides exchanged.
    ///
    /// # Errors
    /// [`Refusal::NotAllowed`] while this one goes on.
    pub fn rematch(&mut self) -> Result<(), Refusal> {
        if self.session.outcome().is_none() {
            return Err(Refusal::NotAllowed);
        }
        let score = self.score().swapped();
        let seats = self.session.seats();
        let config = self.session.rematch_config(Time::ZERO).with_score(score);
        // The stand-ins name sides, not people: they stay where they are.
        let config = config.with_seats(seats).map_err(|_| Refusal::NotAllowed)?;
        *self = LocalGame::of(config, !self.swapped);
        Ok(())
    }

    /// Makes a new step; the undone ones are forgotten.
    fn take(&mut self, step: Step) -> Result<(), Refusal> {
        let mut after = self.session.clone();
        let (step, events) = make(&mut after, step)?;
        self.session = after;
        self.line.truncate(self.done);
        self.line.push(Taken { step, events });
        self.done += 1;
        Ok(())
    }

    /// The session of the steps that stand, from this configuration on.
    fn restart(&mut self, config: GameConfig) {
        let mut session = Session::new(config);
        for taken in &self.line[..self.done] {
            let fits = apply(&mut session, &taken.events);
            debug_assert!(fits.is_ok(), "a step that was made once fits again");
        }
        self.session = session;
    }
}

fn apply(session: &mut Session, events: &[Event]) -> Result<(), LogError> {
    events.iter().try_for_each(|event| evolve(session, event))
}

/// Makes a step on a session: its events, and the step as it is kept.
fn make(session: &mut Session, step: Step) -> Result<(Step, Vec<Event>), Refusal> {
    let now = Time::ZERO;
    let actor = |side| Actor::Player(PlayerId::stand_in(side));
    let first_to_speak = session.side_to_move();
    let mut events = match &step {
        Step::Move(path) => {
            let seq = session.seq();
            decide_move(session, actor(first_to_speak), path, seq, Duration::ZERO, now)
        }
        Step::Resign(side) => resign(session, actor(*side), now),
        Step::AgreeDraw => offer_draw(session, actor(first_to_speak), now),
        Step::ClaimDraw(side) => claim_draw(session, actor(*side), now),
    }?;
    apply(session, &events).map_err(|_| Refusal::NotAllowed)?;
    if step == Step::AgreeDraw {
        let agreed = offer_draw(session, actor(!first_to_speak), now)?;
        apply(session, &agreed).map_err(|_| Refusal::NotAllowed)?;
        events.extend(agreed);
    }
    // A short input is kept as the full route that it meant.
    let step = match events.first() {
        Some(Event::Moved { path, .. }) => Step::Move(path.clone()),
        _ => step,
    };
    Ok((step, events))
}
