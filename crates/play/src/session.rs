//! A game being played: everything that its events add up to.

use rules::{AnyGame, GameRules, LegalMove, Variant};

use crate::{
    Actor, BySide, CancelReason, Clock, ClockFace, Event, GameConfig, GameId, Level, LogError,
    Offers, Outcome, PlayerId, Score, Seat, Seq, Side, Time, evolve,
};

/// Plies after which a draw may be offered under tournament rules.
const TOURNAMENT_DRAW_PLIES: usize = 80;

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// An invite is out; nobody can move yet.
    Waiting,
    /// Going on.
    Playing,
    /// Ended.
    Finished(Outcome),
    /// Called off before it began.
    Cancelled(CancelReason),
}

impl State {
    /// `waiting`, `playing`, `finished` or `cancelled`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Playing => "playing",
            State::Finished(_) => "finished",
            State::Cancelled(_) => "cancelled",
        }
    }
}

/// A game being played by people: its configuration and what its events have
/// made of it.
///
/// Changed only by [`evolve`], so that the same events give the same session
/// everywhere.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) config: GameConfig,
    pub(crate) board: AnyGame,
    pub(crate) seats: BySide<Seat>,
    pub(crate) state: State,
    pub(crate) seq: Seq,
    pub(crate) offers: Offers,
    pub(crate) rematch: Option<GameId>,
    /// When the side to move came to move.
    pub(crate) turn_began: Time,
    /// The clocks, `None` in a game without.
    pub(crate) clock: Option<Clock>,
    pub(crate) overtaken: Overtaken,
    /// How often each seat went to another browser.
    pub(crate) seat_moves: BySide<u32>,
    /// The seat that is said to be lost, and since when.
    pub(crate) reported_lost: Option<(Side, Time)>,
}

/// The last events that make an older wish stale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Overtaken {
    /// The last move, takeback, join or end.
    pub(crate) any: Seq,
    /// The same without the computer's replies and the ends that they bring:
    /// an undo sent while the computer was answering still means the same.
    pub(crate) undo: Seq,
    /// Whether the last event was a move of the computer.
    pub(crate) after_computers_move: bool,
}

impl Session {
    /// A game without events.
    #[must_use]
    pub fn new(config: GameConfig) -> Session {
        let seats = config.seats();
        let waiting = seats.find(|&seat| seat == Seat::Open).is_some();
        let now = config.created_at();
        let mut session = Session {
            board: config.start().clone(),
            seats,
            state: if waiting { State::Waiting } else { State::Playing },
            seq: Seq::ZERO,
            offers: Offers::default(),
            rematch: None,
            turn_began: now,
            clock: config.clock().map(|control| Clock::new(control, now)),
            overtaken: Overtaken::default(),
            seat_moves: BySide::default(),
            reported_lost: None,
            config,
        };
        session.start_clock(now);
        session
    }

    /// Lets the clock of the side to move run, where the game goes on.
    pub(crate) fn start_clock(&mut self, at: Time) {
        let (side, plies, playing) =
            (self.side_to_move(), self.board.ply_count(), self.is_playing());
        if let Some(clock) = self.clock.as_mut().filter(|_| playing) {
            clock.start(side, plies, at);
        }
    }

    /// The game that these events, all from the first on, add up to.
    ///
    /// # Errors
    /// At the first event that does not follow from the ones before it, or
    /// when the last event is a move that ends the game and its end is missing.
    pub fn replay<'a>(
        config: GameConfig,
        events: impl IntoIterator<Item = &'a Event>,
    ) -> Result<Session, LogError> {
        let mut session = Session::new(config);
        for event in events {
            evolve(&mut session, event)?;
        }
        session.check_end_is_told()?;
        Ok(session)
    }

    /// What was fixed when the game was made.
    #[must_use]
    pub const fn config(&self) -> &GameConfig {
        &self.config
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.config.variant()
    }

    /// The rules chosen at set-up.
    #[must_use]
    pub fn rules(&self) -> GameRules {
        self.config.rules()
    }

    /// The number of the last event, which is how many there have been.
    #[must_use]
    pub const fn seq(&self) -> Seq {
        self.seq
    }

    /// Where the game stands.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// Whether moves can be made.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        matches!(self.state, State::Playing)
    }

    /// How the game ended, `None` before its end and for one called off.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Finished(outcome) => Some(outcome),
            State::Waiting | State::Playing | State::Cancelled(_) => None,
        }
    }

    /// The moves, the position and the draw counters.
    #[must_use]
    pub const fn board(&self) -> &AnyGame {
        &self.board
    }

    /// The legal moves, sorted; none unless the game is going on.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        if self.is_playing() { self.board.legal_moves() } else { Vec::new() }
    }

    /// The side to move in the position on the board.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        Side::of(self.board.side_to_move(), self.variant())
    }

    /// When the side to move came to move.
    #[must_use]
    pub const fn turn_began(&self) -> Time {
        self.turn_began
    }

    /// The clocks, `None` in a game without.
    #[must_use]
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// How the clocks stand now, `None` in a game without.
    #[must_use]
    pub fn clock_face(&self, now: Time) -> Option<ClockFace> {
        self.clock.as_ref().map(|clock| clock.face(now))
    }

    /// When the flag falls unless a move comes first; `None` when nothing
    /// runs.
    #[must_use]
    pub fn flag_at(&self) -> Option<Time> {
        self.clock.as_ref()?.flag_at()
    }

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> BySide<Seat> {
        self.seats
    }

    /// The side that a player sits on.
    #[must_use]
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        self.seats.find(|&seat| seat == Seat::Player(player))
    }

    /// How often a seat went to another browser. A link to it is good as long
    /// as this number stays.
    #[must_use]
    pub fn seat_moves(&self, side: Side) -> u32 {
        self.seat_moves[side]
    }

    /// Since when a seat is said to be lost, `None` when nobody says so.
    #[must_use]
    pub fn reported_lost(&self, side: Side) -> Option<Time> {
        self.reported_lost.filter(|(lost, _)| *lost == side).map(|(_, at)| at)
    }

    /// The side that somebody acts for.
    #[must_use]
    pub fn side_of_actor(&self, actor: Actor) -> Option<Side> {
        match actor {
            Actor::Player(player) => self.side_of(player),
            Actor::Computer => self.computer().map(|(side, _)| side),
            Actor::Watcher | Actor::Service => None,
        }
    }

    /// The computer's side and level, in a game against it.
    #[must_use]
    pub fn computer(&self) -> Option<(Side, Level)> {
        Side::ALL.into_iter().find_map(|side| Some((side, self.seats[side].level()?)))
    }

    /// The computer's level when it is the computer's turn: a job for the
    /// engine. Its answer carries [`Session::seq`] of this moment.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<Level> {
        let (side, level) = self.computer()?;
        (self.is_playing() && self.side_to_move() == side).then_some(level)
    }

    /// What stands open between the two.
    #[must_use]
    pub const fn offers(&self) -> Offers {
        self.offers
    }

    /// The next game of the same two, once it has begun.
    #[must_use]
    pub const fn rematch(&self) -> Option<GameId> {
        self.rematch
    }

    /// The configuration of a rematch: the same game, sides exchanged.
    #[must_use]
    pub fn rematch_config(&self, now: Time) -> GameConfig {
        self.config.rematch(self.seats, self.score(), now)
    }

    /// The score of the pair, this game included once it has ended.
    #[must_use]
    pub fn score(&self) -> Score {
        let before = self.config.score();
        self.outcome().map_or(before, |outcome| before.with(outcome))
    }

    /// Pieces that each side has taken.
    #[must_use]
    pub fn captured(&self) -> BySide<u32> {
        BySide::new_with(|side| self.board.taken_by(side.color(self.variant())))
    }

    /// Plies from now back to the last decision of a side, `None` when it has
    /// made none.
    #[must_use]
    pub fn plies_to_last_decision(&self, side: Side) -> Option<u8> {
        let plies = if self.side_to_move() == side { 2 } else { 1 };
        (self.board.ply_count() >= usize::from(plies)).then_some(plies)
    }

    /// Whether the rules let a draw be offered in this position: under
    /// tournament rules only after both have made 40 moves (ruling 9).
    #[must_use]
    pub fn may_offer_draw(&self) -> bool {
        !self.rules().tournament() || self.board.ply_count() >= TOURNAMENT_DRAW_PLIES
    }

    /// Whether a wish that knew the events up to `seq` was overtaken.
    #[must_use]
    pub fn is_stale(&self, seq: Seq) -> bool {
        self.overtaken.any > seq
    }

    /// Counts an event of a kind that this version does not know, so that a
    /// client of an older version keeps the right number. It changes nothing
    /// else.
    pub fn skip_event(&mut self) {
        self.seq = self.seq.next();
        self.overtaken.after_computers_move = false;
    }
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        self.config == other.config
            && self.board.moves() == other.board.moves()
            && self.seats == other.seats
            && self.state == other.state
            && self.seq == other.seq
            && self.offers == other.offers
            && self.rematch == other.rematch
            && self.turn_began == other.turn_began
            && self.clock == other.clock
            && self.overtaken == other.overtaken
            && self.seat_moves == other.seat_moves
            && self.reported_lost == other.reported_lost
    }
}

impl Eq for Session {}
