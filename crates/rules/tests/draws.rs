//! The rulings on how games end, each by name. The published games in
//! `endings.rs` cover the ordinary cases; here are the corners.

mod common;

use std::num::NonZeroU16;

use common::play::{
    ENGLISH_KINGS, INTERNATIONAL_KINGS, check, english, game, harmless, international, rules_with,
    status_after, tournament, wander,
};
use rules::{Game, GameRules, International, Ruleset, Status};

#[test]
fn ruling_2_the_third_occurrence_draws_whatever_way_led_there() {
    // Two kings each: the same four squares are left and entered in different orders.
    let start = "B:WK32,K31:BK1,K2";
    check(english(start), "1-5 32-28 5-1 28-32", "ongoing");
    check(english(start), "1-5 32-28 5-1 28-32 2-7 31-27 7-2 27-31", "draw:threefold");
    check(
        english(start),
        "1-5 32-28 2-7 31-27 5-1 28-32 7-2 27-31 1-6 32-27 6-1 27-32",
        "draw:threefold",
    );
}

#[test]
fn ruling_2_the_side_to_move_belongs_to_the_position() {
    // White comes back in three moves, Black in two.
    let mut game = international("W:WK46,50:BK4,6");
    status_after(&mut game, "46-41 4-15 41-37 15-4 37-46");
    assert_eq!(game.position().to_string(), "B:WK46,50:BK4,6");
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn ruling_2_a_capture_or_a_move_of_a_man_makes_all_positions_new() {
    let round = "1-5 32-28 5-1 28-32 ";
    check(english("B:WK32,30:BK1,4"), &round.repeat(2), "draw:threefold");
    check(english("B:WK32,30:BK1,4"), &format!("{round} 4-8 30-26 {round}"), "ongoing");
}

#[test]
fn ruling_3_eighty_quiet_plies_draw_and_seventy_nine_do_not() {
    let mut game = english(ENGLISH_KINGS);
    wander(&mut game, 79);
    assert_eq!(game.status(), Status::Ongoing);
    assert_eq!(game.counters().quiet_plies, 79);
    wander(&mut game, 1);
    assert_eq!(game.status().to_string(), "draw:forty-move");
}

#[test]
fn ruling_3_a_move_of_a_man_at_ply_79_starts_the_count_again() {
    let mut game = english("B:WK32,K31,K30:BK1,K2,K3,12");
    wander(&mut game, 78);
    assert_eq!(status_after(&mut game, "12-16"), "ongoing");
    assert_eq!(game.counters().quiet_plies, 0);
    wander(&mut game, 79);
    assert_eq!(game.status(), Status::Ongoing);
    wander(&mut game, 1);
    assert_eq!(game.status().to_string(), "draw:forty-move");
}

#[test]
fn ruling_3_a_capture_starts_the_count_again() {
    let mut game = english("B:WK32,K23:BK1,K7");
    status_after(&mut game, "1-5 23-18 5-1 18-15 1-5 15-11");
    assert_eq!(game.counters().quiet_plies, 6);
    assert_eq!(status_after(&mut game, "7x16"), "ongoing");
    assert_eq!(game.counters().quiet_plies, 0);
}

#[test]
fn ruling_3_does_not_exist_in_international() {
    let mut game = international(INTERNATIONAL_KINGS);
    wander(&mut game, 90);
    assert_eq!(game.status(), Status::Ongoing);
}

/// White's king goes to and fro between 4 and 8 while Black's walks to 3; the
/// 80th ply shuts it in.
const SHUT_IN: [u8; 41] = [
    29, 25, 21, 17, 13, 9, 5, 1, 6, 10, 14, 18, 22, 26, 30, 26, 31, 27, 23, 19, 16, 20, 24, 28, 32,
    27, 23, 18, 14, 17, 13, 9, 5, 1, 6, 2, 7, 2, 7, 3, 8,
];

#[test]
fn ruling_6_a_side_without_a_move_has_lost_before_any_draw_rule() {
    let mut game = english("W:WK4:B11,12,15,K29");
    for (round, step) in SHUT_IN.windows(2).enumerate() {
        let white = if round.is_multiple_of(2) { "4-8" } else { "8-4" };
        assert_eq!(status_after(&mut game, white), "ongoing", "round {round}");
        assert_eq!(game.status(), Status::Ongoing, "round {round}");
        status_after(&mut game, &format!("{}-{}", step[0], step[1]));
    }
    assert_eq!((game.ply_count(), game.counters().quiet_plies), (80, 80));
    assert_eq!(game.status().to_string(), "win-black:no-moves");
}

fn limited(fen: &str, length_limit: u16) -> Game<International> {
    game(fen, rules_with(false, Some(length_limit)))
}

#[test]
fn ruling_8_the_length_limit_counts_pieces_then_kings() {
    let start = || Game::from_position(International::start(), rules_with(false, Some(2)));
    check(start(), "32-28 19-23 28x19", "ongoing");
    check(start(), "32-28 19-23 28x19 14x23", "draw:length-limit");
    check(limited("W:W28,33:B22,5", 1), "28x17 5-10", "win-white:length-limit");
    check(limited("B:W27,34:B22,5", 1), "22x31 34-29", "win-black:length-limit");
    check(limited("W:WK46,33:B16,17", 1), "33-29 16-21", "win-white:length-limit");
    check(limited("W:W33,34:BK5,16", 1), "34-30 16-21", "win-black:length-limit");
}

#[test]
fn ruling_8_both_sides_make_all_their_moves_also_when_black_begins() {
    check(limited("B:W33,34:B16,17", 2), "16-21 33-29 21-26", "ongoing");
    check(limited("B:W33,34:B16,17", 2), "16-21 33-29 21-26 34-30", "draw:length-limit");
}

#[test]
fn rulings_8_and_9_exist_in_international_only() {
    let limit = NonZeroU16::new(10);
    assert!(GameRules::new(rules::Variant::English, false, limit).is_err());
    assert!(GameRules::new(rules::Variant::English, true, None).is_err());
    assert!(GameRules::new(rules::Variant::English, false, None).is_ok());
    assert!(GameRules::new(rules::Variant::International, true, limit).is_ok());
}

#[test]
fn ruling_9_twenty_five_quiet_moves_each_draw_in_tournaments() {
    let mut game = tournament(INTERNATIONAL_KINGS);
    wander(&mut game, 49);
    assert_eq!(game.status(), Status::Ongoing);
    wander(&mut game, 1);
    assert_eq!(game.status().to_string(), "draw:twenty-five-move");
    assert!(!game.may_claim_draw(), "the rule works by itself");
}

#[test]
fn ruling_9_three_pieces_have_sixteen_moves_against_a_king() {
    for fen in [
        "W:WK46,K47,K48:BK3",
        "W:WK46,K47,45:BK3",
        "W:WK46,45,50:BK3",
        "W:BK2,K3,K5:WK47",
        "B:BK3,K4,6:WK48",
    ] {
        let mut game = tournament(fen);
        wander(&mut game, 31);
        assert_eq!(game.status(), Status::Ongoing, "{fen}");
        wander(&mut game, 1);
        assert_eq!(game.status().to_string(), "draw:sixteen-move", "{fen}");
        let mut free = international(fen);
        wander(&mut free, 32);
        assert_eq!(free.status(), Status::Ongoing, "{fen}");
    }
}

#[test]
fn ruling_9_other_material_has_no_such_limit() {
    for fen in ["W:WK46,K47:BK3", "W:WK46,K47,K48,K49:BK3", "W:WK46,K47,K48:BK3,K4"] {
        let mut game = tournament(fen);
        assert_eq!(game.counters().three_against_one, None, "{fen}");
        wander(&mut game, 40);
        assert_eq!(game.status(), Status::Ongoing, "{fen}");
    }
}

#[test]
fn ruling_9_a_move_of_a_man_does_not_start_the_sixteen_moves_again() {
    let mut game = tournament("W:WK46,45,50:BK3");
    wander(&mut game, 10);
    push_a_man(&mut game);
    assert_eq!(game.counters().quiet_plies, 0);
    wander(&mut game, 20);
    assert_eq!(game.status(), Status::Ongoing);
    wander(&mut game, 1);
    assert_eq!(game.status().to_string(), "draw:sixteen-move");
}

/// Moves some man so that nothing can be captured.
fn push_a_man<R: Ruleset>(game: &mut Game<R>) {
    let position = *game.position();
    let mv = harmless(&position)
        .into_iter()
        .find(|mv| mv.is_by_man())
        .unwrap_or_else(|| panic!("no man to move in {position}"));
    game.play(mv).unwrap_or_else(|error| panic!("{mv:?} in {position}: {error}"));
}

#[test]
fn ruling_9_the_move_that_makes_the_material_does_not_count() {
    let mut game = tournament("W:WK28,K47,K48:BK3,22");
    assert_eq!(game.counters().three_against_one, None);
    status_after(&mut game, "28x17");
    assert_eq!(game.counters().three_against_one, Some(0));
}

#[test]
fn ruling_9_a_capture_that_changes_the_material_drops_the_count() {
    let mut game = tournament("B:WK46,34,45:BK12");
    assert_eq!(game.counters().three_against_one, Some(0));
    status_after(&mut game, "12x40");
    assert_eq!(game.counters().three_against_one, None);
}

#[test]
fn ruling_12a_fifty_quiet_plies_allow_a_claim_without_tournament_rules() {
    let mut game = international(INTERNATIONAL_KINGS);
    wander(&mut game, 49);
    assert!(!game.may_claim_draw());
    wander(&mut game, 1);
    assert!(game.may_claim_draw());
    assert_eq!(game.status(), Status::Ongoing);
    let mut other = english(ENGLISH_KINGS);
    wander(&mut other, 60);
    assert!(!other.may_claim_draw());
}

#[test]
fn ruling_12a_two_thousand_plies_are_too_long() {
    let mut game = international(INTERNATIONAL_KINGS);
    wander(&mut game, 1_999);
    assert_eq!(game.status(), Status::Ongoing);
    wander(&mut game, 1);
    assert_eq!(game.status().to_string(), "draw:too-long");
}

/// Wanders until eight plies before `plies`, then lets the position there come
/// back twice; tells how the game stands at the end.
fn third_occurrence_at<R: Ruleset>(mut game: Game<R>, plies: usize) -> String {
    wander(&mut game, plies - 8);
    let position = *game.position();
    for out in position.legal_moves() {
        for answer in position.play(out).legal_moves() {
            let round = [(out.from(), out.to()), (answer.from(), answer.to())];
            let mut trial = game.clone();
            let mut way = round.into_iter().chain(round.map(|(from, to)| (to, from))).cycle();
            let played = (0..8)
                .map_while(|_| way.next())
                .take_while(|&(from, to)| trial.play_path(&[from, to]).is_ok())
                .count();
            if played == 8 && trial.repetitions() == 3 {
                return trial.status().to_string();
            }
        }
    }
    panic!("no way to and fro in {position}");
}

#[test]
fn ruling_12b_threefold_comes_before_the_counters_of_quiet_moves() {
    assert_eq!(third_occurrence_at(english(ENGLISH_KINGS), 80), "draw:threefold");
    assert_eq!(third_occurrence_at(tournament(INTERNATIONAL_KINGS), 50), "draw:threefold");
    assert_eq!(third_occurrence_at(tournament("W:WK46,K47,K48:BK3"), 32), "draw:threefold");
    assert_eq!(third_occurrence_at(limited(INTERNATIONAL_KINGS, 8), 16), "draw:threefold");
}

#[test]
fn ruling_12b_the_board_comes_before_the_length_limit() {
    check(limited("W:W32:B22", 1), "32-27 22x31", "win-black:no-pieces");
    check(limited("W:W31:B21,11", 1), "31-26 11-17", "win-black:no-moves");
    check(limited("B:WK28:BK4,11", 1), "11-17 28x11", "draw:king-vs-king");
}

#[test]
fn ruling_12b_the_counters_come_before_the_length_limit_and_that_before_too_long() {
    let mut game = game::<International>(INTERNATIONAL_KINGS, rules_with(true, Some(25)));
    wander(&mut game, 50);
    assert_eq!(game.status().to_string(), "draw:twenty-five-move");
    let mut game = self::game::<International>("W:WK46,K47,K48:BK3", rules_with(true, Some(16)));
    wander(&mut game, 32);
    assert_eq!(game.status().to_string(), "draw:sixteen-move");
    let mut game = limited(INTERNATIONAL_KINGS, 1_000);
    wander(&mut game, 2_000);
    assert_eq!(game.status().to_string(), "draw:length-limit");
}
