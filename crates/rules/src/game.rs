//! A game: a start, the moves so far, and the draw rules that need history.

use core::num::NonZeroU16;

use crate::{
    Color, Counters, DrawReason, DrawRules, Move, MoveError, Outcome, Position, Ruleset, Square,
    Status, Variant, WinReason,
    counters::{FORTY_MOVE_PLIES, SIXTEEN_MOVE_PLIES, TOO_LONG_PLIES, TWENTY_FIVE_MOVE_PLIES},
};

/// Rules that are chosen when a game is set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameRules {
    tournament: bool,
    length_limit: Option<NonZeroU16>,
}

/// Tournament rules and the length limit exist in International draughts only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these rules do not exist in this variant")]
pub struct NotInThisVariant;

impl GameRules {
    /// Neither tournament rules nor a length limit.
    pub const STANDARD: GameRules = GameRules { tournament: false, length_limit: None };

    /// Tournament rules (ruling 9) on or off, and a length limit of so many
    /// moves each (ruling 8) or none.
    ///
    /// # Errors
    /// When a variant other than International is given either.
    pub fn new(
        variant: Variant,
        tournament: bool,
        length_limit: Option<NonZeroU16>,
    ) -> Result<Self, NotInThisVariant> {
        if variant != Variant::International && (tournament || length_limit.is_some()) {
            return Err(NotInThisVariant);
        }
        Ok(GameRules { tournament, length_limit })
    }

    /// Whether the International tournament rules are on.
    #[must_use]
    pub const fn tournament(self) -> bool {
        self.tournament
    }

    /// Moves by each side after which pieces are counted.
    #[must_use]
    pub const fn length_limit(self) -> Option<NonZeroU16> {
        self.length_limit
    }
}

#[derive(Clone, Copy, Debug)]
struct Ply<R: Ruleset> {
    mv: Move<R>,
    position: Position<R>,
    counters: Counters,
}

/// A game of one variant: it knows its history, so it knows when it is over.
///
/// ```
/// use rules::{English, Game, Status};
///
/// let mut game = Game::<English>::new();
/// let mv = game.position().legal_moves()[0];
/// game.play(mv).expect("legal");
/// assert_eq!(game.status(), Status::Ongoing);
/// ```
#[derive(Clone, Debug)]
pub struct Game<R: Ruleset> {
    rules: GameRules,
    start: Position<R>,
    plies: Vec<Ply<R>>,
}

impl<R: Ruleset> Default for Game<R> {
    fn default() -> Self {
        Game::new()
    }
}

impl<R: Ruleset> Game<R> {
    /// A game from the start of the variant under its standard rules.
    #[must_use]
    pub fn new() -> Self {
        Game::from_position(Position::start(), GameRules::STANDARD)
    }

    /// A game from a position; draw counters start at zero and the position
    /// counts as its first occurrence.
    #[must_use]
    pub fn from_position(start: Position<R>, rules: GameRules) -> Self {
        Game { rules, start, plies: Vec::new() }
    }

    /// The rules chosen at set-up.
    #[must_use]
    pub const fn rules(&self) -> GameRules {
        self.rules
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start_position(&self) -> &Position<R> {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        self.plies.last().map_or(&self.start, |ply| &ply.position)
    }

    /// The position after so many plies, `None` beyond the end.
    #[must_use]
    pub fn position_at(&self, plies: usize) -> Option<&Position<R>> {
        match plies.checked_sub(1) {
            None => Some(&self.start),
            Some(last) => self.plies.get(last).map(|ply| &ply.position),
        }
    }

    /// The moves so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move<R>> + DoubleEndedIterator {
        self.plies.iter().map(|ply| ply.mv)
    }

    /// Plies played so far.
    #[must_use]
    pub fn ply_count(&self) -> usize {
        self.plies.len()
    }

    /// The draw counters now.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.plies.last().map_or_else(|| Counters::at_start(&self.start), |ply| ply.counters)
    }

    /// How many times the position now has occurred, this time included (from 1).
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        let now = self.position();
        // No position comes back across a capture or a move of a man.
        let reversible = self.counters().quiet_plies as usize;
        let first = self.plies.len() - reversible;
        let earlier = (first..self.plies.len())
            .rev()
            .skip(1)
            .step_by(2)
            .filter(|&plies| self.position_at(plies) == Some(now))
            .count();
        1 + earlier as u32
    }

    /// How the game stands by the rules of the board. Where several reasons
    /// hold, the order is that of ruling 12b.
    #[must_use]
    pub fn status(&self) -> Status {
        self.outcome().map_or(Status::Ongoing, Status::Ended)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.loss()
            .or_else(|| self.draw().map(Outcome::Draw))
            .or_else(|| self.length_limit())
            .or_else(|| {
                (self.plies.len() >= TOO_LONG_PLIES).then_some(Outcome::Draw(DrawReason::TooLong))
            })
    }

    fn loss(&self) -> Option<Outcome> {
        let position = self.position();
        let side = position.side_to_move();
        if let Some(loser) = [side, !side].into_iter().find(|&c| position.pieces(c).is_empty()) {
            return Some(Outcome::Win(!loser, WinReason::NoPieces));
        }
        (!position.has_legal_move()).then_some(Outcome::Win(!side, WinReason::NoMoves))
    }

    fn draw(&self) -> Option<DrawReason> {
        let counters = self.counters();
        let international = R::DRAWS == DrawRules::International;
        if international && is_king_against_king(self.position()) {
            return Some(DrawReason::KingVsKing);
        }
        if self.repetitions() >= 3 {
            return Some(DrawReason::Threefold);
        }
        if R::DRAWS == DrawRules::FortyMove && counters.quiet_plies >= FORTY_MOVE_PLIES {
            return Some(DrawReason::FortyMove);
        }
        if self.rules.tournament && counters.quiet_plies >= TWENTY_FIVE_MOVE_PLIES {
            return Some(DrawReason::TwentyFiveMove);
        }
        let sixteen = counters.three_against_one.is_some_and(|plies| plies >= SIXTEEN_MOVE_PLIES);
        (self.rules.tournament && sixteen).then_some(DrawReason::SixteenMove)
    }

    fn length_limit(&self) -> Option<Outcome> {
        let limit = usize::from(self.rules.length_limit?.get());
        if self.plies.len() < 2 * limit {
            return None;
        }
        let position = self.position();
        let strength = |color| (position.pieces(color).len(), position.kings(color).len());
        Some(match strength(Color::White).cmp(&strength(Color::Black)) {
            core::cmp::Ordering::Greater => Outcome::Win(Color::White, WinReason::LengthLimit),
            core::cmp::Ordering::Less => Outcome::Win(Color::Black, WinReason::LengthLimit),
            core::cmp::Ordering::Equal => Outcome::Draw(DrawReason::LengthLimit),
        })
    }

    /// Whether either player may end the game by a draw claim (ruling 12a):
    /// International without tournament rules, after 50 plies with kings only
    /// and no capture.
    #[must_use]
    pub fn may_claim_draw(&self) -> bool {
        R::DRAWS == DrawRules::International
            && !self.rules.tournament
            && self.counters().quiet_plies >= TWENTY_FIVE_MOVE_PLIES
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`MoveError::GameOver`] after the end, [`MoveError::Illegal`] for a move
    /// that this position does not have. The game is unchanged then.
    pub fn play(&mut self, mv: Move<R>) -> Result<(), MoveError> {
        if self.status() != Status::Ongoing {
            return Err(MoveError::GameOver);
        }
        if !self.position().legal_moves().contains(&mv) {
            return Err(MoveError::Illegal);
        }
        self.play_ignoring_the_end(mv);
        Ok(())
    }

    /// Finds the move that a path of squares means
    /// ([`Position::find_move`]) and plays it.
    ///
    /// # Errors
    /// As [`Game::play`] and [`Position::find_move`]; the game is unchanged then.
    pub fn play_path(&mut self, path: &[Square]) -> Result<Move<R>, MoveError> {
        if self.status() != Status::Ongoing {
            return Err(MoveError::GameOver);
        }
        let mv = self.position().find_move(path)?;
        self.play_ignoring_the_end(mv);
        Ok(mv)
    }

    /// Plays a legal move even where a draw rule has ended the game, as records
    /// of real games do.
    ///
    /// # Panics
    /// In debug builds, when the move is not one of this position's.
    pub fn play_ignoring_the_end(&mut self, mv: Move<R>) {
        let before = *self.position();
        let position = before.play(mv);
        let counters = self.counters().after(&before, mv, &position);
        self.plies.push(Ply { mv, position, counters });
    }

    /// Takes back the last ply and returns its move; `None` at the start.
    pub fn undo(&mut self) -> Option<Move<R>> {
        self.plies.pop().map(|ply| ply.mv)
    }
}

/// One king each, nothing else, and no capture for the side to move (ruling 7).
fn is_king_against_king<R: Ruleset>(position: &Position<R>) -> bool {
    Color::ALL.into_iter().all(|c| position.pieces(c).len() == 1 && position.kings(c).any())
        && !position.can_capture()
}
