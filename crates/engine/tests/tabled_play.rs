//! The engine with endgame tables: won endings are won in time, lost ones held
//! out, drawn ones held, and the draw rules respected.

mod common;

use std::sync::OnceLock;

use common::{Chance, game};
use engine::{Found, Limits, Resources, Table, Tables, Verdict, search};
use rules::{
    Color, DrawReason, English, Game, GameRules, International, Outcome, Ruleset, Setup, Status,
    Variant,
};

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let build = |variant, pieces| Tables::build(variant, pieces, &mut |_| {}).expect("tables");
        build(Variant::English, 4).with(&build(Variant::International, 3))
    })
}

fn think_with<R: Ruleset>(game: &Game<R>, nodes: u64) -> Found<R> {
    let table = Table::with_bytes(1 << 16);
    let limits = Limits::default().with_nodes(nodes);
    search(game, limits, Resources::new(&table, tables()), &mut |_| {}).expect("has a move")
}

/// The winner by the engine with tables, the loser as given; how it ended and
/// after how many plies.
fn play_out<R: Ruleset>(
    mut game: Game<R>,
    mut loser: impl FnMut(&Game<R>) -> rules::Move<R>,
) -> (Status, usize) {
    let winner = match tables().probe(game.position()) {
        Some(Verdict::Win(_)) => game.position().side_to_move(),
        Some(Verdict::Loss(_)) => !game.position().side_to_move(),
        other => panic!("{other:?} for {}", game.position()),
    };
    while game.status() == Status::Ongoing {
        let is_winner = game.position().side_to_move() == winner;
        let mv = if is_winner { think_with(&game, 1_000).best } else { loser(&game) };
        game.play(mv).expect("legal");
    }
    let status = game.status();
    assert_eq!(status.winner(), Some(winner), "{status} after {}", game.position());
    (status, game.ply_count())
}

trait Winner {
    fn winner(&self) -> Option<Color>;
}

impl Winner for Status {
    fn winner(&self) -> Option<Color> {
        match self {
            Status::Ended(outcome) => outcome.winner(),
            Status::Ongoing => None,
        }
    }
}

/// One of the longest wins of two, of three and of four pieces, and one with
/// long chases of kings in between.
const LONG_WINS: [(&str, u8); 4] =
    [("W:W8:B3", 13), ("W:W29,30:B8", 61), ("W:W13,25:B3,4", 109), ("W:WK30,K31:B8,K12", 95)];

#[test]
fn the_longest_wins_are_won_to_the_ply_against_the_longest_resistance() {
    for (fen, plies) in LONG_WINS {
        let start = game::<English>(fen);
        assert_eq!(tables().probe(start.position()), Some(Verdict::Win(plies)), "{fen}");
        let found = think_with(&start, 1_000);
        assert_eq!(found.score.plies_to_end(), Some(i32::from(plies)), "{fen}");
        assert_eq!(found.line.len(), usize::from(plies), "{fen}");
        let (_, played) = play_out(start, |game| think_with(game, 1_000).best);
        assert_eq!(played, usize::from(plies), "{fen}");
    }
}

#[test]
fn the_longest_wins_are_won_whatever_the_loser_does() {
    for (fen, plies) in LONG_WINS {
        for seed in 0..20 {
            let mut chance = Chance::new(seed);
            let (_, played) =
                play_out(game::<English>(fen), |game| chance.pick(&game.position().legal_moves()));
            assert!(played <= usize::from(plies), "{fen}: {played}");
        }
    }
}

#[test]
fn endings_of_three_are_won_in_international() {
    for fen in ["W:WK49,K50:B16", "W:WK46,K41:BK5", "W:WK46,41:B5"] {
        play_out(game::<International>(fen), |game| think_with(game, 1_000).best);
    }
}

#[test]
fn a_drawn_ending_is_held_against_any_play() {
    // Two kings against two; the side with tables must never lose.
    for seed in 0..10 {
        let mut chance = Chance::new(seed);
        let mut game = game::<English>("W:WK29,K30:BK3,K4");
        while game.status() == Status::Ongoing {
            let mv = if game.position().side_to_move() == Color::White {
                let found = think_with(&game, 1_000);
                let next = tables().probe(&game.position().play(found.best));
                if tables().probe(game.position()) == Some(Verdict::Draw) {
                    assert_eq!(next, Some(Verdict::Draw), "{}", game.position());
                    assert_eq!(found.score.centimen(), 0);
                }
                found.best
            } else {
                chance.pick(&game.position().legal_moves())
            };
            game.play(mv).expect("legal");
        }
        assert_ne!(game.status().winner(), Some(Color::Black), "{}", game.position());
    }
}

#[test]
fn an_exchange_into_a_won_ending_is_seen_to_the_end() {
    // Five pieces: the table begins after the exchange.
    let start = game::<English>("W:WK18,K22,27:BK11,24");
    let found = think_with(&start, 200_000);
    let plies = found.score.plies_to_end().expect("a forced win");
    assert!(plies > 0, "{plies}");
    let (status, _) = (0..200).fold((start.status(), start), |(_, mut game), _| {
        if game.status() == Status::Ongoing {
            let mv = think_with(&game, 200_000).best;
            game.play(mv).expect("legal");
        }
        (game.status(), game)
    });
    assert_eq!(status.winner(), Some(Color::White));
}

/// A game in which so many quiet plies went by, each time to where it has been
/// least.
fn after_quiet_plies(fen: &str, quiet: u32) -> Game<English> {
    let mut game = game::<English>(fen);
    let mut seen = std::collections::HashMap::new();
    while game.counters().quiet_plies < quiet {
        let position = *game.position();
        let next = position
            .legal_moves()
            .into_iter()
            .filter(|mv| !mv.is_by_man() && !mv.is_capture())
            .filter(|&mv| !position.play(mv).can_capture())
            .min_by_key(|&mv| {
                (seen.get(&position.play(mv)).copied().unwrap_or(0), mv.from(), mv.to())
            })
            .expect("a quiet king move");
        game.play(next).expect("legal");
        *seen.entry(*game.position()).or_insert(0) += 1;
    }
    game
}

#[test]
fn a_table_win_that_the_counter_does_not_allow_is_not_called_one() {
    let game = after_quiet_plies("W:WK32,K31:BK1", 78);
    let Some(Verdict::Win(plies)) = tables().probe(game.position()) else {
        panic!("{}", game.position())
    };
    assert!(plies > 2);
    let found = think_with(&game, 20_000);
    assert_eq!(found.score.centimen(), 0, "{} in {plies}", game.position());
}

#[test]
fn at_a_length_limit_pieces_count_not_tables() {
    let setup: Setup = "W:WK2,K3:BK28".parse().expect("FEN");
    let limit = std::num::NonZeroU16::new(2);
    let rules = GameRules::new(Variant::International, false, limit).expect("rules");
    let game = Game::<International>::from_position(setup.position().expect("position"), rules);
    assert_eq!(tables().probe(game.position()), Some(Verdict::Draw));
    // Drawn by the table, but White has more pieces after two moves each.
    assert_eq!(think_with(&game, 20_000).score.plies_to_end(), Some(4));
}

#[test]
fn the_forty_move_rule_ends_what_nobody_can_win() {
    let mut game = game::<English>("W:WK29,K30:BK3,K4");
    while game.status() == Status::Ongoing {
        let mv = think_with(&game, 500).best;
        game.play(mv).expect("legal");
    }
    let Status::Ended(Outcome::Draw(reason)) = game.status() else { panic!("{}", game.status()) };
    assert!(matches!(reason, DrawReason::FortyMove | DrawReason::Threefold));
}
