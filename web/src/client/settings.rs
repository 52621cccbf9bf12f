//! How this browser's reader likes the board.

use super::keep::{Keep, Lines, Page, set_aside};
use crate::Skin;

const KEY: &str = "dama.settings";
const HEADING: &str = "settings 1";

/// What the reader chose; kept in the browser, never sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The look, `None` for the language's own.
    pub skin: Option<Skin>,
    /// Numbers on the squares.
    pub numbers: bool,
    /// Pieces that glide; a device that asks for less motion wins over it.
    pub animation: bool,
    /// A question before each move.
    pub confirm_moves: bool,
    /// On one device: the board turns after each move.
    pub turn_board: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { skin: None, numbers: true, animation: true, confirm_moves: false, turn_board: false }
    }
}

impl Settings {
    /// What is kept; a missing line is the default, and so is all of it when
    /// it cannot be read.
    pub fn load(keep: &mut dyn Keep) -> Self {
        let Some(text) = keep.get(KEY) else { return Self::default() };
        if let Some(settings) = Self::parse(&text) {
            return settings;
        }
        set_aside(keep, KEY);
        Self::default()
    }

    /// Keeps it; false when the browser does not.
    pub fn save(self, keep: &mut dyn Keep) -> bool {
        keep.set(KEY, &self.text())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut settings = Self::default();
        for (name, value) in Lines::under(text, HEADING)? {
            let on = value == "on";
            match name {
                "skin" => settings.skin = value.parse().ok(),
                "numbers" => settings.numbers = on,
                "animation" => settings.animation = on,
                "confirm-moves" => settings.confirm_moves = on,
                "turn-board" => settings.turn_board = on,
                _ => {}
            }
        }
        Some(settings)
    }

    fn text(self) -> String {
        let mut page = Page::new(HEADING);
        if let Some(skin) = self.skin {
            page.push("skin", &skin.code());
        }
        for (name, on) in [
            ("numbers", self.numbers),
            ("animation", self.animation),
            ("confirm-moves", self.confirm_moves),
            ("turn-board", self.turn_board),
        ] {
            page.push(name, &if on { "on" } else { "off" });
        }
        page.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::keep::Memory;

    #[test]
    fn settings_come_back_as_they_were_kept() {
        let mut keep = Memory::default();
        let settings = Settings {
            skin: Some(Skin::Wood),
            numbers: false,
            animation: false,
            confirm_moves: true,
            turn_board: true,
        };
        settings.save(&mut keep);
        assert_eq!(Settings::load(&mut keep), settings);
    }

    #[test]
    fn a_first_visit_has_the_defaults_and_a_missing_line_too() {
        let mut keep = Memory::default();
        assert_eq!(Settings::load(&mut keep), Settings::default());
        keep.set(KEY, "settings 1\nnumbers off\ntomorrow yes\n");
        let expected = Settings { numbers: false, ..Settings::default() };
        assert_eq!(Settings::load(&mut keep), expected);
    }

    #[test]
    fn what_cannot_be_read_is_set_aside() {
        for garbage in ["", "{\"numbers\":", "settings 2\nnumbers off", "\u{0}"] {
            let mut keep = Memory::default();
            keep.set(KEY, garbage);
            assert_eq!(Settings::load(&mut keep), Settings::default());
            assert_eq!(keep.get("dama.settings.unreadable").as_deref(), Some(garbage));
            assert_eq!(keep.get(KEY), None);
        }
    }
}
