//! A log that does not fit is found out, and a session told without its
//! events goes on like the one with them.

use play::{
    BySide, CancelReason, DrawReason, Event, LogError, Misfit, Offers, Outcome, Seat, Seq, Session,
    Side, Standing, State, Time, WinReason, evolve,
};
use rules::Variant;

use crate::table::*;

/// The event does not fit the table, and changes nothing.
fn check_misfit(table: &Table, event: &Event, misfit: Misfit) {
    let mut session = table.session.clone();
    let seq = table.seq().next();
    assert_eq!(evolve(&mut session, event), Err(LogError { seq, misfit }));
    assert_eq!(session, table.session);
}

fn moved(side: Side, text: &str) -> Event {
    let mut other = Table::friends(Variant::English);
    let Some(Event::Moved { path, captures, pdn, fen, at, lag, .. }) = other.plays(text).pop()
    else {
        panic!("a move");
    };
    Event::Moved { side, path, captures, pdn, fen, at, lag }
}

#[test]
fn a_move_of_the_wrong_side_or_of_no_legal_path_is_found_out() {
    let mut table = Table::friends(Variant::English);
    check_misfit(&table, &moved(Side::Second, "11-15"), Misfit::OutOfPlace);
    table.plays("11-15");
    let again = moved(Side::Second, "11-15");
    check_misfit(&table, &again, Misfit::Move(rules::MoveError::Illegal));
}

#[test]
fn a_move_that_is_told_otherwise_than_it_was_is_found_out() {
    let table = Table::friends(Variant::English);
    let right = moved(Side::First, "11-15");
    let lies: [fn(&mut Event); 3] = [
        |event| {
            if let Event::Moved { captures, .. } = event {
                captures.extend(path("22"));
            }
        },
        |event| {
            if let Event::Moved { pdn, .. } = event {
                "11-16".clone_into(pdn);
            }
        },
        |event| {
            if let Event::Moved { fen, .. } = event {
                *fen = Table::friends(Variant::English).fen();
            }
        },
    ];
    for lie in lies {
        let mut wrong = right.clone();
        lie(&mut wrong);
        check_misfit(&table, &wrong, Misfit::Details);
    }
    let mut session = table.session;
    assert_eq!(evolve(&mut session, &right), Ok(()));
}

#[test]
fn a_missing_end_is_found_out() {
    let mut table = Table::friends_from(Variant::English, "B:W18:B15,1");
    table.plays("15x22");
    let config = table.session.config().clone();
    let cut = Session::replay(config.clone(), &table.log[..1]);
    let error = LogError { seq: Seq::new(2), misfit: Misfit::EndMissing };
    assert_eq!(cut, Err(error));
    let mut told = table.log[..1].to_vec();
    told.push(Event::DrawOffered { side: Side::First });
    assert_eq!(Session::replay(config, &told), Err(error));
}

#[test]
fn an_end_that_the_board_does_not_give_is_found_out() {
    let mut table = Table::friends(Variant::English);
    let by_board = Event::Ended { outcome: Outcome::Draw(DrawReason::Threefold), at: Time::ZERO };
    check_misfit(&table, &by_board, Misfit::Details);
    let unoffered = Event::Ended { outcome: Outcome::Draw(DrawReason::Agreed), at: Time::ZERO };
    check_misfit(&table, &unoffered, Misfit::OutOfPlace);
    table.granted(ANNA, play::Command::Resign);
    let twice =
        Event::Ended { outcome: Outcome::Win(Side::First, WinReason::Resigned), at: Time::ZERO };
    check_misfit(&table, &twice, Misfit::OutOfPlace);
}

#[test]
fn talk_that_nobody_began_is_found_out() {
    let table = Table::friends(Variant::English);
    let side = Side::First;
    let events = [
        Event::DrawDeclined { side },
        Event::DrawWithdrawn { side },
        Event::TakebackDeclined { side },
        Event::TakebackWithdrawn { side },
        Event::TakenBack { plies: 1, fen: table.fen(), at: Time::ZERO },
        Event::RematchOffered { side },
        Event::RematchDeclined { side },
        Event::RematchWithdrawn { side },
        Event::RematchStarted { game: NEXT },
        Event::Cancelled { reason: CancelReason::Cancelled },
        Event::Joined { side, player: CILI, at: Time::ZERO },
    ];
    for event in events {
        check_misfit(&table, &event, Misfit::OutOfPlace);
    }
    let request = Event::TakebackRequested { side, plies: 1 };
    check_misfit(&table, &request, Misfit::Details);
}

#[test]
fn an_undo_after_the_rematch_began_is_found_out() {
    let mut table = Table::against_computer(Side::First);
    let fen = table.fen();
    table.plays("11-15 23-19");
    table.granted(ANNA, play::Command::Resign);
    let (plies, at) = (2, Time::ZERO);
    let undone = Event::TakenBack { plies, fen, at };
    assert_eq!(evolve(&mut table.session.clone(), &undone), Ok(()));
    table.granted(ANNA, play::Command::OfferRematch { next: NEXT });
    check_misfit(&table, &undone, Misfit::OutOfPlace);
}

#[test]
fn nobody_joins_twice_in_a_log() {
    let table = Table::waiting();
    let at = Time::ZERO;
    let onto_a_seat = Event::Joined { side: Side::First, player: BELA, at };
    check_misfit(&table, &onto_a_seat, Misfit::OutOfPlace);
    let both_seats = Event::Joined { side: Side::Second, player: ANNA, at };
    check_misfit(&table, &both_seats, Misfit::OutOfPlace);
}

#[test]
fn a_session_told_without_its_events_goes_on_like_the_one_with_them() {
    let mut table = Table::friends(Variant::English);
    table.plays("11-15 23-19");
    table.granted(BELA, play::Command::OfferDraw);
    let moves = table.session.board().moves().into_iter().map(|it| it.path).collect();
    let told = Session::restore(Standing {
        config: table.session.config().clone(),
        moves,
        seq: table.seq(),
        state: table.session.state(),
        offers: table.session.offers(),
        rematch: None,
        reported_lost: None,
    })
    .expect("a game that stands so");
    let mut other = Table { session: told, log: table.log.clone(), now: table.now };
    for table in [&mut table, &mut other] {
        table.granted(ANNA, play::Command::RequestTakeback);
        table.plays("8-11");
        assert_eq!(table.session.offers().draw, None);
        table.granted(ANNA, play::Command::Resign);
    }
    assert_eq!(table.session.state(), other.session.state());
    assert_eq!(table.session.seq(), other.session.seq());
    assert_eq!(table.fen(), other.fen());
    assert_eq!(table.session.legal_moves(), other.session.legal_moves());
}

#[test]
fn a_standing_of_no_possible_game_is_refused() {
    let table = Table::friends(Variant::English);
    let good = Standing {
        config: table.session.config().clone(),
        moves: vec![path("11-15")],
        seq: Seq::new(1),
        state: State::Playing,
        offers: Offers::default(),
        rematch: None,
        reported_lost: None,
    };
    assert!(Session::restore(good.clone()).is_ok());
    let by_board = Outcome::Draw(DrawReason::Threefold);
    let wrong = [
        Standing { moves: vec![path("11-20")], ..good.clone() },
        Standing { state: State::Waiting, ..good.clone() },
        Standing { state: State::Cancelled(CancelReason::Expired), ..good.clone() },
        Standing { state: State::Finished(by_board), ..good },
    ];
    for standing in wrong {
        assert!(Session::restore(standing.clone()).is_err(), "{standing:?}");
    }
}

#[test]
fn seats_that_fit_no_game_make_no_game() {
    let seats = [
        BySide { first: Seat::Open, second: Seat::Open },
        BySide { first: Seat::Player(ANNA), second: Seat::Player(ANNA) },
        BySide {
            first: Seat::Computer(play::Level::Easy),
            second: Seat::Computer(play::Level::Hard),
        },
        BySide { first: Seat::Open, second: Seat::Computer(play::Level::Easy) },
    ];
    for seats in seats {
        let rules = rules::GameRules::STANDARD;
        let made = play::GameConfig::new(Variant::English, rules, None, seats);
        assert_eq!(made, Err(play::ConfigError::Seats(play::SeatsError)));
    }
}

#[test]
fn a_game_that_is_over_at_once_is_not_made() {
    let setup = "B:W18:B".parse().expect("a FEN");
    let seats = PEOPLE.map(Seat::Player);
    let rules = rules::GameRules::STANDARD;
    let made = play::GameConfig::new(Variant::English, rules, Some(&setup), seats);
    assert_eq!(made, Err(play::ConfigError::AlreadyOver));
}
