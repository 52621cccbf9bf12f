use rules::{GameRules, Setup, Variant::*};

use super::*;
use crate::board::Dialogue;

fn square(number: u8) -> Square {
    Square::new(number).unwrap()
}

fn voice(lang: Lang) -> Voice {
    let who = ByColor { black: Who::You, white: Who::Computer };
    Voice { lang, skin: Skin::of(lang), variant: English, who }
}

fn game(fen: &str) -> rules::AnyGame {
    let setup: Setup = fen.parse().unwrap();
    rules::AnyGame::start(English, Some(&setup), GameRules::STANDARD).unwrap()
}

/// 11 must take 15; 3 may not move; 32 is a king of the computer's.
const FEN: &str = "B:W15,K32:B3,K11";

#[track_caller]
fn check(lang: Lang, number: u8, expected: &str) {
    let game = game(FEN);
    let scene = Scene::of_game(&game, None).with_dialogue(&Dialogue::new(&game));
    assert_eq!(voice(lang).square(&scene, square(number)), expected);
}

#[test]
fn a_square_is_named_by_number_content_and_what_may_be_done() {
    check(Lang::En, 11, "11, your king, must capture");
    check(Lang::En, 3, "3, your man");
    check(Lang::En, 15, "15, man, Red, computer, would be captured");
    check(Lang::En, 32, "32, king, Red, computer");
    check(Lang::En, 18, "18, empty, landing square");
    check(Lang::En, 19, "19, empty");
}

#[test]
fn every_language_names_the_squares_in_its_own_words() {
    let game = game(FEN);
    let scene = Scene::of_game(&game, None).with_dialogue(&Dialogue::new(&game));
    for number in [3, 11, 15, 18, 32] {
        let mut names: Vec<String> =
            Lang::ALL.into_iter().map(|lang| voice(lang).square(&scene, square(number))).collect();
        assert!(names.iter().all(|name| name.starts_with(&number.to_string())), "{names:?}");
        names.dedup();
        assert_eq!(names.len(), 4, "{names:?}");
    }
}

#[test]
fn a_piece_in_hand_is_selected_and_its_targets_say_so() {
    let game = rules::AnyGame::new(English);
    let mut dialogue = Dialogue::new(&game);
    dialogue.tap(square(11));
    let scene = Scene::of_game(&game, None).with_dialogue(&dialogue);
    let voice = voice(Lang::En);
    assert_eq!(voice.square(&scene, square(11)), "11, your man, selected");
    assert_eq!(voice.square(&scene, square(15)), "15, empty, can go here");
}

#[test]
fn a_side_that_nobody_holds_is_named_by_its_colour_alone() {
    let who = ByColor { black: Who::Someone, white: Who::Someone };
    let voice = Voice { who, ..voice(Lang::En) };
    let scene = Scene::start(English);
    assert_eq!(voice.square(&scene, square(1)), "1, man, Black");
    assert_eq!(voice.player(Color::White), "Red");
    assert_eq!(voice.turn(Color::White), "Red to move");
}

#[test]
fn a_move_is_spoken_with_its_side_what_it_takes_and_a_crowning() {
    let voice = voice(Lang::En);
    let chain = game("B:W6,15,24:B1").legal_moves().remove(0);
    assert_eq!(voice.spoken(Color::Black, &chain), "Black · you: 1 to 28, captures 3 pieces");
    let crowned = game("B:W5:B25").legal_moves().remove(0);
    let sentence = voice.spoken(Color::Black, &crowned);
    assert!(sentence.ends_with("It becomes a king."), "{sentence}");
}

#[test]
fn the_skin_names_the_colours() {
    let rose = Voice { skin: Skin::Rose, ..voice(Lang::En) };
    assert_eq!(rose.side(Color::Black), "Rose");
    assert_eq!(rose.side(Color::White), "Dark blue");
}
