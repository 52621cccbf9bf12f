//! Proof of a table by the equation that defines it.
//!
//! Each position's value must follow from those of the positions after its
//! moves, by the rules crate's own generator. Then, by induction over the
//! distance, every win and every loss is one and just as far from the end; and
//! whoever holds a draw can always move to another drawn position, for ever.
//! So a table that passes is right if the generator is; how it was made no
//! longer matters.

use rules::{DrawRules, MoveList, Position, Ruleset, Variant, with_ruleset};

use super::{
    Counts, Material, Tables,
    index::Placements,
    slice::{Best, DRAW},
    slices::Slices,
    view::View,
};

/// Why a table is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// A slice is not there, or one on which it depends.
    #[error("the slice {0}, or one after it, is missing")]
    Missing(Material),
    /// A slice has not as many bytes as its material has positions.
    #[error("the slice {0} has the wrong size")]
    Size(Material),
    /// A position's value does not follow from those after its moves.
    #[error("the value of {fen} does not follow from the positions after it")]
    Wrong {
        /// The position.
        fen: String,
    },
}

impl Tables {
    /// Checks every position of so many pieces against the positions after its
    /// moves, and counts the results.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(&self, variant: Variant, pieces: u8) -> Result<Counts, CheckError> {
        let mut counts = Counts::default();
        for material in Material::all_of(pieces) {
            counts += with_ruleset!(variant, R => check::<R>(self.of(R::VARIANT), material))?;
        }
        Ok(counts)
    }
}

fn check<R: Ruleset>(slices: &Slices, material: Material) -> Result<Counts, CheckError> {
    let slice = slices.get(material).ok_or(CheckError::Missing(material))?;
    let placements = Placements::<R>::of(material);
    if slice.bytes.len() != placements.numbering().len() {
        return Err(CheckError::Size(material));
    }
    let mut moves = MoveList::new();
    for number in 0..slice.bytes.len() {
        let view = placements.view(number);
        let Some(position) = view.position::<R>() else { continue };
        let Some(byte) = slices.byte::<R>(&view) else {
            return Err(CheckError::Wrong { fen: position.to_string() });
        };
        position.legal_moves_into(&mut moves);
        if byte != expected(slices, &position, &moves).ok_or(CheckError::Missing(material))? {
            return Err(CheckError::Wrong { fen: position.to_string() });
        }
    }
    Ok(slice.counts())
}

/// The byte that follows from the positions after these moves.
fn expected<R: Ruleset>(
    slices: &Slices,
    position: &Position<R>,
    moves: &MoveList<R>,
) -> Option<u8> {
    // Ruling 7: one king each is a draw at once unless one can be taken.
    let lone_kings = position.occupied().len() == 2 && position.occupied() == kings(position);
    let quiet = moves.first().is_some_and(|mv| !mv.is_capture());
    if R::DRAWS == DrawRules::International && lone_kings && quiet {
        return Some(DRAW);
    }
    let mut best = Best::default();
    for &mv in moves {
        best.add(slices.byte::<R>(&View::of(&position.play(mv)))?)?;
    }
    Some(best.byte())
}

fn kings<R: Ruleset>(position: &Position<R>) -> rules::Bitboard {
    let [black, white] = rules::Color::ALL.map(|color| position.kings(color));
    black | white
}
