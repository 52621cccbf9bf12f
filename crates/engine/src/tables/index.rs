//! Numbering the positions of one material by combinatorial ranking.
//!
//! A set of `k` squares `s1 < s2 < …` is number `C(s1, 1) + C(s2, 2) + …`
//! among all sets of `k` squares. A position is four such numbers in a mixed
//! radix: own men on the squares where they can stand, the other side's men on
//! theirs, own kings on the squares that the men leave, the other side's kings
//! on what is left then. Only the two sets of men can collide; those numbers
//! stay unused.

use core::marker::PhantomData;

use rules::{Bitboard, Ruleset};

use super::{
    material::{MOST_PIECES, Material},
    view::View,
};

/// `BINOMIALS[n][k]` is the number of sets of `k` among `n` squares.
static BINOMIALS: [[u32; MOST_PIECES as usize]; 51] = {
    let mut table = [[0; MOST_PIECES as usize]; 51];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < table[n].len() {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline]
fn sets(squares: u8, pieces: u8) -> usize {
    BINOMIALS[usize::from(squares)][usize::from(pieces)] as usize
}

/// How the positions of one material are numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering<R> {
    radix: [usize; 4],
    variant: PhantomData<R>,
}

impl<R: Ruleset> Numbering<R> {
    #[inline]
    pub(super) fn of(material: Material) -> Self {
        let size = R::BOARD.size();
        let for_men = size - R::BOARD.half();
        let ([own_men, own_kings], [their_men, their_kings]) = (material.own(), material.their());
        let for_kings = size - own_men - their_men;
        Numbering {
            radix: [
                sets(for_men, own_men),
                sets(for_men, their_men),
                sets(for_kings, own_kings),
                sets(for_kings - own_kings, their_kings),
            ],
            variant: PhantomData,
        }
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.radix.iter().product()
    }

    /// The number of a position of this material.
    #[inline]
    pub(super) fn number(&self, view: &View) -> usize {
        let own_men = close_up::<R>(view.own_men);
        let their_men = close_up::<R>(view.their_men);
        let own_kings = close_up::<R>(view.own_kings);
        let their_kings = close_up::<R>(view.their_kings);
        let men = own_men | their_men;
        let mut number = rank(own_men, 0);
        number = number * self.radix[1] + rank(their_men >> R::BOARD.half(), 0);
        number = number * self.radix[2] + rank(own_kings, men);
        number * self.radix[3] + rank(their_kings, men | own_kings)
    }
}

/// The positions of one material by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Placements<R> {
    numbering: Numbering<R>,
    /// All sets of each of the four kinds of piece, in the order of their ranks.
    sets: [Vec<u64>; 4],
}

impl<R: Ruleset> Placements<R> {
    pub(super) fn of(material: Material) -> Self {
        let numbering = Numbering::of(material);
        let ([own_men, own_kings], [their_men, their_kings]) = (material.own(), material.their());
        let counts = [own_men, their_men, own_kings, their_kings];
        let mut sets = [const { Vec::new() }; 4];
        for ((sets, pieces), number) in sets.iter_mut().zip(counts).zip(numbering.radix) {
            sets.extend(all_sets(pieces).take(number));
        }
        Placements { numbering, sets }
    }

    pub(super) fn numbering(&self) -> &Numbering<R> {
        &self.numbering
    }

    /// The position of that number. Its two sets of men may collide; then it
    /// is none.
    #[inline]
    pub(super) fn view(&self, mut number: usize) -> View {
        let mut digits = [0; 4];
        for (digit, radix) in digits.iter_mut().zip(self.numbering.radix).rev() {
            (number, *digit) = (number / radix, number % radix);
        }
        let own_men = self.sets[0][digits[0]];
        let their_men = self.sets[1][digits[1]] << R::BOARD.half();
        let men = own_men | their_men;
        let own_kings = spread(self.sets[2][digits[2]], men);
        let their_kings = spread(self.sets[3][digits[3]], men | own_kings);
        View {
            own_men: open_up::<R>(own_men),
            own_kings: open_up::<R>(own_kings),
            their_men: open_up::<R>(their_men),
            their_kings: open_up::<R>(their_kings),
        }
    }
}

/// The rank of a set among the squares that are not `taken`.
#[inline]
fn rank(mut set: u64, taken: u64) -> usize {
    let mut rank = 0;
    let mut pieces = 1;
    while set != 0 {
        let square = set.trailing_zeros();
        let before = (taken & ((1 << square) - 1)).count_ones();
        rank += BINOMIALS[(square - before) as usize][pieces];
        pieces += 1;
        set &= set - 1;
    }
    rank as usize
}

/// The set of free squares as squares of the board: the reverse of leaving
/// out those that are `taken`.
#[inline]
fn spread(mut set: u64, mut taken: u64) -> u64 {
    while taken != 0 {
        let below = (taken & taken.wrapping_neg()) - 1;
        set = (set & below) | ((set & !below) << 1);
        taken &= taken - 1;
    }
    set
}

/// All sets of so many squares in the order of their ranks, without end.
fn all_sets(pieces: u8) -> impl Iterator<Item = u64> {
    let first = (1_u64 << pieces) - 1;
    core::iter::successors(Some(first), |&set| {
        if set == 0 {
            return None;
        }
        // The next larger number with as many bits (after Gosper).
        let low = set & set.wrapping_neg();
        let carried = set.checked_add(low)?;
        Some(carried | (((carried ^ set) >> 2) / low))
    })
}

/// Squares in a row, without the ghost bits between pairs of rows.
#[inline]
fn close_up<R: Ruleset>(set: Bitboard) -> u64 {
    let pair = 2 * R::BOARD.half();
    (0..R::BOARD.half())
        .fold(0, |closed, number| closed | ((set.0 >> number) & pair_bits(pair, number)))
}

/// The reverse of [`close_up`].
#[inline]
fn open_up<R: Ruleset>(set: u64) -> Bitboard {
    let pair = 2 * R::BOARD.half();
    Bitboard(
        (0..R::BOARD.half())
            .fold(0, |open, number| open | ((set & pair_bits(pair, number)) << number)),
    )
}

/// The bits of one pair of rows, where they lie close.
#[inline]
const fn pair_bits(pair: u8, number: u8) -> u64 {
    ((1 << pair) - 1) << (pair * number)
}

#[cfg(test)]
mod tests {
    use rules::{English, International};

    use super::*;

    fn every_number_comes_back<R: Ruleset>(material: &str) {
        let material: Material = material.parse().expect(material);
        let placements = Placements::<R>::of(material);
        let mut positions = 0;
        for number in 0..placements.numbering().len() {
            let view = placements.view(number);
            if view.position::<R>().is_none() {
                assert!((view.own_men & view.their_men).any(), "{view:?}");
                continue;
            }
            positions += 1;
            assert_eq!(Material::of(&view), Some(material));
            assert_eq!(placements.numbering().number(&view), number, "{view:?}");
        }
        assert!(positions > 0);
    }

    #[test]
    fn a_number_is_a_position_and_the_position_that_number() {
        for material in ["k-k", "m-m", "mm-k", "mk-mk", "kkk-m", "k-mmm"] {
            every_number_comes_back::<English>(material);
        }
        for material in ["m-m", "mk-k", "k-mm"] {
            every_number_comes_back::<International>(material);
        }
    }

    #[test]
    fn the_sizes_are_the_products_of_the_binomials() {
        let len =
            |material: &str| Numbering::<English>::of(material.parse().expect(material)).len();
        assert_eq!(len("k-k"), 32 * 31);
        assert_eq!(len("m-m"), 28 * 28);
        assert_eq!(len("mk-kk"), 28 * 31 * (30 * 29 / 2));
    }
}
