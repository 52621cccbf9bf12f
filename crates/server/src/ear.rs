//! How a room hears of what happens on other nodes.
//!
//! A room listens as long as somebody is in it. Of events it is told only that
//! there are some; it reads them in the store. What other nodes say of who is
//! connected to them is said again every few seconds, so that a lost word is
//! made good and a node that died is forgotten.

use std::{
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use futures_util::StreamExt as _;
use tokio::{
    sync::watch,
    task::AbortHandle,
    time::{Instant, MissedTickBehavior, interval, sleep_until, timeout},
};
use tracing::warn;

use crate::{
    app::App,
    bus::{Note, Subscription},
    room::Room,
};

/// How often it is said again who is connected.
const SAY_EVERY: Duration = Duration::from_secs(5);
/// How long others have to answer who is connected to them, before anybody
/// counts as away who is not here.
const ANSWER_WITHIN: Duration = Duration::from_millis(300);
/// How long it may take to hear oneself.
const ECHO_WITHIN: Duration = Duration::from_millis(500);

/// A room's ear; deaf when dropped.
pub(crate) struct Ear {
    task: Mutex<Option<AbortHandle>>,
    /// Whether the others have had time to say who is where.
    settled: watch::Sender<bool>,
}

impl Ear {
    /// Where there is nobody to listen to.
    fn alone() -> Self {
        Ear { task: Mutex::default(), settled: watch::Sender::new(true) }
    }

    /// Whether it is known by now who is where.
    pub(crate) fn is_settled(&self) -> bool {
        *self.settled.borrow()
    }

    /// Waits until it is known who is where, or as long as that may take.
    pub(crate) async fn settle(&self) {
        let mut settled = self.settled.subscribe();
        // In vain while nobody can be heard.
        let _ = timeout(ECHO_WITHIN + ANSWER_WITHIN, settled.wait_for(|it| *it)).await;
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        if let Some(task) = self.task.lock().unwrap_or_else(PoisonError::into_inner).take() {
            task.abort();
        }
    }
}

impl App {
    /// Has a room hear of other nodes, from this moment on, as long as the ear
    /// is kept.
    pub(crate) async fn listen(&self, room: &Arc<Room>) -> Arc<Ear> {
        if !self.bus().is_shared() {
            return Arc::new(Ear::alone());
        }
        let _making = room.hearing.lock().await;
        if let Some(ear) = room.ear() {
            return ear;
        }
        let mut heard = self.bus().subscribe(room.game()).await;
        let ear = Arc::new(Ear { task: Mutex::default(), settled: watch::Sender::new(false) });
        room.set_ear(&ear);
        let mut listening = Listening {
            app: self.clone(),
            room: Arc::downgrade(room),
            ear: Arc::downgrade(&ear),
            settles_at: None,
        };
        listening.ask(room);
        // Once the own question is heard, everything after it is.
        if listening.settles_at.is_some()
            && timeout(ECHO_WITHIN, listening.until_echo(&mut heard)).await.is_err()
        {
            warn!(game = %room.game(), "nothing comes back from the other servers");
        }
        let task = tokio::spawn(listening.run(heard)).abort_handle();
        *ear.task.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
        ear
    }

    /// Whether it is known who is where in a game.
    pub(crate) fn can_judge(&self, room: &Room) -> bool {
        !self.bus().is_shared() || room.ear().is_some_and(|ear| ear.is_settled())
    }

    /// Tells other nodes that there are events.
    pub(crate) fn publish(&self, room: &Room, note: Note) {
        if self.bus().is_shared() {
            self.metrics().said();
            self.bus().publish(room.game(), note.to_string());
        }
    }

    /// Tells other nodes who is connected here, if they do not know.
    pub(crate) fn announce(&self, room: &Room) {
        if self.bus().is_shared()
            && let Some(held) = room.unannounced()
        {
            self.publish(room, Note::Here { node: self.node(), count: self.next_count(), held });
        }
    }
}

/// The task behind an ear.
struct Listening {
    app: App,
    room: Weak<Room>,
    ear: Weak<Ear>,
    /// When everybody will have answered; `None` before anybody was asked.
    settles_at: Option<Instant>,
}

impl Listening {
    /// Asks the others who is where, if they can be reached.
    fn ask(&mut self, room: &Room) {
        if self.app.bus().is_up() {
            self.app.publish(room, Note::Who { node: self.app.node() });
            self.settles_at = Some(Instant::now() + ANSWER_WITHIN);
        }
    }

    async fn until_echo(&mut self, heard: &mut Subscription) {
        let own = Note::Who { node: self.app.node() };
        while let Some(text) = heard.next().await {
            let Ok(note) = text.parse::<Note>() else { continue };
            self.hear(note).await;
            if note == own {
                self.settles_at = Some(Instant::now() + ANSWER_WITHIN);
                return;
            }
        }
    }

    async fn run(mut self, mut heard: Subscription) {
        let mut say = interval(SAY_EVERY);
        say.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first one is over at once, and nothing is to be said yet.
        say.tick().await;
        loop {
            let settles_at = self.settles_at;
            tokio::select! {
                text = heard.next() => {
                    // Words of a newer version are passed over.
                    if let Some(Ok(note)) = text.map(|text| text.parse()) {
                        self.hear(note).await;
                    }
                }
                _ = say.tick() => self.say_again().await,
                () = async { sleep_until(settles_at.unwrap_or_else(Instant::now)).await },
                    if settles_at.is_some() && !self.is_settled() => self.settle().await,
                () = self.app.shutdown().cancelled() => return,
            }
            if self.room.strong_count() == 0 {
                return;
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.ear.upgrade().is_none_or(|ear| ear.is_settled())
    }

    /// Everybody has had time to answer: who is not here is away.
    async fn settle(&mut self) {
        if let Some(ear) = self.ear.upgrade() {
            ear.settled.send_replace(true);
        }
        let Some(room) = self.room.upgrade() else { return };
        // Somebody who only asked is told by the answer.
        if !room.held().is_nobody() || !room.is_empty() {
            self.look_around().await;
        }
    }

    async fn hear(&mut self, note: Note) {
        self.app.metrics().heard();
        let Some(room) = self.room.upgrade() else { return };
        match note {
            Note::Events { seq } if room.seq() < seq => {
                if let Err(cause) = self.app.refresh(&room).await {
                    warn!(game = %room.game(), %cause, "events of others were not read");
                }
            }
            Note::Events { .. } => {}
            Note::Here { node, .. }
            | Note::Who { node }
            | Note::Face { node, .. }
            | Note::Reaction { node, .. }
                if node == self.app.node() => {}
            Note::Face { side, face, .. } => {
                room.learn_face(side, Some(face));
                self.look_around().await;
            }
            Note::Reaction { said, .. } => {
                // Counted here too: the side may have connections to both.
                let _ = room.may_react(said.side);
                room.tell_reaction(said);
            }
            Note::Here { node, count, held } => {
                room.hear(node, count, held);
                self.look_around().await;
            }
            Note::Who { .. } => self.say(&room),
        }
    }

    /// Says who is connected here.
    fn say(&self, room: &Room) {
        if let Some(held) = room.announce() {
            let (node, count) = (self.app.node(), self.app.next_count());
            self.app.publish(room, Note::Here { node, count, held });
        }
    }

    async fn say_again(&mut self) {
        let Some(room) = self.room.upgrade() else { return };
        let is_up = self.app.bus().is_up();
        room.mind_silence(is_up);
        if is_up && self.settles_at.is_none() {
            self.ask(&room);
        }
        self.say(&room);
        self.look_around().await;
    }

    /// Tells who is here if that has changed by what was heard.
    async fn look_around(&self) {
        let Some(room) = self.room.upgrade() else { return };
        match self.app.session_of(&room).await {
            Ok(session) => {
                self.app.look_around(&room, &session);
            }
            Err(cause) => warn!(game = %room.game(), %cause, "who is here was not told"),
        }
    }
}
