//! The cases of ruling 10, and what the board says when a piece may not move.

use rules::{Variant, Variant::*};

use super::*;

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

fn squares(numbers: &[u8]) -> Squares {
    numbers.iter().map(|&number| square(number)).collect()
}

fn dialogue(variant: Variant, fen: &str) -> Dialogue {
    let setup: Setup = fen.parse().unwrap();
    Dialogue::new(&AnyGame::start(variant, Some(&setup), GameRules::STANDARD).unwrap())
}

/// Taps squares and tells what each led to: `pick`, `back`, `next`, `no why`,
/// `-`, or the move with what it takes.
#[track_caller]
fn check(variant: Variant, fen: &str, taps: &[u8], expected: &[&str]) -> Dialogue {
    let mut dialogue = dialogue(variant, fen);
    let replies: Vec<String> = taps.iter().map(|&n| told(&dialogue.tap(square(n)))).collect();
    assert_eq!(replies, expected, "{fen} {taps:?}");
    dialogue
}

fn told(reply: &Reply) -> String {
    match reply {
        Reply::Nothing => "-".into(),
        Reply::Picked => "pick".into(),
        Reply::PutBack => "back".into(),
        Reply::NextLanding => "next".into(),
        Reply::Play(mv, _) => format!("{}-{} takes {:?}", mv.from, mv.to, mv.captures),
        Reply::No(why) => format!("no {why:?}"),
    }
}

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
/// 11 takes 15, then 22 or 23.
const FORK: &str = "B:W15,22,23:B11";
/// One long way: 1x10x19x28.
const LADDER: &str = "B:W6,15,24,32:B1";
/// A king that takes one piece or runs round and takes five; both end on 1.
const ROUND: &str = "B:W6,7,8,15,16:BK10";
/// A flying king that can end where it began.
const CIRCLE: &str = "B:W17,18,31,33:BK26";
/// A man that can only go round and end where it began.
const ONLY_CIRCLE: &str = "W:W36:B31,32,41,42";
/// The ambiguous 47x36 of the PDN standard.
const TWO_WAYS: &str = "W:WK47:B14,19,29,31,42";

#[test]
fn a_man_is_picked_by_a_tap_and_moves_to_the_tapped_target() {
    check(English, START, &[11, 15], &["pick", "11-15 takes []"]);
}

#[test]
fn a_second_tap_on_the_man_puts_it_back() {
    let dialogue = check(English, START, &[11, 11], &["pick", "back"]);
    assert!(!dialogue.has_hand());
}

#[test]
fn another_man_can_be_picked_instead() {
    let dialogue = check(English, START, &[11, 10], &["pick", "pick"]);
    assert_eq!(dialogue.hand(), Some((square(10), square(10))));
}

#[test]
fn a_tap_far_away_puts_the_man_back_and_plays_nothing() {
    check(English, START, &[11, 20], &["pick", "back"]);
}

#[test]
fn a_blocked_man_says_so() {
    check(English, START, &[3], &["no Blocked"]);
}

#[test]
fn a_man_that_may_not_move_says_that_another_must_capture() {
    let dialogue = check(English, "B:W15,32:B3,11", &[3], &["no MustCapture"]);
    assert_eq!(dialogue.movable(), squares(&[11]));
}

#[test]
fn a_quiet_step_of_a_man_that_must_capture_is_refused_and_keeps_it_in_hand() {
    let dialogue = check(English, "B:W15,32:B11", &[11, 16], &["pick", "no MustCapture"]);
    assert!(dialogue.has_hand());
}

#[test]
fn a_capture_of_too_few_pieces_says_that_the_most_must_be_taken() {
    // 45 could take one, 32 must take two.
    let fen = "W:W32,45:B28,19,40";
    check(International, fen, &[45], &["no MustCaptureMost"]);
    check(International, fen, &[32, 14], &["pick", "32-14 takes [#19, #28]"]);
}

#[test]
fn a_chain_can_be_given_landing_by_landing() {
    check(English, FORK, &[11, 18, 25], &["pick", "next", "11-25 takes [#15, #22]"]);
    check(English, FORK, &[11, 18, 27], &["pick", "next", "11-27 takes [#15, #23]"]);
}

#[test]
fn a_chain_can_be_given_by_its_final_square() {
    check(English, FORK, &[11, 25], &["pick", "11-25 takes [#15, #22]"]);
}

#[test]
fn a_forced_chain_plays_itself_from_its_first_landing_on() {
    check(English, LADDER, &[1, 10], &["pick", "1-28 takes [#6, #15, #24]"]);
    check(English, LADDER, &[1, 19], &["pick", "1-28 takes [#6, #15, #24]"]);
    check(English, LADDER, &[1, 28], &["pick", "1-28 takes [#6, #15, #24]"]);
}

#[test]
fn the_end_of_the_only_capture_is_enough_but_its_man_alone_only_picks() {
    check(English, LADDER, &[28], &["1-28 takes [#6, #15, #24]"]);
    let dialogue = check(English, LADDER, &[1], &["pick"]);
    assert!(dialogue.has_hand());
    check(English, FORK, &[25], &["-"]);
}

#[test]
fn an_ambiguous_final_square_asks_for_the_next_landing() {
    check(English, ROUND, &[10, 1, 1], &["pick", "next", "10-1 takes [#6]"]);
    let five = "10-1 takes [#6, #7, #8, #15, #16]";
    check(English, ROUND, &[10, 1, 3], &["pick", "next", five]);
    check(English, ROUND, &[10, 1, 19], &["pick", "next", five]);
    check(English, ROUND, &[10, 3], &["pick", five]);
}

#[test]
fn what_was_asked_for_is_all_that_is_shown() {
    let mut dialogue = dialogue(English, ROUND);
    dialogue.tap(square(10));
    dialogue.tap(square(1));
    assert_eq!(dialogue.marks().targets, squares(&[1, 3, 19]));
}

#[test]
fn an_answer_to_the_question_may_also_be_never_mind() {
    let dialogue = check(English, ROUND, &[10, 1, 10], &["pick", "next", "back"]);
    assert!(!dialogue.has_hand());
}

#[test]
fn two_ways_to_one_square_are_told_apart_by_the_next_landings() {
    let dialogue = check(International, TWO_WAYS, &[47, 36], &["pick", "next"]);
    assert_eq!(dialogue.marks().targets, squares(&[33, 38]));
    let (with_14, with_19) =
        ("47-36 takes [#14, #29, #31, #42]", "47-36 takes [#19, #29, #31, #42]");
    check(International, TWO_WAYS, &[47, 36, 38, 20], &["pick", "next", "next", with_14]);
    check(International, TWO_WAYS, &[47, 33, 24], &["pick", "next", with_19]);
}

#[test]
fn a_circular_capture_asks_for_the_next_landing_and_a_second_tap_puts_back() {
    for (fen, origin) in [(CIRCLE, 26), (ONLY_CIRCLE, 36)] {
        let taps = [origin, origin, origin];
        check(International, fen, &taps, &["pick", "next", "back"]);
        let mut dialogue = dialogue(International, fen);
        dialogue.tap(square(origin));
        assert!(dialogue.marks().targets.contains(square(origin)));
        dialogue.tap(square(origin));
        assert!(!dialogue.marks().targets.contains(square(origin)));
    }
}

#[test]
fn a_circular_capture_is_told_by_its_next_landing() {
    let round = "36-36 takes [#31, #32, #41, #42]";
    check(International, ONLY_CIRCLE, &[36, 27], &["pick", round]);
    check(International, ONLY_CIRCLE, &[36, 36, 47], &["pick", "next", round]);
    let round = "26-26 takes [#17, #18, #31, #33]";
    check(International, CIRCLE, &[26, 26, 12], &["pick", "next", round]);
    check(International, CIRCLE, &[26, 21], &["pick", "26-21 takes [#17, #18, #31, #33]"]);
}

#[test]
fn a_drop_on_the_origin_of_a_circular_capture_asks_too() {
    let mut dialogue = dialogue(International, ONLY_CIRCLE);
    dialogue.lift(square(36));
    assert_eq!(dialogue.drop_on(Some(square(36))), Reply::NextLanding);
    assert_eq!(dialogue.drop_on(Some(square(36))), Reply::PutBack);
}

#[test]
fn a_drop_on_the_origin_puts_back_and_a_drop_beside_the_board_too() {
    for target in [Some(square(11)), None] {
        let mut dialogue = dialogue(English, START);
        assert_eq!(dialogue.lift(square(11)), Reply::Picked);
        assert_eq!(dialogue.drop_on(target), Reply::PutBack);
        assert!(!dialogue.has_hand());
    }
}

#[test]
fn a_drop_on_the_final_square_plays_the_whole_chain() {
    let mut dialogue = dialogue(English, LADDER);
    dialogue.lift(square(1));
    assert_eq!(told(&dialogue.drop_on(Some(square(28)))), "1-28 takes [#6, #15, #24]");
}

#[test]
fn a_chain_can_be_dragged_hop_by_hop() {
    let mut dialogue = dialogue(English, FORK);
    dialogue.lift(square(11));
    assert_eq!(dialogue.drop_on(Some(square(18))), Reply::NextLanding);
    assert_eq!(dialogue.lift(square(18)), Reply::Picked);
    assert_eq!(told(&dialogue.drop_on(Some(square(27)))), "11-27 takes [#15, #23]");
}

#[test]
fn a_drag_never_picks_a_second_man_where_it_ends() {
    let mut dialogue = dialogue(English, START);
    dialogue.lift(square(11));
    assert_eq!(dialogue.drop_on(Some(square(10))), Reply::PutBack);
}

#[test]
fn before_a_man_is_picked_the_board_shows_all_that_must_capture() {
    let marks = dialogue(English, FORK).marks();
    assert!(marks.must_capture);
    assert_eq!(marks.movable, squares(&[11]));
    assert_eq!(marks.targets, squares(&[18, 25, 27]));
    assert_eq!(marks.victims, squares(&[15, 22, 23]));
}

#[test]
fn in_mid_chain_the_board_shows_where_the_piece_stands_and_what_is_left() {
    let mut dialogue = dialogue(English, FORK);
    dialogue.tap(square(11));
    dialogue.tap(square(18));
    let marks = dialogue.marks();
    assert_eq!(marks.stand, Some(square(18)));
    assert_eq!(marks.trail, squares(&[11, 18]));
    assert_eq!(marks.targets, squares(&[25, 27]));
}

#[test]
fn a_quiet_position_marks_targets_only_for_the_man_in_hand() {
    let mut dialogue = dialogue(English, START);
    assert_eq!(dialogue.marks().targets, Squares::EMPTY);
    dialogue.tap(square(11));
    assert_eq!(dialogue.marks().targets, squares(&[15, 16]));
    assert_eq!(dialogue.marks().victims, Squares::EMPTY);
}

#[test]
fn every_route_of_every_capture_can_be_tapped_to_its_own_move() {
    let positions =
        [(English, ROUND), (English, FORK), (International, CIRCLE), (International, TWO_WAYS)];
    for (variant, fen) in positions {
        let fresh = dialogue(variant, fen);
        for choice in &fresh.choices {
            for route in &choice.routes {
                let mut dialogue = fresh.clone();
                let mut played = None;
                // A landing that led to a question is the answer to it.
                for (at, &landing) in route.iter().enumerate() {
                    for _ in 0..2 {
                        let come = dialogue.hand.as_ref().map_or(0, |hand| hand.path.len());
                        if played.is_none()
                            && come == at
                            && let Reply::Play(mv, _) = dialogue.tap(landing)
                        {
                            played = Some(mv);
                        }
                    }
                }
                assert_eq!(played.as_ref(), Some(&choice.mv), "{fen} {route:?}");
            }
        }
    }
}
