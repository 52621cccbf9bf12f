//! The positions that the texts explain, each with the moves that are shown.
//!
//! The texts tell what happens in words; here stand the boards, the same in
//! every language. Tests play every move by the rules and prove what the
//! texts say of it.

use rules::{AnyGame, Color, GameRules, LegalMove, Setup, Square, Variant};

/// A position and what is played from it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Diagram {
    /// What the texts call it.
    pub(crate) name: &'static str,
    pub(crate) variant: Variant,
    /// The position at first.
    pub(crate) fen: &'static str,
    /// Whose men are at the bottom: the reader's.
    pub(crate) bottom: Color,
    /// The moves, each with every landing square.
    pub(crate) moves: &'static [&'static str],
}

/// A position of a diagram, and the move that led to it.
#[derive(Debug)]
pub(crate) struct Still {
    pub(crate) game: AnyGame,
    /// None for the first.
    pub(crate) last: Option<LegalMove>,
}

const ENGLISH: Variant = Variant::English;
const INTERNATIONAL: Variant = Variant::International;

/// The reader has the side that moves first, where nothing else is said.
const ALL: [Diagram; 14] = [
    diagram("chain", ENGLISH, "B:W15,23,32:B4,11", &["11x18x27", "32x23"]),
    diagram("choice", ENGLISH, "B:W14,15,23,32:B10,11", &["10x17"]),
    diagram("crowned", ENGLISH, "B:W25,26,32:B11,23", &["23x30", "25-21"]),
    diagram("backward", INTERNATIONAL, "W:W28,47:B5,33", &["28x39"]),
    diagram("most", INTERNATIONAL, "W:W27,28,34:B5,13,14,22,23", &["27x18x9x20"]),
    diagram("flying", INTERNATIONAL, "W:WK46:B20,28", &["46x14x25"]),
    diagram("passing", INTERNATIONAL, "W:W12,50:B1,8,9", &["12x3x14"]),
    Diagram {
        bottom: Color::Black,
        ..diagram("removal", INTERNATIONAL, "B:W27,28,38,39,42:BK25", &["25x48x31x22x33", "38x29"])
    },
    diagram("together", ENGLISH, "B:W19,23,24:B6,15", &["6-10"]),
    diagram("shot", ENGLISH, "B:W21,26,28,29:B12,16,19,20", &["19-24", "28x19", "16x23x30"]),
    diagram("exchange", ENGLISH, "B:W18,24,25:B5,7,10,16", &["10-14", "18x9", "5x14"]),
    diagram("double-corner", ENGLISH, "B:WK19:BK32", &["32-28", "19-23", "28-32"]),
    diagram("record", ENGLISH, START, &["11-15", "22-18", "15x22", "25x18"]),
    diagram("position", ENGLISH, "B:WK10,24:B12,K22", &["12-16"]),
];

/// The start of English draughts.
const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

const fn diagram(
    name: &'static str,
    variant: Variant,
    fen: &'static str,
    moves: &'static [&'static str],
) -> Diagram {
    Diagram { name, variant, fen, bottom: variant.first_mover(), moves }
}

/// The diagram of that name.
pub(crate) fn find(name: &str) -> Option<&'static Diagram> {
    ALL.iter().find(|diagram| diagram.name == name)
}

impl Diagram {
    /// The position at first and after each move; it ends early at a move
    /// that the rules forbid, which a test does not let pass.
    pub(crate) fn stills(&self) -> Vec<Still> {
        let Some(mut game) = self.start() else { return Vec::new() };
        let mut stills = vec![Still { game: game.clone(), last: None }];
        for text in self.moves {
            let Ok(played) = game.play_path(&path(text)) else { break };
            stills.push(Still { game: game.clone(), last: Some(played) });
        }
        stills
    }

    fn start(&self) -> Option<AnyGame> {
        let setup: Setup = self.fen.parse().ok()?;
        AnyGame::start(self.variant, Some(&setup), GameRules::STANDARD).ok()
    }
}

/// The squares of a move such as `11x18x27`.
fn path(text: &str) -> Vec<Square> {
    text.split(['-', 'x']).filter_map(|number| Square::new(number.parse().ok()?)).collect()
}

#[cfg(test)]
#[path = "diagrams_tests.rs"]
mod tests;
