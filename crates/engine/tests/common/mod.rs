//! What several test files need: games from a FEN, and players for matches.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use engine::{Found, Level, Limits, Table, choose_move, search};
use rules::{Game, GameRules, KingRange, Move, Position, Ruleset, Setup, Status};

/// A game that begins with this position.
pub fn game<R: Ruleset>(fen: &str) -> Game<R> {
    let setup: Setup = fen.parse().expect(fen);
    Game::from_position(setup.position().expect(fen), GameRules::STANDARD)
}

/// What the search finds within so many nodes, with a fresh table.
pub fn think<R: Ruleset>(game: &Game<R>, nodes: u64) -> Found<R> {
    let table = Table::with_bytes(1 << 20);
    search(game, Limits::default().with_nodes(nodes), &table, &mut |_| {}).expect("has a move")
}

/// A row of numbers from a seed (a multiplicative congruence, after Knuth).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        let mut chance = Chance(seed);
        chance.next();
        chance
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0.rotate_left(32)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.next() as usize % from.len()]
    }
}

/// Who plays a side of a match.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Whoever counts pieces so many plies ahead, and nothing else.
    Counting(u32),
    /// The computer at a level, with at most so many nodes.
    Computer(Level, u64),
}

impl Player {
    pub fn choose<R: Ruleset>(self, game: &Game<R>, chance: &mut Chance, table: &Table) -> Move<R> {
        let position = game.position();
        match self {
            Player::Random => chance.pick(&position.legal_moves()),
            Player::Counting(plies) => {
                let moves = position.legal_moves();
                let worth = |mv: Move<R>| -counted(&position.play(mv), plies - 1);
                let best = moves.iter().map(|&mv| worth(mv)).max().expect("has a move");
                let equal: Vec<_> = moves.into_iter().filter(|&mv| worth(mv) == best).collect();
                chance.pick(&equal)
            }
            Player::Computer(level, nodes) => {
                let limits = Limits::default().with_nodes(nodes);
                choose_move(game, level, limits, chance.next(), table).expect("has a move").best
            }
        }
    }
}

fn counted<R: Ruleset>(position: &Position<R>, plies: u32) -> i32 {
    let king = if R::KINGS == KingRange::Flying { 300 } else { 150 };
    let material =
        |color| 100 * position.men(color).len() as i32 + king * position.kings(color).len() as i32;
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -10_000;
    }
    if plies == 0 {
        let side = position.side_to_move();
        return material(side) - material(!side);
    }
    moves.iter().map(|&mv| -counted(&position.play(mv), plies - 1)).max().unwrap_or(0)
}

/// The result of a match for its first player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    /// Points of a hundred: a win counts one, a draw half.
    pub fn percent(self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        100.0 * (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(games)
    }
}

/// Plays so many games, each player first in half of them.
pub fn play_match<R: Ruleset>(one: Player, other: Player, games: u64) -> Tally {
    let mut tally = Tally::default();
    for number in 0..games {
        let mut chance = Chance::new(number * 1_001 + 17);
        let tables = [Table::with_bytes(1 << 20), Table::with_bytes(1 << 20)];
        let mut game = Game::<R>::new();
        let ones_turn = |game: &Game<R>| (game.ply_count() as u64 + number).is_multiple_of(2);
        // A draw that may be claimed is claimed.
        while game.status() == Status::Ongoing && !game.may_claim_draw() {
            let (player, table) =
                if ones_turn(&game) { (one, &tables[0]) } else { (other, &tables[1]) };
            let mv = player.choose(&game, &mut chance, table);
            game.play(mv).expect("legal");
        }
        let one_is_first = number % 2 == 0;
        let winner = match game.status() {
            Status::Ended(outcome) => outcome.winner(),
            Status::Ongoing => None,
        };
        match winner.map(|winner| (winner == R::FIRST_MOVER) == one_is_first) {
            Some(true) => tally.wins += 1,
            Some(false) => tally.losses += 1,
            None => tally.draws += 1,
        }
    }
    tally
}
