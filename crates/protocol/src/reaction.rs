//! What two players may say to each other: signs, and nothing else.

use play::Side;
use serde::{Deserialize, Serialize};

use crate::named;

/// A sign that one player gives the other. The words for it are the
/// receiver's, in the receiver's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reaction {
    /// A greeting.
    Hello,
    /// Good luck.
    GoodLuck,
    /// A good move of the other.
    NiceMove,
    /// Surprise.
    Wow,
    /// A bad move of one's own.
    Oops,
    /// Laughter.
    Laugh,
    /// Thanks.
    Thanks,
    /// A good game, at its end.
    GoodGame,
}

impl Reaction {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Reaction; 8] = [
        Reaction::Hello,
        Reaction::GoodLuck,
        Reaction::NiceMove,
        Reaction::Wow,
        Reaction::Oops,
        Reaction::Laugh,
        Reaction::Thanks,
        Reaction::GoodGame,
    ];

    /// Its name on the wire and among the pictures.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reaction::Hello => "hello",
            Reaction::GoodLuck => "good_luck",
            Reaction::NiceMove => "nice_move",
            Reaction::Wow => "wow",
            Reaction::Oops => "oops",
            Reaction::Laugh => "laugh",
            Reaction::Thanks => "thanks",
            Reaction::GoodGame => "good_game",
        }
    }

    /// The reaction of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Reaction> {
        Reaction::ALL.into_iter().find(|reaction| reaction.name() == name)
    }
}

/// A sign, and who gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReactionView {
    /// Whose it is.
    #[serde(with = "named")]
    pub side: Side,
    /// The sign.
    #[serde(with = "named")]
    pub reaction: Reaction,
}
