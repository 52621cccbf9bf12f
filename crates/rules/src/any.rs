//! A game of some variant, for code that learns the variant at run time.

use crate::{
    Color, Counters, English, Game, GameRules, International, LegalMove, MoveError,
    NotInThisVariant, Piece, Position, Route, Ruleset, Setup, SetupErrors, Square, Status, Variant,
};

/// A game of any variant. Each call crosses to the generic code once.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// English draughts.
    English(Game<English>),
    /// International draughts.
    International(Game<International>),
}

/// A ruleset whose games [`AnyGame`] can hold.
pub trait AnyRuleset: Ruleset {
    /// Wraps a game of this variant.
    fn wrap(game: Game<Self>) -> AnyGame;
}

impl AnyRuleset for English {
    fn wrap(game: Game<Self>) -> AnyGame {
        AnyGame::English(game)
    }
}

impl AnyRuleset for International {
    fn wrap(game: Game<Self>) -> AnyGame {
        AnyGame::International(game)
    }
}

/// Runs an expression with `$game` bound to the typed game inside an
/// [`AnyGame`].
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::English($game) => $body,
            AnyGame::International($game) => $body,
        }
    };
}

/// Why a game cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The start position is not one of this variant.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// The variant does not have these rules.
    #[error(transparent)]
    Rules(#[from] NotInThisVariant),
}

impl AnyGame {
    /// A game from the variant's start under its standard rules.
    #[must_use]
    pub fn new(variant: Variant) -> AnyGame {
        crate::with_ruleset!(variant, R => R::wrap(Game::new()))
    }

    /// A game from a set-up (or the variant's start) under chosen rules.
    ///
    /// # Errors
    /// When the set-up is no position, or the variant lacks the rules.
    pub fn start(
        variant: Variant,
        setup: Option<&Setup>,
        rules: GameRules,
    ) -> Result<AnyGame, StartError> {
        GameRules::new(variant, rules.tournament(), rules.length_limit())?;
        crate::with_ruleset!(variant, R => {
            let start = match setup {
                Some(setup) => setup.position::<R>()?,
                None => Position::start(),
            };
            Ok(R::wrap(Game::from_position(start, rules)))
        })
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        match self {
            AnyGame::English(_) => Variant::English,
            AnyGame::International(_) => Variant::International,
        }
    }

    /// The rules chosen at set-up.
    #[must_use]
    pub fn rules(&self) -> GameRules {
        with_game!(self, game => game.rules())
    }

    /// The side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        with_game!(self, game => game.position().side_to_move())
    }

    /// The piece on a square now.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        with_game!(self, game => game.position().piece_at(square))
    }

    /// The piece on a square after so many plies.
    #[must_use]
    pub fn piece_at_ply(&self, square: Square, plies: usize) -> Option<Piece> {
        with_game!(self, game => game.position_at(plies)?.piece_at(square))
    }

    /// The FEN now.
    #[must_use]
    pub fn fen(&self) -> String {
        with_game!(self, game => game.position().to_string())
    }

    /// The FEN after so many plies, `None` beyond the end.
    #[must_use]
    pub fn fen_at(&self, plies: usize) -> Option<String> {
        with_game!(self, game => game.position_at(plies).map(ToString::to_string))
    }

    /// Plies played so far.
    #[must_use]
    pub fn ply_count(&self) -> usize {
        with_game!(self, game => game.ply_count())
    }

    /// The moves so far, each as shown in its position.
    #[must_use]
    pub fn moves(&self) -> Vec<LegalMove> {
        with_game!(self, game => {
            let before = (0..game.ply_count()).filter_map(|plies| game.position_at(plies));
            before.zip(game.moves()).map(|(position, mv)| position.describe(mv)).collect()
        })
    }

    /// The last move, as shown in its position.
    #[must_use]
    pub fn last_move(&self) -> Option<LegalMove> {
        with_game!(self, game => {
            let mv = game.moves().next_back()?;
            Some(game.position_at(game.ply_count() - 1)?.describe(mv))
        })
    }

    /// The legal moves now, sorted; also listed where a draw rule has ended
    /// the game.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        with_game!(self, game => game.position().described_moves())
    }

    /// Every way a hand could make one of the legal moves, at most `limit`
    /// for each, in the order of [`AnyGame::legal_moves`].
    #[must_use]
    pub fn routes(&self, limit: usize) -> Vec<(LegalMove, Vec<Route>)> {
        with_game!(self, game => {
            let position = game.position();
            position
                .described_moves()
                .into_iter()
                .filter_map(|described| {
                    let mv = position.find_move(&described.path).ok()?;
                    Some((described, position.routes(mv, limit)))
                })
                .collect()
        })
    }

    /// How the game stands by the rules of the board.
    #[must_use]
    pub fn status(&self) -> Status {
        with_game!(self, game => game.status())
    }

    /// The draw counters now.
    #[must_use]
    pub fn counters(&self) -> Counters {
        with_game!(self, game => game.counters())
    }

    /// How many times the position now has occurred.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        with_game!(self, game => game.repetitions())
    }

    /// Whether either player may end the game by a draw claim (ruling 12a).
    #[must_use]
    pub fn may_claim_draw(&self) -> bool {
        with_game!(self, game => game.may_claim_draw())
    }

    /// Pieces that a side has taken since the start of the game.
    #[must_use]
    pub fn taken_by(&self, color: Color) -> u32 {
        with_game!(self, game => {
            let lost = |p: &Position<_>| p.pieces(!color).len();
            lost(game.start_position()) - lost(game.position())
        })
    }

    /// Plays the move that a path of squares means.
    ///
    /// # Errors
    /// As [`Game::play_path`]; the game is unchanged then.
    pub fn play_path(&mut self, path: &[Square]) -> Result<LegalMove, MoveError> {
        with_game!(self, game => {
            let before = *game.position();
            game.play_path(path).map(|mv| before.describe(mv))
        })
    }

    /// Plays the move that a path means even where a draw rule has ended the
    /// game, as records of real games do.
    ///
    /// # Errors
    /// As [`Position::find_move`]; the game is unchanged then.
    pub fn replay_path(&mut self, path: &[Square]) -> Result<(), MoveError> {
        with_game!(self, game => {
            let mv = game.position().find_move(path)?;
            game.play_ignoring_the_end(mv);
            Ok(())
        })
    }

    /// Takes back the last ply; false at the start.
    pub fn undo(&mut self) -> bool {
        with_game!(self, game => game.undo().is_some())
    }
}
