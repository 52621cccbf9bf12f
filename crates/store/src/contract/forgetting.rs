//! Sentences about a player who asks to be forgotten.

use play::{Face, PlayerId, State, Time};

use super::given::{Table, a_player, append_of, check_events, fresh, fresh_hash, marker};
use crate::{Appended, NewPlayer, SecretHash, SharedStore};

/// As it says: games that ended or were called off are not among them.
pub async fn unfinished_games_are_those_that_wait_or_go_on(store: &SharedStore) {
    let waiting = Table::with_open_seat(store).await;
    let found = store.unfinished_games_of(waiting.first, 10).await;
    assert_eq!(found, Ok(vec![waiting.game]));
    let playing = Table::of_two(store).await;
    for player in [playing.first, playing.second] {
        assert_eq!(store.unfinished_games_of(player, 10).await, Ok(vec![playing.game]));
        assert_eq!(store.unfinished_games_of(player, 0).await, Ok(Vec::new()));
    }
    let mut end = append_of(playing.game, playing.first, 0, vec![marker()]);
    end.summary.state = State::Finished(play::Outcome::Draw(play::DrawReason::Agreed));
    store.append(end).await.expect("written");
    assert_eq!(store.unfinished_games_of(playing.first, 10).await, Ok(Vec::new()));
    let nobody = PlayerId::from_u128(fresh());
    assert_eq!(store.unfinished_games_of(nobody, 10).await, Ok(Vec::new()));
}

/// As it says; the other player's seat, and the game, stay.
pub async fn nothing_leads_to_a_player_who_was_forgotten(store: &SharedStore) {
    let Table { game, first, second } = Table::of_two(store).await;
    let event = marker();
    let append = append_of(game, first, 0, vec![event.clone()]);
    assert!(matches!(store.append(append).await, Ok(Appended::Done { .. })));
    for _ in 0..2 {
        assert_eq!(store.forget_player(first).await, Ok(()));
    }
    assert_eq!(store.games_of(first, 10).await, Ok(Vec::new()));
    let by_nobody = append_of(game, first, 1, vec![marker()]);
    assert_eq!(store.append(by_nobody).await, Ok(Appended::Conflict));
    check_events(store, game, &[event]).await;
    assert_eq!(store.games_of(second, 10).await.expect("a list").len(), 1);
    let by_the_other = append_of(game, second, 1, vec![marker()]);
    assert!(matches!(store.append(by_the_other).await, Ok(Appended::Done { .. })));
}

/// As it says, and only that player's.
pub async fn a_forgotten_secret_is_a_secret_of_nobody(store: &SharedStore) {
    let (secret, other) = (SecretHash::new(fresh_hash()), a_player(store).await);
    let id = PlayerId::from_u128(fresh());
    let new = NewPlayer { id, secret, face: Face::Fox, at: Time::ZERO };
    store.add_player(new).await.expect("a new player");
    store.forget_player(other).await.expect("forgotten");
    assert_eq!(store.player(secret).await, Ok(Some(id)));
    store.forget_player(id).await.expect("forgotten");
    assert_eq!(store.player(secret).await, Ok(None));
}
