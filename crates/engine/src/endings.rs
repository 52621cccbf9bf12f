//! The ends of a game that need its history, as the search sees them.

use rules::{
    Color, DrawRules, FORTY_MOVE_PLIES, Game, GameRules, Position, Ruleset, SIXTEEN_MOVE_PLIES,
    TOO_LONG_PLIES, TWENTY_FIVE_MOVE_PLIES,
};

use crate::{Score, node::Node, zobrist};

/// What decides a game apart from running out of moves: the game's history,
/// the line from the root, and the limits of its rules.
#[derive(Clone, Debug)]
pub(crate) struct Endings {
    rules: GameRules,
    /// Quiet plies that make a draw.
    quiet_limit: u32,
    /// Plies of the game before the root.
    played: usize,
    /// Keys of the game since its last irreversible ply, then of the line from
    /// the root to the node in hand.
    keys: Vec<u64>,
    /// Where in `keys` the root is.
    root: usize,
    /// Whether some position has come twice since the game's last irreversible
    /// ply, so that once more would end it.
    has_repeated: bool,
}

impl Endings {
    pub(crate) fn of<R: Ruleset>(game: &Game<R>) -> Self {
        let played = game.ply_count();
        let quiet = game.counters().quiet_plies;
        let first = played.saturating_sub(quiet as usize);
        let keys: Vec<u64> = (first..=played)
            .filter_map(|plies| game.position_at(plies).map(zobrist::key))
            .collect();
        Endings {
            rules: game.rules(),
            quiet_limit: quiet_limit::<R>(game.rules(), quiet),
            played,
            root: keys.len() - 1,
            has_repeated: has_pair(&keys),
            keys,
        }
    }

    /// Whether who wins by the tables, in `plies` of which at most
    /// `longest_quiet` in a row are quiet, is sure to do so before a rule that
    /// needs history ends the game.
    pub(crate) fn leaves_time<R: Ruleset>(
        &self,
        node: &Node<R>,
        plies: u8,
        longest_quiet: u8,
    ) -> bool {
        let reversible = node.counters.quiet_plies as usize >= node.ply;
        if self.has_repeated && reversible {
            return false;
        }
        // At the end no legal move comes before every draw rule (ruling 6), so
        // the last ply may fill a counter; a ply on the way must not.
        let to_end = u32::from(plies);
        let to_quiet_limit = self.quiet_limit - node.counters.quiet_plies.min(self.quiet_limit);
        if to_end > to_quiet_limit && u32::from(longest_quiet) >= to_quiet_limit {
            return false;
        }
        let three_against_one = node.counters.three_against_one.unwrap_or(0);
        if self.rules.tournament() && three_against_one + to_end > SIXTEEN_MOVE_PLIES {
            return false;
        }
        let played = self.played + node.ply + usize::from(plies);
        let limit =
            self.rules.length_limit().map_or(usize::MAX, |limit| 2 * usize::from(limit.get()));
        played <= limit.min(TOO_LONG_PLIES)
    }

    /// Whether a drawn position by the tables is one in this game: at a length
    /// limit pieces are counted (ruling 8).
    pub(crate) fn may_trust_draws(&self) -> bool {
        self.rules.length_limit().is_none()
    }

    pub(crate) fn rules(&self) -> GameRules {
        self.rules
    }

    /// The key under which the table keeps this node.
    #[inline(always)]
    pub(crate) fn table_key<R: Ruleset>(&self, node: &Node<R>) -> u64 {
        zobrist::with_counter(node.key, node.counters.quiet_plies, self.quiet_limit)
    }

    /// Goes one ply down the line.
    #[inline(always)]
    pub(crate) fn enter<R: Ruleset>(&mut self, node: &Node<R>) {
        self.keys.truncate(self.root + node.ply);
        self.keys.push(node.key);
    }

    /// The result of the game at a node below the root that has been entered,
    /// if its rules end it there. That its side to move has no legal move is
    /// found elsewhere, and comes first (ruling 12b).
    #[inline]
    pub(crate) fn verdict<R: Ruleset>(&self, node: &Node<R>) -> Option<Score> {
        let quiet = node.counters.quiet_plies;
        let position = &node.position;
        if quiet >= 4 && self.repeats(quiet as usize) {
            return Some(Score::DRAW);
        }
        if R::DRAWS == DrawRules::International && is_king_against_king(position) {
            return Some(Score::DRAW);
        }
        let sixteen = node
            .counters
            .three_against_one
            .is_some_and(|plies| self.rules.tournament() && plies >= SIXTEEN_MOVE_PLIES);
        if (quiet >= self.quiet_limit || sixteen) && position.has_legal_move() {
            return Some(Score::DRAW);
        }
        let plies = self.played + node.ply;
        if let Some(limit) = self.rules.length_limit()
            && plies >= 2 * usize::from(limit.get())
            && position.has_legal_move()
        {
            return Some(by_count(node));
        }
        (plies >= TOO_LONG_PLIES && position.has_legal_move()).then_some(Score::DRAW)
    }

    /// Whether the last entered position stood in the line before, or twice in
    /// the game before the root.
    ///
    /// Coming back once inside the search is enough: who could do better on
    /// the second visit could have done so on the first. For the game itself
    /// the rule counts three (ruling 2).
    fn repeats(&self, quiet: usize) -> bool {
        let Some((&now, earlier)) = self.keys.split_last() else {
            return false;
        };
        let mut in_game = 0;
        let first = earlier.len().saturating_sub(quiet);
        for at in (first..earlier.len()).rev().skip(3).step_by(2) {
            if earlier[at] == now {
                in_game += 1;
                if at >= self.root || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether some key stands there twice.
fn has_pair(keys: &[u64]) -> bool {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn quiet_limit<R: Ruleset>(rules: GameRules, quiet_at_root: u32) -> u32 {
    match R::DRAWS {
        DrawRules::FortyMove => FORTY_MOVE_PLIES,
        // Without tournament rules either player may claim the draw (ruling
        // 12a); one that was not claimed so far is not counted on.
        DrawRules::International
            if rules.tournament() || quiet_at_root < TWENTY_FIVE_MOVE_PLIES =>
        {
            TWENTY_FIVE_MOVE_PLIES
        }
        DrawRules::International => u32::MAX,
    }
}

/// One king each, nothing else, and no capture for the side to move (ruling 7).
#[inline(always)]
fn is_king_against_king<R: Ruleset>(position: &Position<R>) -> bool {
    let lone = |color| {
        let all = position.pieces(color).0;
        all & all.wrapping_sub(1) == 0 && position.kings(color).any()
    };
    Color::ALL.into_iter().all(lone) && !position.can_capture()
}

/// Ruling 8: at the length limit more pieces win, then more kings.
fn by_count<R: Ruleset>(node: &Node<R>) -> Score {
    let side = node.position.side_to_move();
    let strength = |color| (node.position.pieces(color).len(), node.position.kings(color).len());
    match strength(side).cmp(&strength(!side)) {
        core::cmp::Ordering::Greater => Score::win_in(node.ply),
        core::cmp::Ordering::Less => Score::loss_in(node.ply),
        core::cmp::Ordering::Equal => Score::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use core::num::NonZeroU16;

    use rules::{English, International, Setup, Variant};

    use super::*;

    fn game<R: Ruleset>(fen: &str, rules: GameRules) -> Game<R> {
        let setup: Setup = fen.parse().expect(fen);
        Game::from_position(setup.position().expect(fen), rules)
    }

    /// Whether there is time for a win in so many plies from the game's end on.
    fn time_for<R: Ruleset>(game: &Game<R>, plies: u8, longest_quiet: u8) -> bool {
        Endings::of(game).leaves_time(&Node::root(game), plies, longest_quiet)
    }

    #[test]
    fn a_win_is_in_time_when_it_is_short_or_its_quiet_runs_are() {
        let mut game = game::<English>("W:WK32,K31:BK1", GameRules::STANDARD);
        assert!(time_for(&game, 80, 80));
        assert!(time_for(&game, 109, 79));
        assert!(!time_for(&game, 81, 80));
        // After two quiet plies two fewer are left.
        for _ in 0..2 {
            let quiet = game.position().legal_moves()[0];
            game.play(quiet).expect("legal");
        }
        assert!(time_for(&game, 78, 78));
        assert!(time_for(&game, 109, 77));
        assert!(!time_for(&game, 79, 78));
    }

    #[test]
    fn a_position_that_has_come_twice_may_come_again_until_something_irreversible() {
        let mut game = game::<English>("W:WK32,13:BK1", GameRules::STANDARD);
        for path in [[32, 27], [1, 5], [27, 32], [5, 1]] {
            assert!(time_for(&game, 3, 0));
            let squares = path.map(|number| rules::Square::new(number).expect("square"));
            game.play_path(&squares).expect("legal");
        }
        assert!(!time_for(&game, 3, 0));
        let root = Node::root(&game);
        let mut moves = root.position.legal_moves().into_iter();
        let by_man = moves.find(|mv| mv.is_by_man()).expect("the man on 13");
        let after = root.play(by_man, game.rules());
        assert!(Endings::of(&game).leaves_time(&after, 3, 0));
    }

    #[test]
    fn the_counters_of_international_leave_so_much_time() {
        let three = "W:WK1,K6,K16:BK45";
        let with = |tournament, length: u16| {
            GameRules::new(Variant::International, tournament, NonZeroU16::new(length))
        };
        let time =
            |rules: GameRules, plies| time_for(&game::<International>(three, rules), plies, 0);
        let tournament = with(true, 0).expect("rules");
        assert!(time(tournament, 32) && !time(tournament, 33));
        let short = with(false, 10).expect("rules");
        assert!(time(short, 20) && !time(short, 21));
        assert!(time(GameRules::STANDARD, 99));
    }

    #[test]
    fn table_draws_count_unless_pieces_do_at_the_end() {
        let trusts = |length| {
            let rules = GameRules::new(Variant::International, false, NonZeroU16::new(length));
            let game = game::<International>("W:WK1,K6:BK45", rules.expect("rules"));
            Endings::of(&game).may_trust_draws()
        };
        assert!(trusts(0) && !trusts(40));
    }
}
