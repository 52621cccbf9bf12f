//! The words that servers use among each other.
//!
//! A line of words, so that they can be read with any tool of the broker. A
//! server that does not know a word passes over it: another version may have
//! said it.

use std::{fmt, str::FromStr};

use play::{BySide, Face, Seq, Side};
use protocol::{Reaction, ReactionView};
use store::NodeId;

/// What a server holds of a game: whose connections, and how many watchers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    /// Whether somebody of a side is connected there.
    pub seats: BySide<bool>,
    /// How many watch there.
    pub watchers: u32,
}

impl Held {
    /// Whether there is nobody.
    pub(crate) fn is_nobody(self) -> bool {
        self == Held::default()
    }
}

/// One thing that is said about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// The store has events up to this one.
    Events {
        /// The number of the last.
        seq: Seq,
    },
    /// Who is connected to a server.
    Here {
        /// Which server.
        node: NodeId,
        /// Counts up with everything that this server says, so that an older
        /// word is known when it comes late.
        count: u64,
        /// Who.
        held: Held,
    },
    /// A player has another face.
    Face {
        /// The server that says so.
        node: NodeId,
        /// The player's side.
        side: Side,
        /// The face.
        face: Face,
    },
    /// A player gives the other one a sign.
    Reaction {
        /// The server that says so.
        node: NodeId,
        /// The sign, and whose it is.
        said: ReactionView,
    },
    /// A server begins to listen, and asks who is where.
    Who {
        /// Which server.
        node: NodeId,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Events { seq } => write!(f, "events {}", seq.get()),
            Note::Here { node, count, held: Held { seats, watchers } } => {
                let (first, second) = (u8::from(seats.first), u8::from(seats.second));
                write!(f, "here {:032x} {count} {first} {second} {watchers}", node.as_u128())
            }
            Note::Face { node, side, face } => {
                write!(f, "face {:032x} {side} {}", node.as_u128(), face.name())
            }
            Note::Reaction { node, said: ReactionView { side, reaction } } => {
                write!(f, "reaction {:032x} {side} {}", node.as_u128(), reaction.name())
            }
            Note::Who { node } => write!(f, "who {:032x}", node.as_u128()),
        }
    }
}

/// The text is no note that this version knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a note")]
pub(crate) struct NotANote;

impl FromStr for Note {
    type Err = NotANote;

    fn from_str(text: &str) -> Result<Self, NotANote> {
        let words: Vec<_> = text.split(' ').take(7).collect();
        match words[..] {
            ["events", seq] => Ok(Note::Events { seq: Seq::new(number(seq)?) }),
            ["here", id, count, first, second, watchers] => Ok(Note::Here {
                node: node(id)?,
                count: number(count)?,
                held: Held {
                    seats: BySide { first: bit(first)?, second: bit(second)? },
                    watchers: u32::try_from(number(watchers)?).map_err(|_| NotANote)?,
                },
            }),
            ["face", id, of, face] => Ok(Note::Face {
                node: node(id)?,
                side: side(of)?,
                face: Face::from_name(face).ok_or(NotANote)?,
            }),
            ["reaction", id, of, reaction] => Ok(Note::Reaction {
                node: node(id)?,
                said: ReactionView {
                    side: side(of)?,
                    reaction: Reaction::from_name(reaction).ok_or(NotANote)?,
                },
            }),
            ["who", id] => Ok(Note::Who { node: node(id)? }),
            _ => Err(NotANote),
        }
    }
}

fn number(word: &str) -> Result<u64, NotANote> {
    word.parse().map_err(|_| NotANote)
}

fn bit(word: &str) -> Result<bool, NotANote> {
    match word {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(NotANote),
    }
}

fn side(word: &str) -> Result<Side, NotANote> {
    Side::from_name(word).ok_or(NotANote)
}

fn node(word: &str) -> Result<NodeId, NotANote> {
    u128::from_str_radix(word, 16).map(NodeId::from_u128).map_err(|_| NotANote)
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::select};

    use super::*;

    fn side() -> impl Strategy<Value = Side> {
        select(Side::ALL.to_vec())
    }

    fn notes() -> impl Strategy<Value = Note> {
        let node = || any::<u128>().prop_map(NodeId::from_u128);
        let seats = any::<(bool, bool)>().prop_map(|(first, second)| BySide { first, second });
        let held = (seats, any::<u32>()).prop_map(|(seats, watchers)| Held { seats, watchers });
        prop_oneof![
            any::<u64>().prop_map(|seq| Note::Events { seq: Seq::new(seq) }),
            (node(), any::<u64>(), held).prop_map(|(node, count, held)| Note::Here {
                node,
                count,
                held
            }),
            node().prop_map(|node| Note::Who { node }),
            (node(), side(), select(Face::ALL.to_vec()))
                .prop_map(|(node, side, face)| Note::Face { node, side, face }),
            (node(), side(), select(Reaction::ALL.to_vec())).prop_map(|(node, side, reaction)| {
                Note::Reaction { node, said: ReactionView { side, reaction } }
            }),
        ]
    }

    proptest! {
        #[test]
        fn every_note_comes_back_from_its_text(note in notes()) {
            prop_assert_eq!(note.to_string().parse(), Ok(note));
        }

        #[test]
        fn no_text_brings_it_down(text in ".{0,80}") {
            let _ = text.parse::<Note>();
        }
    }

    #[test]
    fn other_words_are_no_note() {
        for text in [
            "",
            "events",
            "events -1",
            "events 1 2",
            "here 0 1 2 0 5",
            "who me",
            "bye 1",
            "face 0 first unicorn",
            "reaction 0 third wow",
        ] {
            assert_eq!(text.parse::<Note>(), Err(NotANote), "{text}");
        }
    }
}
