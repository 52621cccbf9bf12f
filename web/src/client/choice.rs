//! The choices of the set-up form.

use core::num::NonZeroU16;

use play::{BySide, GameConfig, Level, PlayerId, Seat, Session, Side, TimeControl};
use protocol::SideChoice;
use rules::{GameRules, Variant};

use super::Rival;

/// What a game is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The game.
    pub variant: Variant,
    /// How strong the computer is.
    pub level: Level,
    /// The own side.
    pub side: SideChoice,
    /// The rules; standard outside International.
    pub rules: GameRules,
    /// The clock, if there is to be one; never on one device.
    pub clock: Option<TimeControl>,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            variant: Variant::English,
            level: Level::Easy,
            side: SideChoice::First,
            rules: GameRules::STANDARD,
            clock: None,
        }
    }
}

impl Choice {
    /// The choices of a form's fields. What the form does not have, or what
    /// does not fit together, is the default.
    pub fn of_fields(field: impl Fn(&str) -> Option<String>) -> Self {
        let default = Self::default();
        let variant = field("variant").and_then(|name| Variant::from_name(&name));
        let variant = variant.unwrap_or(default.variant);
        let level = field("level").and_then(|name| Level::from_name(&name));
        let side = match field("side").as_deref() {
            Some("second") => SideChoice::Second,
            Some("random") => SideChoice::Random,
            _ => SideChoice::First,
        };
        let tournament = field("tournament").is_some();
        let length = field("length_limit").and_then(|n| n.parse::<NonZeroU16>().ok());
        let rules = GameRules::new(variant, tournament, length).unwrap_or(GameRules::STANDARD);
        let clock = field("clock").and_then(|text| text.parse().ok());
        Self { variant, level: level.unwrap_or(default.level), side, rules, clock }
    }

    /// The side whose men are at the bottom before the game begins.
    #[must_use]
    pub fn bottom(&self) -> Side {
        self.side.side(Side::First)
    }

    /// The game as it will stand on the server, to be shown until the server
    /// tells it.
    #[must_use]
    pub(crate) fn session(&self, rival: Rival) -> Option<Session> {
        let own = self.bottom();
        let other = match rival {
            Rival::Computer => Seat::Computer(self.level),
            Rival::Friend | Rival::Device => Seat::Open,
        };
        let seats = BySide::new_with(|side| {
            if side == own { Seat::Player(PlayerId::stand_in(side)) } else { other }
        });
        GameConfig::new(self.variant, self.rules, None, seats).ok().map(Session::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fields: &[(&str, &str)], expected: Choice) {
        let field = |name: &str| {
            let (_, value) = fields.iter().find(|(known, _)| *known == name)?;
            Some((*value).to_owned())
        };
        assert_eq!(Choice::of_fields(field), expected);
    }

    #[test]
    fn a_form_without_fields_is_the_first_visit() {
        check(&[], Choice::default());
        let odd = [("variant", "shogi"), ("level", "god"), ("side", "both"), ("clock", "soon")];
        check(&odd, Choice::default());
    }

    #[test]
    fn the_options_belong_to_international_alone() {
        let options = [("tournament", "on"), ("length_limit", "80")];
        check(&options, Choice::default());
        let rules = GameRules::new(Variant::International, true, NonZeroU16::new(80)).unwrap();
        let fields = [options[0], options[1], ("variant", "international"), ("side", "second")];
        let side = SideChoice::Second;
        let variant = Variant::International;
        check(&fields, Choice { variant, side, rules, ..Choice::default() });
    }

    #[test]
    fn a_clock_is_chosen_by_its_text() {
        for (text, clock) in [
            ("", None),
            ("300+3", TimeControl::increment(300, 3).ok()),
            ("3d", TimeControl::days_per_move(3).ok()),
        ] {
            check(&[("clock", text)], Choice { clock, ..Choice::default() });
        }
    }

    #[test]
    fn a_length_that_is_no_number_is_no_limit() {
        let fields = [("variant", "international"), ("length_limit", "")];
        check(&fields, Choice { variant: Variant::International, ..Choice::default() });
    }
}
