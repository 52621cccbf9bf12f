//! Whatever anybody says in whatever order, the promises hold.

use core::time::Duration;

use play::{
    Actor, ClaimedResult, Command, Event, Level, Seat, Seq, Session, Side, State, Time,
    TimeControl, decide, evolve,
};
use proptest::prelude::*;
use rules::{GameRules, Square, Variant};

use crate::table::*;

/// What somebody says, chosen before the game is known: a move is "the n-th
/// legal one", a seq is "so many events ago".
#[derive(Clone, Debug)]
enum Word {
    LegalMove(usize),
    AnyMove(Vec<Square>),
    Other(fn(Seq) -> Command),
}

fn word() -> impl Strategy<Value = Word> {
    let others: Vec<fn(Seq) -> Command> = vec![
        |_| Command::Join,
        |_| Command::Cancel,
        |_| Command::Expire,
        |_| Command::Flag,
        |_| Command::Hold { from: EPOCH, until: EPOCH.plus(Duration::from_secs(3)) },
        |_| Command::Resign,
        |_| Command::OfferDraw,
        |_| Command::WithdrawDraw,
        |seq| Command::AnswerDraw { accept: false, seq },
        |seq| Command::AnswerDraw { accept: true, seq },
        |_| Command::RequestTakeback,
        |_| Command::WithdrawTakeback,
        |seq| Command::AnswerTakeback { accept: true, seq },
        |seq| Command::AnswerTakeback { accept: false, seq },
        |_| Command::OfferRematch { next: NEXT },
        |_| Command::WithdrawRematch,
        |seq| Command::AnswerRematch { accept: true, seq, next: NEXT },
        |seq| Command::AnswerRematch { accept: false, seq, next: NEXT },
        |seq| Command::Undo { seq },
        |seq| Command::Claim {
            result: ClaimedResult::Win,
            opponent_away_since: Some(Time::ZERO),
            seq,
        },
        |seq| Command::Claim { result: ClaimedResult::Draw, opponent_away_since: None, seq },
    ];
    let square = (1u8..=50).prop_map(|number| Square::new(number).expect("in range"));
    prop_oneof![
        6 => any::<usize>().prop_map(Word::LegalMove),
        1 => prop::collection::vec(square, 0..5).prop_map(Word::AnyMove),
        4 => prop::sample::select(others).prop_map(Word::Other),
    ]
}

fn actor() -> impl Strategy<Value = Actor> {
    prop_oneof![
        4 => Just(Actor::Player(ANNA)),
        4 => Just(Actor::Player(BELA)),
        4 => Just(Actor::Computer),
        1 => Just(Actor::Player(CILI)),
        1 => Just(Actor::Watcher),
        1 => Just(Actor::Service),
    ]
}

fn game() -> impl Strategy<Value = play::GameConfig> {
    let fens = prop::sample::select(vec![
        (Variant::English, None),
        (Variant::International, None),
        (Variant::English, Some("W:W18,K31:B10,K2")),
        (Variant::International, Some("B:W28,K46:B14,K5,K1")),
    ]);
    let opponent = prop_oneof![
        Just(Seat::Player(BELA)),
        Just(Seat::Open),
        Just(Seat::Computer(Level::Medium)),
    ];
    let clocks = prop::sample::select(vec![
        None,
        TimeControl::increment(5, 1).ok(),
        TimeControl::days_per_move(1).ok(),
    ]);
    (fens, opponent, clocks, any::<bool>()).prop_map(|((variant, fen), opponent, clock, swap)| {
        let seats = play::BySide { first: Seat::Player(ANNA), second: opponent };
        let seats = if swap { seats.swapped() } else { seats };
        config(variant, GameRules::STANDARD, fen, seats).with_clock(clock)
    })
}

fn command(word: &Word, session: &Session, ago: u64) -> Command {
    let seq = Seq::new(session.seq().get().saturating_sub(ago));
    match word {
        Word::AnyMove(path) => {
            let path = path.clone();
            Command::Move { path, seq, lag: Duration::ZERO }
        }
        Word::LegalMove(choice) => {
            let legal = session.board().legal_moves();
            let path = match legal.len() {
                0 => Vec::new(),
                count => legal[choice % count].path.clone(),
            };
            Command::Move { path, seq, lag: Duration::ZERO }
        }
        Word::Other(make) => make(seq),
    }
}

/// What must be true of every session.
fn check_invariants(session: &Session, log: &[Event]) {
    assert_eq!(session.seq().get(), log.len() as u64);
    let playing = session.is_playing();
    assert_eq!(playing && !session.legal_moves().is_empty(), playing);
    assert_eq!(
        session.state() == State::Waiting,
        session.seats().find(|&seat| seat == Seat::Open).is_some()
            && !matches!(session.state(), State::Cancelled(_)),
    );
    let running = session.clock().and_then(|clock| clock.face(EPOCH).running);
    assert!(running.is_none_or(|side| playing && side == session.side_to_move()));
    assert_eq!(running.is_some(), session.flag_at().is_some());
    let offers = session.offers();
    assert!(playing || (offers.draw.is_none() && offers.takeback.is_none()));
    assert!(offers.rematch.is_none() || session.outcome().is_some());
    if let Some(request) = offers.takeback {
        let plies = session.plies_to_last_decision(request.side);
        assert_eq!(plies, Some(request.plies), "the request says what it takes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_promise_holds_whatever_anybody_says(
        config in game(),
        words in prop::collection::vec((actor(), word(), 0u64..3, any::<bool>()), 0..150),
    ) {
        let mut session = Session::new(config.clone());
        let mut log = Vec::new();
        let mut now = EPOCH;
        for (speaker, word, ago, in_turn) in words {
            now = now.plus(Duration::from_millis(200));
            let command = command(&word, &session, if in_turn { 0 } else { ago });
            // Half of the words come from whoever is to move, or nothing would
            // ever happen.
            let seat = session.seats()[session.side_to_move()];
            let speaker = match seat {
                Seat::Player(player) if in_turn => Actor::Player(player),
                Seat::Computer(_) if in_turn => Actor::Computer,
                _ => speaker,
            };
            let answer = decide(&session, speaker, command.clone(), now);
            prop_assert_eq!(
                &answer,
                &decide(&session, speaker, command, now),
                "the same question has the same answer"
            );
            let Ok(events) = answer else { continue };
            for event in &events {
                evolve(&mut session, event).expect("what was decided fits");
            }
            if let [Event::TakenBack { plies, .. }] = events[..] {
                let asker = session.computer().map_or(session.side_to_move(), |(side, _)| !side);
                prop_assert_eq!(session.side_to_move(), asker, "{} plies", plies);
            }
            log.extend(events);
            check_invariants(&session, &log);
        }
        prop_assert_eq!(Session::replay(config, &log), Ok(session));
    }

    #[test]
    fn a_log_with_an_event_lost_or_doubled_never_breaks_anything(
        config in game(),
        words in prop::collection::vec((any::<bool>(), word()), 1..60),
        at in any::<prop::sample::Index>(),
        double: bool,
    ) {
        let mut session = Session::new(config.clone());
        let mut log = Vec::new();
        for (first, word) in words {
            let side = if first { Side::First } else { Side::Second };
            let speaker = match session.seats()[side] {
                Seat::Player(player) => Actor::Player(player),
                Seat::Computer(_) => Actor::Computer,
                Seat::Open => Actor::Player(BELA),
            };
            let command = command(&word, &session, 0);
            for event in decide(&session, speaker, command, EPOCH).unwrap_or_default() {
                evolve(&mut session, &event).expect("what was decided fits");
                log.push(event);
            }
        }
        prop_assume!(!log.is_empty());
        let at = at.index(log.len());
        if double {
            log.insert(at, log[at].clone());
        } else {
            log.remove(at);
        }
        let mut other = Session::new(config);
        for event in &log {
            let before = other.clone();
            if evolve(&mut other, event).is_err() {
                prop_assert_eq!(&other, &before, "a misfit changes nothing");
            }
        }
    }
}
