//! Sentences about rematches.

use play::{Event, GameConfig, GameId, Level, Seat, Seq};

use super::given::{Table, append_of, check_events, config_of, fresh};
use crate::{Append, Appended, NewGame, SharedStore, StoreError};

fn swapped(table: &Table) -> GameConfig {
    config_of(Seat::Player(table.second), Seat::Player(table.first))
}

fn rematch_of(table: &Table, next: GameId, config: GameConfig, job: Option<Level>) -> Append {
    let started = Event::RematchStarted { game: next };
    let mut append = append_of(table.game, table.first, 0, vec![started]);
    append.rematch = Some(NewGame { id: next, config, invite: None, job });
    append
}

/// As it says, with the computer's first job if there is one.
pub async fn a_rematch_is_made_together_with_its_event(store: &SharedStore) {
    let table = Table::of_two(store).await;
    let next = GameId::from_u128(fresh());
    let append = rematch_of(&table, next, swapped(&table), None);
    assert_eq!(store.append(append).await, Ok(Appended::Done { seq: Seq::new(1) }));
    let stored = store.load_game(next).await.expect("a readable game");
    assert_eq!(stored.map(|game| game.config), Some(swapped(&table)));

    let table = Table::with_computer(store, None).await;
    let next = GameId::from_u128(fresh());
    let config = config_of(Seat::Computer(Level::Easy), Seat::Player(table.first));
    let append = rematch_of(&table, next, config, Some(Level::Easy));
    assert_eq!(store.append(append).await, Ok(Appended::Done { seq: Seq::new(1) }));
    let jobs = store.open_jobs().await.expect("a list");
    assert!(jobs.iter().any(|job| job.game == next && job.seq == Seq::ZERO));
}

/// As it says: both or neither; nor does a game begin whose event was turned
/// away.
pub async fn a_rematch_that_cannot_be_made_leaves_no_event(store: &SharedStore) {
    let table = Table::of_two(store).await;
    let taken = Table::of_two(store).await.game;
    let append = rematch_of(&table, taken, swapped(&table), None);
    assert_eq!(store.append(append).await, Err(StoreError::Unfit));
    check_events(store, table.game, &[]).await;

    let next = GameId::from_u128(fresh());
    let mut late = rematch_of(&table, next, swapped(&table), None);
    late.expected_seq = Seq::new(5);
    assert_eq!(store.append(late).await, Ok(Appended::Conflict));
    assert_eq!(store.load_game(next).await, Ok(None));
}
