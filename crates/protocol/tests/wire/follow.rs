//! A client that begins with a snapshot and follows the events sees the same
//! game as the service.

use core::time::Duration;

use play::{
    Actor, BySide, Command, Event, GameConfig, Level, PlayerId, Refusal, Seat, Seq, Session, Side,
    Time, decide, evolve,
};
use proptest::prelude::*;
use protocol::{
    Applied, Circumstances, ClientCommand, ClientGame, OutOfStep, Snapshot, Viewer, WireEvent,
};
use rules::{GameRules, Variant};

use crate::{
    samples::{COMMAND, GAME, NEXT, path, played, wishes},
    strategies::viewer,
};

fn follow(session: &Session, you: Viewer) -> ClientGame {
    ClientGame::from_snapshot(&Snapshot::of(session, GAME, you)).expect("a real game")
}

/// What the client sees is what the service would tell it anew.
fn check_same(client: &ClientGame, session: &Session) {
    let told = Snapshot::of(session, GAME, client.you);
    let seen = Snapshot::of(client.session(), client.id, client.you);
    assert_eq!(seen, told);
}

#[test]
fn an_event_that_is_known_already_changes_nothing() {
    let session = played(Variant::English, None, "11-15 23-19");
    let mut client = follow(&session, Viewer::Watcher);
    let event = WireEvent::DrawOffered { side: Side::First };
    assert_eq!(client.apply(Seq::new(2), &event), Ok(Applied::Known));
    check_same(&client, &session);
}

#[test]
fn a_gap_and_a_misfit_ask_for_a_snapshot() {
    let session = played(Variant::English, None, "11-15");
    let mut client = follow(&session, Viewer::Watcher);
    let event = WireEvent::DrawOffered { side: Side::First };
    assert_eq!(client.apply(Seq::new(3), &event), Err(OutOfStep::Gap));
    let unheard = WireEvent::DrawDeclined { side: Side::First };
    let misfit = client.apply(Seq::new(2), &unheard);
    assert!(matches!(misfit, Err(OutOfStep::Misfit(_))));
    check_same(&client, &session);
}

#[test]
fn who_loses_the_seat_watches_and_who_is_told_of_it_goes_on() {
    let session = played(Variant::English, None, "11-15");
    for (you, then) in [
        (Viewer::Seat(Side::First), Viewer::Watcher),
        (Viewer::Seat(Side::Second), Viewer::Seat(Side::Second)),
        (Viewer::Watcher, Viewer::Watcher),
    ] {
        let mut client = follow(&session, you);
        let moved = WireEvent::SeatMoved { side: Side::First };
        assert_eq!(client.apply(Seq::new(2), &moved), Ok(Applied::New));
        assert_eq!((client.you, client.seq()), (then, Seq::new(2)));
    }
}

#[test]
fn a_seat_that_is_said_to_be_lost_is_so_in_a_snapshot_too() {
    let mut session = played(Variant::English, None, "11-15");
    let mut client = follow(&session, Viewer::Seat(Side::Second));
    let says = |session: &mut Session, client: &mut ClientGame, side, command| {
        let actor = Actor::Player(PlayerId::stand_in(side));
        for event in decide(session, actor, command, Time::ZERO).expect("granted") {
            evolve(session, &event).expect("fits");
            let applied = client.apply(session.seq(), &WireEvent::from(&event));
            assert_eq!(applied, Ok(Applied::New));
        }
    };
    says(&mut session, &mut client, Side::First, Command::ReportLostSeat);
    assert!(client.session().reported_lost(Side::Second).is_some());
    check_same(&client, &session);
    let mut newcomer = follow(&session, Viewer::Watcher);
    check_same(&newcomer, &session);
    says(&mut session, &mut newcomer, Side::Second, Command::KeepSeat);
    check_same(&newcomer, &session);
}

#[test]
fn a_kind_that_the_client_does_not_know_is_counted() {
    let session = played(Variant::English, None, "11-15");
    let mut client = follow(&session, Viewer::Watcher);
    let applied = client.apply(Seq::new(2), &WireEvent::Unknown);
    assert_eq!(applied, Ok(Applied::New));
    assert_eq!(client.seq(), Seq::new(2));
}

#[test]
fn an_own_move_is_shown_before_the_service_has_answered() {
    let session = played(Variant::English, None, "11-15");
    let client = follow(&session, Viewer::Seat(Side::Second));
    let shown = client.after_own_move(&path("23-19")).expect("legal");
    assert_eq!(shown.board().ply_count(), 2);
    check_same(&client, &session);
    let illegal = client.after_own_move(&path("23-11"));
    assert_eq!(illegal, Err(Refusal::IllegalMove));
    let watcher = follow(&session, Viewer::Watcher);
    let refused = watcher.after_own_move(&path("23-19"));
    assert_eq!(refused, Err(Refusal::NotAPlayer));
    let waiting = follow(&session, Viewer::Seat(Side::First));
    let early = waiting.after_own_move(&path("8-11"));
    assert_eq!(early, Err(Refusal::NotYourTurn));
}

#[test]
fn a_snapshot_of_no_possible_game_is_refused() {
    let good = Snapshot::of(&played(Variant::English, None, "11-15"), GAME, Viewer::Watcher);
    let lies: [fn(&mut Snapshot); 5] = [
        |it| it.variant = Variant::International,
        |it| "nonsense".clone_into(&mut it.start_fen),
        |it| it.moves.push(it.moves[0].clone()),
        |it| it.seats.first.kind = protocol::SeatKind::Computer,
        |it| it.state = protocol::GameState::Finished,
    ];
    for lie in lies {
        let mut bad = good.clone();
        lie(&mut bad);
        assert!(ClientGame::from_snapshot(&bad).is_err(), "{bad:?}");
    }
}

fn config() -> impl Strategy<Value = GameConfig> {
    let seat = prop_oneof![
        Just(Seat::Player(PlayerId::from_u128(20))),
        Just(Seat::Computer(Level::Easy)),
        Just(Seat::Open),
    ];
    (prop::sample::select(Variant::ALL.to_vec()), seat).prop_map(|(variant, second)| {
        let first = Seat::Player(PlayerId::from_u128(10));
        let score = play::Score { first: 2, second: 1, draws: 3 };
        GameConfig::new(variant, GameRules::STANDARD, None, BySide { first, second })
            .expect("a game")
            .with_score(score)
    })
}

/// Somebody says something: a legal move, or any wish.
fn say(session: &Session, first: bool, choice: usize) -> Vec<Event> {
    let seat = session.seats()[if first { Side::First } else { Side::Second }];
    let actor = match seat {
        Seat::Player(player) => Actor::Player(player),
        Seat::Computer(_) => Actor::Computer,
        Seat::Open => Actor::Player(PlayerId::from_u128(20)),
    };
    let legal = session.legal_moves();
    let seq = session.seq();
    let command = if seat == Seat::Open {
        Command::Join
    } else if !choice.is_multiple_of(3) && !legal.is_empty() {
        let path = legal[choice % legal.len()].path.clone();
        Command::Move { path, seq, lag: Duration::ZERO }
    } else {
        let wishes = wishes();
        let wish = wishes[choice % wishes.len()].clone();
        let id = COMMAND;
        ClientCommand { id, seq, wish }.to_command(Circumstances {
            next_game: NEXT,
            opponent_away_since: None,
            lag: Duration::ZERO,
        })
    };
    decide(session, actor, command, Time::ZERO).unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn from_any_snapshot_on_a_client_sees_what_the_service_sees(
        config in config(),
        you in viewer(),
        words in prop::collection::vec((any::<bool>(), any::<usize>()), 0..60),
        at in any::<prop::sample::Index>(),
    ) {
        let at = at.index(words.len() + 1);
        let mut session = Session::new(config);
        let mut client = None;
        for (number, (first, choice)) in words.into_iter().enumerate() {
            if number == at {
                client = Some(follow(&session, you));
            }
            for event in say(&session, first, choice) {
                evolve(&mut session, &event).expect("what was decided fits");
                if let Some(client) = &mut client {
                    let event = WireEvent::from(&event);
                    let applied = client.apply(session.seq(), &event);
                    prop_assert_eq!(applied, Ok(Applied::New));
                }
            }
        }
        let client = client.unwrap_or_else(|| follow(&session, you));
        check_same(&client, &session);
    }
}
