//! Clocks: when they run, what is charged, and when the flag falls.

use core::time::Duration;

use play::{
    Actor, BySide, ClockFace, Command, Event, LAG_PER_MOVE, LAG_QUOTA, Refusal, Seat, Seq, Side,
    TimeControl,
};
use proptest::prelude::*;
use rules::{GameRules, Variant};

use crate::table::*;

const S: Duration = Duration::from_secs(1);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Anna and Béla with five minutes each and three seconds for every move.
fn blitz() -> Table {
    with_clock(TimeControl::increment(300, 3).expect("a clock"))
}

fn with_clock(control: TimeControl) -> Table {
    let seats = PEOPLE.map(Seat::Player);
    Table::of(config(Variant::English, GameRules::STANDARD, None, seats).with_clock(Some(control)))
}

/// How the clocks stand: seconds of the first side, of the second, whose runs.
fn check_face(table: &Table, first: Duration, second: Duration, running: Option<Side>) {
    let face = ClockFace { left: BySide { first, second }, running };
    assert_eq!(table.session.clock_face(table.now), Some(face));
}

fn thinks_and_plays(table: &mut Table, thinks: Duration, text: &str) {
    table.wait(thinks);
    table.plays(text);
}

fn takes_back(table: &mut Table, asker: Side) {
    table.granted(PEOPLE[asker], Command::RequestTakeback);
    let yes = Command::AnswerTakeback { accept: true, seq: table.seq() };
    table.granted(PEOPLE[!asker], yes);
}

#[test]
fn a_game_without_a_clock_has_none() {
    let table = Table::begun();
    assert_eq!(table.session.clock_face(table.now), None);
    assert_eq!(table.session.flag_at(), None);
}

#[test]
fn each_sides_first_move_takes_no_time() {
    let mut table = blitz();
    thinks_and_plays(&mut table, 1_000 * S, "11-15");
    check_face(&table, 300 * S, 300 * S, None);
    thinks_and_plays(&mut table, 1_000 * S, "23-19");
    check_face(&table, 300 * S, 300 * S, Some(Side::First));
    table.wait(10 * S);
    check_face(&table, 290 * S, 300 * S, Some(Side::First));
}

#[test]
fn a_move_stops_the_own_clock_adds_the_increment_and_starts_the_other() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    thinks_and_plays(&mut table, 10 * S, "8-11");
    check_face(&table, 293 * S, 300 * S, Some(Side::Second));
    thinks_and_plays(&mut table, 50 * S, "22-17");
    check_face(&table, 293 * S, 253 * S, Some(Side::First));
    table.check_replay();
}

#[test]
fn days_are_given_anew_for_every_move_and_run_from_the_start() {
    let mut table = with_clock(TimeControl::days_per_move(3).expect("a clock"));
    check_face(&table, 3 * DAY, 3 * DAY, Some(Side::First));
    table.wait(2 * DAY);
    check_face(&table, DAY, 3 * DAY, Some(Side::First));
    table.plays("11-15");
    check_face(&table, 3 * DAY, 3 * DAY, Some(Side::Second));
}

#[test]
fn nothing_runs_before_the_friend_has_come() {
    let seats = BySide { first: Seat::Player(ANNA), second: Seat::Open };
    let control = TimeControl::days_per_move(1).ok();
    let config = config(Variant::English, GameRules::STANDARD, None, seats).with_clock(control);
    let mut table = Table::of(config);
    assert_eq!(table.session.flag_at(), None);
    table.wait(6 * DAY);
    table.granted(BELA, Command::Join);
    check_face(&table, DAY, DAY, Some(Side::First));
}

#[test]
fn the_flag_falls_when_the_time_is_over_and_the_other_side_wins() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    let flag_at = table.session.flag_at().expect("a clock that runs");
    assert_eq!(flag_at, table.now.plus(300 * S + LAG_PER_MOVE), "a move may be under way");
    table.wait(300 * S + LAG_PER_MOVE - Duration::from_millis(1));
    table.refused(Actor::Service, Command::Flag, Refusal::TooEarly);
    table.wait(Duration::from_millis(1));
    table.granted(Actor::Service, Command::Flag);
    table.ended_with(Some(Side::Second), "flag");
    check_face(&table, Duration::ZERO, 300 * S, None);
    table.refused(Actor::Service, Command::Flag, Refusal::GameOver);
}

#[test]
fn a_fallen_flag_ends_the_game_before_anybody_has_said_so() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    table.wait(301 * S);
    for command in [mv("8-11", table.seq()), Command::Resign, Command::OfferDraw] {
        table.refused(ANNA, command, Refusal::GameOver);
    }
    table.refused(BELA, Command::Resign, Refusal::GameOver);
    table.granted(Actor::Service, Command::Flag);
}

#[test]
fn the_flag_is_the_services_word_and_falls_only_with_a_clock() {
    let mut table = Table::begun();
    table.refused(ANNA, Command::Flag, Refusal::NotAPlayer);
    table.refused(Actor::Service, Command::Flag, Refusal::NotAllowed);
    let mut table = blitz();
    table.wait(DAY);
    table.refused(Actor::Service, Command::Flag, Refusal::TooEarly);
    let mut table = Table::waiting();
    table.refused(Actor::Service, Command::Flag, Refusal::NotStarted);
}

#[test]
fn an_end_freezes_both_clocks() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    table.wait(40 * S);
    table.granted(BELA, Command::Resign);
    check_face(&table, 260 * S, 300 * S, None);
    table.wait(DAY);
    check_face(&table, 260 * S, 300 * S, None);
    assert_eq!(table.session.flag_at(), None);
}

#[test]
fn after_a_takeback_the_clock_of_the_side_to_move_runs() {
    // Time that was used stays used, and so does the increment.
    let mut table = blitz();
    table.plays("11-15 23-19 8-11 22-17");
    table.wait(16 * S);
    takes_back(&mut table, Side::First);
    check_face(&table, 287 * S, 303 * S, Some(Side::First));

    let mut table = blitz();
    table.plays("11-15 23-19 8-11 22-17 11-16");
    table.wait(21 * S);
    takes_back(&mut table, Side::First);
    check_face(&table, 306 * S, 282 * S, Some(Side::First));
    table.wait(S);
    check_face(&table, 305 * S, 282 * S, Some(Side::First));
}

#[test]
fn a_takeback_to_the_first_moves_stops_the_clocks_again() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    table.wait(20 * S);
    takes_back(&mut table, Side::First);
    check_face(&table, 280 * S, 300 * S, None);
}

#[test]
fn a_decision_that_comes_again_has_all_its_days() {
    let mut table = with_clock(TimeControl::days_per_move(2).expect("a clock"));
    thinks_and_plays(&mut table, DAY, "11-15");
    table.wait(DAY);
    takes_back(&mut table, Side::First);
    check_face(&table, 2 * DAY, 2 * DAY, Some(Side::First));
}

fn moves_with_lag(table: &mut Table, text: &str, lag: Duration) -> Result<Vec<Event>, Refusal> {
    let command = Command::Move { path: path(text), seq: table.seq(), lag };
    let actor = table.actor_to_move();
    table.says(actor, command)
}

#[test]
fn what_the_line_takes_is_given_back_within_bounds() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    table.wait(10 * S);
    moves_with_lag(&mut table, "8-11", Duration::from_millis(200)).expect("in time");
    check_face(&table, 293_200 * S / 1_000, 300 * S, Some(Side::Second));
    // Nobody gets more for a move than the bound, nor more than the time.
    table.wait(10 * S);
    moves_with_lag(&mut table, "22-17", 9 * S).expect("in time");
    let second = 293 * S + LAG_PER_MOVE;
    check_face(&table, 293_200 * S / 1_000, second, Some(Side::First));
    table.wait(Duration::from_millis(50));
    moves_with_lag(&mut table, "11-16", Duration::from_millis(300)).expect("in time");
    check_face(&table, 296_200 * S / 1_000, second, Some(Side::Second));
    table.check_replay();
}

#[test]
fn who_only_pretends_to_be_slow_soon_gains_nothing_more() {
    let mut table = with_clock(TimeControl::increment(300, 0).expect("a clock"));
    table.plays("11-15 23-19");
    // Kings would do as well: what counts is the number of moves.
    let moves = "8-11 22-17 11-16 24-20 16-23 27-11 7-16 20-11 4-8 11-4 3-7 28-24";
    for text in moves.split_whitespace() {
        table.wait(S);
        if moves_with_lag(&mut table, text, S).is_err() {
            break;
        }
    }
    let face = table.session.clock_face(table.now).expect("a clock");
    let used = table.session.board().ply_count() as u32 - 2;
    let all = 600 * S - used * S;
    let gained = face.left.first + face.left.second - all;
    assert!(used >= 8, "{used} moves are enough to see it");
    let regained = Duration::from_millis(100) * used;
    assert!(gained <= 2 * LAG_QUOTA + regained, "{gained:?}");
    assert!(gained < used * LAG_PER_MOVE, "the quota bounds it, not the single move: {gained:?}");
}

#[test]
fn a_move_that_was_made_in_time_and_arrives_late_counts() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    table.wait(300 * S + Duration::from_millis(100));
    let late = moves_with_lag(&mut table, "8-11", Duration::ZERO);
    assert_eq!(late, Err(Refusal::GameOver));
    moves_with_lag(&mut table, "8-11", Duration::from_millis(150)).expect("in time");
    check_face(&table, 3_050 * S / 1_000, 300 * S, Some(Side::Second));
}

#[test]
fn time_in_which_the_service_was_down_is_not_charged() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    table.wait(10 * S);
    let from = table.now;
    table.wait(500 * S);
    let hold = Command::Hold { from, until: table.now };
    let held = table.granted(Actor::Service, hold.clone());
    assert_eq!(held, [Event::ClockHeld { pause: 500 * S, until: table.now }]);
    check_face(&table, 290 * S, 300 * S, Some(Side::First));
    // Said again, also by one who was down for longer, it gives nothing twice.
    assert_eq!(table.granted(Actor::Service, hold), []);
    table.wait(5 * S);
    let longer = Command::Hold { from, until: table.now };
    table.granted(Actor::Service, longer);
    check_face(&table, 290 * S, 300 * S, Some(Side::First));
    table.refused(ANNA, Command::Hold { from, until: from }, Refusal::NotAPlayer);
    table.check_replay();
}

#[test]
fn a_hold_gives_back_no_time_before_the_turn_began() {
    let mut table = blitz();
    table.plays("11-15 23-19");
    let from = table.now;
    table.wait(100 * S);
    table.plays("8-11");
    table.wait(S);
    table.granted(Actor::Service, Command::Hold { from, until: table.now });
    check_face(&table, 203 * S, 300 * S, Some(Side::Second));
}

#[test]
fn what_has_run_out_cannot_be_undone() {
    let control = TimeControl::increment(60, 0).ok();
    let seats = Table::against_computer(Side::First).session.config().seats();
    let config = config(Variant::English, GameRules::STANDARD, None, seats).with_clock(control);
    let mut table = Table::of(config);
    table.plays("11-15 23-19");
    table.wait(61 * S);
    table.granted(Actor::Service, Command::Flag);
    let seq = table.seq();
    table.refused(ANNA, Command::Undo { seq }, Refusal::NotAllowed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The slow way: what both have together is what they had, plus what was
    /// given, less the time that has passed since the clocks began to run.
    #[test]
    fn time_is_neither_made_nor_lost(
        steps in prop::collection::vec((0u64..2_000, 0u64..900, any::<bool>()), 1..40),
    ) {
        let mut table = with_clock(TimeControl::increment(10_000, 7).expect("a clock"));
        let mut given = Duration::ZERO;
        let mut running_since = None;
        for (thinks, lag, back) in steps {
            table.wait(Duration::from_millis(thinks));
            let side = table.session.side_to_move();
            let plies = table.session.board().ply_count();
            if back && plies >= 5 {
                takes_back(&mut table, side);
            } else if let Some(legal) = table.session.legal_moves().into_iter().next() {
                let command = Command::Move {
                    path: legal.path,
                    seq: table.seq(),
                    lag: Duration::from_millis(lag),
                };
                let actor = table.actor_to_move();
                let events = table.granted(actor, command);
                let Some(Event::Moved { lag, .. }) = events.first() else { panic!("a move") };
                prop_assert!(*lag <= LAG_PER_MOVE);
                if running_since.is_some() {
                    given += 7 * S + (*lag).min(Duration::from_millis(thinks));
                }
            }
            if plies == 1 {
                running_since = Some(table.now);
            }
        }
        if let (Some(since), true) = (running_since, table.session.is_playing()) {
            let face = table.session.clock_face(table.now).expect("a clock");
            let both = face.left.first + face.left.second;
            prop_assert_eq!(both + table.now.since(since), 20_000 * S + given);
        }
        let replayed = play::Session::replay(table.session.config().clone(), &table.log);
        prop_assert_eq!(replayed.as_ref(), Ok(&table.session));
        prop_assert!(table.seq() > Seq::ZERO);
    }
}
