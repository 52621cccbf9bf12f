//! The slices of one variant, by their material.

use std::sync::Arc;

use rules::Ruleset;

use super::{
    index::Numbering,
    material::{MOST_PIECES, Material},
    slice::{LOST, Slice, UNUSED, Verdict},
    view::View,
};

/// What a slice says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) verdict: Verdict,
    /// See [`Slice::longest_quiet`].
    pub(crate) longest_quiet: u8,
}

/// Slices of one variant; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Slices {
    /// By [`Material::code`]; empty as long as there is no slice.
    by_code: Vec<Option<Arc<Slice>>>,
    /// The most pieces of which every slice is here; 0 without any.
    complete_to: u8,
}

impl Slices {
    pub(super) const fn none() -> Self {
        Slices { by_code: Vec::new(), complete_to: 0 }
    }

    pub(super) fn insert(&mut self, material: Material, slice: Arc<Slice>) {
        if self.by_code.is_empty() {
            self.by_code.resize(Material::CODES, None);
        }
        self.by_code[material.code()] = Some(slice);
        self.count_again();
    }

    #[inline]
    pub(super) fn get(&self, material: Material) -> Option<&Arc<Slice>> {
        self.by_code.get(material.code())?.as_ref()
    }

    /// The most pieces of which every slice is here; 0 without any.
    #[inline]
    pub(super) const fn complete_to(&self) -> u8 {
        self.complete_to
    }

    fn count_again(&mut self) {
        let complete = |pieces: &u8| {
            Material::all_of(*pieces).into_iter().all(|material| self.get(material).is_some())
        };
        self.complete_to = (2..=MOST_PIECES).take_while(complete).last().unwrap_or(0);
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (Material, Arc<Slice>)> {
        (2..=MOST_PIECES)
            .flat_map(Material::all_of)
            .filter_map(|material| Some((material, self.get(material)?.clone())))
    }

    /// Bytes of memory of all slices.
    pub(super) fn bytes(&self) -> usize {
        self.by_code.iter().flatten().map(|slice| slice.bytes.len()).sum()
    }

    /// The byte of a position; lost without pieces, `None` where the slice is
    /// missing.
    #[inline]
    pub(super) fn byte<R: Ruleset>(&self, view: &View) -> Option<u8> {
        if (view.own_men | view.own_kings).is_empty() {
            return Some(LOST);
        }
        let material = Material::of(view)?;
        let slice = self.get(material)?;
        let byte = *slice.bytes.get(Numbering::<R>::of(material).number(view))?;
        (byte != UNUSED).then_some(byte)
    }

    /// What is known of a position of both sides.
    #[inline]
    pub(super) fn known<R: Ruleset>(&self, view: &View) -> Option<Known> {
        let material = Material::of(view)?;
        let slice = self.get(material)?;
        let byte = *slice.bytes.get(Numbering::<R>::of(material).number(view))?;
        let verdict = Verdict::from_byte(byte)?;
        Some(Known { verdict, longest_quiet: slice.longest_quiet })
    }
}
