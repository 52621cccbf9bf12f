//! Which variant a file is about.

use crate::{Ruleset, Variant, with_ruleset};

use super::{record::Record, replay::replay};

/// What the tag GameType of a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantTag {
    /// A variant that we play.
    Known(Variant),
    /// A number of some other variant.
    Foreign,
    /// No such tag, or one without a number.
    Missing,
}

impl Record {
    /// The variant that the tag GameType names. Only its first number counts:
    /// programs get the rest wrong.
    #[must_use]
    pub fn variant_tag(&self) -> VariantTag {
        let number = self
            .tag("GameType")
            .and_then(|value| value.split(',').next())
            .and_then(|number| number.trim().parse::<u8>().ok());
        let Some(number) = number else {
            return VariantTag::Missing;
        };
        Variant::ALL
            .into_iter()
            .find(|variant| variant.game_type() == number)
            .map_or(VariantTag::Foreign, VariantTag::Known)
    }
}

/// The variant in which most of the records with moves can be played; the
/// first of [`Variant::ALL`] among equals.
#[must_use]
pub fn best_variant(records: &[Record]) -> Variant {
    let playable = |variant| with_ruleset!(variant, R => count_playable::<R>(records));
    let mut best = (Variant::English, playable(Variant::English));
    for variant in Variant::ALL {
        let count = playable(variant);
        if count > best.1 {
            best = (variant, count);
        }
    }
    best.0
}

fn count_playable<R: Ruleset>(records: &[Record]) -> usize {
    records.iter().filter(|record| !record.moves.is_empty() && replay::<R>(record).is_ok()).count()
}
