//! Two who play one game after another, whatever happens.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use play::{GameId, Side};
use serde_json::{Value, json};

use super::{history::History, player};
use crate::{Answer, Person};

/// How long somebody waits before asking again.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// Plays until it is over.
pub(super) async fn play(
    number: usize,
    addresses: Vec<String>,
    mut chance: fastrand::Rng,
    history: Arc<History>,
    over: Arc<AtomicBool>,
) {
    let people = [Person::at(&addresses[0]), Person::at(&addresses[0])];
    while !over.load(Ordering::Relaxed) {
        let Some(game) = meet(&people, &addresses, &mut chance, &over).await else {
            return;
        };
        let seats = [Side::First, Side::Second].into_iter().zip(people.iter().cloned());
        let players = seats.map(|(side, person)| {
            let seat = player::Seat { pair: number, game, side };
            let (addresses, chance) = (addresses.clone(), chance.fork());
            let (history, over) = (history.clone(), over.clone());
            tokio::spawn(player::play(seat, person, addresses, chance, history, over))
        });
        for player in players.collect::<Vec<_>>() {
            player.await.expect("no panic");
        }
    }
}

/// Makes a game and joins it; `None` when it is over before that.
async fn meet(
    people: &[Person; 2],
    addresses: &[String],
    chance: &mut fastrand::Rng,
    over: &AtomicBool,
) -> Option<GameId> {
    let variant = if chance.bool() { "english" } else { "international" };
    let opponent = json!({"kind": "friend"});
    let body = json!({"variant": variant, "opponent": opponent, "lang": "en"});
    // When no answer comes, a game may have been made that nobody will play.
    let made = insist(&people[0], addresses, chance, over, "/api/games", &body).await?;
    let token = made["invite"]["token"].as_str().expect("an invite").to_owned();
    let path = format!("/api/invites/{token}/accept");
    // Taking the same seat again is answered as the first time.
    insist(&people[1], addresses, chance, over, &path, &json!({})).await?;
    let id = made["game"].as_str().expect("an id");
    Some(id.parse().expect("a game's id"))
}

/// Asks until somebody grants it.
async fn insist(
    person: &Person,
    addresses: &[String],
    chance: &mut fastrand::Rng,
    over: &AtomicBool,
    path: &str,
    body: &Value,
) -> Option<Value> {
    while !over.load(Ordering::Relaxed) {
        let address = chance.choice(addresses).expect("an address");
        match person.at_node(address).try_post(path, body).await {
            Ok(answer) if answer.status.is_success() => return Some(answer.json()),
            Ok(Answer { status, text, .. }) => {
                assert!(status.is_server_error(), "{path}: {status} {text}");
            }
            Err(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
    None
}
