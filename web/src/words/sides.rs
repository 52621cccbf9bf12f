//! What a side is called on this viewer's screen.

use rules::{Color, Variant};

use super::board;
use crate::{Lang, Skin};

/// The name of a side as this viewer sees it: black and red in English
/// draughts, white and black in International, rose and dark blue or dark and
/// light where the skin paints them so.
#[must_use]
pub fn side(lang: Lang, skin: Skin, variant: Variant, color: Color) -> &'static str {
    let first = color == variant.first_mover();
    match (skin, variant, color) {
        (Skin::Rose, _, _) if first => board::side_rose(lang),
        (Skin::Rose, _, _) => board::side_blue(lang),
        (Skin::Wood, _, Color::Black) => board::side_dark_wood(lang),
        (Skin::Wood, _, Color::White) => board::side_light_wood(lang),
        (Skin::Classic, _, Color::Black) => board::side_black(lang),
        (Skin::Classic, Variant::English, Color::White) => board::side_red(lang),
        (Skin::Classic, Variant::International, Color::White) => board::side_white(lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(skin: Skin, variant: Variant, first: &str, second: &str) {
        let color = variant.first_mover();
        assert_eq!(side(Lang::En, skin, variant, color), first);
        assert_eq!(side(Lang::En, skin, variant, !color), second);
    }

    #[test]
    fn a_side_is_named_as_the_skin_paints_it() {
        check(Skin::Classic, Variant::English, "Black", "Red");
        check(Skin::Classic, Variant::International, "White", "Black");
        check(Skin::Wood, Variant::English, "Dark", "Light");
        check(Skin::Wood, Variant::International, "Light", "Dark");
    }

    #[test]
    fn in_rose_the_first_side_is_rose_in_every_game() {
        for variant in Variant::ALL {
            check(Skin::Rose, variant, "Rose", "Dark blue");
        }
    }
}
