//! What the board says: the name of each square, and each move as a sentence.

use rules::{ByColor, Color, LegalMove, Role, Square, Variant};

use super::Scene;
use crate::{
    Lang, Skin,
    words::{self, board},
};

/// Who holds a side, as the viewer sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// The viewer.
    You,
    /// The viewer's opponent, a person.
    Friend,
    /// The computer.
    Computer,
    /// Somebody whom the side's name alone tells apart: either player for a
    /// watcher, and both on one device.
    #[default]
    Someone,
}

/// How sides are named: in the viewer's language and skin, with who holds
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice {
    /// The viewer's language.
    pub lang: Lang,
    /// The look, which names the colours.
    pub skin: Skin,
    /// The game.
    pub variant: Variant,
    /// Who holds each side.
    pub who: ByColor<Who>,
}

impl Voice {
    /// The name of a side: "Black", "Rose".
    #[must_use]
    pub fn side(&self, color: Color) -> &'static str {
        words::side(self.lang, self.skin, self.variant, color)
    }

    /// "you", "friend" or "computer", where that says more than the colour.
    #[must_use]
    pub fn who(&self, color: Color) -> Option<&'static str> {
        match self.who[color] {
            Who::You => Some(board::who_you(self.lang)),
            Who::Friend => Some(board::who_friend(self.lang)),
            Who::Computer => Some(board::who_computer(self.lang)),
            Who::Someone => None,
        }
    }

    /// A side with who holds it: "Black · you".
    #[must_use]
    pub fn player(&self, color: Color) -> String {
        match self.who(color) {
            Some(who) => board::player(self.lang, &self.side(color), &who),
            None => self.side(color).to_owned(),
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self, color: Color) -> String {
        let side = self.side(color);
        match self.who[color] {
            Who::You => board::turn_you(self.lang, &side),
            Who::Friend => board::turn_friend(self.lang, &side),
            Who::Computer => board::turn_computer(self.lang, &side),
            Who::Someone => board::turn_side(self.lang, &side),
        }
    }

    /// The name of a square: its number, what stands on it, and what may be
    /// done with it.
    #[must_use]
    pub fn square(&self, scene: &Scene, square: Square) -> String {
        let mut label = self.content(scene, square);
        let marks = &scene.marks;
        let states = [
            (marks.stand == Some(square), board::state_selected(self.lang)),
            (
                marks.stand.is_none() && marks.movable.contains(square),
                if marks.must_capture {
                    board::state_must_capture(self.lang)
                } else {
                    board::state_can_move(self.lang)
                },
            ),
            (
                marks.targets.contains(square),
                if marks.must_capture {
                    board::state_landing(self.lang)
                } else {
                    board::state_target(self.lang)
                },
            ),
            (marks.victims.contains(square), board::state_jumped(self.lang)),
            (scene.last_path.contains(square), board::state_last_move(self.lang)),
        ];
        for (_, state) in states.into_iter().filter(|(holds, _)| *holds) {
            label.push_str(", ");
            label.push_str(state);
        }
        label
    }

    fn content(&self, scene: &Scene, square: Square) -> String {
        let Some(piece) = scene.piece_at(square) else {
            return board::square_empty(self.lang, &square);
        };
        let side = self.side(piece.color);
        match (piece.role, self.who[piece.color], self.who(piece.color)) {
            (Role::Man, Who::You, _) => board::square_your_man(self.lang, &square),
            (Role::King, Who::You, _) => board::square_your_king(self.lang, &square),
            (Role::Man, _, Some(who)) => board::square_man(self.lang, &square, &side, &who),
            (Role::King, _, Some(who)) => board::square_king(self.lang, &square, &side, &who),
            (Role::Man, _, None) => board::square_man_plain(self.lang, &square, &side),
            (Role::King, _, None) => board::square_king_plain(self.lang, &square, &side),
        }
    }

    /// A move as a sentence.
    #[must_use]
    pub fn spoken(&self, color: Color, mv: &LegalMove) -> String {
        let side = self.player(color);
        let mut sentence = match mv.captures.len() {
            0 => board::spoken_move(self.lang, &side, &mv.from, &mv.to),
            taken => board::spoken_capture(self.lang, taken as u64, &side, &mv.from, &mv.to),
        };
        if mv.promotes {
            sentence.push_str(". ");
            sentence.push_str(board::spoken_crowned(self.lang));
        }
        sentence
    }
}

/// The name of a game.
#[must_use]
pub fn variant_name(lang: Lang, variant: Variant) -> &'static str {
    match variant {
        Variant::English => board::variant_english(lang),
        Variant::International => board::variant_international(lang),
    }
}

#[cfg(test)]
#[path = "voice_tests.rs"]
mod tests;
