//! From a listener to a running server, and to its orderly end.

use std::{future::Future, num::NonZeroUsize, pin::pin, sync::Arc, time::Duration};

use store::{SharedStore, StoreError};
use tokio::time::{interval, sleep, timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::{info, warn};

use crate::{
    accept, admin,
    app::App,
    client,
    computer::{self, Computer},
    config::Config,
    deadlines, follow, http,
    listeners::Listeners,
    push::{self, Prepared},
    retention,
    world::SharedWorld,
};

/// How long a stopping server waits for its connections.
const STOP_WITHIN: Duration = Duration::from_secs(8);
/// A pause before the start is tried again.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(500);
/// How often what has gone quiet is forgotten.
const TIDY_EVERY: Duration = Duration::from_secs(60);

/// Serves until `shutdown` is done, then lets everybody finish.
///
/// Sockets are told to come back, what the computer owes stays in the store,
/// and the store is closed last. Where other servers may share the store it can
/// take some seconds before anybody is served: until it is known that one of
/// them lives, or that none does.
///
/// # Errors
/// When the store cannot tell what the computer owes.
pub async fn run(
    config: Config,
    listeners: impl Into<Listeners>,
    store: SharedStore,
    world: SharedWorld,
    shutdown: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let Listeners { public, admin } = listeners.into();
    let stop = CancellationToken::new();
    let threads = config.engine_threads.unwrap_or_else(cores);
    let (computer, answers) =
        Computer::start(threads, config.tables.clone(), world.clone(), &config.metrics);
    let mut shutdown = pin!(shutdown);
    let prepared = tokio::select! {
        prepared = pushes(&config, &store) => prepared?,
        () = shutdown.as_mut() => {
            computer.close();
            store.close().await;
            return Ok(());
        }
    };
    let (pushes, turns) = prepared.unzip();
    let app = App::new(&config, Arc::clone(&store), world, computer, pushes, stop.clone());
    tokio::select! {
        resumed = resume(&app) => resumed?,
        () = shutdown.as_mut() => {
            info!("stopping before anybody was served");
            app.computer().close();
            store.close().await;
            return Ok(());
        }
    }

    let playing = tokio::spawn(computer::play_answers(app.clone(), answers));
    let watching = tokio::spawn(deadlines::watch(app.clone()));
    let blocking = tokio::spawn(client::watch_block_list(app.clone()));
    let forgetting = tokio::spawn(retention::watch(app.clone()));
    let following = tokio::spawn(follow::watch(app.clone()));
    let taking_over = tokio::spawn(computer::watch_jobs(app.clone()));
    let tidying = tokio::spawn(tidy(app.clone()));
    let telling = turns.map(|turns| tokio::spawn(push::watch(app.clone(), turns)));
    let accepting = tokio::spawn(accept::serve(
        public,
        http::router(app.clone()),
        app.tasks().clone(),
        Some(app.metrics().clone()),
        stop.clone(),
    ));
    // Not counted among the players' connections, and open to the end: what
    // asks whether the server is ready must hear that it is stopping.
    let admin_stop = CancellationToken::new();
    let administering = admin.map(|listener| {
        let (router, tasks) = (admin::router(app.clone()), TaskTracker::new());
        tokio::spawn(accept::serve(listener, router, tasks, None, admin_stop.clone()))
    });

    shutdown.await;
    info!("stopping");
    stop.cancel();
    app.computer().close();
    let tasks =
        [accepting, playing, watching, blocking, forgetting, following, taking_over, tidying];
    for task in tasks.into_iter().chain(telling) {
        if let Err(error) = task.await {
            warn!(%error, "a task failed");
        }
    }
    app.tasks().close();
    if timeout(STOP_WITHIN, app.tasks().wait()).await.is_err() {
        warn!(connections = app.tasks().len(), "connections cut off");
    }
    app.bus().close().await;
    // The last sign of life: what follows is not charged to anybody.
    if let Err(cause) = store.alive(app.now()).await {
        warn!(%cause, "no sign of life was left");
    }
    store.close().await;
    admin_stop.cancel();
    if let Some(task) = administering
        && let Err(error) = task.await
    {
        warn!(%error, "a task failed");
    }
    Ok(())
}

/// What pushing takes. As [`resume`], it waits for a database that is away.
async fn pushes(config: &Config, store: &SharedStore) -> Result<Option<Prepared>, StoreError> {
    loop {
        match push::prepare(config, &**store).await {
            Err(cause) if cause.is_passing() && config.bus.is_shared() => {
                warn!(%cause, "not ready to serve yet");
                sleep(TRY_AGAIN_AFTER).await;
            }
            prepared => return prepared,
        }
    }
}

/// Takes up what earlier processes left. In a cluster the database may go away
/// meanwhile, and comes back.
async fn resume(app: &App) -> Result<(), StoreError> {
    loop {
        let resumed = async {
            deadlines::resume(app).await?;
            computer::resume(app).await
        };
        match resumed.await {
            Err(cause) if cause.is_passing() && app.bus().is_shared() => {
                warn!(%cause, "not ready to serve yet");
                sleep(TRY_AGAIN_AFTER).await;
            }
            resumed => return resumed,
        }
    }
}

async fn tidy(app: App) {
    let mut tick = interval(TIDY_EVERY);
    loop {
        tokio::select! {
            _ = tick.tick() => app.limits().forget_the_quiet(),
            () = app.shutdown().cancelled() => return,
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
