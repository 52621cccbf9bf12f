//! A bus by way of a NATS server, or a cluster of them.

use std::{sync::Arc, time::Duration};

use async_nats::{Client, ConnectOptions, Event, Message, connection::State};
use async_trait::async_trait;
use futures_util::{StreamExt as _, stream};
use play::GameId;
use tokio::{
    sync::{mpsc, watch},
    time::timeout,
};
use tracing::{debug, info, warn};

use super::{Bus, Subscription};

/// Messages that wait to be sent; more are lost.
const MAX_WAITING: usize = 4_096;
/// Messages of one game that wait to be heard; then some are lost.
const MAX_UNHEARD: usize = 64;
/// How long one message may take to be handed over, and a subscription.
const WITHIN: Duration = Duration::from_secs(1);
/// How often the broker is asked for a sign of life; two that are missing end
/// the connection.
const PING_EVERY: Duration = Duration::from_secs(4);
/// The longest pause between two attempts to connect.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The URL names no broker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a URL of the form nats://HOST:PORT")]
pub struct BadUrl;

/// A connection to NATS; it comes back by itself.
pub struct Nats {
    client: Client,
    outgoing: mpsc::Sender<(GameId, String)>,
    gaps: watch::Sender<u64>,
}

impl Nats {
    /// Connects to the broker of a URL, or to the brokers of several with
    /// commas between them; also later, when none of them is there yet. Must be
    /// called inside a tokio runtime.
    ///
    /// # Errors
    /// When a URL cannot be read.
    pub async fn connect(urls: &str) -> Result<Nats, BadUrl> {
        let servers = urls.split(',').map(|url| {
            let is_ours = ["nats://", "tls://"].iter().any(|scheme| url.starts_with(scheme));
            url.parse::<async_nats::ServerAddr>().ok().filter(|_| is_ours).ok_or(BadUrl)
        });
        let servers: Vec<_> = servers.collect::<Result<_, _>>()?;
        let gaps = watch::Sender::new(0);
        let client = options(gaps.clone()).connect(servers).await.map_err(|error| {
            warn!(%error, "the broker's address is of no use");
            BadUrl
        })?;
        let (outgoing, waiting) = mpsc::channel(MAX_WAITING);
        tokio::spawn(send(client.clone(), waiting));
        Ok(Nats { client, outgoing, gaps })
    }
}

fn options(gaps: watch::Sender<u64>) -> ConnectOptions {
    let gaps = Arc::new(gaps);
    ConnectOptions::new()
        .name("dama")
        .retry_on_initial_connect()
        .max_reconnects(None)
        .ping_interval(PING_EVERY)
        .connection_timeout(Duration::from_secs(3))
        .subscription_capacity(MAX_UNHEARD)
        .reconnect_delay_callback(|attempt| {
            let millis = 50_u64.saturating_mul(1 << attempt.min(8));
            Duration::from_millis(millis).min(LONGEST_PAUSE)
        })
        .event_callback(move |event| {
            let gaps = gaps.clone();
            async move {
                if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                    gaps.send_modify(|count| *count += 1);
                }
                match event {
                    Event::Connected => info!("connected to the other servers"),
                    Event::Disconnected => warn!("cut off from the other servers"),
                    other => debug!(event = %other, "about the other servers"),
                }
            }
        })
}

/// Hands over what is to be said. While nobody is there it is lost: it would be
/// old when it arrived.
async fn send(client: Client, mut waiting: mpsc::Receiver<(GameId, String)>) {
    while let Some((game, text)) = waiting.recv().await {
        if client.connection_state() != State::Connected {
            continue;
        }
        match timeout(WITHIN, client.publish(subject(game), text.into())).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => debug!(%error, "not said to the others"),
            Err(_) => debug!("not said to the others in time"),
        }
    }
}

fn subject(game: GameId) -> String {
    format!("dama.game.{game}")
}

#[async_trait]
impl Bus for Nats {
    fn is_shared(&self) -> bool {
        true
    }

    fn publish(&self, game: GameId, text: String) {
        if self.outgoing.try_send((game, text)).is_err() {
            debug!(%game, "too much to say to the others");
        }
    }

    async fn subscribe(&self, game: GameId) -> Subscription {
        match timeout(WITHIN, self.client.subscribe(subject(game))).await {
            Ok(Ok(subscriber)) => {
                let text = |message: Message| async move {
                    String::from_utf8(message.payload.to_vec()).ok()
                };
                subscriber.filter_map(text).chain(stream::pending()).boxed()
            }
            // Then the store is asked now and then, and that is all.
            Ok(Err(error)) => {
                warn!(%game, %error, "the others are not heard");
                stream::pending().boxed()
            }
            Err(_) => {
                warn!(%game, "the others are not heard");
                stream::pending().boxed()
            }
        }
    }

    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn follow_gaps(&self) -> watch::Receiver<u64> {
        self.gaps.subscribe()
    }

    async fn close(&self) {
        if let Ok(Err(error)) = timeout(WITHIN, self.client.drain()).await {
            debug!(%error, "the connection did not end in order");
        }
    }
}
