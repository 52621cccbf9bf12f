//! Sentences about what is forgotten because nobody comes back to it.
//!
//! Their games and players are older than those of all other sentences, so that
//! they can share a store with them.

use play::{DrawReason, Face, GameId, Outcome, PlayerId, State, Time};

use super::given::{Table, append_of, fresh, fresh_hash, marker};
use crate::{Append, Cutoffs, NewPlayer, Pruning, SecretHash, SharedStore};

/// When the games of these sentences were last used.
const OLD: Time = Time::from_millis(10);
const LATER: Time = Time::from_millis(500);
const LIMIT: u32 = 100;

const fn cutoffs(finished: u64, abandoned: u64, players: u64) -> Cutoffs {
    Cutoffs {
        finished: Time::from_millis(finished),
        abandoned: Time::from_millis(abandoned),
        players: Time::from_millis(players),
    }
}

/// Everything whose time is over goes; returns how many games there were.
async fn forget_games(store: &SharedStore, cutoffs: Cutoffs) -> usize {
    let (mut after, mut count) = (None, 0);
    loop {
        let stale = store.stale_games(cutoffs, after, 2).await.expect("a look");
        count += stale.found.len();
        store.prune(Pruning::Games(stale.found), cutoffs).await.expect("forgotten");
        after = stale.next;
        if after.is_none() {
            return count;
        }
    }
}

async fn exists(store: &SharedStore, game: GameId) -> bool {
    store.load_game(game).await.expect("a look").is_some()
}

/// A game that was last used long ago.
async fn an_old_game(store: &SharedStore, state: State) -> GameId {
    let Table { game, first, .. } = Table::of_two(store).await;
    let mut append: Append = append_of(game, first, 0, vec![marker()]);
    append.at = OLD;
    append.summary.state = state;
    store.append(append).await.expect("written");
    game
}

const DRAWN: State = State::Finished(Outcome::Draw(DrawReason::Agreed));

/// As it says; events, invite and job go with the game.
pub async fn a_game_is_forgotten_when_its_time_is_over(store: &SharedStore) {
    let (finished, going_on) =
        (an_old_game(store, DRAWN).await, an_old_game(store, State::Playing).await);
    forget_games(store, cutoffs(10, 10, 0)).await;
    assert!(exists(store, finished).await && exists(store, going_on).await, "the very moment");
    assert_eq!(forget_games(store, cutoffs(10, 11, 0)).await, 1);
    assert!(exists(store, finished).await && !exists(store, going_on).await);
    assert_eq!(forget_games(store, cutoffs(11, 11, 0)).await, 1);
    assert!(!exists(store, finished).await);
    assert_eq!(store.events_since(finished, play::Seq::ZERO).await, Ok(Vec::new()));
}

/// As it says, also between the look and the forgetting.
pub async fn who_visits_a_game_keeps_it(store: &SharedStore) {
    let game = an_old_game(store, DRAWN).await;
    let all = cutoffs(11, 11, 0);
    let stale = store.stale_games(all, None, LIMIT).await.expect("a look");
    assert!(stale.found.contains(&game));
    store.visit_game(game, LATER).await.expect("noted");
    // A clock that goes back takes no visit away.
    store.visit_game(game, OLD).await.expect("noted");
    store.prune(Pruning::Games(vec![game]), all).await.expect("nothing to do");
    assert!(exists(store, game).await);
    let stale = store.stale_games(all, None, LIMIT).await.expect("a look");
    assert!(!stale.found.contains(&game));
}

/// As it says; the games and the other player's seats stay.
pub async fn a_player_who_stays_away_is_forgotten(store: &SharedStore) {
    let secrets = [(); 2].map(|()| SecretHash::new(fresh_hash()));
    let players = [(); 2].map(|()| PlayerId::from_u128(fresh()));
    for (id, secret) in players.into_iter().zip(secrets) {
        store
            .add_player(NewPlayer { id, secret, face: Face::Fox, at: OLD })
            .await
            .expect("a new player");
    }
    store.see_player(players[1], LATER).await.expect("noted");
    let game = Table::between(store, players).await;
    let all = cutoffs(0, 0, 11);
    let stale = store.stale_players(all, None, LIMIT).await.expect("a look");
    assert!(stale.found.contains(&players[0]) && !stale.found.contains(&players[1]));
    store.prune(Pruning::Players(players.to_vec()), all).await.expect("forgotten");
    assert_eq!(store.player(secrets[0]).await, Ok(None));
    assert_eq!(store.player(secrets[1]).await, Ok(Some(players[1])));
    assert!(exists(store, game).await);
    assert_eq!(store.games_of(players[0], 10).await, Ok(Vec::new()));
    assert_eq!(store.games_of(players[1], 10).await.expect("a list").len(), 1);
}
