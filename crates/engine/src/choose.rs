//! What the computer plays at each level.

use rules::{AnyGame, Game, Move, Route, Ruleset, Status};

use crate::{
    Found, Level, Limits, Resources, Score, Table, easy, entry::MoveCode, random::Random,
    search::Search,
};

/// The computer's answer in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as its full path: origin, every landing square, destination.
    pub path: Route,
    /// The move in its shortest unambiguous PDN.
    pub pdn: String,
    /// What the computer thinks of the position, from its own side.
    pub score: Score,
    /// Plies looked ahead.
    pub depth: u8,
    /// Nodes looked at.
    pub nodes: u64,
}

/// The computer's move in a game of any variant; `None` when the game is over.
///
/// The level decides how the limits are used: Hard uses them all, Medium and
/// Easy stop far earlier. All chance comes from `seed`. The `resources` are
/// memory that may be shared by all games and kept from move to move, and
/// endgame tables; only Hard uses them, so that the weaker levels do not learn
/// from stronger games. With limits by
/// nodes or depth alone and a fresh table the answer is deterministic.
#[must_use]
pub fn choose<'a>(
    game: &AnyGame,
    level: Level,
    limits: Limits<'a>,
    seed: u64,
    resources: impl Into<Resources<'a>>,
) -> Option<Choice> {
    match game {
        AnyGame::English(game) => choice(game, level, limits, seed, resources),
        AnyGame::International(game) => choice(game, level, limits, seed, resources),
    }
}

fn choice<'a, R: Ruleset>(
    game: &Game<R>,
    level: Level,
    limits: Limits<'a>,
    seed: u64,
    resources: impl Into<Resources<'a>>,
) -> Option<Choice> {
    let found = choose_move(game, level, limits, seed, resources)?;
    let described = game.position().describe(found.best);
    Some(Choice {
        path: described.path,
        pdn: described.pdn,
        score: found.score,
        depth: found.depth,
        nodes: found.nodes,
    })
}

/// As [`choose`], for a game whose variant is known.
#[must_use]
pub fn choose_move<'a, R: Ruleset>(
    game: &Game<R>,
    level: Level,
    limits: Limits<'a>,
    seed: u64,
    resources: impl Into<Resources<'a>>,
) -> Option<Found<R>> {
    if game.status() != Status::Ongoing {
        return None;
    }
    match level {
        Level::Easy => easy::choose(game, limits, seed),
        Level::Medium => {
            let own = Table::with_entries(MEDIUM_ENTRIES);
            let limits = limits.at_most(MEDIUM_NODES, MEDIUM_DEPTH);
            biased(game, limits, &own, seed, MEDIUM_CHANCE)
        }
        Level::Hard => {
            let chance = opening_chance(game.ply_count());
            biased(game, limits, resources, seed, chance)
        }
    }
}

/// How far Medium looks, in plies and (for positions with many captures) nodes.
const MEDIUM_DEPTH: u8 = 4;
const MEDIUM_NODES: u64 = 20_000;
const MEDIUM_ENTRIES: usize = 1 << 12;
/// By how many centimen chance may move Medium's judgement.
const MEDIUM_CHANCE: u32 = 25;

/// Within how many centimen of the best move Hard lets chance decide, so that
/// it does not play the same game every time: the first move of each side is
/// worth about the same whatever it is, then less and less so.
const fn opening_chance(plies_played: usize) -> u32 {
    match plies_played {
        0..2 => 30,
        2..8 => 10,
        _ => 0,
    }
}

/// A search in which each root move is worth up to `chance` centimen more than
/// it is, by the seed.
pub(crate) fn biased<'a, R: Ruleset>(
    game: &Game<R>,
    limits: Limits<'a>,
    resources: impl Into<Resources<'a>>,
    seed: u64,
    chance: u32,
) -> Option<Found<R>> {
    let bias = |mv: Move<R>| luck(seed, mv, chance);
    Search::new(game, resources, limits).run(&bias, &mut |_| {})
}

/// From 0 to `most`, the same for the same seed and move.
pub(crate) fn luck<R: Ruleset>(seed: u64, mv: Move<R>, most: u32) -> i32 {
    let mut random = Random::new(seed ^ MoveCode::of(mv).mixed());
    random.below(most + 1) as i32
}
