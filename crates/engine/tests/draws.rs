//! Ends of a game that need its history are seen inside the search, and won
//! endings are won before the draw counters run out.

mod common;

use std::num::NonZeroU16;

use common::{game, think};
use rules::{
    Color, English, Game, GameRules, International, Outcome, Ruleset, Setup, Square, Status,
    Variant,
};

/// Plays a path of squares.
fn play<R: Ruleset>(game: &mut Game<R>, path: [u8; 2]) {
    let path = path.map(|number| Square::new(number).expect("square"));
    game.play_path(&path).expect("legal");
}

/// Both sides by the engine, to the end.
fn play_out<R: Ruleset>(mut game: Game<R>, nodes: u64) -> Game<R> {
    while game.status() == Status::Ongoing {
        let mv = think(&game, nodes).best;
        game.play(mv).expect("legal");
    }
    game
}

#[test]
fn two_kings_beat_one_within_the_forty_move_rule_in_english() {
    // The last three from the double corner, where it takes longest.
    for fen in
        ["W:WK18,K22:BK11", "W:WK29,K30:BK3", "W:WK18,K22:BK1", "B:WK1,K5:BK32", "B:WK4,K29:BK28"]
    {
        let ended = play_out(game::<English>(fen), 20_000);
        let winner = match ended.status() {
            Status::Ended(outcome) => outcome.winner(),
            Status::Ongoing => None,
        };
        assert_eq!(winner, Some(Color::White), "{fen}: {}", ended.status());
        assert!(ended.ply_count() < 60, "{fen}: won after {} plies", ended.ply_count());
    }
}

#[test]
fn four_kings_beat_one_off_the_main_road_in_international() {
    let ended = play_out(game::<International>("W:WK28,K33,K39,K46:BK4"), 20_000);
    assert!(
        matches!(ended.status(), Status::Ended(Outcome::Win(Color::White, _))),
        "{}",
        ended.status()
    );
}

#[test]
fn who_is_worse_off_takes_the_repetition() {
    // Black, far behind, has been chased to and fro: back on 5 the position
    // stands for the third time.
    let mut game = game::<English>("W:WK19,K23,13:BK5");
    play(&mut game, [19, 15]);
    play(&mut game, [5, 1]);
    play(&mut game, [15, 19]);
    play(&mut game, [1, 5]);
    play(&mut game, [19, 15]);
    play(&mut game, [5, 1]);
    play(&mut game, [15, 19]);
    assert_eq!(game.repetitions(), 2);
    let found = think(&game, 20_000);
    assert_eq!(game.position().describe(found.best).pdn, "1-5");
    assert_eq!(found.score.centimen(), 0);
}

#[test]
fn who_is_better_off_avoids_the_repetition() {
    let mut game = game::<English>("W:WK19,K23,13:BK5");
    play(&mut game, [19, 15]);
    play(&mut game, [5, 1]);
    play(&mut game, [15, 19]);
    play(&mut game, [1, 5]);
    play(&mut game, [19, 15]);
    play(&mut game, [5, 1]);
    // 15-19 would let Black make the third occurrence.
    let found = think(&game, 50_000);
    assert_ne!(game.position().describe(found.best).pdn, "15-19");
    assert!(found.score.centimen() > 100);
}

/// A game that has shuffled kings for so many plies, going where it has been
/// least so far.
fn after_quiet_plies(fen: &str, quiet: u32) -> Game<English> {
    let mut game = game::<English>(fen);
    let mut seen = std::collections::HashMap::new();
    while game.counters().quiet_plies < quiet {
        let position = *game.position();
        let next = position
            .legal_moves()
            .into_iter()
            .filter(|mv| !mv.is_by_man() && !mv.is_capture())
            // Each side stays at home, out of the other's reach.
            .filter(|mv| mv.to().number() <= 8 || mv.to().number() >= 25)
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
fn a_win_that_comes_after_the_fortieth_move_is_no_win() {
    let fen = "W:WK32,K31:BK1,K5";
    let early = after_quiet_plies(fen, 10);
    let late = after_quiet_plies(fen, 79);
    assert_eq!(late.status(), Status::Ongoing);
    // One ply is left, and no capture: whatever is played, it is a draw.
    let found = think(&late, 20_000);
    assert_eq!(found.score.centimen(), 0);
    assert_eq!(early.counters().quiet_plies, 10);
}

#[test]
fn a_man_is_moved_in_time_to_keep_a_won_game_alive() {
    // A quiet move of White and one of Black would make eighty: only the man
    // on 13 starts the count anew.
    let game = after_quiet_plies("W:WK32,K31,K30,13:BK1,K3", 78);
    assert_eq!(game.position().side_to_move(), Color::White);
    let found = think(&game, 50_000);
    assert!(found.best.is_by_man(), "{:?} in {}", found.best, game.position());
    assert!(found.score.centimen() > 100, "{}", found.score.centimen());
}

fn international(fen: &str, tournament: bool, length_limit: Option<u16>) -> Game<International> {
    let setup: Setup = fen.parse().expect(fen);
    let limit = length_limit.and_then(NonZeroU16::new);
    let rules = GameRules::new(Variant::International, tournament, limit).expect("rules");
    Game::from_position(setup.position().expect(fen), rules)
}

#[test]
fn one_king_each_is_a_draw_in_international_unless_it_can_be_taken() {
    // Whoever takes the last man leaves king against king.
    let found = think(&international("W:WK46:BK5,14", false, None), 20_000);
    assert!(found.score.centimen() <= 0, "{}", found.score.centimen());
    // Black's king has to be taken at once.
    let found = think(&international("W:WK46:BK23", false, None), 100);
    assert_eq!(found.score.plies_to_end(), Some(1));
}

#[test]
fn the_length_limit_is_seen_coming() {
    // One move each is left, and White is a man ahead: won by count.
    let found = think(&international("W:W31,32:B20", false, Some(1)), 10_000);
    assert_eq!(found.score.plies_to_end(), Some(2));
    let found = think(&international("W:W31:B19,20", false, Some(1)), 10_000);
    assert_eq!(found.score.plies_to_end(), Some(-2));
    let found = think(&international("W:W31:B20", false, Some(1)), 10_000);
    assert_eq!(found.score.centimen(), 0);
}

#[test]
fn three_pieces_against_a_king_draw_under_tournament_rules_when_the_count_is_full() {
    let mut game = international("W:WK1,K6,K16:BK45", true, None);
    while game.counters().three_against_one.is_some_and(|plies| plies < 31) {
        let position = *game.position();
        let mv = position
            .legal_moves()
            .into_iter()
            .find(|&mv| {
                let mut next = game.clone();
                next.play(mv).is_ok()
                    && next.status() == Status::Ongoing
                    && !next.position().can_capture()
                    && next.repetitions() == 1
            })
            .expect("a waiting move");
        game.play(mv).expect("legal");
    }
    let found = think(&game, 10_000);
    assert_eq!(found.score.centimen(), 0, "{}", game.position());
}
