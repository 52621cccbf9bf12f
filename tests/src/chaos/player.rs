//! One player of a game: moves by chance, asks and answers now and then, comes
//! back whenever the line is gone, and notes what happened to each operation.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use play::{GameId, Seq, Side, State};
use protocol::{ClientCommand, ClientGame, ClientMessage, ServerMessage, Wish};
use tokio::time::sleep;
use uuid::Uuid;

use super::{
    history::{Ending, History, Operation},
    pair::PAUSE,
};
use crate::{Person, Socket};

/// Where somebody sits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) pair: usize,
    pub(super) game: GameId,
    pub(super) side: Side,
}

/// How long an answer may take before the line is given up.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a player looks at the board before thinking of something to do.
const LOOK: Duration = Duration::from_millis(50);

/// An operation under way.
struct Pending {
    command: ClientCommand,
    since: Instant,
    /// Sent on more than one line: what is refused on the last may still be
    /// granted to an earlier copy, which a paused server has not read yet.
    is_repeated: bool,
}

struct Player {
    seat: Seat,
    chance: fastrand::Rng,
    history: Arc<History>,
    game: Option<ClientGame>,
    pending: Option<Pending>,
}

/// Plays a game to its end, or until all is over.
pub(super) async fn play(
    seat: Seat,
    person: Person,
    addresses: Vec<String>,
    mut chance: fastrand::Rng,
    history: Arc<History>,
    over: Arc<AtomicBool>,
) {
    let own = chance.fork();
    let mut player = Player { seat, chance: own, history, game: None, pending: None };
    while !over.load(Ordering::Relaxed) && !player.is_over() {
        let address = chance.choice(&addresses).expect("an address");
        if chance.u8(..5) == 0 && player.pending.is_none() {
            player.act_by_post(&person.at_node(address)).await;
        }
        let since = player.game.as_ref().map(|game| game.seq().get());
        let id = seat.game.to_string();
        match Socket::open(address, &id, since, person.cookie()).await {
            Ok(socket) => player.sit(socket, &over).await,
            Err(_) => sleep(PAUSE).await,
        }
    }
    player.give_up();
}

impl Player {
    fn is_over(&self) -> bool {
        let state = self.game.as_ref().map(|game| game.session().state());
        self.pending.is_none() && matches!(state, Some(State::Finished(_) | State::Cancelled(_)))
    }

    /// Plays while the line holds.
    async fn sit(&mut self, mut socket: Socket, over: &AtomicBool) {
        if !self.catch_up(&mut socket).await {
            return;
        }
        // Whether an answer that never came is asked for again is chance; a
        // person may also have closed the page.
        match &mut self.pending {
            Some(pending) if self.chance.bool() => {
                pending.is_repeated = true;
                if socket.try_send_text(&text_of(&pending.command)).await.is_err() {
                    return;
                }
            }
            _ => self.give_up(),
        }
        // Lines break without any fault, too.
        let lasts = self.chance.u32(5..200);
        for _ in 0..lasts {
            if self.is_over() || (over.load(Ordering::Relaxed) && self.pending.is_none()) {
                return;
            }
            match socket.next_within(LOOK).await {
                Ok(Some(message)) => self.hear(message),
                Ok(None) if self.pending.is_none() && !over.load(Ordering::Relaxed) => {
                    let Some(command) = self.idea() else {
                        continue;
                    };
                    let text = text_of(&command);
                    self.pending =
                        Some(Pending { command, since: Instant::now(), is_repeated: false });
                    if socket.try_send_text(&text).await.is_err() {
                        return;
                    }
                }
                Ok(None) => {}
                Err(_) => return,
            }
            let late = |pending: &Pending| pending.since.elapsed() > PATIENCE;
            if self.pending.as_ref().is_some_and(late) {
                return;
            }
        }
    }

    /// Hears what was missed; whether the line held so long.
    async fn catch_up(&mut self, socket: &mut Socket) -> bool {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match socket.next_within(PATIENCE).await {
                Ok(Some(message)) => {
                    let done = matches!(message, ServerMessage::CaughtUp { .. });
                    self.hear(message);
                    if done {
                        return true;
                    }
                }
                Ok(None) | Err(_) => return false,
            }
        }
        false
    }

    fn hear(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Snapshot { game, .. } => {
                let game = ClientGame::from_snapshot(&game).expect("a game that can be");
                let known = self.game.as_ref().map_or(Seq::ZERO, ClientGame::seq);
                assert!(game.seq() >= known, "the service has forgotten event {}", known.get());
                self.game = Some(game);
            }
            ServerMessage::Event { seq, event, .. } => {
                let game = self.game.as_mut().expect("a snapshot comes first");
                game.apply(seq, &event).unwrap_or_else(|fault| {
                    panic!("{} cannot follow event {}: {fault}", self.seat.game, seq.get())
                });
                self.history.saw(self.seat.game, seq, event);
            }
            ServerMessage::Accepted { id, seq } => self.settle(id, Ending::Granted(seq)),
            ServerMessage::Refused { id: Some(id), .. } => self.settle(id, Ending::Refused),
            _ => {}
        }
    }

    fn settle(&mut self, id: Uuid, ending: Ending) {
        if let Some(pending) = self.pending.take_if(|pending| pending.command.id == id) {
            let may_still_be = pending.is_repeated && ending == Ending::Refused;
            self.note(pending.command, if may_still_be { Ending::Unknown } else { ending });
        }
    }

    fn give_up(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.note(pending.command, Ending::Unknown);
        }
    }

    fn note(&self, command: ClientCommand, ending: Ending) {
        let Seat { pair, game, side } = self.seat;
        let operation = Operation { game, side, base: command.seq, wish: command.wish, ending };
        self.history.note(pair, operation);
    }

    /// What to do now, if anything.
    fn idea(&mut self) -> Option<ClientCommand> {
        let game = self.game.as_ref()?;
        let session = game.session();
        let (side, other) = (self.seat.side, self.seat.side.opponent());
        if session.state() != State::Playing {
            return None;
        }
        let offers = session.offers();
        let asked = offers.takeback.is_some_and(|asked| asked.side == other);
        let wish = if offers.draw == Some(other) {
            Wish::AnswerDraw { accept: self.chance.u8(..5) == 0 }
        } else if asked {
            Wish::AnswerTakeback { accept: self.chance.bool() }
        } else {
            match self.chance.u16(..300) {
                0 => Wish::Resign,
                1..10 => Wish::OfferDraw,
                10..25 => Wish::RequestTakeback,
                _ if session.side_to_move() == side => {
                    let moves = session.legal_moves();
                    Wish::Move { path: self.chance.choice(moves)?.path }
                }
                _ => return None,
            }
        };
        Some(ClientCommand { id: Uuid::new_v4(), seq: game.seq(), wish })
    }

    /// The same by a plain request.
    async fn act_by_post(&mut self, person: &Person) {
        let Some(command) = self.idea() else {
            return;
        };
        let path = format!("/api/games/{}/commands", self.seat.game);
        let body = serde_json::from_str(&text_of(&command)).expect("JSON");
        let ending = match person.try_post(&path, &body).await {
            Ok(answer) if answer.status.is_success() => {
                Ending::Granted(Seq::new(answer.json()["seq"].as_u64().expect("a number")))
            }
            Ok(answer) if answer.status.is_client_error() => Ending::Refused,
            Ok(_) | Err(_) => Ending::Unknown,
        };
        self.note(command, ending);
    }
}

fn text_of(command: &ClientCommand) -> String {
    ClientMessage::Command(command.clone()).to_text()
}
