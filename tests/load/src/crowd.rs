//! Many at once: they come in small groups, so that coming is no storm.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;

use crate::{
    fault::Fault,
    pair::{Pair, Place, Played},
    script::Script,
    server::Server,
};

/// How many sit down at a time.
const AT_A_TIME: usize = 32;

/// So many pairs, numbered from `first`.
pub(crate) async fn seat(
    first: usize,
    count: usize,
    place: impl Fn() -> Place,
) -> Result<Vec<Pair>, Fault> {
    let coming = (first..first + count).map(|number| Pair::sit(number, place()));
    stream::iter(coming).buffer_unordered(AT_A_TIME).try_collect().await
}

/// So many pairs at the server.
pub(crate) async fn seat_at(
    server: &Arc<Server>,
    first: usize,
    count: usize,
) -> Result<Vec<Pair>, Fault> {
    seat(first, count, || Place::Server(server.clone())).await
}

/// Lets all pairs play for so long; with a `rate`, so many moves a second in
/// all.
pub(crate) async fn play(
    pairs: Vec<Pair>,
    scripts: &Arc<Vec<Script>>,
    duration: Duration,
    rate: Option<f64>,
) -> Result<Played, Fault> {
    let period = rate.map(|rate| Duration::from_secs_f64(pairs.len() as f64 / rate));
    let end = Instant::now() + duration;
    let mut playing = JoinSet::new();
    for pair in pairs {
        let scripts = scripts.clone();
        playing.spawn(async move { pair.play(&scripts, end, period).await });
    }
    let mut all = Played::default();
    while let Some(played) = playing.join_next().await {
        all.add(played.map_err(|_| Fault::Gone)??);
    }
    Ok(all)
}
