//! A game of two on one device as the browser keeps it.

use play::{
    Side,
    local::{LocalGame, Saved, Step},
};
use rules::{GameRules, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::{RulesView, ScoreView, fields::squares, named};

/// The version of the form. A reader takes only its own.
const VERSION: u32 = 1;

/// More than the longest game makes; longer texts are refused before they are
/// read.
const MAX_BYTES: usize = 256 * 1024;

/// A text that is not a saved game of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a saved game")]
pub struct BadSave;

#[derive(Serialize, Deserialize)]
struct SavedFields {
    version: u32,
    #[serde(with = "named")]
    variant: Variant,
    rules: RulesView,
    fen: Option<String>,
    swapped: bool,
    score: ScoreView,
    counts: bool,
    steps: Vec<StepFields>,
    done: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StepFields {
    Move(#[serde(with = "squares")] Vec<Square>),
    Resign(#[serde(with = "named")] Side),
    AgreeDraw,
    ClaimDraw(#[serde(with = "named")] Side),
}

/// The text of a local game.
#[must_use]
pub fn save_local_game(game: &LocalGame) -> String {
    let saved = game.save();
    let fields = SavedFields {
        version: VERSION,
        variant: saved.variant,
        rules: saved.rules.into(),
        fen: saved.setup.map(|setup| setup.to_string()),
        swapped: saved.swapped,
        score: saved.score.into(),
        counts: saved.counts,
        steps: saved
            .steps
            .into_iter()
            .map(|step| match step {
                Step::Move(path) => StepFields::Move(path),
                Step::Resign(side) => StepFields::Resign(side),
                Step::AgreeDraw => StepFields::AgreeDraw,
                Step::ClaimDraw(side) => StepFields::ClaimDraw(side),
            })
            .collect(),
        done: saved.done,
    };
    serde_json::to_string(&fields).expect("words, numbers and lists are always JSON")
}

/// The local game of a text.
///
/// # Errors
/// When it is not one of this version, whatever is wrong with it.
pub fn load_local_game(text: &str) -> Result<LocalGame, BadSave> {
    if text.len() > MAX_BYTES {
        return Err(BadSave);
    }
    let fields: SavedFields = serde_json::from_str(text).map_err(|_| BadSave)?;
    if fields.version != VERSION {
        return Err(BadSave);
    }
    let rules = GameRules::new(fields.variant, fields.rules.tournament, fields.rules.length_limit)
        .map_err(|_| BadSave)?;
    let setup = match fields.fen {
        Some(fen) => Some(fen.parse().map_err(|_| BadSave)?),
        None => None,
    };
    let steps = fields
        .steps
        .into_iter()
        .map(|step| match step {
            StepFields::Move(path) => Step::Move(path),
            StepFields::Resign(side) => Step::Resign(side),
            StepFields::AgreeDraw => Step::AgreeDraw,
            StepFields::ClaimDraw(side) => Step::ClaimDraw(side),
        })
        .collect();
    LocalGame::load(Saved {
        variant: fields.variant,
        rules,
        setup,
        swapped: fields.swapped,
        score: fields.score.into(),
        counts: fields.counts,
        steps,
        done: fields.done,
    })
    .map_err(|_| BadSave)
}
