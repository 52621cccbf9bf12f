//! A game rebuilt from the positions that it went through.

use rules::{
    AnyGame, AnyRuleset, FenError, Game, GameRules, Ruleset, Setup, SetupErrors, Variant,
    with_ruleset,
};

/// More positions than any game can have.
pub const MAX_POSITIONS: usize = 2_001;

/// Why a list of positions is no history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// No position at all.
    #[error("no position")]
    Empty,
    /// More than [`MAX_POSITIONS`].
    #[error("too many positions")]
    TooMany,
    /// A text is not a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A FEN is not a position of this variant.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
}

/// The game that went through these positions (as FEN), the last being the one
/// to think about.
///
/// Where two neighbours are not one legal move apart, the game is taken to
/// begin after the break: what lies before says nothing about repetition.
///
/// # Errors
/// When there is no position, or too many, or one that is none.
pub fn game_through<'t>(
    variant: Variant,
    fens: impl IntoIterator<Item = &'t str>,
) -> Result<AnyGame, HistoryError> {
    let mut setups = Vec::new();
    for fen in fens {
        if setups.len() == MAX_POSITIONS {
            return Err(HistoryError::TooMany);
        }
        setups.push(fen.parse::<Setup>()?);
    }
    with_ruleset!(variant, R => through::<R>(&setups).map(R::wrap))
}

fn through<R: AnyRuleset>(setups: &[Setup]) -> Result<Game<R>, HistoryError> {
    let (first, rest) = setups.split_first().ok_or(HistoryError::Empty)?;
    let mut game = begin::<R>(first)?;
    for setup in rest {
        let next = setup.position::<R>()?;
        let here = *game.position();
        let made = here.legal_moves().into_iter().find(|&mv| here.play(mv) == next);
        match made {
            Some(mv) => game.play_ignoring_the_end(mv),
            None => game = begin(setup)?,
        }
    }
    Ok(game)
}

fn begin<R: Ruleset>(setup: &Setup) -> Result<Game<R>, HistoryError> {
    Ok(Game::from_position(setup.position::<R>()?, GameRules::STANDARD))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "B:W21-32:B1-12";

    fn plies(fens: &[&str]) -> Result<usize, HistoryError> {
        game_through(Variant::English, fens.iter().copied()).map(|game| game.ply_count())
    }

    #[test]
    fn neighbours_one_move_apart_make_a_game() {
        let after_one = "W:W21-32:B1-10,12,15";
        let after_two = "B:W20,21-23,25-32:B1-10,12,15";
        assert_eq!(plies(&[START]), Ok(0));
        assert_eq!(plies(&[START, after_one]), Ok(1));
        assert_eq!(plies(&[START, after_one, after_two]), Ok(2));
    }

    #[test]
    fn a_game_begins_anew_after_a_break() {
        assert_eq!(plies(&["B:W32:B1", START, "W:W21-32:B1-10,12,15"]), Ok(1));
    }

    #[test]
    fn bad_lists_are_refused() {
        assert_eq!(plies(&[]), Err(HistoryError::Empty));
        assert!(matches!(plies(&["hello"]), Err(HistoryError::Fen(_))));
        assert!(matches!(plies(&["W:W33:B1"]), Err(HistoryError::Setup(_))));
        assert_eq!(plies(&[START; MAX_POSITIONS + 1]), Err(HistoryError::TooMany));
    }
}
