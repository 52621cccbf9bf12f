//! A local game put away and taken up again.

use rules::{GameRules, Setup, Variant};

use super::{LocalGame, Step};
use crate::{ConfigError, Refusal, Score};

/// Everything there is to keep of a local game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The variant.
    pub variant: Variant,
    /// The rules chosen at set-up.
    pub rules: GameRules,
    /// The start, `None` for the variant's own.
    pub setup: Option<Setup>,
    /// Whether the two have changed sides an odd number of times.
    pub swapped: bool,
    /// The score of the earlier games, by the sides of now.
    pub score: Score,
    /// Whether the end of this game counts; not if the score was reset after it.
    pub counts: bool,
    /// The line, undone steps included.
    pub steps: Vec<Step>,
    /// How many steps of the line stand.
    pub done: usize,
}

/// Why something saved is no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SavedError {
    /// The game cannot be set up.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A step cannot be made.
    #[error("step {0} cannot be made: {1}")]
    Step(usize, Refusal),
    /// More steps stand than there are.
    #[error("more steps stand than there are")]
    Done,
}

impl LocalGame {
    /// Everything there is to keep.
    #[must_use]
    pub fn save(&self) -> Saved {
        let config = self.session.config();
        Saved {
            variant: config.variant(),
            rules: config.rules(),
            setup: config.is_set_up().then(|| config.start_fen().parse().ok()).flatten(),
            swapped: self.swapped,
            score: config.score(),
            counts: self.counts,
            steps: self.line.iter().map(|taken| taken.step.clone()).collect(),
            done: self.done,
        }
    }

    /// The game that was saved.
    ///
    /// # Errors
    /// When no game can have been saved so.
    pub fn load(saved: Saved) -> Result<LocalGame, SavedError> {
        let mut game = LocalGame::new(saved.variant, saved.rules, saved.setup.as_ref())?;
        game = game.with_score(saved.score);
        game.swapped = saved.swapped;
        for (number, step) in saved.steps.into_iter().enumerate() {
            game.take(step).map_err(|refusal| SavedError::Step(number, refusal))?;
        }
        if saved.done > game.line.len() {
            return Err(SavedError::Done);
        }
        game.done = saved.done;
        game.restart(game.session.config().clone());
        game.counts = saved.counts || game.session.outcome().is_none();
        Ok(game)
    }
}
