//! Sentences about players.

use play::{Face, PlayerId, Time};

use super::given::{Table, fresh, fresh_hash};
use crate::{NewPlayer, SecretHash, SharedStore, StoreError};

fn new_player() -> NewPlayer {
    NewPlayer {
        id: PlayerId::from_u128(fresh()),
        secret: SecretHash::new(fresh_hash()),
        face: Face::Komodo,
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

/// As it says; and adding the same player again does not take the choice back.
pub async fn a_player_has_a_face_and_may_choose_another(store: &SharedStore) {
    let new = new_player();
    store.add_player(new).await.expect("a new player");
    assert_eq!(store.face(new.id).await, Ok(Some(Face::Komodo)));
    for face in Face::ALL {
        assert_eq!(store.set_face(new.id, face).await, Ok(()));
        assert_eq!(store.face(new.id).await, Ok(Some(face)));
    }
    store.add_player(new).await.expect("the same player");
    assert_eq!(store.face(new.id).await, Ok(Some(Face::Fox)));
}

/// As it says.
pub async fn nobody_has_no_face(store: &SharedStore) {
    let stranger = PlayerId::from_u128(fresh());
    assert_eq!(store.face(stranger).await, Ok(None));
    assert_eq!(store.set_face(stranger, Face::Puli).await, Ok(()));
    assert_eq!(store.face(stranger).await, Ok(None));
    let known = new_player();
    store.add_player(known).await.expect("a new player");
    store.forget_player(known.id).await.expect("forgotten");
    assert_eq!(store.set_face(known.id, Face::Puli).await, Ok(()));
    assert_eq!(store.face(known.id).await, Ok(None));
}

/// As it says: those of the players who sit there now, wherever they came from.
pub async fn a_game_comes_with_the_faces_of_its_players(store: &SharedStore) {
    let table = Table::with_open_seat(store).await;
    let faces = async || {
        let game = store.load_game(table.game).await.expect("a readable game").expect("the game");
        (game.faces.first, game.faces.second)
    };
    store.set_face(table.first, Face::Tarsier).await.expect("a face");
    store.set_face(table.second, Face::Racka).await.expect("a face");
    assert_eq!(faces().await, (Some(Face::Tarsier), None));
    store.append(table.join(table.second)).await.expect("a seat");
    assert_eq!(faces().await, (Some(Face::Tarsier), Some(Face::Racka)));
    let seen = async |player| {
        let games = store.games_of(player, 1).await.expect("a list");
        games.first().and_then(|game| game.face)
    };
    assert_eq!(seen(table.first).await, Some(Face::Racka));
    assert_eq!(seen(table.second).await, Some(Face::Tarsier));
    store.forget_player(table.second).await.expect("forgotten");
    assert_eq!(faces().await, (Some(Face::Tarsier), None));
}

/// As it says.
pub async fn a_store_that_works_is_ready(store: &SharedStore) {
    assert_eq!(store.ready().await, Ok(()));
}
