//! The websocket of a game.

use std::{error::Error, sync::Arc, time::Duration};

use axum::{
    Extension,
    extract::{
        State, WebSocketUpgrade,
        ws::{
            CloseCode, CloseFrame, Message, Utf8Bytes, WebSocket, close_code,
            rejection::WebSocketUpgradeRejection,
        },
    },
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use futures_util::StreamExt;
use play::{Seq, Session};
use protocol::{
    ClientMessage, ClockView, ErrorCode, MAX_MESSAGE_BYTES, SUBPROTOCOL, ServerMessage,
};
use tokio::{
    sync::mpsc,
    time::{Instant, interval, sleep_until, timeout},
};
use tracing::{Instrument, debug};
use uuid::Uuid;

use crate::{
    app::App,
    client::Client,
    desk::{Rejection, is_seat_move},
    error::{ApiError, code_of, details_of},
    http::{Asked, Segment, Since, game_id},
    identity::Visitor,
    limits::MessageLimit,
    line::Line,
    metrics::Via,
    room::{OUTBOX, Place, Room},
};

/// Sizes of the library's buffers, in bytes: its defaults cost 17 times the
/// memory and more than three times the processor time for a board game.
const BUFFER: usize = 4 * 1024;
const WRITE_BUFFER_LIMIT: usize = 64 * 1024;
/// How long one send may take.
const SEND_WITHIN: Duration = Duration::from_secs(10);
/// How long the rest of an oversized message is read so that the peer sees
/// the close frame and not a reset.
const DRAIN_FOR: Duration = Duration::from_secs(1);
/// More missing events than this come as a snapshot.
const MOST_MISSING: usize = OUTBOX / 2;
/// Close code: come back with `since`; the outbox was full.
const RESYNC: CloseCode = 4000;

/// `GET /api/games/ID/socket`
pub(crate) async fn open(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Extension(Client(address)): Extension<Client>,
    Segment(id): Segment,
    Asked(since): Asked<Since>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let game = game_id(&id)?;
    let upgrade = upgrade.map_err(|_| ErrorCode::BadRequest)?;
    if offers_only_others(&headers) {
        return Err(ErrorCode::BadRequest.into());
    }
    let (room, _) = app.look(game).await?;
    app.visited(game);
    let place = app.limits().open_socket(address, visitor.player());
    let place = place.ok_or(ErrorCode::TooManyRequests)?;
    let since = since.seq()?;
    // The request's, with its id and the game's.
    let span = tracing::Span::current();
    let response = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(WRITE_BUFFER_LIMIT)
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .protocols([SUBPROTOCOL])
        .on_upgrade(move |socket| {
            let limit = app.limits().messages();
            let tasks = app.tasks().clone();
            tasks.track_future(async move {
                let line = Line::default();
                let talk = Talk { app, room, visitor, socket, limit, line };
                talk.run(since).instrument(span).await;
                drop(place);
            })
        });
    Ok(response.into_response())
}

/// Whether the client names subprotocols, and ours is not among them.
fn offers_only_others(headers: &HeaderMap) -> bool {
    let mut offered = headers
        .get_all(header::SEC_WEBSOCKET_PROTOCOL)
        .iter()
        .filter_map(|field| field.to_str().ok())
        .flat_map(|field| field.split(','))
        .map(str::trim)
        .peekable();
    offered.peek().is_some() && !offered.any(|name| name == SUBPROTOCOL)
}

/// One open websocket.
struct Talk {
    app: App,
    room: Arc<Room>,
    visitor: Visitor,
    socket: WebSocket,
    limit: MessageLimit,
    line: Line,
}

/// Why a talk ends, as far as the peer is told.
enum End {
    /// The peer is gone.
    Gone,
    /// The peer closed in order, and waits for the answer to that.
    Farewell,
    /// Told by a close frame with this code.
    Close(CloseCode),
}

impl End {
    /// The code of the close frame; `None` when there is none of ours.
    const fn code(&self) -> Option<CloseCode> {
        match self {
            End::Gone | End::Farewell => None,
            End::Close(code) => Some(*code),
        }
    }
}

impl Talk {
    async fn run(mut self, since: Option<Seq>) {
        let _counted = self.app.metrics().socket();
        let (sender, outbox) = mpsc::channel(OUTBOX);
        let arrived = self.arrive(since, sender.clone()).await;
        // From here on the room holds the only sender: a listener that it
        // dropped sees its outbox end.
        drop(sender);
        let end = match arrived {
            Ok(place) => {
                let end = self.talk(outbox).await;
                let ear = place.leave();
                if let Ok((room, session)) = self.app.look(self.room.game()).await {
                    self.app.look_around(&room, &session);
                }
                drop(ear);
                end
            }
            Err(code) => {
                debug!(game = %self.room.game(), code = code.name(), "no talk");
                End::Close(close_code::ERROR)
            }
        };
        self.app.metrics().socket_ended(end.code());
        match end {
            End::Gone => {}
            // The library answers a close frame when it is asked to read on.
            End::Farewell => self.drain().await,
            End::Close(code) => self.close(code).await,
        }
    }

    /// Takes a place in the room and puts what the peer has missed into its
    /// outbox; nothing can happen in between, for the table is held.
    async fn arrive(
        &mut self,
        since: Option<Seq>,
        outbox: mpsc::Sender<Utf8Bytes>,
    ) -> Result<Place, ErrorCode> {
        let ear = self.app.listen(&self.room).await;
        let mut table = self.room.table.lock().await;
        if self.app.bus().is_shared() {
            // The peer may have seen on another node what this one has not.
            let caught_up = self.app.catch_up(&self.room, &mut table).await;
            caught_up.map_err(|rejection| code_of(&rejection))?;
        }
        let session =
            self.app.seat(&self.room, &mut table).await.map_err(|rejection| code_of(&rejection))?;
        let side = self.visitor.side_in(session);
        let mut messages =
            Self::missing(&self.app, &self.room, self.visitor, session, since).await?;
        let now = self.app.now();
        messages.push(ServerMessage::CaughtUp {
            seq: session.seq(),
            clock: session.clock_face(now).map(ClockView::from),
        });
        for message in &messages {
            // The outbox is new and larger than what is missing.
            outbox.try_send(message.to_text().into()).map_err(|_| ErrorCode::Busy)?;
        }
        let place = self.room.join(self.visitor.player(), side, outbox.clone(), ear);
        if !self.app.look_around(&self.room, session) && self.app.can_judge(&self.room) {
            // Who arrives must hear who is here even where nothing has changed.
            let message = ServerMessage::Presence(self.room.presence(session, now));
            let _ = outbox.try_send(message.to_text().into());
        }
        Ok(place)
    }

    async fn missing(
        app: &App,
        room: &Room,
        visitor: Visitor,
        session: &Session,
        since: Option<Seq>,
    ) -> Result<Vec<ServerMessage>, ErrorCode> {
        if let Some(since) = since.filter(|&since| since <= session.seq()) {
            let events = app.events_between(room.game(), since, session).await;
            let events = events.map_err(|cause| code_of(&cause.into()))?;
            // Who sits where may have changed: then the whole game is told.
            let moved = |stored: &store::StoredEvent| is_seat_move(&stored.event);
            if events.len() <= MOST_MISSING && !events.iter().any(moved) {
                let told = |stored: &store::StoredEvent| ServerMessage::Event {
                    seq: stored.seq,
                    event: (&stored.event).into(),
                    clock: None,
                };
                return Ok(events.iter().map(told).collect());
            }
        }
        let side = visitor.side_in(session);
        let game = Box::new(room.snapshot(session, side.into(), app.now()));
        Ok(vec![ServerMessage::Snapshot { seq: session.seq(), game }])
    }

    async fn talk(&mut self, mut outbox: mpsc::Receiver<Utf8Bytes>) -> End {
        let silence = self.app.silence();
        // The first one at once: it measures the line before the first move.
        let mut ping = interval(silence.ping_every);
        let mut last_heard = Instant::now();
        let shutdown = self.app.shutdown().clone();
        loop {
            let outgoing = tokio::select! {
                // What is told goes out before more is taken in.
                biased;
                () = shutdown.cancelled() => return End::Close(close_code::RESTART),
                text = outbox.recv() => match text {
                    Some(text) => Message::Text(text),
                    None => return End::Close(RESYNC),
                },
                incoming = self.socket.next() => {
                    last_heard = Instant::now();
                    match self.hear(incoming, &mut outbox).await {
                        Ok(Some(answer)) => Message::Text(answer.to_text().into()),
                        Ok(None) => continue,
                        Err(end) => return end,
                    }
                }
                _ = ping.tick() => Message::Ping(self.line.ping(self.app.now())),
                () = sleep_until(last_heard + silence.dead_after) => return End::Gone,
            };
            if !self.send(outgoing).await {
                return End::Gone;
            }
        }
    }

    /// Takes in one frame; the answer to it, if there is one.
    async fn hear(
        &mut self,
        incoming: Option<Result<Message, axum::Error>>,
        outbox: &mut mpsc::Receiver<Utf8Bytes>,
    ) -> Result<Option<ServerMessage>, End> {
        let text = match incoming {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_))) => return Err(End::Close(close_code::UNSUPPORTED)),
            Some(Ok(message @ (Message::Ping(_) | Message::Pong(_)))) => {
                if let Message::Pong(payload) = message {
                    self.line.pong(&payload, self.app.now());
                }
                return if self.limit.may_send() {
                    Ok(None)
                } else {
                    Err(End::Close(close_code::POLICY))
                };
            }
            Some(Ok(Message::Close(_))) => return Err(End::Farewell),
            None => return Err(End::Gone),
            Some(Err(error)) => return Err(self.after_error(&error)),
        };
        if !self.limit.may_send() {
            return Err(End::Close(close_code::POLICY));
        }
        let answer = self.answer(&text).await;
        // The events of a command go out before its answer.
        while let Ok(text) = outbox.try_recv() {
            if !self.send(Message::Text(text)).await {
                return Err(End::Gone);
            }
        }
        Ok(Some(answer))
    }

    async fn answer(&mut self, text: &str) -> ServerMessage {
        let command = match ClientMessage::parse(text) {
            Ok(ClientMessage::Command(command)) => command,
            Ok(ClientMessage::Ping { .. }) => return ServerMessage::Pong { seq: self.room.seq() },
            Ok(ClientMessage::React { id, reaction }) => {
                let reacted = self.app.react(self.room.game(), self.visitor, reaction).await;
                return self.said(id, reacted);
            }
            Err(bad) => {
                self.app.metrics().refused(Via::Socket, ErrorCode::BadMessage);
                return ServerMessage::bad_message(bad);
            }
        };
        let id = command.id;
        let (actor, lag) = (self.visitor.actor(), self.line.lag());
        let granted = self.app.command(self.room.game(), actor, &command, lag).await;
        self.said(id, granted)
    }

    /// The answer to what was said under this id.
    fn said(&self, id: Uuid, granted: Result<Seq, Rejection>) -> ServerMessage {
        let rejection = match granted {
            Ok(seq) => return ServerMessage::Accepted { id, seq },
            Err(rejection) => rejection,
        };
        let code = code_of(&rejection);
        self.app.metrics().refused(Via::Socket, code);
        let details = match rejection {
            Rejection::TooOften(wait) => details_of(Some(wait)),
            _ => details_of(None),
        };
        ServerMessage::Refused { id: Some(id), code, details }
    }

    fn after_error(&self, error: &axum::Error) -> End {
        debug!(game = %self.room.game(), %error, "websocket error");
        let cause = error.source().and_then(|cause| cause.downcast_ref::<tungstenite::Error>());
        End::Close(match cause {
            Some(tungstenite::Error::Capacity(_)) => close_code::SIZE,
            Some(tungstenite::Error::Utf8(_)) => close_code::INVALID,
            _ => close_code::PROTOCOL,
        })
    }

    async fn send(&mut self, message: Message) -> bool {
        matches!(timeout(SEND_WITHIN, self.socket.send(message)).await, Ok(Ok(())))
    }

    async fn close(&mut self, code: CloseCode) {
        let frame = CloseFrame { code, reason: Utf8Bytes::default() };
        if self.send(Message::Close(Some(frame))).await {
            self.drain().await;
        }
    }

    /// Reads on until the peer has closed too, but not for long.
    async fn drain(&mut self) {
        let rest = async { while let Some(Ok(_)) = self.socket.next().await {} };
        let _ = timeout(DRAIN_FOR, rest).await;
    }
}
