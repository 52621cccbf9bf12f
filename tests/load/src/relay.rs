//! A bare relay: what one side of a room sends goes to the other as it is.
//! The least that any server between two players has to do.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message, WebSocket},
    },
    response::Response,
    routing::get,
};
use tokio::{
    net::TcpListener,
    process::Command,
    sync::mpsc::{Receiver, Sender, channel},
};

use crate::{
    child::{Measured, binary},
    fault::Fault,
};

/// Messages on the way to one socket.
const QUEUE: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Buffers {
    /// Those of the library: 128 KiB for each socket.
    Default,
    /// 4 KiB, as our server has them.
    Small,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to listen
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: String,
    /// Buffers of each socket
    #[arg(long, value_enum, default_value = "default")]
    buffers: Buffers,
}

/// One end of a room waits for the other.
struct Waiting {
    to: Sender<Message>,
    from: Receiver<Message>,
}

#[derive(Clone)]
struct Rooms {
    waiting: Arc<Mutex<HashMap<u32, Waiting>>>,
    buffers: Buffers,
}

/// Serves until the process is ended.
pub(crate) async fn run(args: Args) -> Result<(), Fault> {
    let listener = TcpListener::bind(&args.listen).await.map_err(Fault::Start)?;
    let address = listener.local_addr().map_err(Fault::Start)?;
    crate::play::say(&format!("listening on http://{address}"));
    let rooms = Rooms { waiting: Arc::default(), buffers: args.buffers };
    let app = Router::new().route("/relay/{room}", get(enter)).with_state(rooms);
    axum::serve(listener, app).await.map_err(Fault::Start)
}

/// A relay as a process of its own, on the first core.
pub(crate) async fn start(buffers: Buffers) -> Result<Measured, Fault> {
    let mut command = Command::new(binary("load")?);
    let name = if buffers == Buffers::Default { "default" } else { "small" };
    command.args(["relay", "--buffers", name]);
    Measured::start(command, true).await
}

async fn enter(
    State(rooms): State<Rooms>,
    Path(room): Path<u32>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = match rooms.buffers {
        Buffers::Default => upgrade,
        Buffers::Small => upgrade.read_buffer_size(4_096).write_buffer_size(4_096),
    };
    upgrade.on_upgrade(move |socket| async move {
        let (to, from) = rooms.meet(room);
        relay(socket, to, from).await;
    })
}

impl Rooms {
    /// The way to the other end of a room, and from there; whoever comes second
    /// finds what the first has left.
    fn meet(&self, room: u32) -> (Sender<Message>, Receiver<Message>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Waiting { to, from }) = waiting.remove(&room) {
            return (to, from);
        }
        let (to_second, second) = channel(QUEUE);
        let (to_first, first) = channel(QUEUE);
        waiting.insert(room, Waiting { to: to_first, from: second });
        (to_second, first)
    }
}

async fn relay(mut socket: WebSocket, to: Sender<Message>, mut from: Receiver<Message>) {
    loop {
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(message @ Message::Text(_))) => {
                    if to.send(message).await.is_err() {
                        return;
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            told = from.recv() => match told {
                Some(message) => {
                    if socket.send(message).await.is_err() {
                        return;
                    }
                }
                None => return,
            },
        }
    }
}
