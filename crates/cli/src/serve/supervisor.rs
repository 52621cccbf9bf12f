//! What a supervisor such as systemd is told: ready, alive, stopping.
//!
//! Without one (`NOTIFY_SOCKET` is not set) none of this does anything.

use std::{future::Future, time::Duration};

/// The server listens.
pub(super) fn ready() {
    tell(Word::Ready);
}

/// Gives signs of life until the server is asked to stop, and says then that
/// it stops. They come from the runtime that serves: when that hangs, they end
/// too, and the supervisor starts the server anew.
pub(super) async fn watched(asked_to_stop: impl Future<Output = ()>) {
    let Some(within) = watchdog() else {
        asked_to_stop.await;
        return tell(Word::Stopping);
    };
    let mut tick = tokio::time::interval(within / 3);
    tokio::pin!(asked_to_stop);
    loop {
        tokio::select! {
            _ = tick.tick() => tell(Word::Alive),
            () = asked_to_stop.as_mut() => return tell(Word::Stopping),
        }
    }
}

#[derive(Clone, Copy)]
enum Word {
    Ready,
    Alive,
    Stopping,
}

#[cfg(target_os = "linux")]
fn watchdog() -> Option<Duration> {
    sd_notify::watchdog_enabled()
}

#[cfg(target_os = "linux")]
fn tell(word: Word) {
    use sd_notify::NotifyState;
    let state = match word {
        Word::Ready => NotifyState::Ready,
        Word::Alive => NotifyState::Watchdog,
        Word::Stopping => NotifyState::Stopping,
    };
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the supervisor was not told");
    }
}

#[cfg(not(target_os = "linux"))]
fn watchdog() -> Option<Duration> {
    None
}

#[cfg(not(target_os = "linux"))]
fn tell(_: Word) {}
