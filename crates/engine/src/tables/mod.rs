//! Endgame tables: the result of every position with few pieces, and how far
//! it is from the end.
//!
//! # What is kept
//!
//! All positions in which both sides have a piece, one byte each, in a
//! [`Slice`] for each [`Material`] of the side to move and the other side.
//! Positions with White to move are looked up as their mirror: half a turn
//! with the colours exchanged. A byte holds the result and the **distance to
//! the end of the game in plies**: the winner takes the shortest way and the
//! loser the longest. Captures are in the table like every other position, so
//! none has to be at rest to be looked up.
//!
//! # Why a won ending is won
//!
//! A player who always goes to a position that is lost in the fewest plies
//! wins: each pair of plies takes at least two from a distance that is a
//! whole number. No position comes twice on the way, so only what happened
//! before can make it a repetition.
//!
//! The 40-move rule is another matter, because a distance of 109 plies is more
//! than the 80 quiet ones that make a draw. So the generator also follows how
//! many plies in a row pass without a capture and without a move of a man when
//! the winner goes such a shortest way and the loser any way
//! ([`Slice::longest_quiet`]). In English draughts with up to four pieces
//! there are never more than 55 (of 80), in International with up to four
//! never more than 16 (of 50). So every win in these tables is won under the
//! draw rules too when the counter stands at zero, as it does after each
//! capture and each move of a man. With five pieces this holds for all but
//! a man and two kings against two kings, where it can be 102.
//!
//! With the counter at `c` of a limit `l` a win in `d` plies is certain when
//! `c + d <= l`, or when `c + q < l` with `q` the quiet plies that lie ahead;
//! other wins and losses are left to the search. A draw needs no such care:
//! the rules only add draws.
//!
//! # How it is made
//!
//! See `retro.rs`; and [`Tables::check`] for the proof of what was made, which
//! uses nothing but the move generator and the equation that each position's
//! value follows from those after its moves.

mod check;
#[cfg(feature = "files")]
mod files;
mod index;
mod material;
mod quiet_run;
mod retro;
mod slice;
mod slices;
#[cfg(feature = "files")]
mod source;
mod unmove;
mod view;

use std::sync::Arc;

use rules::{AnyGame, Move, Position, Ruleset, Variant, with_ruleset};

pub use check::CheckError;
#[cfg(feature = "files")]
pub use files::{FileError, FilesError};
pub use material::{MOST_PIECES, Material, NotAMaterial};
pub use retro::SolveError;
pub use slice::{Counts, Slice, Verdict};
pub(crate) use slices::Known;
#[cfg(feature = "files")]
pub use source::TableSource;

use slices::Slices;
use view::View;

/// The endgame tables of all variants that are at hand; cheap to clone.
///
/// ```
/// use engine::{Tables, Verdict};
/// use rules::{English, Position, Setup, Variant};
///
/// let tables = Tables::build(Variant::English, 3, &mut |_| {}).expect("small enough");
/// let setup: Setup = "W:W29,30:B8".parse().expect("a FEN");
/// let position: Position<English> = setup.position().expect("a position");
/// assert_eq!(tables.probe(&position), Some(Verdict::Win(61)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tables {
    english: Slices,
    international: Slices,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What has just been made or found: this material and its mirror.
    pub material: Material,
    /// Positions of it and its mirror.
    pub positions: u64,
    /// Whether it was there already.
    pub found: bool,
    /// Pairs so far, this one included.
    pub done: usize,
    /// Pairs in all.
    pub of: usize,
}

impl Tables {
    /// No tables.
    #[must_use]
    pub const fn none() -> Self {
        Tables { english: Slices::none(), international: Slices::none() }
    }

    /// The most pieces for which tables can be made: five in English (151 MB),
    /// four in International (43 MB).
    #[must_use]
    pub const fn most_pieces(variant: Variant) -> u8 {
        match variant {
            Variant::English => MOST_PIECES,
            Variant::International => 4,
        }
    }

    /// The most pieces of the tables that are made at every start, because they
    /// take little time and memory: 6.6 MB in English, 0.8 MB in International.
    #[must_use]
    pub const fn usual_pieces(variant: Variant) -> u8 {
        match variant {
            Variant::English => 4,
            Variant::International => 3,
        }
    }

    /// Makes all tables of a variant from two pieces up to so many, in memory,
    /// and tells of each step. English with four pieces takes about a second
    /// and 6.6 MB.
    ///
    /// # Errors
    /// When `pieces` is more than [`Tables::most_pieces`].
    pub fn build(
        variant: Variant,
        pieces: u8,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Result<Self, SolveError> {
        let mut tables = Tables::none();
        let pairs = pairs(variant, pieces)?;
        let of = pairs.len();
        for (material, done) in pairs.into_iter().zip(1..) {
            let solved = tables.solve(variant, material)?;
            let positions = solved.iter().map(|(_, slice)| slice.counts().positions()).sum();
            for (material, slice) in solved {
                tables.of_mut(variant).insert(material, Arc::new(slice));
            }
            on_progress(&Progress { material, positions, found: false, done, of });
        }
        Ok(tables)
    }

    /// Makes a pair of slices from those that it depends on.
    fn solve(
        &self,
        variant: Variant,
        material: Material,
    ) -> Result<Vec<(Material, Slice)>, SolveError> {
        with_ruleset!(variant, R => retro::solve::<R>(material, self.of(R::VARIANT)))
    }

    /// The most pieces of which every position of a variant is here; 0 without
    /// any.
    #[must_use]
    #[inline]
    pub const fn pieces(&self, variant: Variant) -> u8 {
        self.of(variant).complete_to()
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        Variant::ALL.into_iter().map(|variant| self.of(variant).bytes()).sum()
    }

    /// One slice, if it is here.
    #[must_use]
    pub fn slice(&self, variant: Variant, material: Material) -> Option<&Slice> {
        self.of(variant).get(material).map(|slice| &**slice)
    }

    /// The same tables together with others, which count where both have a
    /// slice.
    #[must_use]
    pub fn with(mut self, other: &Tables) -> Self {
        for variant in Variant::ALL {
            for (material, slice) in other.of(variant).all() {
                self.of_mut(variant).insert(material, slice);
            }
        }
        self
    }

    /// The result of a position with perfect play, without the draw rules that
    /// need history; `None` where no table has it.
    #[must_use]
    #[inline]
    pub fn probe<R: Ruleset>(&self, position: &Position<R>) -> Option<Verdict> {
        self.known(position).map(|known| known.verdict)
    }

    /// As [`Tables::probe`], of the position that a game of any variant has
    /// reached.
    #[must_use]
    pub fn probe_game(&self, game: &AnyGame) -> Option<Verdict> {
        match game {
            AnyGame::English(game) => self.probe(game.position()),
            AnyGame::International(game) => self.probe(game.position()),
        }
    }

    #[inline]
    pub(crate) fn known<R: Ruleset>(&self, position: &Position<R>) -> Option<Known> {
        let slices = self.of(R::VARIANT);
        if position.occupied().len() > u32::from(slices.complete_to()) {
            return None;
        }
        slices.known::<R>(&View::of(position))
    }

    #[inline]
    const fn of(&self, variant: Variant) -> &Slices {
        match variant {
            Variant::English => &self.english,
            Variant::International => &self.international,
        }
    }

    fn of_mut(&mut self, variant: Variant) -> &mut Slices {
        match variant {
            Variant::English => &mut self.english,
            Variant::International => &mut self.international,
        }
    }
}

/// The pairs of materials to make one after another.
fn pairs(variant: Variant, pieces: u8) -> Result<Vec<Material>, SolveError> {
    if pieces > Tables::most_pieces(variant) {
        return Err(SolveError::TooManyPieces(Tables::most_pieces(variant)));
    }
    Ok((2..=pieces).flat_map(Material::pairs_of).collect())
}

/// A move of a shortest win or of a longest resistance; `None` in drawn and
/// unknown positions and at the end of the game.
pub(crate) fn best_move<R: Ruleset>(tables: &Tables, position: &Position<R>) -> Option<Move<R>> {
    let goal = match tables.probe(position)? {
        Verdict::Win(plies) => Verdict::Loss(plies - 1),
        Verdict::Loss(plies) => Verdict::Win(plies.checked_sub(1)?),
        Verdict::Draw => return None,
    };
    let leads_on = |next: &Position<R>| {
        let side = next.side_to_move();
        // Without pieces it is in no table; the move that took the last wins.
        let ended = next.pieces(side).is_empty() && goal == Verdict::Loss(0);
        ended || tables.probe(next) == Some(goal)
    };
    let moves = position.legal_moves();
    moves
        .into_iter()
        .filter(|&mv| leads_on(&position.play(mv)))
        .min_by_key(|mv| (mv.from(), mv.to()))
}
