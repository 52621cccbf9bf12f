//! Faces: how players without a name are told apart.

/// A small picture that stands for a player: an animal of the Philippines, of
/// Indonesia or of Hungary. There are no other names, so that nobody can write
/// to anybody. Nobody chooses the first one, so none is an animal that some would
/// not want to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// The water buffalo of the rice fields.
    Carabao,
    /// The primate with the largest eyes.
    Tarsier,
    /// The eagle that feeds on monkeys.
    Eagle,
    /// The largest of all fish.
    WhaleShark,
    /// The turtle of the sea.
    Turtle,
    /// The deer that is as small as a cat.
    MouseDeer,
    /// The white parrot with a crest.
    Cockatoo,
    /// The bat that eats fruit.
    FlyingFox,
    /// The dragon of Komodo.
    Komodo,
    /// The ape of Sumatra and Borneo.
    Orangutan,
    /// The tiger of Sumatra.
    Tiger,
    /// The rhinoceros of Java.
    Rhino,
    /// The elephant of Sumatra.
    Elephant,
    /// The bird with a casque on its bill.
    Hornbill,
    /// The green peafowl of Java.
    Peacock,
    /// The bird of the forests of Papua.
    BirdOfParadise,
    /// The dog whose coat hangs in cords.
    Puli,
    /// The bird that nests on chimneys.
    Stork,
    /// The sheep with horns like screws.
    Racka,
    /// The owl.
    Owl,
    /// The cattle of the puszta.
    GreyCattle,
    /// The hedgehog.
    Hedgehog,
    /// The red deer.
    Deer,
    /// The red fox.
    Fox,
}

impl Face {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Face; 24] = [
        Face::Carabao,
        Face::Tarsier,
        Face::Eagle,
        Face::WhaleShark,
        Face::Turtle,
        Face::MouseDeer,
        Face::Cockatoo,
        Face::FlyingFox,
        Face::Komodo,
        Face::Orangutan,
        Face::Tiger,
        Face::Rhino,
        Face::Elephant,
        Face::Hornbill,
        Face::Peacock,
        Face::BirdOfParadise,
        Face::Puli,
        Face::Stork,
        Face::Racka,
        Face::Owl,
        Face::GreyCattle,
        Face::Hedgehog,
        Face::Deer,
        Face::Fox,
    ];

    /// Its name in stores, on the wire and among the pictures.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Face::Carabao => "carabao",
            Face::Tarsier => "tarsier",
            Face::Eagle => "eagle",
            Face::WhaleShark => "whale-shark",
            Face::Turtle => "turtle",
            Face::MouseDeer => "mouse-deer",
            Face::Cockatoo => "cockatoo",
            Face::FlyingFox => "flying-fox",
            Face::Komodo => "komodo",
            Face::Orangutan => "orangutan",
            Face::Tiger => "tiger",
            Face::Rhino => "rhino",
            Face::Elephant => "elephant",
            Face::Hornbill => "hornbill",
            Face::Peacock => "peacock",
            Face::BirdOfParadise => "bird-of-paradise",
            Face::Puli => "puli",
            Face::Stork => "stork",
            Face::Racka => "racka",
            Face::Owl => "owl",
            Face::GreyCattle => "grey-cattle",
            Face::Hedgehog => "hedgehog",
            Face::Deer => "deer",
            Face::Fox => "fox",
        }
    }

    /// The face of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.name() == name)
    }

    /// The one that a random number chooses, each as likely as the others.
    #[must_use]
    pub fn by_lot(lot: u64) -> Face {
        // The remainder of a number this large favours none that can be noticed.
        Face::ALL[(lot % Face::ALL.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_face_comes_back_from_its_name_and_no_two_share_one() {
        let names: BTreeSet<_> = Face::ALL.map(Face::name).into();
        assert_eq!(names.len(), Face::ALL.len());
        for face in Face::ALL {
            assert_eq!(Face::from_name(face.name()), Some(face));
        }
        assert_eq!(Face::from_name("unicorn"), None);
    }

    #[test]
    fn a_lot_may_fall_on_every_face() {
        let drawn: BTreeSet<_> = (0..24).map(|lot| Face::by_lot(lot).name()).collect();
        assert_eq!(drawn.len(), 24);
        assert_eq!(Face::by_lot(u64::MAX).name(), Face::by_lot(u64::MAX % 24).name());
    }
}
