//! Sentences about players.

use play::{PlayerId, Time};

use super::given::{fresh, fresh_hash};
use crate::{NewPlayer, SecretHash, SharedStore, StoreError};

fn new_player() -> NewPlayer {
    NewPlayer {
        id: PlayerId::from_u128(fresh()),
        secret: SecretHash::new(fresh_hash()),
        at: Time::from_millis(5),
    }
}

/// As it says.
pub async fn a_player_is_known_by_the_secret(store: &SharedStore) {
    let (maria, juan) = (new_player(), new_player());
    for new in [maria, juan] {
        store.add_player(new).await.expect("a new player");
    }
    assert_eq!(store.player(maria.secret).await, Ok(Some(maria.id)));
    assert_eq!(store.player(juan.secret).await, Ok(Some(juan.id)));
}

/// As it says.
pub async fn an_unknown_secret_leads_to_nobody(store: &SharedStore) {
    assert_eq!(store.player(SecretHash::new(fresh_hash())).await, Ok(None));
}

/// As it says; this is what makes asking again after an error safe.
pub async fn adding_a_player_again_changes_nothing(store: &SharedStore) {
    let new = new_player();
    for _ in 0..3 {
        assert_eq!(store.add_player(new).await, Ok(()));
    }
    assert_eq!(store.player(new.secret).await, Ok(Some(new.id)));
}

/// As it says; and the player that cannot be added so is not there at all.
pub async fn a_secret_never_leads_to_another_player(store: &SharedStore) {
    let known = new_player();
    store.add_player(known).await.expect("a new player");
    let thief = NewPlayer { secret: known.secret, ..new_player() };
    assert_eq!(store.add_player(thief).await, Err(StoreError::Unfit));
    assert_eq!(store.player(known.secret).await, Ok(Some(known.id)));
}

/// As it says.
pub async fn a_store_that_works_is_ready(store: &SharedStore) {
    assert_eq!(store.ready().await, Ok(()));
}
