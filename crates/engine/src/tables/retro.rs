//! Retrograde analysis of one material and its mirror.
//!
//! Every capture and every crowning leads to another material, whose slices
//! are known already ([`Material::all_of`]). So each position is looked at
//! forward once: without a legal move it is lost; with a capture it is as good
//! as the best that the captures lead to; otherwise its quiet moves are
//! counted, and a crowning that wins is noted as a win that comes that late.
//!
//! Then distances are taken in ascending order, 0, 1, 2 … From a position that
//! is lost in `n` plies go back to all before it: those still open are won in
//! `n + 1`. From one that is won in `n` go back too: each position before it
//! has one quiet move less that is not known to lose, and with the last it is
//! lost. What stays open is a draw. As no win is found before all shorter ones
//! have been, the first distance that a position is given is the right one.

use rules::{DrawRules, Move, MoveList, Position, Ruleset};

use super::{
    index::Placements,
    material::Material,
    slice::{Best, DRAW, LOST, Slice, UNUSED, is_loss, is_win, one_ply_before},
    slices::Slices,
    unmove::{Unmove, unmoves},
    view::View,
};

/// Why tables cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// More pieces than there can be tables for.
    #[error("there are no tables for more than {0} pieces")]
    TooManyPieces(u8),
    /// A slice to which a capture or a crowning leads is not there.
    #[error("a slice that {0} depends on is missing")]
    Missing(Material),
    /// A distance does not fit into a byte.
    #[error("a win in {0} takes too many plies")]
    TooLong(Material),
}

/// Makes the slice of a material and that of its mirror (none where the
/// material is its own mirror), with the slices known so far.
pub(super) fn solve<R: Ruleset>(
    material: Material,
    known: &Slices,
) -> Result<Vec<(Material, Slice)>, SolveError> {
    let mut sides = vec![Side::<R>::begin(material, known)?];
    if material != material.mirrored() {
        sides.push(Side::begin(material.mirrored(), known)?);
    }
    let mut work = Work { sides, known };
    let mut byte = LOST;
    while byte <= work.longest() {
        for side in 0..work.sides.len() {
            work.spread_from(side, byte)?;
        }
        byte = after(byte, material)?;
    }
    Ok(work.sides.into_iter().map(Side::finish).collect())
}

/// The byte of a position one ply before one of that byte.
fn after(byte: u8, material: Material) -> Result<u8, SolveError> {
    one_ply_before(byte).ok_or(SolveError::TooLong(material))
}

/// Decided for good: not touched again.
const CLOSED: u8 = 0;
/// As [`CLOSED`], by a capture: no quiet move leads out of here.
const CAPTURE: u8 = u8::MAX;

/// One of the two slices in work.
struct Side<R: Ruleset> {
    material: Material,
    placements: Placements<R>,
    /// The values; in open positions the latest that a crowning wins, or 0.
    bytes: Vec<u8>,
    /// Quiet moves not known to lose; [`CLOSED`] or [`CAPTURE`].
    open: Vec<u8>,
    /// Quiet plies in a row to come in the longest case, see
    /// [`Slice::longest_quiet`].
    quiet: Vec<u8>,
    longest: u8,
}

impl<R: Ruleset> Side<R> {
    /// Looks forward from every position.
    fn begin(material: Material, known: &Slices) -> Result<Self, SolveError> {
        let placements = Placements::of(material);
        let len = placements.numbering().len();
        let mut side = Side {
            material,
            placements,
            bytes: vec![UNUSED; len],
            open: vec![CLOSED; len],
            quiet: vec![0; len],
            longest: LOST,
        };
        let mut moves = MoveList::new();
        for number in 0..len {
            if let Some(position) = side.placements.view(number).position::<R>() {
                position.legal_moves_into(&mut moves);
                let (byte, open) = side.look(&position, &moves, known)?;
                side.open[number] = open;
                side.decide(number, byte);
            }
        }
        Ok(side)
    }

    /// The byte and the open moves of a position.
    fn look(
        &self,
        position: &Position<R>,
        moves: &[Move<R>],
        known: &Slices,
    ) -> Result<(u8, u8), SolveError> {
        let Some(first) = moves.first() else { return Ok((LOST, CLOSED)) };
        if first.is_capture() {
            return Ok((self.best(position, moves.iter().copied(), known)?, CAPTURE));
        }
        if R::DRAWS == DrawRules::International && is_king_against_king(self.material) {
            return Ok((DRAW, CLOSED));
        }
        // A crowning that loses is no way out; one that draws stays one for ever.
        let mut open = 0;
        let mut wins = DRAW;
        for &mv in moves {
            match mv.promotes().then(|| self.reply(position, mv, known)).transpose()? {
                Some(byte) if is_loss(byte) => {
                    let win = after(byte, self.material)?;
                    wins = if wins == DRAW { win } else { wins.min(win) };
                }
                Some(byte) if is_win(byte) => {}
                _ => open += 1,
            }
        }
        if open == 0 {
            return Ok((self.best(position, moves.iter().copied(), known)?, CLOSED));
        }
        Ok((wins, open))
    }

    /// What the other side has after a move to another material.
    fn reply(&self, position: &Position<R>, mv: Move<R>, known: &Slices) -> Result<u8, SolveError> {
        let view = View::of(&position.play(mv));
        known.byte::<R>(&view).ok_or(SolveError::Missing(self.material))
    }

    /// The byte of a position with these moves, all to other materials.
    fn best(
        &self,
        position: &Position<R>,
        moves: impl Iterator<Item = Move<R>>,
        known: &Slices,
    ) -> Result<u8, SolveError> {
        let mut best = Best::default();
        for mv in moves {
            let reply = self.reply(position, mv, known)?;
            best.add(reply).ok_or(SolveError::TooLong(self.material))?;
        }
        Ok(best.byte())
    }

    fn decide(&mut self, number: usize, byte: u8) {
        self.bytes[number] = byte;
        self.longest = self.longest.max(byte);
    }

    /// The next position of that byte from a number on.
    fn next(&self, byte: u8, mut from: usize) -> Option<usize> {
        const STRETCH: usize = 512;
        while let Some(rest) = self.bytes.get(from..).filter(|rest| !rest.is_empty()) {
            let stretch = &rest[..rest.len().min(STRETCH)];
            // Most stretches hold none, and this is far faster than a search.
            if stretch.contains(&byte) {
                return stretch.iter().position(|&other| other == byte).map(|at| from + at);
            }
            from += stretch.len();
        }
        None
    }

    fn finish(self) -> (Material, Slice) {
        let longest_quiet = self.quiet.iter().copied().max().unwrap_or(0);
        (self.material, Slice { bytes: self.bytes.into_boxed_slice(), longest_quiet })
    }
}

fn is_king_against_king(material: Material) -> bool {
    material.own() == [0, 1] && material.their() == [0, 1]
}

struct Work<'a, R: Ruleset> {
    sides: Vec<Side<R>>,
    known: &'a Slices,
}

impl<R: Ruleset> Work<'_, R> {
    fn longest(&self) -> u8 {
        self.sides.iter().map(|side| side.longest).max().unwrap_or(DRAW)
    }

    /// Goes back from every position of one side that has that byte.
    fn spread_from(&mut self, at: usize, byte: u8) -> Result<(), SolveError> {
        let before = self.sides.len() - 1 - at;
        let mut from = 0;
        while let Some(number) = self.sides[at].next(byte, from) {
            from = number + 1;
            let side = &mut self.sides[at];
            if side.open[number] != CAPTURE {
                // Won by a crowning, and not sooner in any other way.
                side.open[number] = CLOSED;
            }
            let quiet = side.quiet[number];
            let view = side.placements.view(number);
            unmoves::<R>(&view, |unmove| self.step_back(before, &unmove, byte, quiet))?;
        }
        Ok(())
    }

    /// A position of byte `byte`, with `quiet` quiet plies to come, is reached
    /// by a quiet move from this one.
    fn step_back(
        &mut self,
        at: usize,
        unmove: &Unmove,
        byte: u8,
        quiet: u8,
    ) -> Result<(), SolveError> {
        let side = &mut self.sides[at];
        let number = side.placements.numbering().number(&unmove.before);
        let open = side.open[number];
        if open == CAPTURE {
            return Ok(());
        }
        let value = after(byte, side.material)?;
        if is_loss(byte) {
            if open != CLOSED {
                side.open[number] = CLOSED;
                side.decide(number, value);
            }
        } else if open != CLOSED && side.bytes[number] == DRAW {
            side.open[number] = open - 1;
            if open == 1 {
                let last = self.lost(at, &unmove.before, value)?;
                self.sides[at].decide(number, last);
            }
        }
        let side = &mut self.sides[at];
        // For the winner only moves of the shortest wins count, for the loser all.
        let counts = !is_loss(byte) || side.bytes[number] == value;
        if counts && !unmove.by_man {
            side.quiet[number] = side.quiet[number].max(quiet + 1);
        }
        Ok(())
    }

    /// The byte of a position of which every move loses, the quiet ones at
    /// most as late as `quiet`: a crowning may hold out longer.
    fn lost(&self, at: usize, view: &View, quiet: u8) -> Result<u8, SolveError> {
        let side = &self.sides[at];
        if side.material.own()[0] == 0 {
            return Ok(quiet);
        }
        let Some(position) = view.position::<R>() else { return Ok(quiet) };
        let moves = position.legal_moves();
        let crownings = moves.into_iter().filter(|mv| mv.promotes());
        Ok(side.best(&position, crownings, self.known)?.max(quiet))
    }
}
