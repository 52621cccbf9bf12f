//! What one square shows.

use rules::{Piece, Role, Square};

use super::{Scene, Voice};

/// One square in all its states. Two equal cells look and sound the same, so
/// a move redraws what it changes and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its number.
    pub square: Square,
    /// What screen readers call it.
    pub label: String,
    piece: Option<Piece>,
    is_fading: bool,
    is_first: bool,
    at_cursor: bool,
    selected: bool,
    movable: bool,
    must_capture: bool,
    target: Option<&'static str>,
    victim: bool,
    on_last_path: bool,
    flashing: bool,
}

impl Cell {
    /// A square of a scene.
    #[must_use]
    pub fn of(scene: &Scene, voice: &Voice, square: Square) -> Self {
        let marks = &scene.marks;
        let standing = scene.piece_at(square);
        let fading = scene.fading.iter().find(|(on, _)| *on == square).map(|&(_, piece)| piece);
        let piece = standing.or(fading);
        let is_target = marks.targets.contains(square);
        Self {
            square,
            label: voice.square(scene, square),
            piece,
            is_fading: standing.is_none() && fading.is_some(),
            is_first: piece.is_some_and(|piece| piece.color == scene.variant.first_mover()),
            at_cursor: scene.cursor == square,
            selected: marks.stand == Some(square),
            movable: marks.movable.contains(square) || marks.stand == Some(square),
            must_capture: marks.must_capture && marks.movable.contains(square),
            target: is_target.then_some(if marks.must_capture { "landing" } else { "quiet" }),
            victim: marks.victims.contains(square),
            on_last_path: scene.last_path.contains(square),
            flashing: scene.flashing.contains(square),
        }
    }

    /// `first-man`, `second-king`, … for the look, or nothing.
    #[must_use]
    pub fn piece_name(&self) -> Option<&'static str> {
        Some(match (self.is_first, self.piece?.role) {
            (true, Role::Man) => "first-man",
            (true, Role::King) => "first-king",
            (false, Role::Man) => "second-man",
            (false, Role::King) => "second-king",
        })
    }

    /// Which drawing shows the piece.
    #[must_use]
    pub fn drawing(&self) -> &'static str {
        match self.piece.map(|piece| piece.role) {
            Some(Role::Man) => "#man",
            Some(Role::King) => "#king",
            None => "#none",
        }
    }

    /// The attributes that say how it stands, each there or not: the same in
    /// the server's drawing and on the living page.
    #[must_use]
    pub fn attributes(&self) -> [(&'static str, Option<&str>); 11] {
        let flag = |on: bool| on.then_some("true");
        [
            ("aria-label", Some(&self.label)),
            ("aria-selected", Some(if self.selected { "true" } else { "false" })),
            ("tabindex", Some(if self.at_cursor { "0" } else { "-1" })),
            ("data-piece", self.piece_name()),
            ("data-fading", flag(self.is_fading)),
            ("data-movable", flag(self.movable)),
            ("data-must", flag(self.must_capture)),
            ("data-target", self.target),
            ("data-victim", flag(self.victim)),
            ("data-last", flag(self.on_last_path)),
            ("data-flash", flag(self.flashing)),
        ]
    }
}
