//! Sentences about who is told by push.

use play::{PlayerId, Time};

use super::given::{a_player, fresh};
use crate::{
    Cutoffs, MAX_ENDPOINT_BYTES, MAX_PUSH_SUBSCRIPTIONS, Pruning, PushSubscription, SharedStore,
    StoreError,
};

fn subscription(player: PlayerId, at: u64) -> PushSubscription {
    PushSubscription {
        player,
        endpoint: format!("https://push.example/{}", fresh()),
        public_key: [4; 65],
        auth: [7; 16],
        lang: "hu".to_owned(),
        at: Time::from_millis(at),
    }
}

/// As it says; taking away twice is no fault.
pub async fn a_subscription_comes_back_until_it_is_dropped(store: &SharedStore) {
    let (maria, juan) = (a_player(store).await, a_player(store).await);
    let [first, second] = [subscription(maria, 1), subscription(maria, 2)];
    for it in [&first, &second] {
        assert_eq!(store.put_push(it.clone()).await, Ok(()));
    }
    assert_eq!(store.pushes_of(maria).await, Ok(vec![first.clone(), second.clone()]));
    assert_eq!(store.pushes_of(juan).await, Ok(Vec::new()));
    for _ in 0..2 {
        assert_eq!(store.drop_push(&first.endpoint).await, Ok(()));
    }
    assert_eq!(store.pushes_of(maria).await, Ok(vec![second]));
}

/// As it says: a browser may come to be another player's.
pub async fn an_endpoint_is_one_player_s_the_last_who_gave_it(store: &SharedStore) {
    let (maria, juan) = (a_player(store).await, a_player(store).await);
    let of_maria = subscription(maria, 1);
    let of_juan = PushSubscription { player: juan, auth: [8; 16], ..of_maria.clone() };
    for it in [&of_maria, &of_juan] {
        assert_eq!(store.put_push(it.clone()).await, Ok(()));
    }
    assert_eq!(store.pushes_of(maria).await, Ok(Vec::new()));
    assert_eq!(store.pushes_of(juan).await, Ok(vec![of_juan]));
}

/// As it says.
pub async fn of_too_many_subscriptions_the_oldest_go(store: &SharedStore) {
    let player = a_player(store).await;
    let many: Vec<_> =
        (1..=u64::from(MAX_PUSH_SUBSCRIPTIONS) + 3).map(|at| subscription(player, at)).collect();
    for it in &many {
        assert_eq!(store.put_push(it.clone()).await, Ok(()));
    }
    assert_eq!(store.pushes_of(player).await, Ok(many[3..].to_vec()));
}

/// As it says, and no endpoint beyond all measure is kept.
pub async fn nobody_subscribes_who_is_not_known(store: &SharedStore) {
    let nobody = PlayerId::from_u128(fresh());
    assert_eq!(store.put_push(subscription(nobody, 1)).await, Err(StoreError::Unfit));
    let player = a_player(store).await;
    let long = "x".repeat(MAX_ENDPOINT_BYTES + 1);
    let it = PushSubscription { endpoint: long, ..subscription(player, 1) };
    assert_eq!(store.put_push(it).await, Err(StoreError::Unfit));
    store.forget_player(player).await.expect("forgotten");
    assert_eq!(store.put_push(subscription(player, 1)).await, Err(StoreError::Unfit));
}

/// As it says, whoever forgets: the player, or time.
pub async fn who_is_forgotten_is_told_nothing_any_more(store: &SharedStore) {
    let (erased, pruned) = (a_player(store).await, a_player(store).await);
    for player in [erased, pruned] {
        store.put_push(subscription(player, 1)).await.expect("kept");
    }
    store.forget_player(erased).await.expect("forgotten");
    let late = Time::from_millis(u64::from(u32::MAX));
    let cutoffs = Cutoffs { finished: Time::ZERO, abandoned: Time::ZERO, players: late };
    store.prune(Pruning::Players(vec![pruned]), cutoffs).await.expect("forgotten");
    for player in [erased, pruned] {
        assert_eq!(store.pushes_of(player).await, Ok(Vec::new()));
    }
}

/// As it says.
pub async fn the_first_key_for_pushes_is_the_one_for_ever(store: &SharedStore) {
    let first = store.push_key(vec![1; 138]).await.expect("a key");
    assert_eq!(store.push_key(vec![2; 138]).await, Ok(first));
}
