//! The Easy level: a casual player with human errors.

use rules::{Game, GameRules, Move, Position, Ruleset};

use crate::{
    Found, Limits, Score, Table,
    choose::{biased, luck},
    eval, net,
    node::Node,
    random::Random,
};

/// In so many of a hundred moves Easy does not look at the reply. Set by
/// matches: it should nearly always beat a random mover, and lose more often
/// than not to whoever looks two plies ahead at every move.
const GLANCE_PERCENT: u32 = 60;
/// By how many centimen chance moves its judgement when it looks ahead, and
/// when it does not.
const CHANCE: u32 = 40;
const GLANCE_CHANCE: u32 = 200;
/// Plies it looks ahead when it does look.
const DEPTH: u8 = 2;
/// With so few pieces of the opponent left anybody sees what they can do.
const FEW: u32 = 3;
/// Plies it looks ahead then, and after two gifts in a row.
const CAREFUL_DEPTH: u8 = 4;
/// Losing this much more than necessary, in centimen, is a gift.
const GIFT: i32 = 80;
/// Nobody overlooks losing this much, in centimen.
const SILLY: i32 = 420;
/// Bounds for positions with very many captures.
const NODES: u64 = 4_000;
const ENTRIES: usize = 1 << 10;

/// Easy's move; `None` when there is none.
pub(crate) fn choose<R: Ruleset>(
    game: &Game<R>,
    limits: Limits<'_>,
    seed: u64,
) -> Option<Found<R>> {
    let mut random = Random::new(seed);
    let seed = random.next();
    let table = Table::with_entries(ENTRIES);
    let position = game.position();
    let few = position.pieces(!position.side_to_move()).len() <= FEW;
    if few || has_just_given_twice(game) {
        return biased(game, limits.at_most(NODES, CAREFUL_DEPTH), &table, seed, 0);
    }
    if random.percent(GLANCE_PERCENT) {
        return glance(game, seed);
    }
    biased(game, limits.at_most(NODES, DEPTH), &table, seed, CHANCE)
}

/// The move that looks best on the board that it leaves, whatever the reply:
/// the kind of move that a person plays who has not seen the shot. Only what
/// would be silly is not played.
fn glance<R: Ruleset>(game: &Game<R>, seed: u64) -> Option<Found<R>> {
    let (root, net) = (Node::root(game), net::of(R::VARIANT));
    let looks = |mv: Move<R>| -eval::evaluate(net, &root.play(mv, game.rules()).position);
    let mut moves = root.position.legal_moves();
    moves.sort_by_key(|&mv| {
        let appeal = looks(mv) + luck(seed, mv, GLANCE_CHANCE);
        (core::cmp::Reverse(appeal), mv.from(), mv.to(), mv.captured().0)
    });
    let best = worth(root.position, CAREFUL_DEPTH);
    let loss = |mv: Move<R>| {
        let reply = worth(root.position.play(mv), CAREFUL_DEPTH - 1);
        best.centimen() + reply.centimen()
    };
    let fair = moves.iter().copied().find(|&mv| loss(mv) < SILLY);
    let chosen = fair.or_else(|| moves.first().copied())?;
    Some(Found {
        best: chosen,
        score: looks(chosen),
        depth: 1,
        nodes: moves.len() as u64,
        line: vec![chosen],
    })
}

/// Whether the last two moves of the side to move each gave away material
/// that a look ahead would have kept.
fn has_just_given_twice<R: Ruleset>(game: &Game<R>) -> bool {
    let played = game.ply_count();
    [2, 4].into_iter().all(|ago| played.checked_sub(ago).is_some_and(|plies| was_gift(game, plies)))
}

/// Whether the move made after so many plies was a gift.
fn was_gift<R: Ruleset>(game: &Game<R>, plies: usize) -> bool {
    let worth_at = |plies: usize, depth| Some(worth(*game.position_at(plies)?, depth));
    let (Some(best), Some(reply)) =
        (worth_at(plies, CAREFUL_DEPTH), worth_at(plies + 1, CAREFUL_DEPTH - 1))
    else {
        return false;
    };
    best.centimen() + reply.centimen() >= GIFT
}

/// What a look of so many plies makes of a position; a lost game where there
/// is no move.
fn worth<R: Ruleset>(position: Position<R>, depth: u8) -> Score {
    let game = Game::from_position(position, GameRules::STANDARD);
    let table = Table::with_entries(ENTRIES);
    let limits = Limits::default().at_most(NODES, depth);
    let found = biased(&game, limits, &table, 0, 0);
    found.map_or(Score::loss_in(0), |found| found.score)
}
