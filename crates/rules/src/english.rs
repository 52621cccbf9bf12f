//! English draughts (American straight checkers), after the rules of the
//! World Checkers Draughts Federation (WCDF).

use crate::{
    Board, CaptureChoice, Color, DrawRules, KingRange, ManCapture, Promotion, Ruleset, Variant,
};

/// English draughts: 8×8, short kings, men capture forward only, free choice
/// of capture, crowning ends the move, Black first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct English;

impl Ruleset for English {
    const VARIANT: Variant = Variant::English;
    /// WCDF: 32 dark squares, the dark corner at each player's left.
    const BOARD: Board = Board::EIGHT;
    /// WCDF: twelve men each.
    const MEN: u8 = 12;
    /// WCDF: the darker men move first.
    const FIRST_MOVER: Color = Color::Black;
    /// WCDF: a king moves and captures over one square.
    const KINGS: KingRange = KingRange::Short;
    /// WCDF: a man captures forward.
    const MAN_CAPTURE: ManCapture = ManCapture::Forward;
    /// WCDF: the player may choose any capture, and must complete it.
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::Free;
    /// WCDF: reaching the king row by a capture ends the turn.
    const PROMOTION: Promotion = Promotion::EndsMove;
    /// WCDF: repetition for the third time; forty moves by each side.
    const DRAWS: DrawRules = DrawRules::FortyMove;
}
