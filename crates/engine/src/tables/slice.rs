//! The values of all positions of one material.

/// With perfect play of both sides and without the draw rules that need
/// history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move wins, and needs at most so many plies (an odd number).
    Win(u8),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses, and can hold out for so many plies (an even
    /// number); 0 when it has no legal move.
    Loss(u8),
}

impl Verdict {
    /// What one byte says: 0 for a draw, else one more than the plies to the
    /// end. The winner makes the last move, so plies are odd for who wins and
    /// even for who loses.
    #[inline]
    pub(super) const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            UNUSED => None,
            0 => Some(Verdict::Draw),
            _ if byte.is_multiple_of(2) => Some(Verdict::Win(byte - 1)),
            _ => Some(Verdict::Loss(byte - 1)),
        }
    }
}

/// The byte of a number that is no position.
pub(super) const UNUSED: u8 = 255;
/// The byte of a draw.
pub(super) const DRAW: u8 = 0;
/// The byte of a side to move that has lost.
pub(super) const LOST: u8 = 1;

#[inline]
pub(super) const fn is_win(byte: u8) -> bool {
    byte != DRAW && byte.is_multiple_of(2)
}

#[inline]
pub(super) const fn is_loss(byte: u8) -> bool {
    !byte.is_multiple_of(2)
}

/// The byte of a won or lost position one ply before one that is lost or won
/// with that byte; `None` where it is too far from the end.
#[inline]
pub(super) const fn one_ply_before(byte: u8) -> Option<u8> {
    if byte < UNUSED - 2 { Some(byte + 1) } else { None }
}

/// The byte of a position, from those of the positions after its moves: the
/// quickest win, else a draw, else the slowest loss.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Best {
    win: Option<u8>,
    draws: bool,
    loss: Option<u8>,
}

impl Best {
    /// One more move; `None` where the position is too far from the end.
    #[inline]
    pub(super) fn add(&mut self, reply: u8) -> Option<()> {
        if reply == DRAW {
            self.draws = true;
            return Some(());
        }
        let byte = one_ply_before(reply)?;
        if is_loss(reply) {
            self.win = Some(self.win.map_or(byte, |win| win.min(byte)));
        } else {
            self.loss = self.loss.max(Some(byte));
        }
        Some(())
    }

    /// The byte of a position with these moves; lost without any.
    #[inline]
    pub(super) fn byte(self) -> u8 {
        self.win.unwrap_or(if self.draws { DRAW } else { self.loss.unwrap_or(LOST) })
    }
}

/// All positions of one material with one side to move: a byte for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    pub(super) bytes: Box<[u8]>,
    /// The most quiet plies in a row in the winner's shortest wins, whatever
    /// the loser does.
    pub(super) longest_quiet: u8,
}

/// The results of a slice or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The plies of the longest win.
    pub longest: u8,
}

impl Slice {
    /// The most plies in a row without a capture and without a move of a man,
    /// where the winner always takes a shortest way and the loser any.
    #[must_use]
    pub const fn longest_quiet(&self) -> u8 {
        self.longest_quiet
    }

    /// How many positions have which result.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut with_byte = [0; 256];
        for &byte in &self.bytes {
            with_byte[usize::from(byte)] += 1;
        }
        let mut counts = Counts::default();
        for (byte, &number) in (0..=u8::MAX).zip(&with_byte).filter(|(_, number)| **number > 0) {
            match Verdict::from_byte(byte) {
                Some(Verdict::Win(plies)) => {
                    counts.wins += number;
                    counts.longest = counts.longest.max(plies);
                }
                Some(Verdict::Draw) => counts.draws += number,
                Some(Verdict::Loss(_)) => counts.losses += number,
                None => {}
            }
        }
        counts
    }
}

impl Counts {
    /// All positions.
    #[must_use]
    pub const fn positions(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl core::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.longest = self.longest.max(other.longest);
    }
}
