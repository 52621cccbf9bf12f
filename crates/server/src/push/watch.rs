//! From a turn that has begun to a message on its way.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use play::TimeControl;
use serde_json::json;
use sha2::{Digest, Sha256};
use store::PushSubscription;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc},
    time::{Instant, sleep_until},
};
use tracing::{debug, warn};

use super::{
    Endpoint, Pushes, Reader, Turn,
    seal::seal,
    send::{Delivery, Parcel},
    text::to_text,
};
use crate::app::App;

/// Messages on their way at once, and to one push service.
const AT_ONCE: usize = 32;
const AT_ONCE_EACH: usize = 8;
/// Turns that are being told: those that wait for a push service, too.
const IN_HAND: usize = 512;
/// How often one message is tried.
const ATTEMPTS: u32 = 4;
/// The pause after a failure of which nothing more is known; it doubles.
const PAUSE: Duration = Duration::from_secs(5);
/// A push service that asks for a longer pause than this is not asked again.
const LONGEST_PAUSE: Duration = Duration::from_secs(15 * 60);
/// Push services whose wishes for a pause are remembered.
const REMEMBERED: usize = 256;
/// How long a message is worth keeping for a browser that is off.
const KEEP_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// What is known of push services.
#[derive(Default)]
struct Services(Mutex<HashMap<String, Service>>);

struct Service {
    places: Arc<Semaphore>,
    not_before: Instant,
}

impl Services {
    /// A place among those who send to a service, and when it may be asked.
    fn of(&self, origin: &str) -> (Arc<Semaphore>, Instant) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED && !all.contains_key(origin) {
            let now = Instant::now();
            all.retain(|_, it| it.not_before > now || Arc::strong_count(&it.places) > 1);
        }
        let fresh = || Service {
            places: Arc::new(Semaphore::new(AT_ONCE_EACH)),
            not_before: Instant::now(),
        };
        if all.len() >= REMEMBERED && !all.contains_key(origin) {
            let Service { places, not_before } = fresh();
            return (places, not_before);
        }
        let it = all.entry(origin.to_owned()).or_insert_with(fresh);
        (it.places.clone(), it.not_before)
    }

    fn rest(&self, origin: &str, until: Instant) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(it) = all.get_mut(origin) {
            it.not_before = it.not_before.max(until);
        }
    }
}

/// Tells turns until the server stops; what waits then is told by nobody.
pub(crate) async fn watch(app: App, mut turns: mpsc::Receiver<Turn>) {
    let Some(pushes) = app.pushes().cloned() else { return };
    let post = Arc::new(Post { services: Services::default(), places: Semaphore::new(AT_ONCE) });
    let in_hand = Arc::new(Semaphore::new(IN_HAND));
    loop {
        let turn = tokio::select! {
            turn = turns.recv() => turn,
            () = app.shutdown().cancelled() => return,
        };
        let Some(turn) = turn else { return };
        let Ok(place) = in_hand.clone().try_acquire_owned() else {
            warn!(game = %turn.game, "too many turns are being told");
            continue;
        };
        let (app, pushes, post) = (app.clone(), pushes.clone(), post.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = tell(&app, &pushes, &post, turn, place) => {}
                () = app.shutdown().cancelled() => {}
            }
        });
    }
}

struct Post {
    services: Services,
    places: Semaphore,
}

/// Tells one turn in every browser that asked for it.
async fn tell(app: &App, pushes: &Pushes, post: &Post, turn: Turn, _place: OwnedSemaphorePermit) {
    let wanted = match app.store().pushes_of(turn.player).await {
        Ok(wanted) if wanted.is_empty() => return,
        Ok(wanted) => wanted,
        Err(cause) => return warn!(%cause, "who is to be told of a turn was not found"),
    };
    let each = wanted.into_iter().map(|it| deliver(app, pushes, post, turn, it));
    futures_util::future::join_all(each).await;
}

/// Whether it is that turn still and its player is not here; for how long a
/// message about it is worth keeping then.
async fn worth(app: &App, turn: Turn) -> Option<Duration> {
    let room = app.hub().room(turn.game);
    let ear = app.listen(&room).await;
    ear.settle().await;
    let (_, session) = app.look(turn.game).await.ok()?;
    if room.is_here(turn.side) || Turn::of(turn.game, &session) != Some(turn) {
        return None;
    }
    Some(match session.config().clock() {
        Some(TimeControl::DaysPerMove(_)) | None => KEEP_FOR,
        Some(_) => {
            let left = session.clock_face(app.now()).map(|face| face.left[turn.side]);
            left.unwrap_or(KEEP_FOR).min(KEEP_FOR)
        }
    })
}

/// Hands a message for one browser over, later if the push service says so.
async fn deliver(
    app: &App,
    pushes: &Pushes,
    post: &Post,
    turn: Turn,
    subscription: PushSubscription,
) {
    let Some(to) = Endpoint::parse(&subscription.endpoint, pushes.reach) else { return };
    let origin = to.origin();
    let mut pause = PAUSE;
    for attempt in 0..ATTEMPTS {
        let (places, not_before) = post.services.of(&origin);
        sleep_until(not_before).await;
        let Ok(_place) = places.acquire().await else { return };
        let Ok(_general) = post.places.acquire().await else { return };
        let Some(ttl) = worth(app, turn).await else { return };
        let Some(parcel) = parcel(app, pushes, turn, &subscription, to.clone(), ttl) else {
            return warn!("a push could not be sealed");
        };
        let wait = match pushes.sender.send(parcel).await {
            Ok(Delivery::Taken) => {
                app.metrics().pushed("taken");
                return;
            }
            Ok(Delivery::Gone) => {
                app.metrics().pushed("gone");
                if let Err(cause) = app.store().drop_push(&subscription.endpoint).await {
                    warn!(%cause, "a subscription that is gone was not dropped");
                }
                return;
            }
            Ok(Delivery::Refused(status)) => {
                app.metrics().pushed("refused");
                return warn!(%status, service = origin, "a push service takes no push");
            }
            Ok(Delivery::Later(after)) => after,
            Err(fault) => {
                debug!(%fault, service = origin, "a push service was not reached");
                None
            }
        };
        let wait = wait.unwrap_or(pause);
        if wait > LONGEST_PAUSE || attempt + 1 == ATTEMPTS {
            break;
        }
        post.services.rest(&origin, Instant::now() + wait);
        pause *= 2;
    }
    app.metrics().pushed("failed");
}

fn parcel(
    app: &App,
    pushes: &Pushes,
    turn: Turn,
    subscription: &PushSubscription,
    to: Endpoint,
    ttl: Duration,
) -> Option<Parcel> {
    let told = json!({"game": turn.game.to_string(), "lang": subscription.lang}).to_string();
    let reader = Reader { public_key: subscription.public_key, auth: subscription.auth };
    Some(Parcel {
        body: seal(told.as_bytes(), &reader).ok()?,
        authorization: pushes.identity.authorization(&to.origin(), app.now()).ok()?,
        topic: topic(turn, subscription),
        ttl,
        to,
    })
}

/// A name of the game that tells the push service nothing: another one for each
/// browser.
fn topic(turn: Turn, subscription: &PushSubscription) -> String {
    let mut hash = Sha256::new();
    hash.update(subscription.auth);
    hash.update(turn.game.as_u128().to_be_bytes());
    to_text(&hash.finalize()[..24])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_service_that_asks_for_a_pause_gets_it_and_others_do_not_wait() {
        let services = Services::default();
        let (_, at_once) = services.of("https://a.example");
        let until = at_once + Duration::from_secs(60);
        services.rest("https://a.example", until);
        services.rest("https://a.example", at_once);
        assert_eq!(services.of("https://a.example").1, until);
        assert_eq!(services.of("https://b.example").1, Instant::now());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_remembered_of_services_has_a_bound() {
        let services = Services::default();
        for n in 0..2 * REMEMBERED {
            let origin = format!("https://{n}.example");
            let (_, now) = services.of(&origin);
            services.rest(&origin, now + Duration::from_secs(60));
        }
        assert_eq!(services.0.lock().expect("no panic").len(), REMEMBERED);
    }
}
