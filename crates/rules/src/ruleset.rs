//! What differs between the variants, as constants with their articles.

use core::{fmt::Debug, hash::Hash};

use crate::{Board, Color, Position};

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingRange {
    /// One square, and a jump over a neighbour.
    Short,
    /// Any distance over empty squares.
    Flying,
}

/// Where a man may capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManCapture {
    /// Forward only.
    Forward,
    /// Forward and backward.
    AllDirections,
}

/// Which of several captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureChoice {
    /// Any, but the chosen chain must be finished.
    Free,
    /// One that takes the greatest number of pieces.
    Most,
}

/// What happens to a man that reaches the king row while capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// It is crowned there and its move ends.
    EndsMove,
    /// It is crowned only if its move ends there; otherwise it goes on as a man.
    OnStop,
}

/// The draw rules of a variant that work by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawRules {
    /// Threefold repetition and the 40-move rule.
    FortyMove,
    /// Threefold repetition, king against king, and on request the tournament
    /// counters of 25 and 16 moves.
    International,
}

/// One variant of draughts: constants that the generic code reads.
///
/// Implemented by zero-sized types, one file each. `Position<R>`, the move
/// generator, perft and the search are generic over it, so that a branch on a
/// constant costs nothing.
pub trait Ruleset: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The variant's name at the edge.
    const VARIANT: Variant;
    /// The board.
    const BOARD: Board;
    /// Men of each side at the start, and the most pieces that a side can have.
    const MEN: u8;
    /// Who moves first.
    const FIRST_MOVER: Color;
    /// How far a king goes.
    const KINGS: KingRange;
    /// Where a man may capture.
    const MAN_CAPTURE: ManCapture;
    /// Which of several captures may be chosen.
    const CAPTURE_CHOICE: CaptureChoice;
    /// What happens on the king row in mid-capture.
    const PROMOTION: Promotion;
    /// The draw rules.
    const DRAWS: DrawRules;

    /// The position at the start of a game.
    fn start() -> Position<Self> {
        Position::start()
    }
}

/// The variants that we play, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// English draughts, also called American checkers. PDN GameType 21.
    English,
    /// International draughts on 10×10. PDN GameType 20.
    International,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 2] = [Variant::English, Variant::International];

    /// The name on the wire, in the store and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::English => "english",
            Variant::International => "international",
        }
    }

    /// The variant of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.name() == name)
    }

    /// Its board.
    #[must_use]
    pub const fn board(self) -> Board {
        crate::with_ruleset!(self, R => R::BOARD)
    }

    /// Who moves first.
    #[must_use]
    pub const fn first_mover(self) -> Color {
        crate::with_ruleset!(self, R => R::FIRST_MOVER)
    }

    /// Men of each side at the start.
    #[must_use]
    pub const fn men(self) -> u8 {
        crate::with_ruleset!(self, R => R::MEN)
    }

    /// The number in the PDN tag GameType.
    #[must_use]
    pub const fn game_type(self) -> u8 {
        match self {
            Variant::English => 21,
            Variant::International => 20,
        }
    }
}

impl core::fmt::Display for Variant {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// No variant of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant")]
pub struct UnknownVariant;

impl core::str::FromStr for Variant {
    type Err = UnknownVariant;
    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        Variant::from_name(name).ok_or(UnknownVariant)
    }
}

/// Runs an expression with `R` bound to the ruleset of a [`Variant`]: the one
/// place that maps a name to a type.
///
/// ```
/// use rules::{Position, Variant, with_ruleset};
/// let moves = with_ruleset!(Variant::English, R => Position::<R>::start().legal_moves().len());
/// assert_eq!(moves, 7);
/// ```
#[macro_export]
macro_rules! with_ruleset {
    ($variant:expr, $R:ident => $body:expr) => {
        match $variant {
            $crate::Variant::English => {
                type $R = $crate::English;
                $body
            }
            $crate::Variant::International => {
                type $R = $crate::International;
                $body
            }
        }
    };
}
