//! Two people on one device.

use play::{
    Refusal, Score, Side,
    local::{LocalGame, Saved, SavedError, Step},
};
use proptest::prelude::*;
use rules::{GameRules, Variant};

use crate::table::path;

fn english() -> LocalGame {
    LocalGame::new(Variant::English, GameRules::STANDARD, None).expect("the start")
}

fn from(fen: &str) -> LocalGame {
    let setup = fen.parse().expect("a FEN");
    LocalGame::new(Variant::English, GameRules::STANDARD, Some(&setup)).expect("a game")
}

fn play(game: &mut LocalGame, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(&path(text)).expect("legal");
    }
}

fn score(game: &LocalGame) -> (u32, u32, u32) {
    let Score { first, second, draws } = game.score();
    (first, second, draws)
}

#[test]
fn both_sides_move_in_turn() {
    let mut game = english();
    play(&mut game, "11-15 23-19");
    assert_eq!(game.play(&path("24-20")), Err(Refusal::IllegalMove));
    assert_eq!(game.session().side_to_move(), Side::First);
}

#[test]
fn undo_and_redo_go_to_the_start_and_back() {
    let mut game = english();
    play(&mut game, "11-15 23-19 8-11");
    let now = game.clone();
    while game.undo() {}
    assert_eq!(game.session(), english().session());
    assert!(!game.can_undo());
    while game.redo() {}
    assert_eq!(game, now);
    assert!(!game.can_redo());
}

#[test]
fn a_new_move_forgets_what_was_undone() {
    let mut game = english();
    play(&mut game, "11-15 23-19");
    game.undo();
    play(&mut game, "22-18");
    assert!(!game.redo());
    assert_eq!(game.session().board().ply_count(), 2);
}

#[test]
fn a_refused_move_keeps_what_was_undone() {
    let mut game = english();
    play(&mut game, "11-15");
    game.undo();
    assert_eq!(game.play(&path("1-2")), Err(Refusal::IllegalMove));
    assert!(game.redo());
}

#[test]
fn undoing_past_the_end_takes_its_point_back_and_redo_gives_it_again() {
    let mut game = from("B:W18:B15,1");
    play(&mut game, "15x22");
    assert_eq!(score(&game), (1, 0, 0));
    game.undo();
    assert_eq!(score(&game), (0, 0, 0));
    assert!(game.session().is_playing());
    game.redo();
    game.undo();
    game.redo();
    assert_eq!(score(&game), (1, 0, 0), "a game counts once");
}

#[test]
fn a_resignation_is_one_step_and_is_undone_alone() {
    let mut game = english();
    play(&mut game, "11-15");
    game.resign(Side::First).expect("playing");
    assert_eq!(score(&game), (0, 1, 0));
    assert_eq!(game.resign(Side::First), Err(Refusal::GameOver));
    game.undo();
    assert_eq!(game.session().board().ply_count(), 1);
    assert!(game.session().is_playing());
    game.resign(Side::Second).expect("playing");
    assert_eq!(score(&game), (1, 0, 0));
}

#[test]
fn a_draw_is_agreed_in_one_step() {
    let mut game = english();
    game.agree_draw().expect("playing");
    assert_eq!(score(&game), (0, 0, 1));
    game.undo();
    assert_eq!(score(&game), (0, 0, 0));
    assert_eq!(game.session().offers().draw, None);
}

#[test]
fn a_draw_is_claimed_only_in_its_time() {
    let mut game = english();
    assert_eq!(game.claim_draw(Side::First), Err(Refusal::TooEarly));
}

#[test]
fn in_a_rematch_the_sides_are_swapped_and_the_score_goes_with_the_people() {
    let mut game = english();
    assert_eq!(game.rematch(), Err(Refusal::NotAllowed));
    game.resign(Side::Second).expect("playing");
    game.rematch().expect("over");
    assert!(game.is_swapped());
    assert_eq!(score(&game), (0, 1, 0));
    assert!(game.session().is_playing());
    assert!(!game.can_undo());
    game.resign(Side::Second).expect("playing");
    game.rematch().expect("over");
    assert!(!game.is_swapped());
    assert_eq!(score(&game), (1, 1, 0));
}

#[test]
fn a_score_that_was_reset_stays_at_nought_until_the_game_ends_anew() {
    let mut game = english();
    game.resign(Side::Second).expect("playing");
    game.rematch().expect("over");
    game.resign(Side::Second).expect("playing");
    game.reset_score();
    assert_eq!(score(&game), (0, 0, 0));
    let saved = LocalGame::load(game.save()).expect("saved");
    assert_eq!(score(&saved), (0, 0, 0));
    game.undo();
    assert_eq!(score(&game), (0, 0, 0));
    game.redo();
    assert_eq!(score(&game), (1, 0, 0));
}

#[test]
fn what_was_saved_comes_back_with_its_undone_steps_its_score_and_its_sides() {
    let mut game = english();
    game.resign(Side::Second).expect("playing");
    game.rematch().expect("over");
    play(&mut game, "11-15 23-19 8-11");
    game.undo();
    assert_eq!(LocalGame::load(game.save()), Ok(game));
}

#[test]
fn a_short_input_is_saved_as_the_full_route() {
    let mut game = from("B:W15,22,32:B11");
    play(&mut game, "11x25");
    assert_eq!(game.save().steps, [Step::Move(path("11x18x25"))]);
}

#[test]
fn what_no_game_can_have_saved_is_refused() {
    let good = english().save();
    let cases = [
        Saved { done: 1, ..good.clone() },
        Saved { steps: vec![Step::Move(path("1-2"))], done: 1, ..good.clone() },
        Saved { steps: vec![Step::AgreeDraw, Step::AgreeDraw], done: 2, ..good.clone() },
        Saved { setup: "B:W18:B".parse().ok(), ..good },
    ];
    let errors = cases.map(|saved| LocalGame::load(saved).expect_err("no game"));
    assert_eq!(errors[0], SavedError::Done);
    assert_eq!(errors[1], SavedError::Step(0, Refusal::IllegalMove));
    assert_eq!(errors[2], SavedError::Step(1, Refusal::GameOver));
    assert!(matches!(errors[3], SavedError::Config(_)));
}

#[derive(Clone, Debug)]
enum Act {
    Play(usize),
    Resign(Side),
    Draw,
    Undo,
    Redo,
    Rematch,
}

fn act() -> impl Strategy<Value = Act> {
    let side = prop_oneof![Just(Side::First), Just(Side::Second)];
    prop_oneof![
        8 => any::<usize>().prop_map(Act::Play),
        1 => side.prop_map(Act::Resign),
        1 => Just(Act::Draw),
        4 => Just(Act::Undo),
        4 => Just(Act::Redo),
        1 => Just(Act::Rematch),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn undo_then_redo_is_nothing_and_every_finished_game_counts_once(
        acts in prop::collection::vec(act(), 0..80),
    ) {
        let mut game = english();
        let mut finished = 0;
        for act in acts {
            match act {
                Act::Play(choice) => {
                    let legal = game.session().legal_moves();
                    if !legal.is_empty() {
                        let path = &legal[choice % legal.len()].path;
                        prop_assert_eq!(game.play(path), Ok(()));
                    }
                }
                Act::Resign(side) => {
                    let playing = game.session().is_playing();
                    prop_assert_eq!(game.resign(side).is_ok(), playing);
                }
                Act::Draw => {
                    let playing = game.session().is_playing();
                    prop_assert_eq!(game.agree_draw().is_ok(), playing);
                }
                Act::Undo => {
                    let before = game.clone();
                    if game.undo() {
                        let mut again = game.clone();
                        prop_assert!(again.redo());
                        prop_assert_eq!(again, before);
                    }
                }
                Act::Redo => {
                    let before = game.clone();
                    if game.redo() {
                        let mut back = game.clone();
                        prop_assert!(back.undo());
                        prop_assert_eq!(back, before);
                    }
                }
                Act::Rematch => {
                    let over = game.session().outcome().is_some();
                    prop_assert_eq!(game.rematch().is_ok(), over);
                    finished += u32::from(over);
                }
            }
            let now = u32::from(game.session().outcome().is_some());
            let (first, second, draws) = score(&game);
            prop_assert_eq!(first + second + draws, finished + now);
            prop_assert_eq!(LocalGame::load(game.save()), Ok(game.clone()));
        }
    }
}
