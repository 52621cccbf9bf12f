//! A search told line by line, for people and for an analysis board.

use rules::{AnyGame, Game, Move, Ruleset};

use crate::{Found, Limits, Resources, Score, search};

/// What one iteration has found, in the words of the edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// Plies looked ahead.
    pub depth: u8,
    /// From the side to move.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// The principal variation in PDN, the move to play first.
    pub line: Vec<String>,
}

/// Searches the position that a game has reached and tells each iteration.
/// Returns the last word, `None` when the side to move has no legal move.
pub fn analyse<'a>(
    game: &AnyGame,
    limits: Limits<'a>,
    resources: impl Into<Resources<'a>>,
    on_iteration: &mut dyn FnMut(&Insight),
) -> Option<Insight> {
    match game {
        AnyGame::English(game) => insights(game, limits, resources, on_iteration),
        AnyGame::International(game) => insights(game, limits, resources, on_iteration),
    }
}

fn insights<'a, R: Ruleset>(
    game: &Game<R>,
    limits: Limits<'a>,
    resources: impl Into<Resources<'a>>,
    on_iteration: &mut dyn FnMut(&Insight),
) -> Option<Insight> {
    let found = search(game, limits, resources, &mut |found| on_iteration(&insight(game, found)))?;
    Some(insight(game, &found))
}

fn insight<R: Ruleset>(game: &Game<R>, found: &Found<R>) -> Insight {
    Insight {
        depth: found.depth,
        score: found.score,
        nodes: found.nodes,
        line: in_pdn(game, &found.line),
    }
}

fn in_pdn<R: Ruleset>(game: &Game<R>, line: &[Move<R>]) -> Vec<String> {
    let mut position = *game.position();
    line.iter()
        .map(|&mv| {
            let pdn = position.describe(mv).pdn;
            position = position.play(mv);
            pdn
        })
        .collect()
}
