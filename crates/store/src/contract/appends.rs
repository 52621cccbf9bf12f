//! Sentences about adding events.

use play::{Event, GameId, Seq, Side, Time};

use super::given::{Table, a_player, append_of, check_events, fresh, fresh_command, marker};
use crate::{Append, Appended, Author, MAX_EVENTS, SharedStore, StoreError};

fn done(seq: u64) -> Result<Appended, StoreError> {
    Ok(Appended::Done { seq: Seq::new(seq) })
}

fn repeated(seq: u64) -> Result<Appended, StoreError> {
    Ok(Appended::Repeated { seq: Seq::new(seq) })
}

/// As it says, with the times at which they were added; from any of them on.
pub async fn events_come_back_in_their_order(store: &SharedStore) {
    let Table { game, first, second } = Table::of_two(store).await;
    let events: Vec<_> = (0..5).map(|_| marker()).collect();
    let mut append = append_of(game, first, 0, events[..2].to_vec());
    append.at = Time::from_millis(10);
    assert_eq!(store.append(append).await, done(2));
    let mut append = append_of(game, second, 2, events[2..].to_vec());
    append.at = Time::from_millis(20);
    assert_eq!(store.append(append).await, done(5));

    check_events(store, game, &events).await;
    for since in 0..=6 {
        let found = store.events_since(game, Seq::new(since)).await.expect("events");
        let found: Vec<_> = found
            .into_iter()
            .map(|event| (event.seq.get(), event.at.as_millis(), event.event))
            .collect();
        let expected: Vec<_> = (1..)
            .zip(&events)
            .filter(|(seq, _)| *seq > since)
            .map(|(seq, event)| (seq, if seq <= 2 { 10 } else { 20 }, event.clone()))
            .collect();
        assert_eq!(found, expected, "since {since}");
    }
}

/// As it says, whether it knew too little or claims to know the future.
pub async fn a_decision_that_knew_another_last_event_is_turned_away(store: &SharedStore) {
    let Table { game, first, .. } = Table::of_two(store).await;
    let events = [marker(), marker()];
    assert_eq!(store.append(append_of(game, first, 0, events.to_vec())).await, done(2));
    for expected in [0, 1, 3] {
        let append = append_of(game, first, expected, vec![marker()]);
        assert_eq!(store.append(append).await, Ok(Appended::Conflict), "{expected}");
    }
    check_events(store, game, &events).await;
}

/// As it says, whether the repetition knows the newest event or not.
pub async fn a_command_is_accepted_once(store: &SharedStore) {
    let Table { game, first, .. } = Table::of_two(store).await;
    let (command, event) = (fresh_command(), marker());
    let append = append_of(game, first, 0, vec![event.clone()]).by_command(command);
    assert_eq!(store.append(append.clone()).await, done(1));
    assert_eq!(store.append(append).await, repeated(1));
    let knowing = append_of(game, first, 1, vec![marker()]).by_command(command);
    assert_eq!(store.append(knowing).await, repeated(1));
    check_events(store, game, &[event]).await;

    let other = append_of(game, first, 1, vec![marker()]).by_command(fresh_command());
    assert_eq!(store.append(other).await, done(2));
}

/// As it says; a command that was not accepted is not remembered.
pub async fn a_command_is_remembered_by_its_last_event(store: &SharedStore) {
    let Table { game, first, second } = Table::of_two(store).await;
    let (accepted, refused) = (fresh_command(), fresh_command());
    let append = append_of(game, first, 0, vec![marker(), marker(), marker()]);
    assert_eq!(store.append(append.by_command(accepted)).await, done(3));
    let append = append_of(game, first, 0, vec![marker()]).by_command(refused);
    assert_eq!(store.append(append).await, Ok(Appended::Conflict));

    assert_eq!(store.command_seq(game, first, accepted).await, Ok(Some(Seq::new(3))));
    assert_eq!(store.command_seq(game, first, refused).await, Ok(None));
    assert_eq!(store.command_seq(game, second, accepted).await, Ok(None));
    assert_eq!(store.command_seq(GameId::from_u128(fresh()), first, accepted).await, Ok(None));
}

/// As it says, and one player in two games.
pub async fn two_players_may_use_the_same_command_id(store: &SharedStore) {
    let Table { game, first, second } = Table::of_two(store).await;
    let command = fresh_command();
    let append = |player, seq| append_of(game, player, seq, vec![marker()]).by_command(command);
    assert_eq!(store.append(append(first, 0)).await, done(1));
    assert_eq!(store.append(append(second, 1)).await, done(2));
    assert_eq!(store.append(append(first, 2)).await, repeated(1));
    assert_eq!(store.append(append(second, 2)).await, repeated(2));

    let elsewhere = Table::of_two(store).await;
    let append = append_of(elsewhere.game, elsewhere.first, 0, vec![marker()]);
    assert_eq!(store.append(append.by_command(command)).await, done(1));
}

/// As it says; the service can, without a seat and without command ids.
pub async fn who_sits_nowhere_cannot_decide(store: &SharedStore) {
    let table = Table::of_two(store).await;
    let watcher = a_player(store).await;
    let append = append_of(table.game, watcher, 0, vec![marker()]);
    assert_eq!(store.append(append.clone()).await, Ok(Appended::Conflict));
    let of_service =
        |seq| Append { author: Author::Service, expected_seq: Seq::new(seq), ..append.clone() };
    assert_eq!(store.append(of_service(0)).await, done(1));
    assert_eq!(store.append(of_service(1)).await, done(2));
}

/// As it says: from then on the guest decides too, and finds the game.
pub async fn joining_takes_the_seat(store: &SharedStore) {
    let table = Table::with_open_seat(store).await;
    let Table { game, second: guest, .. } = table;
    let early = append_of(game, guest, 0, vec![marker()]);
    assert_eq!(store.append(early).await, Ok(Appended::Conflict));
    assert_eq!(store.games_of(guest, 10).await, Ok(Vec::new()));

    let command = fresh_command();
    assert_eq!(store.append(table.join(guest).by_command(command)).await, done(1));
    assert_eq!(store.append(table.join(guest).by_command(command)).await, repeated(1));
    assert_eq!(store.command_seq(game, guest, command).await, Ok(Some(Seq::new(1))));
    assert_eq!(store.append(append_of(game, guest, 1, vec![marker()])).await, done(2));
    let games = store.games_of(guest, 10).await.expect("a list");
    assert_eq!(games.first().map(|line| (line.game, line.you)), Some((game, Side::Second)));
}

/// As it says, also for somebody who knows the newest event, and whoever leads
/// them to it.
pub async fn a_taken_seat_stays_taken(store: &SharedStore) {
    let table = Table::with_open_seat(store).await;
    assert_eq!(store.append(table.join(table.second)).await, done(1));
    let other = a_player(store).await;
    let by_other = Author::Player { player: other, command: None };
    let by_host = Author::Player { player: table.first, command: None };
    for (known, author) in [(0, by_other), (1, by_other), (1, by_host), (1, Author::Service)] {
        let late = Append { expected_seq: Seq::new(known), author, ..table.join(other) };
        assert_eq!(store.append(late).await, Ok(Appended::Conflict), "{known} {author:?}");
    }
    assert_eq!(store.games_of(other, 10).await, Ok(Vec::new()));
    let joined = Event::Joined { side: Side::Second, player: table.second, at: Time::ZERO };
    check_events(store, table.game, &[joined]).await;
}

/// As it says.
pub async fn an_append_brings_one_to_sixteen_events_to_a_game_that_exists(store: &SharedStore) {
    let Table { game, first, .. } = Table::of_two(store).await;
    let append = |game, count| append_of(game, first, 0, (0..count).map(|_| marker()).collect());
    for (append, answer) in [
        (append(game, 0), Err(StoreError::Unfit)),
        (append(game, MAX_EVENTS + 1), Err(StoreError::Unfit)),
        (append(GameId::from_u128(fresh()), 1), Err(StoreError::Unfit)),
        (append(game, MAX_EVENTS), done(MAX_EVENTS as u64)),
    ] {
        assert_eq!(store.append(append).await, answer);
    }
}

/// As it says, though they were asked for at the same time.
pub async fn an_unfit_request_does_not_spoil_the_others(store: &SharedStore) {
    let Table { first, .. } = Table::of_two(store).await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..120_u64 {
        let table = Table::of_two(store).await;
        let store = store.clone();
        tasks.spawn(async move {
            let append = if n % 3 == 0 {
                append_of(GameId::from_u128(fresh()), first, 0, vec![marker()])
            } else {
                append_of(table.game, table.first, 0, vec![marker()])
            };
            (n, table, append.events.clone(), store.append(append).await)
        });
    }
    while let Some(answered) = tasks.join_next().await {
        let (n, table, events, answer) = answered.expect("no panic");
        if n % 3 == 0 {
            assert_eq!(answer, Err(StoreError::Unfit));
            check_events(store, table.game, &[]).await;
        } else {
            assert_eq!(answer, done(1));
            check_events(store, table.game, &events).await;
        }
    }
}
