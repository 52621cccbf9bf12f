//! International draughts, after the rules of the World Draughts Federation
//! (FMJD).

use crate::{
    Board, CaptureChoice, Color, DrawRules, KingRange, ManCapture, Promotion, Ruleset, Variant,
};

/// International draughts: 10×10, flying kings, men capture backward too, the
/// most pieces must be taken, crowning only where the move ends, White first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct International;

impl Ruleset for International {
    const VARIANT: Variant = Variant::International;
    /// FMJD: 50 dark squares, the dark corner at each player's left.
    const BOARD: Board = Board::TEN;
    /// FMJD: twenty men each.
    const MEN: u8 = 20;
    /// FMJD: White moves first.
    const FIRST_MOVER: Color = Color::White;
    /// FMJD: a king moves over any number of empty squares.
    const KINGS: KingRange = KingRange::Flying;
    /// FMJD: men capture forward and backward.
    const MAN_CAPTURE: ManCapture = ManCapture::AllDirections;
    /// FMJD 4.13: the greatest number of pieces, kings and men alike.
    const CAPTURE_CHOICE: CaptureChoice = CaptureChoice::Most;
    /// FMJD 4.15: a man that only passes the king row stays a man.
    const PROMOTION: Promotion = Promotion::OnStop;
    /// FMJD: draws; its counters of 25 and 16 moves by agreement at set-up.
    const DRAWS: DrawRules = DrawRules::International;
}
