//! Which pieces are on the board: the key of a slice.

use core::{fmt, str::FromStr};

use super::view::View;

/// Every side has at least one piece, so no kind can have more than this.
const MOST_OF_A_KIND: u8 = MOST_PIECES - 1;
/// The most pieces that a table can have.
pub const MOST_PIECES: u8 = 5;

/// Numbers of pieces of the side to move ("own") and of the other side.
///
/// Written as letters, `m` for a man and `k` for a king, the side to move
/// first: `mk-kk`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    own_men: u8,
    own_kings: u8,
    their_men: u8,
    their_kings: u8,
}

impl Material {
    /// How many different [`Material::code`]s there are.
    pub(super) const CODES: usize = (MOST_PIECES as usize).pow(4);

    /// The material of so many men and kings of the side to move, and of the
    /// other side; `None` unless both have a piece and all together at most
    /// [`MOST_PIECES`].
    #[must_use]
    pub fn new(own: [u8; 2], their: [u8; 2]) -> Option<Self> {
        let all = [own[0], own[1], their[0], their[1]];
        let fits = all.iter().all(|&number| number <= MOST_OF_A_KIND)
            && own != [0, 0]
            && their != [0, 0]
            && all.iter().sum::<u8>() <= MOST_PIECES;
        fits.then_some(Material {
            own_men: own[0],
            own_kings: own[1],
            their_men: their[0],
            their_kings: their[1],
        })
    }

    #[inline]
    pub(super) fn of(view: &View) -> Option<Self> {
        let count = |set: rules::Bitboard| set.len() as u8;
        Material::new(
            [count(view.own_men), count(view.own_kings)],
            [count(view.their_men), count(view.their_kings)],
        )
    }

    /// Men and kings of the side to move.
    #[must_use]
    pub const fn own(self) -> [u8; 2] {
        [self.own_men, self.own_kings]
    }

    /// Men and kings of the other side.
    #[must_use]
    pub const fn their(self) -> [u8; 2] {
        [self.their_men, self.their_kings]
    }

    /// All pieces.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.own_men + self.own_kings + self.their_men + self.their_kings
    }

    /// All men.
    #[must_use]
    pub const fn men(self) -> u8 {
        self.own_men + self.their_men
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Material {
            own_men: self.their_men,
            own_kings: self.their_kings,
            their_men: self.own_men,
            their_kings: self.own_kings,
        }
    }

    /// The material after a man of the side to move is crowned, the other side
    /// being to move.
    #[must_use]
    pub const fn after_crowning(self) -> Option<Self> {
        match self.own_men.checked_sub(1) {
            Some(own_men) => {
                let own_kings = self.own_kings + 1;
                Some(Material { own_men, own_kings, ..self }.mirrored())
            }
            None => None,
        }
    }

    /// A number below [`Material::CODES`].
    #[inline]
    pub(super) const fn code(self) -> usize {
        let base = MOST_PIECES as usize;
        ((self.own_men as usize * base + self.own_kings as usize) * base + self.their_men as usize)
            * base
            + self.their_kings as usize
    }

    /// Every material of so many pieces, in an order in which a capture or a
    /// crowning always leads to an earlier one.
    #[must_use]
    pub fn all_of(pieces: u8) -> Vec<Self> {
        let numbers = || 0..=pieces;
        let mut all: Vec<Self> = numbers()
            .flat_map(|own_men| numbers().map(move |own_kings| [own_men, own_kings]))
            .flat_map(|own| numbers().map(move |their_men| (own, their_men)))
            .filter_map(|(own, their_men)| {
                let their_kings = pieces.checked_sub(own[0] + own[1] + their_men)?;
                Material::new(own, [their_men, their_kings])
            })
            .collect();
        all.sort_by_key(|material| (material.men(), *material));
        all
    }

    /// As [`Material::all_of`], of each two that are each other's mirror only
    /// the first.
    #[must_use]
    pub fn pairs_of(pieces: u8) -> Vec<Self> {
        let mut all = Material::all_of(pieces);
        all.retain(|material| *material <= material.mirrored());
        all
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters =
            |[men, kings]: [u8; 2]| "m".repeat(usize::from(men)) + &"k".repeat(usize::from(kings));
        write!(f, "{}-{}", letters(self.own()), letters(self.their()))
    }
}

/// The text is no material, as `mk-kk` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a material of two sides, such as mk-kk")]
pub struct NotAMaterial;

impl FromStr for Material {
    type Err = NotAMaterial;

    fn from_str(text: &str) -> Result<Self, NotAMaterial> {
        let side = |letters: &str| {
            let men = letters.bytes().take_while(|&letter| letter == b'm').count();
            let kings = letters.len() - men;
            let rest = letters.get(men..).is_some_and(|rest| rest.bytes().all(|l| l == b'k'));
            rest.then_some([u8::try_from(men).ok()?, u8::try_from(kings).ok()?])
        };
        let (own, their) = text.split_once('-').ok_or(NotAMaterial)?;
        side(own)
            .zip(side(their))
            .and_then(|(own, their)| Material::new(own, their))
            .ok_or(NotAMaterial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_every_material_is_read_back() {
        for pieces in 2..=MOST_PIECES {
            for material in Material::all_of(pieces) {
                assert_eq!(material.to_string().parse(), Ok(material));
                assert_eq!(material.pieces(), pieces);
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "-", "mk", "mk-", "-k", "km-k", "k-k-k", "kkk-kkk", "mmmmm-", "x-k", "k-é"]
        {
            assert_eq!(text.parse::<Material>(), Err(NotAMaterial), "{text}");
        }
        let long = "k".repeat(300) + "-k";
        assert_eq!(long.parse::<Material>(), Err(NotAMaterial));
    }

    #[test]
    fn every_material_has_its_own_code() {
        let mut codes: Vec<_> = (2..=MOST_PIECES)
            .flat_map(Material::all_of)
            .map(Material::code)
            .inspect(|&code| assert!(code < Material::CODES))
            .collect();
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
        // Each side one of two kinds for two pieces, and so on.
        assert_eq!([2, 3, 4, 5].map(|pieces| Material::all_of(pieces).len()), [4, 12, 25, 44]);
        assert_eq!([2, 3, 4, 5].map(|pieces| Material::pairs_of(pieces).len()), [3, 6, 14, 22]);
    }
}
