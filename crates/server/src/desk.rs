//! The referee's desk: the one way by which a wish becomes events.
//!
//! Load the session, decide, append, then tell. Nothing is told or
//! acknowledged before the store has it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use play::{Actor, Command, Event, GameId, LogError, PlayerId, Refusal, Seq, Session, Time};
use protocol::{Circumstances, ClientCommand, ClockView, ServerMessage};
use store::{Append, Appended, Author, JobChange, NewGame, StoreError, Summary};
use tokio::time::sleep;
use tracing::error;
use uuid::Uuid;

use crate::{app::App, bus::Note, push::Turn, room::Room};

/// How often a command is decided anew because another node was faster.
const ATTEMPTS: usize = 8;
/// How often it is decided anew because the store was away, and after which
/// pause.
const REPETITIONS: usize = 2;
const PAUSE: Duration = Duration::from_millis(250);

/// Why a command led to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Rejection {
    /// The rules of the game or of play say no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such game.
    #[error("no such game")]
    NoSuchGame,
    /// The store could not keep it; nothing happened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The kept events do not follow from each other.
    #[error(transparent)]
    BrokenLog(#[from] LogError),
    /// A sign was given too often; another one can be given after this time.
    #[error("too many signs, wait for {0:?}")]
    TooOften(Duration),
    /// Other nodes were faster each time.
    #[error("too many others at once")]
    Crowded,
}

/// A command on its way to the desk.
pub(crate) struct Wish {
    /// Who speaks.
    pub actor: Actor,
    /// The sender's name for it; the same name twice is the same command.
    pub id: Option<Uuid>,
    /// What is wished.
    pub command: Command,
}

impl Wish {
    /// A wish of the service itself or of the computer.
    pub(crate) const fn unnamed(actor: Actor, command: Command) -> Self {
        Wish { actor, id: None, command }
    }

    const fn author(&self) -> Option<PlayerId> {
        match self.actor {
            Actor::Player(player) => Some(player),
            Actor::Watcher | Actor::Computer | Actor::Service => None,
        }
    }
}

impl App {
    /// Decides a wish and, when it is granted, stores and tells its events.
    /// Returns the number of its last event, also for a repeated command.
    ///
    /// A task of its own: whoever asked may be gone before the store has
    /// answered, and the others must hear of it all the same.
    pub(crate) async fn submit(&self, game: GameId, wish: Wish) -> Result<Seq, Rejection> {
        let app = self.clone();
        let task = self.tasks().spawn(async move { app.carry_out(game, &wish).await });
        task.await.unwrap_or_else(|error| {
            error!(%game, %error, "a command was not carried out to its end");
            Err(Rejection::Crowded)
        })
    }

    async fn carry_out(&self, game: GameId, wish: &Wish) -> Result<Seq, Rejection> {
        let room = self.hub().room(game);
        let mut table = room.table.lock().await;
        let (mut is_fresh, mut repetitions) = (!self.bus().is_shared(), 0);
        for _ in 0..ATTEMPTS {
            let session = self.seat(&room, &mut table).await?;
            let now = self.now();
            let events = match play::decide(session, wish.actor, wish.command.clone(), now) {
                Ok(events) => events,
                Err(refusal) => {
                    if session.clock().is_some_and(|clock| clock.has_fallen(now)) {
                        self.deadlines().look_now();
                    }
                    if let Some(seq) = self.already_accepted(game, wish).await? {
                        return Ok(seq);
                    }
                    // Nobody is refused for what has changed meanwhile.
                    let known = session.seq();
                    if !std::mem::replace(&mut is_fresh, true) {
                        self.catch_up(&room, &mut table).await?;
                        if table.as_ref().is_none_or(|session| session.seq() != known) {
                            continue;
                        }
                    }
                    return Err(refusal.into());
                }
            };
            if events.is_empty() {
                // What was wished is so already.
                return Ok(session.seq());
            }
            let mut seq = session.seq();
            let mut next = session.clone();
            let mut news = Vec::with_capacity(events.len());
            for event in &events {
                play::evolve(&mut next, event)?;
                seq = seq.next();
                let clock = next.clock_face(now).map(ClockView::from);
                news.push(ServerMessage::Event { seq, event: event.into(), clock });
            }
            let append = self.append_of(game, wish, session, &next, &events, now);
            let begun = Instant::now();
            let appended = self.store().append(append).await;
            self.metrics().appended(begun.elapsed());
            match appended {
                Ok(Appended::Done { seq }) => {
                    self.meet(&room, &events).await;
                    self.tell(&room, game, &next, &events, &news);
                    for event in &events {
                        if let Event::SeatMoved { side, .. } = event {
                            room.reseat(*side, &next, now);
                            self.look_around(&room, &next);
                        }
                    }
                    *table = Some(next);
                    return Ok(seq);
                }
                Ok(Appended::Repeated { seq }) => return Ok(seq),
                Ok(Appended::Conflict) => *table = None,
                Err(error) => {
                    // Unknown to us whether it was written: ask the store again.
                    *table = None;
                    if error != StoreError::Unreachable || repetitions == REPETITIONS {
                        return Err(error.into());
                    }
                    repetitions += 1;
                    sleep(PAUSE).await;
                }
            }
        }
        Err(Rejection::Crowded)
    }

    /// Submits what a client says.
    pub(crate) async fn command(
        &self,
        game: GameId,
        actor: Actor,
        said: &ClientCommand,
        lag: Duration,
    ) -> Result<Seq, Rejection> {
        let opponent_away_since = match said.wish {
            protocol::Wish::Claim { .. } => self.opponent_away_since(game, actor).await?,
            _ => None,
        };
        let next_game = GameId::from_u128(self.random());
        let command = said.to_command(Circumstances { next_game, opponent_away_since, lag });
        self.submit(game, Wish { actor, id: Some(said.id), command }).await
    }

    /// Since when the other side has been away. Nobody was seen to leave whom
    /// this process has never seen: it begins to count now.
    async fn opponent_away_since(
        &self,
        game: GameId,
        actor: Actor,
    ) -> Result<Option<Time>, Rejection> {
        let room = self.hub().room(game);
        let ear = self.listen(&room).await;
        ear.settle().await;
        let (room, session) = self.look(game).await?;
        self.look_around(&room, &session);
        let away_since = room.away_since();
        drop(ear);
        Ok(session.side_of_actor(actor).and_then(|side| away_since[!side]))
    }

    /// The session at the table, loaded if need be. What others have written
    /// since something was told here is told then.
    pub(crate) async fn seat<'a>(
        &self,
        room: &Arc<Room>,
        table: &'a mut Option<Session>,
    ) -> Result<&'a Session, Rejection> {
        if table.is_none() {
            let stored = self.store().load_game(room.game()).await?.ok_or(Rejection::NoSuchGame)?;
            let told = match room.is_empty() {
                // Nobody to tell anything.
                true => stored.events.len(),
                false => stored.events.partition_point(|stored| stored.seq <= room.seq()),
            };
            let (old, news) = stored.events.split_at(told);
            let mut session =
                Session::replay(stored.config, old.iter().map(|stored| &stored.event))?;
            room.remember_away(stored.away);
            room.learn_faces(stored.faces);
            self.tell_stored(room, &mut session, news)?;
            *table = Some(session);
        }
        table.as_ref().ok_or(Rejection::NoSuchGame)
    }

    /// A copy of a game's session, as it stands in the store, and its room.
    pub(crate) async fn look(&self, game: GameId) -> Result<(Arc<Room>, Session), Rejection> {
        let room = self.hub().room(game);
        let session = {
            let mut table = room.table.lock().await;
            if self.bus().is_shared() {
                self.catch_up(&room, &mut table).await?;
            }
            self.seat(&room, &mut table).await?.clone()
        };
        Ok((room, session))
    }

    /// A copy of a room's session, as far as this node knows it.
    pub(crate) async fn session_of(&self, room: &Arc<Room>) -> Result<Session, Rejection> {
        let mut table = room.table.lock().await;
        Ok(self.seat(room, &mut table).await?.clone())
    }

    async fn already_accepted(&self, game: GameId, wish: &Wish) -> Result<Option<Seq>, StoreError> {
        match (wish.author(), wish.id) {
            (Some(author), Some(id)) => self.store().command_seq(game, author, id).await,
            _ => Ok(None),
        }
    }

    fn append_of(
        &self,
        game: GameId,
        wish: &Wish,
        before: &Session,
        after: &Session,
        events: &[Event],
        now: Time,
    ) -> Append {
        let rematch = after.rematch().filter(|_| before.rematch().is_none()).map(|id| {
            let config = after.rematch_config(now);
            let job = Session::new(config.clone()).computer_to_move();
            NewGame { id, config, invite: None, job }
        });
        let author = match wish.actor {
            Actor::Player(player) => Author::Player { player, command: wish.id },
            Actor::Watcher | Actor::Computer | Actor::Service => Author::Service,
        };
        Append {
            game,
            expected_seq: before.seq(),
            author,
            events: events.to_vec(),
            at: now,
            job: job_change(before, after),
            summary: Summary::of(after),
            due_at: after.flag_at(),
            rematch,
        }
    }

    /// Tells what happened, and lets the computer think if it is to move.
    fn tell(
        &self,
        room: &Room,
        game: GameId,
        after: &Session,
        events: &[Event],
        news: &[ServerMessage],
    ) {
        self.metrics().happened(after, events);
        for message in news {
            room.tell(message);
        }
        room.advance(after.seq());
        self.publish(room, Note::Events { seq: after.seq() });
        self.deadlines().expect(after.flag_at());
        self.computer().follow(game, after);
        if let Some(pushes) = self.pushes()
            && let Some(turn) = Turn::begun_by(game, after, events)
        {
            pushes.tell(turn);
        }
        if let Some(next) = events.iter().find_map(rematch_of) {
            let session = Session::new(after.rematch_config(self.now()));
            self.deadlines().expect(session.flag_at());
            self.computer().follow(next, &session);
        }
    }
}

/// Whether somebody is another one after this event: a player becomes a
/// watcher, or the other way round.
pub(crate) const fn is_seat_move(event: &Event) -> bool {
    matches!(event, Event::SeatMoved { .. })
}

fn rematch_of(event: &Event) -> Option<GameId> {
    match event {
        Event::RematchStarted { game } => Some(*game),
        _ => None,
    }
}

/// The computer answers the last event; a job stays as it is only while
/// nothing that it answers has changed.
fn job_change(before: &Session, after: &Session) -> JobChange {
    match (before.computer_to_move(), after.computer_to_move()) {
        (None, None) => JobChange::Keep,
        (_, Some(level)) => JobChange::Set(level),
        (Some(_), None) => JobChange::Clear,
    }
}
