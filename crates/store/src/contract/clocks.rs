//! Sentences about deadlines, about who is away, and about the time in which
//! nobody served.

use play::{BySide, GameId, Seat, State, Time, TimeControl};

use super::given::{Table, a_player, append_of, config_of, fresh, marker};
use crate::{Deadline, NewGame, SharedStore};

/// The deadlines of these games, asked for in pages of three.
async fn deadlines_of(store: &SharedStore, games: &[GameId], by: Time) -> Vec<Deadline> {
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let page = store.deadlines(by, after, 3).await.expect("a list");
        let Some(last) = page.last() else { return found };
        after = Some(*last);
        found.extend(page.into_iter().filter(|deadline| games.contains(&deadline.game)));
    }
}

/// A game of two whose flag falls then, if it does.
async fn due(store: &SharedStore, at: Option<u64>) -> GameId {
    let Table { game, first, .. } = Table::of_two(store).await;
    let mut append = append_of(game, first, 0, vec![marker()]);
    append.due_at = at.map(Time::from_millis);
    store.append(append).await.expect("written");
    game
}

async fn away_of(store: &SharedStore, game: GameId) -> [Option<u64>; 2] {
    let stored = store.load_game(game).await.expect("a readable game").expect("the game");
    let BySide { first, second } = stored.away.map(|since| since.map(Time::as_millis));
    [first, second]
}

fn away(first: Option<u64>, second: Option<u64>) -> BySide<Option<Time>> {
    BySide { first, second }.map(|since| since.map(Time::from_millis))
}

/// As it says, in pages, also where several fall at one moment.
pub async fn the_flags_that_fall_come_in_their_order(store: &SharedStore) {
    let mut games = Vec::new();
    for at in [Some(70), Some(50), None, Some(60), Some(60), Some(60), Some(60), Some(90)] {
        games.push(due(store, at).await);
    }
    for (by, count) in [(49, 0), (50, 1), (60, 5), (89, 6), (90, 7), (u64::MAX, 7)] {
        let found = deadlines_of(store, &games, Time::from_millis(by)).await;
        assert_eq!(found.len(), count, "by {by}");
        assert!(found.is_sorted(), "{found:?}");
    }
}

/// As it says; a decision that is turned away moves nothing.
pub async fn every_decision_says_when_the_flag_falls_then(store: &SharedStore) {
    let Table { game, first, .. } = Table::of_two(store).await;
    let all = Time::from_millis(u64::MAX);
    for (seq, at) in (0..).zip([Some(100), Some(200), None, Some(300)]) {
        let mut append = append_of(game, first, seq, vec![marker()]);
        append.due_at = at.map(Time::from_millis);
        let mut late = append.clone();
        store.append(append).await.expect("written");
        late.due_at = Some(Time::from_millis(1));
        store.append(late).await.expect("turned away");
        let found = deadlines_of(store, &[game], all).await;
        let expected = at.map(|at| Deadline { at: Time::from_millis(at), game });
        assert_eq!(found, Vec::from_iter(expected));
    }
}

/// As it says: where the clock runs from the first moment.
pub async fn a_new_game_can_have_a_deadline(store: &SharedStore) {
    let (me, you) = (Seat::Player(a_player(store).await), Seat::Player(a_player(store).await));
    let id = GameId::from_u128(fresh());
    let config = config_of(me, you).with_clock(TimeControl::days_per_move(2).ok());
    let flag_at = play::Session::new(config.clone()).flag_at().expect("a clock that runs");
    let new = NewGame { id, config, invite: None, job: None };
    store.create_game(new).await.expect("a new game");
    let found = deadlines_of(store, &[id], Time::from_millis(u64::MAX)).await;
    assert_eq!(found, [Deadline { at: flag_at, game: id }]);
}

/// As it says, for each seat, until the game ends.
pub async fn who_is_away_is_remembered_while_the_game_goes_on(store: &SharedStore) {
    let Table { game, first, .. } = Table::of_two(store).await;
    assert_eq!(away_of(store, game).await, [None, None]);
    for (one, two) in [(Some(5), None), (Some(5), Some(9)), (None, Some(9))] {
        store.set_away(game, away(one, two)).await.expect("written");
        assert_eq!(away_of(store, game).await, [one, two]);
    }
    store.append(append_of(game, first, 0, vec![marker()])).await.expect("written");
    assert_eq!(away_of(store, game).await, [None, Some(9)]);
    let mut end = append_of(game, first, 1, vec![marker()]);
    end.summary.state = State::Cancelled(play::CancelReason::Cancelled);
    store.append(end).await.expect("written");
    store.set_away(game, away(Some(1), None)).await.expect("nothing to write");
    assert_eq!(away_of(store, game).await, [None, None]);
    assert_eq!(store.set_away(GameId::from_u128(fresh()), away(None, None)).await, Ok(()));
}

/// As it says; a machine's clock that goes back does not take it back.
pub async fn the_last_sign_of_life_is_remembered(store: &SharedStore) {
    let base = store.last_alive().await.expect("readable").map_or(0, Time::as_millis);
    let later = Time::from_millis(base + 1_000_000);
    store.alive(later).await.expect("written");
    store.alive(Time::from_millis(base)).await.expect("written");
    assert!(store.last_alive().await.expect("readable") >= Some(later));
}

/// As it says: who was away before, during or after it.
pub async fn nobody_is_away_while_nobody_serves(store: &SharedStore) {
    let mut games = Vec::new();
    for (one, two) in [(Some(50), None), (None, Some(150)), (Some(250), Some(20)), (None, None)] {
        let game = Table::of_two(store).await.game;
        store.set_away(game, away(one, two)).await.expect("written");
        games.push(game);
    }
    let (from, until) = (Time::from_millis(100), Time::from_millis(200));
    store.alive_again(from, until).await.expect("written");
    assert!(store.last_alive().await.expect("readable") >= Some(until));
    let expected = [[Some(150), None], [None, Some(200)], [Some(250), Some(120)], [None, None]];
    for (game, expected) in games.into_iter().zip(expected) {
        assert_eq!(away_of(store, game).await, expected);
    }
}
