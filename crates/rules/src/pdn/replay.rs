//! Plays a record on a board.

use core::str::FromStr;

use crate::{
    Color, FenError, Game, GameRules, Move, MoveError, Position, Ruleset, Setup, SetupErrors,
};

use super::{
    cursor::Place,
    reading::readings,
    record::{Record, RecordedMove},
    written::{Separator, SquareName, WrittenMove},
};

/// A record that could be played.
#[derive(Clone, Debug)]
pub struct Replayed<R: Ruleset> {
    /// The game, played to the record's end even where a rule had ended it.
    pub game: Game<R>,
    /// What was odd about the way its moves are written.
    pub quirks: Vec<Quirk>,
}

/// An oddity in the way a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quirk {
    /// A quiet move with `x` (`10x14`).
    CrossOnQuiet,
    /// A capture with `-`.
    DashOnCapture,
    /// A full route where origin and destination would do.
    LongCapture,
    /// `06-11`.
    LeadingZero,
    /// Origin and destination fit several captures; the first that lets the
    /// rest of the record be played was taken.
    Ambiguous,
}

/// Why a record cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: ply {ply}: {kind}")]
pub struct ReplayFault {
    /// Where the fault stands in the file.
    pub place: Place,
    /// The ply at fault, from 1; 0 for the start position.
    pub ply: usize,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// Its start position cannot be read.
    #[error("bad start position: {0}")]
    Fen(#[from] FenError),
    /// Its start position is not one of the variant.
    #[error("bad start position: {0}")]
    Setup(#[from] SetupErrors),
    /// No legal move fits.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl FaultKind {
    /// The kind as a code: `bad_fen`, `illegal_move`, `must_capture`, ….
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            FaultKind::Fen(_) | FaultKind::Setup(_) => "bad_fen",
            FaultKind::Move(MoveError::Illegal) => "illegal_move",
            FaultKind::Move(MoveError::MustCapture) => "must_capture",
            FaultKind::Move(MoveError::MustCaptureMost) => "must_capture_most",
            FaultKind::Move(MoveError::Ambiguous) => "ambiguous_move",
            FaultKind::Move(MoveError::GameOver) => "game_over",
        }
    }
}

/// Plays the moves of a record.
///
/// Where origin and destination fit several captures, each is tried against
/// the rest of the record. Draw rules end nothing here.
///
/// # Errors
/// The ply that no reading gets past.
pub fn replay<R: Ruleset>(record: &Record) -> Result<Replayed<R>, ReplayFault> {
    let start =
        start_position(record).map_err(|kind| ReplayFault { place: record.place, ply: 0, kind })?;
    let mut game = Game::from_position(start, GameRules::STANDARD);
    let mut forks = Forks { open: Vec::new(), tries: 8 * record.moves.len() + 4_096 };
    let mut furthest: Option<ReplayFault> = None;
    while let Some(recorded) = record.moves.get(game.ply_count()) {
        match readings(game.position(), &recorded.written) {
            Ok(readings) => forks.take(&mut game, readings),
            Err(error) => {
                let ply = game.ply_count() + 1;
                if furthest.is_none_or(|fault| ply > fault.ply) {
                    let kind = FaultKind::Move(error);
                    furthest = Some(ReplayFault { place: recorded.place, ply, kind });
                }
                if !forks.go_back(&mut game) {
                    break;
                }
            }
        }
    }
    match furthest {
        Some(fault) if game.ply_count() < record.moves.len() => Err(fault),
        _ => {
            let mut quirks = quirks(&game, &record.moves);
            quirks.extend(forks.open.iter().map(|_| Quirk::Ambiguous));
            Ok(Replayed { game, quirks })
        }
    }
}

/// The plies at which more than one move fitted, and what is left to try.
struct Forks<R> {
    open: Vec<(usize, Vec<Move<R>>)>,
    /// How many more plies may be played; bounds hostile records.
    tries: usize,
}

impl<R: Ruleset> Forks<R> {
    fn take(&mut self, game: &mut Game<R>, mut readings: Vec<Move<R>>) {
        readings.reverse();
        let first = readings.pop();
        if !readings.is_empty() {
            self.open.push((game.ply_count(), readings));
        }
        if let Some(mv) = first {
            game.play_ignoring_the_end(mv);
            self.tries = self.tries.saturating_sub(1);
        }
    }

    /// Goes back to the last fork and takes its next way; false when there is
    /// none.
    fn go_back(&mut self, game: &mut Game<R>) -> bool {
        while let Some((ply, left)) = self.open.last_mut().filter(|_| self.tries > 0) {
            let Some(mv) = left.pop() else {
                self.open.pop();
                continue;
            };
            while game.ply_count() > *ply {
                game.undo();
            }
            game.play_ignoring_the_end(mv);
            self.tries -= 1;
            return true;
        }
        false
    }
}

fn start_position<R: Ruleset>(record: &Record) -> Result<Position<R>, FaultKind> {
    let Some(fen) = record.fen() else {
        return Ok(Position::start());
    };
    let mut setup = Setup::from_str(fen)?;
    if setup.side_to_move.is_none() {
        setup.side_to_move = record.moves.first().and_then(|first| mover::<R>(&setup, first));
    }
    Ok(setup.position()?)
}

/// The side whose piece the first move takes up, for a FEN that leaves it open.
fn mover<R: Ruleset>(setup: &Setup, first: &RecordedMove) -> Option<Color> {
    let from = first.written.squares().first()?.on(R::BOARD)?;
    Color::ALL
        .into_iter()
        .find(|&color| setup.men[color].contains(&from) || setup.kings[color].contains(&from))
}

fn quirks<R: Ruleset>(game: &Game<R>, moves: &[RecordedMove]) -> Vec<Quirk> {
    game.moves()
        .zip(moves)
        .enumerate()
        .flat_map(|(plies, (mv, recorded))| {
            let position = game.position_at(plies);
            quirks_of(position, mv, &recorded.written)
        })
        .collect()
}

fn quirks_of<R: Ruleset>(
    position: Option<&Position<R>>,
    mv: Move<R>,
    written: &WrittenMove,
) -> impl Iterator<Item = Quirk> {
    let fits_others = || {
        let legal = position.map(Position::legal_moves).unwrap_or_default();
        let twins = legal.iter().filter(|other| other.from() == mv.from() && other.to() == mv.to());
        twins.count() > 1
    };
    let zero = |name: &SquareName| matches!(name, SquareName::Number { zeros: true, .. });
    [
        (!mv.is_capture() && written.separator() == Separator::Cross, Quirk::CrossOnQuiet),
        (mv.is_capture() && written.separator() == Separator::Dash, Quirk::DashOnCapture),
        (written.squares().len() > 2 && !fits_others(), Quirk::LongCapture),
        (written.squares().iter().any(zero), Quirk::LeadingZero),
    ]
    .into_iter()
    .filter_map(|(found, quirk)| found.then_some(quirk))
}
