//! Moves, the order of refusals, staleness, and ends by the rules of the board.

use core::time::Duration;

use crate::table::*;
use play::{Actor, Command, Event, Refusal, Seq, Side, Time};
use rules::Variant;

/// Plays `text` from a position: the code that it is refused with.
fn check_refused(variant: Variant, fen: &str, text: &str, refusal: Refusal) {
    let mut table = Table::friends_from(variant, fen);
    let actor = table.actor_to_move();
    let before = table.fen();
    table.refused(actor, mv(text, Seq::ZERO), refusal);
    assert_eq!(table.fen(), before);
}

#[test]
fn a_move_tells_its_squares_its_notation_and_the_position_after_it() {
    let mut table = Table::friends(Variant::English);
    table.now = Time::from_millis(77);
    let events = table.plays("11-15");
    let moved = Event::Moved {
        side: Side::First,
        path: path("11-15"),
        captures: vec![],
        pdn: "11-15".to_owned(),
        fen: table.fen(),
        at: Time::from_millis(77),
        lag: Duration::ZERO,
    };
    assert_eq!(events, [moved]);
    assert_eq!(table.session.turn_began(), Time::from_millis(77));
}

#[test]
fn the_first_side_is_the_colour_that_opens_the_variant() {
    let black_opens = Table::friends(Variant::English);
    assert!(black_opens.fen().starts_with("B:"));
    assert_eq!(black_opens.session.side_to_move(), Side::First);
    let white_opens = Table::friends(Variant::International);
    assert!(white_opens.fen().starts_with("W:"));
    assert_eq!(white_opens.session.side_to_move(), Side::First);
}

#[test]
fn in_a_set_up_the_second_side_may_be_to_move() {
    let mut table = Table::friends_from(Variant::English, "W:W22:B6");
    assert_eq!(table.session.side_to_move(), Side::Second);
    table.refused(ANNA, mv("6-9", Seq::ZERO), Refusal::NotYourTurn);
    table.granted(BELA, mv("22-18", Seq::ZERO));
}

#[test]
fn a_long_capture_by_its_ends_is_answered_with_the_whole_route() {
    let mut table = Table::friends_from(Variant::English, "B:W15,22,32:B11");
    let events = table.plays("11x25");
    let Some(Event::Moved { path: route, captures, pdn, .. }) = events.first() else {
        panic!("a move");
    };
    assert_eq!(*route, path("11x18x25"));
    assert_eq!(*captures, path("15x22"));
    assert_eq!(pdn, "11x25");
}

#[test]
fn moves_that_the_rules_forbid_are_refused_by_their_reason() {
    let english = Variant::English;
    check_refused(english, "B:W18,32:B15", "15-19", Refusal::MustCapture);
    check_refused(english, "B:W31,32:B15", "15-11", Refusal::IllegalMove);
    check_refused(english, "B:W31,32:B15", "15-15", Refusal::IllegalMove);
    check_refused(english, "B:W31,32:B15", "15-50", Refusal::IllegalMove);
    check_refused(english, "B:W15,22,32:B11", "11x18", Refusal::IllegalMove);
    check_refused(english, "B:W6,7,8,15,16:BK10", "10x10", Refusal::IllegalMove);
    check_refused(Variant::International, "W:W36,48:B31,42", "36x27", Refusal::MustCaptureMost);
}

#[test]
fn origin_and_destination_are_not_enough_where_two_captures_share_them() {
    let fen = "B:W6,7,14,15,32:B2";
    check_refused(Variant::English, fen, "2x18", Refusal::AmbiguousMove);
    let mut table = Table::friends_from(Variant::English, fen);
    table.plays("2x9x18");
    assert_eq!(table.session.captured().first, 2);
}

#[test]
fn an_empty_or_a_single_square_is_no_move() {
    let mut table = Table::friends(Variant::English);
    for squares in [vec![], path("11")] {
        let seq = table.seq();
        let command = Command::Move { path: squares, seq, lag: Duration::ZERO };
        table.refused(ANNA, command, Refusal::IllegalMove);
    }
}

#[test]
fn watchers_strangers_and_the_service_have_no_move() {
    let mut table = Table::friends(Variant::English);
    let strangers = [Actor::Watcher, Actor::Player(CILI), Actor::Computer, Actor::Service];
    for actor in strangers {
        table.refused(actor, mv("11-15", Seq::ZERO), Refusal::NotAPlayer);
        table.refused(actor, Command::Resign, Refusal::NotAPlayer);
    }
}

#[test]
fn refusals_come_in_their_fixed_order() {
    let mut table = Table::friends(Variant::English);
    table.plays("11-15 22-18");
    // Illegal, out of turn and stale at once: stale comes first.
    table.refused(BELA, mv("1-32", Seq::new(1)), Refusal::Stale);
    // Illegal and out of turn: the turn comes first.
    table.refused(BELA, mv("1-32", Seq::new(2)), Refusal::NotYourTurn);
    table.refused(ANNA, mv("1-32", Seq::new(2)), Refusal::IllegalMove);
    // Nobody's seat comes before all of them.
    table.refused(CILI, mv("1-32", Seq::new(1)), Refusal::NotAPlayer);
    table.granted(BELA, Command::Resign);
    // The end comes before stale, and a seat before the end.
    table.refused(ANNA, mv("1-32", Seq::new(1)), Refusal::GameOver);
    table.refused(CILI, mv("1-32", Seq::new(1)), Refusal::NotAPlayer);
}

#[test]
fn a_wish_is_stale_after_a_move_a_takeback_a_join_or_the_end_only() {
    let mut table = Table::waiting();
    table.granted(BELA, Command::Join);
    table.refused(ANNA, mv("11-15", Seq::ZERO), Refusal::Stale);
    table.plays("11-15");
    // Talk in between does not overtake a move.
    table.granted(BELA, Command::OfferDraw);
    table.granted(BELA, Command::WithdrawDraw);
    table.granted(BELA, mv("22-18", Seq::new(2)));
    table.refused(ANNA, mv("15x22", Seq::new(4)), Refusal::Stale);
    table.granted(ANNA, Command::RequestTakeback);
    let seq = table.seq();
    table.granted(BELA, Command::AnswerTakeback { accept: true, seq });
    table.refused(ANNA, mv("11-16", seq), Refusal::Stale);
    table.plays("11-16");
}

#[test]
fn a_wish_that_knows_more_events_than_there_are_is_not_stale() {
    let mut table = Table::friends(Variant::English);
    table.granted(ANNA, mv("11-15", Seq::new(900)));
    assert_eq!(table.seq(), Seq::new(1));
}

#[test]
fn resigning_offers_requests_and_withdrawals_are_never_stale() {
    let mut table = Table::friends(Variant::English);
    table.plays("11-15 22-18 15x22 25x18");
    // None of these commands even carries a seq.
    table.granted(ANNA, Command::OfferDraw);
    table.granted(ANNA, Command::WithdrawDraw);
    table.granted(ANNA, Command::RequestTakeback);
    table.granted(ANNA, Command::WithdrawTakeback);
    table.granted(ANNA, Command::Resign);
    table.ended_with(Some(Side::Second), "resigned");
}

#[test]
fn taking_the_last_piece_ends_the_game_in_the_same_decision() {
    let mut table = Table::friends_from(Variant::English, "B:W18:B15");
    assert_eq!(kinds(&table.plays("15x22")), ["moved", "ended"]);
    table.ended_with(Some(Side::First), "no-pieces");
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let mut table = Table::friends_from(Variant::English, "B:W21:B10,17");
    assert_eq!(kinds(&table.plays("10-14")), ["moved", "ended"]);
    table.ended_with(Some(Side::First), "no-moves");
}

#[test]
fn the_third_occurrence_of_a_position_ends_the_game() {
    let mut table = Table::friends_from(Variant::English, "B:WK32,K31:BK1,K2");
    for _ in 0..2 {
        assert!(table.session.is_playing());
        table.plays("1-5 32-28 5-1 28-32");
    }
    table.ended_with(None, "threefold");
}

#[test]
fn forty_quiet_moves_each_end_an_english_game() {
    let mut table = Table::friends_from(Variant::English, "B:WK32,K31,K30:BK1,K2,K3");
    table.plays_quietly(79);
    assert!(table.session.is_playing());
    table.plays_quietly(1);
    table.ended_with(None, "forty-move");
}

#[test]
fn one_king_each_ends_an_international_game() {
    let mut table = Table::friends_from(Variant::International, "W:WK46:BK6,37");
    assert_eq!(kinds(&table.plays("46x32")), ["moved", "ended"]);
    table.ended_with(None, "king-vs-king");
}

#[test]
fn the_length_limit_ends_a_game_for_the_side_with_more() {
    let limit = core::num::NonZeroU16::new(1);
    let variant = Variant::International;
    let rules = rules::GameRules::new(variant, false, limit).expect("International has it");
    let seats = PEOPLE.map(play::Seat::Player);
    let mut table = Table::of(config(variant, rules, Some("W:W48,49:B1"), seats));
    table.plays("48-42 1-6");
    table.ended_with(Some(Side::First), "length-limit");
}

#[test]
fn after_the_end_nothing_moves() {
    let mut table = Table::friends_from(Variant::English, "B:W18:B15,1");
    table.plays("15x22");
    let seq = table.seq();
    for wish in [
        mv("1-5", seq),
        Command::Resign,
        Command::OfferDraw,
        Command::AnswerDraw { accept: true, seq },
        Command::RequestTakeback,
        Command::AnswerTakeback { accept: true, seq },
        Command::WithdrawDraw,
    ] {
        table.refused(ANNA, wish, Refusal::GameOver);
    }
    assert_eq!(table.session.legal_moves(), []);
}

#[test]
fn the_score_of_the_pair_grows_by_one_at_the_end() {
    let mut table = Table::friends(Variant::English);
    table.granted(ANNA, Command::Resign);
    let score = table.session.score();
    assert_eq!((score.first, score.second, score.draws), (0, 1, 0));
}
