//! How this browser's reader likes the board.

use super::keep::{Keep, Lines, Page, put, set_aside};
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
    /// A question before each move, `None` for the game's own: only where
    /// moves are a matter of days.
    pub confirm_moves: Option<bool>,
    /// On one device: what turns after each move.
    pub turning: Turning,
    /// A sound when it is the reader's turn and the page is hidden; `None` as
    /// the device has it.
    pub sound: Option<bool>,
}

/// What turns to the player to move, when two share a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turning {
    /// Nothing.
    #[default]
    Nothing,
    /// The board.
    Board,
    /// The far side's men and its controls: the two sit face to face.
    FarSide,
}

impl Turning {
    /// The next in a round.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Nothing => Self::Board,
            Self::Board => Self::FarSide,
            Self::FarSide => Self::Nothing,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            skin: None,
            numbers: true,
            animation: true,
            confirm_moves: None,
            turning: Turning::Nothing,
            sound: None,
        }
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
        put(keep, KEY, &self.text())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut settings = Self::default();
        for (name, value) in Lines::under(text, HEADING)? {
            let on = value == "on";
            match name {
                "skin" => settings.skin = value.parse().ok(),
                "numbers" => settings.numbers = on,
                "animation" => settings.animation = on,
                "confirm-moves" => settings.confirm_moves = Some(on),
                "turn-board" => {
                    settings.turning = match value {
                        "on" => Turning::Board,
                        "far" => Turning::FarSide,
                        _ => Turning::Nothing,
                    };
                }
                "sound" => settings.sound = Some(on),
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
        if let Some(on) = self.confirm_moves {
            page.push("confirm-moves", &on_off(on));
        }
        for (name, on) in [("numbers", self.numbers), ("animation", self.animation)] {
            page.push(name, &on_off(on));
        }
        if let Some(sound) = self.sound {
            page.push("sound", &on_off(sound));
        }
        match self.turning {
            Turning::Nothing => {}
            Turning::Board => page.push("turn-board", &"on"),
            Turning::FarSide => page.push("turn-board", &"far"),
        }
        page.text()
    }
}

const fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::keep::Memory;

    #[test]
    fn settings_come_back_as_they_were_kept() {
        let mut keep = Memory::default();
        for turning in [Turning::Nothing, Turning::Board, Turning::FarSide] {
            let settings = Settings {
                skin: Some(Skin::Wood),
                numbers: false,
                animation: false,
                confirm_moves: Some(true),
                turning,
                sound: Some(true),
            };
            settings.save(&mut keep);
            assert_eq!(Settings::load(&mut keep), settings);
        }
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
            assert_eq!(keep.get("bad1.settings").as_deref(), Some(garbage));
            assert_eq!(keep.get(KEY), None);
        }
    }
}
