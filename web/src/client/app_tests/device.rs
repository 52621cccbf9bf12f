//! Two on one device, and what holds for every game.

use super::*;
use crate::{client::Facing, words::board};

#[test]
fn a_piece_in_hand_does_not_go_into_the_next_game() {
    let mut reader = home();
    reader.taps(&[11]);
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    assert_eq!(reader.sees().scene.marks.stand, None);
    reader.taps(&[11, 15]);
    assert_eq!(reader.sees().moves, ["11-15"]);
}

#[test]
fn a_man_that_may_not_move_flashes_those_that_must_and_says_why() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[11, 15, 22, 18, 12]);
    let seen = reader.sees();
    assert!(seen.is_refusal);
    assert_eq!(seen.scene.flashing, seen.scene.marks.movable);
    assert!(!seen.scene.flashing.is_empty());
    reader.now += 2_000.0;
    reader.does(Msg::Tick);
    assert!(reader.sees().scene.flashing.is_empty());
}

#[test]
fn a_tap_between_two_moves_nothing_and_both_flash() {
    let mut reader = home();
    reader.does(Msg::TapBetween(square(15), square(16)));
    let seen = reader.sees();
    assert_eq!(seen.moves.len(), 0);
    assert_eq!(seen.scene.flashing, [square(15), square(16)].into_iter().collect());
}

#[test]
fn two_on_one_device_play_undo_and_come_back_after_a_reload() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[11, 15, 23, 19]);
    reader.presses(&[Action::Undo]);
    let mut reader = Reader::visits(Place::Home, reader.keep);
    assert_eq!(reader.sees().state, "playing");
    assert_eq!(reader.sees().moves, ["11-15"]);
    reader.presses(&[Action::Redo]);
    assert_eq!(reader.sees().moves, ["11-15", "23-19"]);
}

#[test]
fn on_one_device_the_score_counts_once_and_undo_takes_the_point_back() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[11, 15]).presses(&[Action::Resign, Action::Yes]);
    assert_eq!(reader.sees().ending.unwrap().headline, "Black wins");
    assert_eq!(reader.sees().score.as_deref(), Some("Black 1 : 0 Red, 0 drawn"));
    reader.presses(&[Action::Undo]);
    assert_eq!(reader.sees().score.as_deref(), Some("Black 0 : 0 Red, 0 drawn"));
    reader.presses(&[Action::Redo, Action::Rematch]);
    // The winner sits on the other side now.
    assert_eq!(reader.sees().score.as_deref(), Some("Black 0 : 1 Red, 0 drawn"));
}

#[test]
fn a_stale_page_takes_over_the_newer_game_instead_of_writing_over_it() {
    let mut first = home();
    first.does(Msg::Begin(Choice::default(), Rival::Device));
    let mut second = Reader::visits(Place::Home, core::mem::take(&mut first.keep));
    second.taps(&[11, 15]);
    first.keep = core::mem::take(&mut second.keep);
    first.taps(&[9, 13]);
    let seen = first.sees();
    assert_eq!(seen.moves, ["11-15"]);
    assert!(seen.is_refusal);
}

#[test]
fn a_corrupt_local_game_is_set_aside_and_the_page_starts() {
    let mut keep = Memory::default();
    keep.set("dama.local", "local 1\nrevision 3\nvari");
    keep.set("dama.current", "current 1\nlocal \n");
    let mut reader = Reader::visits(Place::Home, keep);
    assert_eq!(reader.sees().state, "ready");
    reader.does(Msg::Choose(Choice::default()));
    assert_eq!(reader.sees().hint.as_deref(), Some(board::storage_aside(Lang::En)));
    assert!(reader.keep.get("bad1.local").is_some());
}

/// A browser without storage.
#[derive(Default)]
struct Refusing(bool);

impl Keep for Refusing {
    fn get(&self, _: &str) -> Option<String> {
        None
    }

    fn set(&mut self, _: &str, _: &str) -> bool {
        false
    }

    fn remove(&mut self, _: &str) {}

    fn aside(&mut self) -> &mut bool {
        &mut self.0
    }
}

#[test]
fn without_storage_the_game_is_played_and_the_page_says_that_it_cannot_be_kept() {
    let mut keep = Refusing::default();
    let mut world = World { now: 0.0, keep: &mut keep, chance: &mut || 1 };
    let (mut app, _) = App::new(Lang::En, Place::Home, &mut world);
    app.update(Msg::Begin(Choice::default(), Rival::Device), &mut world);
    for number in [11, 15] {
        app.update(Msg::Tap(square(number)), &mut world);
    }
    assert_eq!(app.view().moves, ["11-15"]);
    assert_eq!(app.view().banner.as_deref(), Some(board::storage_off(Lang::En)));

    // A game on the server is kept there, and the page says no more than true.
    app.update(Msg::Begin(Choice::default(), Rival::Computer), &mut world);
    world.now = 5_000.0;
    app.update(Msg::Press(Action::Yes), &mut world);
    let created = Created { game: ID, side: Side::First, invite: None };
    app.update(Msg::Created(Ok(created)), &mut world);
    let banner = app.view().banner;
    assert_eq!(banner.as_deref(), Some(board::storage_off_online(Lang::En)));
}

#[test]
fn a_move_can_be_made_to_wait_for_a_yes() {
    let mut reader = home();
    reader.presses(&[Action::ConfirmMoves]);
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[11, 15]);
    assert!(reader.sees().moves.is_empty());
    assert_eq!(reader.sees().question.unwrap().text, "11-15");
    reader.presses(&[Action::No]);
    assert!(reader.sees().question.is_none());
    reader.taps(&[11, 15]).presses(&[Action::Yes]);
    assert_eq!(reader.sees().moves, ["11-15"]);
}

#[test]
fn leaving_a_running_game_asks_first() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[11, 15]);
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    assert_eq!(reader.sees().moves.len(), 1);
    assert!(reader.sees().question.is_some());
    reader.presses(&[Action::Yes]);
    assert_eq!(reader.sees().moves.len(), 0);
}

#[test]
fn the_same_words_twice_are_two_announcements() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[3]);
    let first = reader.sees().spoken;
    reader.taps(&[3]);
    assert_ne!(reader.sees().spoken, first);
    assert_eq!(reader.sees().spoken.trim_end_matches('\u{a0}'), first);
}

#[test]
fn every_button_has_a_code_of_its_own_that_leads_back_to_it() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    let seen = reader.sees();
    for button in seen.actions.iter().chain(&seen.more) {
        assert_eq!(Action::from_code(button.action.code()), Some(button.action));
        assert!(!button.label.is_empty());
    }
}

#[test]
fn a_double_tap_on_resign_does_not_answer_its_own_question() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[11, 15]).presses(&[Action::Resign]);
    reader.now += 150.0;
    reader.does(Msg::Press(Action::Yes));
    reader.now += 100.0;
    reader.does(Msg::Press(Action::Yes));
    assert_eq!(reader.sees().state, "playing", "nor does a third tap");
    reader.presses(&[Action::Yes]);
    assert_eq!(reader.sees().state, "finished");
    reader.now += 250.0;
    reader.does(Msg::Press(Action::NewGame));
    assert_eq!(reader.sees().state, "finished", "the result stays");
}

#[test]
fn the_board_stays_turns_or_only_the_far_side_turns_and_the_score_keeps_its_order() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device)).taps(&[11, 15]);
    let stands = |reader: &Reader| (reader.sees().bottom.side, reader.sees().facing);
    let score = reader.sees().score;
    assert_eq!(stands(&reader), (Side::First, Facing::OneWay));
    reader.presses(&[Action::TurnBoard]);
    assert_eq!(stands(&reader), (Side::Second, Facing::OneWay));
    assert_eq!(reader.sees().score, score);
    reader.presses(&[Action::TurnBoard]);
    assert_eq!(stands(&reader), (Side::First, Facing::Far));
    reader.taps(&[23, 19]);
    assert_eq!(stands(&reader), (Side::First, Facing::Both));
    reader.presses(&[Action::TurnBoard]);
    assert_eq!(stands(&reader), (Side::First, Facing::OneWay));
}

#[test]
fn the_record_of_a_game_on_one_device_is_copied_and_saved_with_the_right_result() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device));
    reader.taps(&[11, 15, 22, 18, 15, 22]).presses(&[Action::Resign, Action::Yes]);
    reader.presses(&[Action::CopyPdn]);
    let Some(Effect::Copy(text)) = reader.effects.last().cloned() else { panic!("no copy") };
    // Black moves first in English draughts, and 1-0 means that Black has won.
    for part in ["[GameType \"21\"]", "[Result \"1-0\"]", "1. 11-15 22-18 2. 15x22"] {
        assert!(text.contains(part), "{text}");
    }
    let read = rules::pdn::read(text.as_bytes());
    let replayed = rules::pdn::replay::<rules::English>(&read[0]).expect("a record");
    assert_eq!(replayed.game.ply_count(), 3);
    reader.presses(&[Action::SavePdn]);
    assert_eq!(reader.effects.last(), Some(&Effect::SaveText(text)));
}

#[test]
fn the_position_that_is_looked_at_is_the_one_that_is_copied() {
    let mut reader = home();
    reader.does(Msg::Begin(Choice::default(), Rival::Device)).taps(&[11, 15, 22, 18]);
    reader.presses(&[Action::Previous, Action::CopyFen]);
    let Some(Effect::Copy(fen)) = reader.effects.last() else { panic!("no copy") };
    assert!(fen.starts_with("W:W21,22,") && fen.contains(",15"), "{fen}");
}
