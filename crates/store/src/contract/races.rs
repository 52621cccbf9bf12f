//! Sentences about many who ask at once.

use play::{CancelReason, Event, Seq, Side, Time};
use tokio::task::JoinSet;

use super::given::{Table, a_player, append_of, check_events, fresh_command, marker};
use crate::{Append, Appended, SharedStore, StoreError};

/// Asks for all of it at the same time, of each store in turn; the answers in
/// the order of asking.
async fn all_at_once(
    stores: &[SharedStore],
    appends: Vec<Append>,
) -> Vec<Result<Appended, StoreError>> {
    let mut tasks = JoinSet::new();
    for (n, append) in appends.into_iter().enumerate() {
        let store = stores[n % stores.len()].clone();
        tasks.spawn(async move { (n, store.append(append).await) });
    }
    let mut answers = tasks.join_all().await;
    answers.sort_by_key(|(n, _)| *n);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// As it says: two hundred, each of which tries again until it is in.
pub async fn of_many_decisions_at_one_moment_each_becomes_its_own_event(store: &SharedStore) {
    many_decisions(std::slice::from_ref(store), 200).await;
}

async fn many_decisions(stores: &[SharedStore], count: usize) {
    let store = &stores[0];
    let Table { game, first, .. } = Table::of_two(store).await;
    let mut tasks = JoinSet::new();
    for n in 0..count {
        let store = stores[n % stores.len()].clone();
        tasks.spawn(async move {
            let event = marker();
            let mut known = 0;
            loop {
                let append = append_of(game, first, known, vec![event.clone()]);
                match store.append(append).await.expect("an answer") {
                    Appended::Done { seq } => return (seq.get(), event),
                    Appended::Conflict => {
                        let news = store.events_since(game, Seq::new(known)).await;
                        known += news.expect("events").len() as u64;
                    }
                    Appended::Repeated { .. } => panic!("there was no command id"),
                }
            }
        });
    }
    let mut answers = tasks.join_all().await;
    answers.sort_by_key(|(seq, _)| *seq);
    let (seqs, events): (Vec<_>, Vec<_>) = answers.into_iter().unzip();
    assert_eq!(seqs, (1..=count as u64).collect::<Vec<_>>());
    check_events(store, game, &events).await;
}

/// As it says: a hundred games of twenty events.
pub async fn many_games_at_once_keep_apart(store: &SharedStore) {
    let mut tasks = JoinSet::new();
    for _ in 0..100 {
        let store = store.clone();
        tasks.spawn(async move {
            let Table { game, first, second } = Table::of_two(&store).await;
            let events: Vec<_> = (0..20).map(|_| marker()).collect();
            for (seq, event) in (0..).zip(&events) {
                let player = if seq % 2 == 0 { first } else { second };
                let append = append_of(game, player, seq, vec![event.clone()]);
                let expected = Appended::Done { seq: Seq::new(seq + 1) };
                assert_eq!(store.append(append).await, Ok(expected));
            }
            check_events(&store, game, &events).await;
        });
    }
    tasks.join_all().await;
}

/// As it says; every sender learns where it stands.
pub async fn a_command_sent_many_times_at_once_is_written_once(store: &SharedStore) {
    one_command(std::slice::from_ref(store)).await;
}

async fn one_command(stores: &[SharedStore]) {
    let store = &stores[0];
    let Table { game, first, .. } = Table::of_two(store).await;
    let append = append_of(game, first, 0, vec![marker()]).by_command(fresh_command());
    let answers = all_at_once(stores, vec![append.clone(); 50]).await;
    let seq = Seq::new(1);
    let count = |answer| answers.iter().filter(|it| **it == Ok(answer)).count();
    assert_eq!(count(Appended::Done { seq }), 1);
    assert_eq!(count(Appended::Repeated { seq }), 49);
    check_events(store, game, &append.events).await;
}

/// As it says, two hundred times over.
pub async fn an_invite_is_either_cancelled_or_accepted(store: &SharedStore) {
    cancel_or_accept(std::slice::from_ref(store), 200).await;
}

async fn cancel_or_accept(stores: &[SharedStore], times: usize) {
    let store = &stores[0];
    for n in 0..times {
        let table = Table::with_open_seat(store).await;
        let cancelled = Event::Cancelled { reason: CancelReason::Cancelled };
        let cancel = append_of(table.game, table.first, 0, vec![cancelled.clone()]);
        let accept = table.join(table.second);
        let joined = accept.events[0].clone();
        let both = if n % 2 == 0 { vec![cancel, accept] } else { vec![accept, cancel] };
        let (won, lost) = (Ok(Appended::Done { seq: Seq::new(1) }), Ok(Appended::Conflict));
        let answers = all_at_once(stores, both).await;
        let first_won = answers == [won, lost];
        assert!(first_won || answers == [lost, won], "{answers:?}");
        let event = if first_won == (n % 2 == 0) { cancelled } else { joined };
        check_events(store, table.game, &[event]).await;
        let guests = store.games_of(table.second, 10).await.expect("a list");
        assert_eq!(guests.len(), usize::from(first_won != (n % 2 == 0)));
    }
}

/// As it says, two hundred times over.
pub async fn of_two_guests_one_takes_the_seat(store: &SharedStore) {
    two_guests(std::slice::from_ref(store), 200).await;
}

async fn two_guests(stores: &[SharedStore], times: usize) {
    let store = &stores[0];
    let other = a_player(store).await;
    for n in 0..times {
        let table = Table::with_open_seat(store).await;
        let mut guests = [table.second, other];
        guests.rotate_left(n % 2);
        let answers = all_at_once(stores, guests.map(|guest| table.join(guest)).to_vec()).await;
        let (won, lost) = (Ok(Appended::Done { seq: Seq::new(1) }), Ok(Appended::Conflict));
        let first_won = answers == [won, lost];
        assert!(first_won || answers == [lost, won], "{answers:?}");
        let player = guests[usize::from(!first_won)];
        let joined = Event::Joined { side: Side::Second, player, at: Time::ZERO };
        check_events(store, table.game, &[joined]).await;
    }
}

/// As it says: the same races, and every second one asks the other store.
pub async fn races_between_two_processes_are_settled_as_within_one(stores: &[SharedStore; 2]) {
    many_decisions(stores, 40).await;
    one_command(stores).await;
    cancel_or_accept(stores, 40).await;
    two_guests(stores, 40).await;
}

/// As it says, and none of them waits for another for ever: they write to the
/// same games, in any order, and do other things to them.
pub async fn two_processes_that_cross_each_other_come_through(stores: &[SharedStore; 2]) {
    let mut tables = Vec::new();
    for _ in 0..20 {
        tables.push(Table::of_two(&stores[0]).await);
    }
    let mut tasks = JoinSet::new();
    for n in 0..40_usize {
        let (store, mut tables) = (stores[n % 2].clone(), tables.clone());
        tables.rotate_left(n % 20);
        if n % 4 < 2 {
            tables.reverse();
        }
        tasks.spawn(async move {
            let mut done = 0;
            for Table { game, first, .. } in tables {
                let known = store.events_since(game, Seq::ZERO).await.expect("events").len();
                let away = play::BySide { first: Some(Time::ZERO), second: None };
                let append = append_of(game, first, known as u64, vec![marker()]);
                let (appended, noted, visited) = tokio::join!(
                    store.append(append),
                    store.set_away(game, away),
                    store.visit_game(game, Time::from_millis(n as u64)),
                );
                noted.and(visited).expect("written");
                done += usize::from(matches!(appended, Ok(Appended::Done { .. })));
                appended.expect("an answer");
            }
            done
        });
    }
    let done: usize = tasks.join_all().await.into_iter().sum();
    let mut written = 0;
    for table in tables {
        written += stores[1].events_since(table.game, Seq::ZERO).await.expect("events").len();
    }
    assert_eq!(written, done);
}
