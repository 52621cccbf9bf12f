//! What faces and signs are called.

use play::Face;
use protocol::Reaction;

use super::page;
use crate::Lang;

/// The name of the animal.
#[must_use]
pub fn face(lang: Lang, face: Face) -> &'static str {
    match face {
        Face::Carabao => page::face_carabao(lang),
        Face::Tarsier => page::face_tarsier(lang),
        Face::Eagle => page::face_eagle(lang),
        Face::WhaleShark => page::face_whale_shark(lang),
        Face::Turtle => page::face_turtle(lang),
        Face::MouseDeer => page::face_mouse_deer(lang),
        Face::Cockatoo => page::face_cockatoo(lang),
        Face::FlyingFox => page::face_flying_fox(lang),
        Face::Komodo => page::face_komodo(lang),
        Face::Orangutan => page::face_orangutan(lang),
        Face::Tiger => page::face_tiger(lang),
        Face::Rhino => page::face_rhino(lang),
        Face::Elephant => page::face_elephant(lang),
        Face::Hornbill => page::face_hornbill(lang),
        Face::Peacock => page::face_peacock(lang),
        Face::BirdOfParadise => page::face_bird_of_paradise(lang),
        Face::Puli => page::face_puli(lang),
        Face::Stork => page::face_stork(lang),
        Face::Racka => page::face_racka(lang),
        Face::Owl => page::face_owl(lang),
        Face::GreyCattle => page::face_grey_cattle(lang),
        Face::Hedgehog => page::face_hedgehog(lang),
        Face::Deer => page::face_deer(lang),
        Face::Fox => page::face_fox(lang),
    }
}

/// What a sign says.
#[must_use]
pub fn reaction(lang: Lang, reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Hello => page::react_hello(lang),
        Reaction::GoodLuck => page::react_good_luck(lang),
        Reaction::NiceMove => page::react_nice_move(lang),
        Reaction::Wow => page::react_wow(lang),
        Reaction::Oops => page::react_oops(lang),
        Reaction::Laugh => page::react_laugh(lang),
        Reaction::Thanks => page::react_thanks(lang),
        Reaction::GoodGame => page::react_good_game(lang),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn in_every_language_no_two_faces_and_no_two_signs_sound_alike() {
        for lang in Lang::ALL {
            let faces: BTreeSet<_> = Face::ALL.map(|it| face(lang, it)).into();
            assert_eq!(faces.len(), 24, "{lang}");
            let signs: BTreeSet<_> = Reaction::ALL.map(|it| reaction(lang, it)).into();
            assert_eq!(signs.len(), 8, "{lang}");
        }
    }
}
