//! The rulings on moves, each by name; those on how games end are in
//! `draws.rs`.

mod common;

use common::play::{check, english, international, path, status_after};
use rules::{Color, English, Game, International, MoveError, Square};

#[test]
fn ruling_1_black_moves_first_in_english_and_white_in_international() {
    assert_eq!(Game::<English>::new().position().side_to_move(), Color::Black);
    assert_eq!(Game::<International>::new().position().side_to_move(), Color::White);
}

#[test]
fn ruling_4_a_man_crowned_by_a_capture_stops_in_english() {
    // A king on 31 could take 27 as well; a man that arrives there stops.
    let game = english("B:W26,27,19:B22");
    let legal = game.position().described_moves();
    assert_eq!(legal.len(), 1);
    assert_eq!((legal[0].pdn.as_str(), legal[0].promotes), ("22x31", true));
    check(game, "22x31", "ongoing");
}

#[test]
fn ruling_4_a_man_that_passes_the_king_row_goes_on_as_a_man_in_international() {
    // 14x3x12: over the king row and back, still a man.
    let game = international("W:W14:B8,9,16");
    let legal = game.position().described_moves();
    assert_eq!(legal.len(), 1);
    assert_eq!((legal[0].pdn.as_str(), legal[0].promotes), ("14x12", false));
    // Ending there it is crowned.
    let legal = international("W:W14:B9,16").position().described_moves();
    assert_eq!((legal[0].pdn.as_str(), legal[0].promotes), ("14x3", true));
}

#[test]
fn ruling_5_english_chooses_freely_but_finishes() {
    let mut game = english("B:W15,22,14:B11,10");
    let moves: Vec<_> = game.position().described_moves().into_iter().map(|mv| mv.pdn).collect();
    assert_eq!(moves, ["10x19", "10x26", "11x25"], "one piece or two");
    assert_eq!(game.play_path(&path("11x18")), Err(MoveError::Illegal), "half a chain");
    check(game, "10x19", "ongoing");
}

#[test]
fn ruling_5_international_takes_the_most_and_kings_count_as_men() {
    // One king by way of 19, or two men by way of 17.
    let mut game = international("W:W28:BK23,22,11");
    assert_eq!(game.play_path(&path("28x19")), Err(MoveError::MustCaptureMost));
    assert_eq!(game.play_path(&path("28x17")), Err(MoveError::Illegal), "half a chain");
    assert_eq!(game.play_path(&path("28-32")), Err(MoveError::Illegal), "men do not go back");
    let moves: Vec<_> = game.position().described_moves().into_iter().map(|mv| mv.pdn).collect();
    assert_eq!(moves, ["28x6"]);
}

#[test]
fn a_quiet_move_where_something_can_be_taken_is_told_apart() {
    let mut game = english("B:W15,30:B11,1");
    assert_eq!(game.play_path(&path("1-5")), Err(MoveError::MustCapture));
    assert_eq!(game.play_path(&path("1-9")), Err(MoveError::Illegal));
    assert_eq!(game.play_path(&path("15-10")), Err(MoveError::Illegal), "not your piece");
    assert_eq!(game.play_path(&[]), Err(MoveError::Illegal));
    assert_eq!(game.play_path(&path("11")), Err(MoveError::Illegal));
    assert_eq!(game.play_path(&path("11-50")), Err(MoveError::Illegal), "not on this board");
    assert_eq!(game.ply_count(), 0, "a refusal changes nothing");
}

#[test]
fn ruling_7_king_against_king_is_drawn_unless_one_can_be_taken() {
    check(international("W:WK28:BK15"), "", "draw:king-vs-king");
    check(international("W:WK28:BK5,22"), "28x17", "draw:king-vs-king");
    check(international("W:WK28:BK22"), "", "ongoing");
    check(international("W:WK28:BK22"), "28x17", "win-white:no-pieces");
    check(international("W:WK28:BK15,16"), "", "ongoing");
    check(international("W:WK28:B16"), "", "ongoing");
    check(english("B:WK32:BK1"), "", "ongoing");
}

#[test]
fn ruling_10_an_exact_route_wins_and_an_unclear_one_is_refused() {
    let fen = "B:W6,7,8,15,16,32:BK10";
    check(english(fen), "10x1", "ongoing");
    let mut one = english(fen);
    status_after(&mut one, "10x1");
    assert_eq!(one.position().to_string(), "W:W7,8,15,16,32:BK1");
    let mut five = english(fen);
    status_after(&mut five, "10x3x12x19x10x1");
    assert_eq!(five.position().to_string(), "W:W32:BK1");
    let mut unclear = english("B:W6,7,14,15:B2");
    assert_eq!(unclear.play_path(&path("2x18")), Err(MoveError::Ambiguous));
    check(unclear, "2x11x18", "ongoing");
}

#[test]
fn ruling_10_a_king_may_land_anywhere_that_takes_the_same_pieces() {
    for route in ["46x5", "46x28x5", "46x23x5", "46x19x5", "46x10", "46x28x10"] {
        check(international("W:WK46,50:B32,14"), route, "win-white:no-pieces");
    }
    let mut game = international("W:WK46,50:B32,14");
    assert_eq!(game.play_path(&path("46x28")), Err(MoveError::Illegal), "cut short");
    assert_eq!(game.play_path(&path("46x14x5")), Err(MoveError::Illegal), "not empty");
}

#[test]
fn ruling_11_undo_brings_back_the_game_as_it_was_even_after_its_end() {
    let mut game = english("B:W18:B14");
    status_after(&mut game, "14x23");
    assert_eq!(game.play_path(&path("23-26")), Err(MoveError::GameOver));
    assert!(game.undo().is_some());
    assert_eq!(game.position().to_string(), "B:W18:B14");
    assert!(game.undo().is_none());
    check(game, "14x23", "win-black:no-pieces");
}

#[test]
fn ruling_12_captured_pieces_stay_and_block_until_the_move_is_over() {
    // The man on 38 is saved by 28 and 39, which are taken but still stand.
    let mut game = international("B:W27,28,38,39,42:BK25");
    let legal = game.position().described_moves();
    assert_eq!(legal.len(), 1);
    assert_eq!(legal[0].captures, [27, 28, 39, 42].map(|n| Square::new(n).expect("a square")));
    assert_eq!(status_after(&mut game, "25x33"), "ongoing");
    check(game, "38x29", "win-white:no-pieces");
}

#[test]
fn ruling_12_the_origin_counts_as_empty() {
    check(english("B:W14,15,22,23,5:BK26"), "26x26", "ongoing");
    check(international("W:W36:B31,32,41,42"), "36x36", "win-white:no-pieces");
}

#[test]
fn ruling_12_an_empty_square_may_be_crossed_twice() {
    check(english("W:WK32:B10,11,18,19,26,27"), "32x23x14x7x16x23x30", "win-white:no-pieces");
    check(international("W:WK50:B9,12,22,41"), "50x46", "win-white:no-pieces");
}
